// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/form.hpp>
#include <parley/protocol/sampling.hpp>
#include <parley/server/question.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley {

// Whether a form that was written by hand may have fields that sound like a secret (json/secret.hpp).
enum class secret_names : std::uint8_t {
  refused,  // default
  allowed,  // they only sound like one: nobody enters a password, a key or a card there
};

// A round that ends in questions, built by hand (InputRequiredResult; basic/patterns/mrtr). Resolvers are the
// better way: with them an answer counts only for the question that was asked. Here the author reads whatever came from
// Context::input_responses(), and an answer that nobody asked for looks like any other. Give `state` to close that
// hole: it is sealed, and comes back only from a client that was asked.
//
//   return InputRequired{}.elicit<Name>("who", "Your name?").state("step 1");
//
// Keys must differ and not be empty; else the call fails as an internal error and the log says why (MRTR-03, -04).
class InputRequired {
 public:
  struct request {
    std::string key;
    detail::question asked;
  };

  // A form for the flat type T.
  template <class T>
  InputRequired& elicit(std::string key, std::string message) & {
    return add(std::move(key), detail::make_form_question(std::move(message), detail::form_of<T>(), &detail::make<T>));
  }
  template <class T>
  InputRequired&& elicit(std::string key, std::string message) && {
    return std::move(elicit<T>(std::move(key), std::move(message)));
  }

  // A form whose schema the author has written: one JSON object as text, sent in the order in which it stands. Throws
  // std::invalid_argument unless it is an object with `"type": "object"` and an object of `properties`, which may be
  // empty, though some hosts accept such a form without showing it; and when the name or title of a property sounds
  // like a secret (ELF-15), unless `names` allows it. Whether the rest keeps to the flat subset that clients can show
  // (client/elicitation) is for the author to see to.
  PARLEY_DECL InputRequired& form(std::string key, std::string message, std::string_view schema,
                                  secret_names names = secret_names::refused) &;
  InputRequired&& form(std::string key, std::string message, std::string_view schema,
                       secret_names names = secret_names::refused) && {
    return std::move(form(std::move(key), std::move(message), schema, names));
  }

  // A page to open. Throws std::invalid_argument unless the link is https, or http to this machine (core/uri.hpp).
  PARLEY_DECL InputRequired& url(std::string key, std::string message, std::string url) &;
  InputRequired&& url(std::string key, std::string message, std::string url) && {
    return std::move(this->url(std::move(key), std::move(message), std::move(url)));
  }

  // A message from the client's model. Throws std::invalid_argument for a Sample that cannot be sent
  // (protocol/sampling.hpp).
  PARLEY_DECL InputRequired& sample(std::string key, Sample const& what) &;
  InputRequired&& sample(std::string key, Sample const& what) && { return std::move(sample(std::move(key), what)); }
  // The client's roots.
  PARLEY_DECL InputRequired& roots(std::string key) &;
  InputRequired&& roots(std::string key) && { return std::move(roots(std::move(key))); }

  // What the next round reads as Context::request_state(). Sealed, but readable by the client unless the server's keys
  // say AES-256-GCM: nothing secret. Counts toward the size limit of the state.
  InputRequired& state(std::string text) & {
    state_ = std::move(text);
    return *this;
  }
  InputRequired&& state(std::string text) && { return std::move(state(std::move(text))); }

  std::vector<request> const& requests() const { return requests_; }
  std::string const& author_state() const { return state_; }

 private:
  PARLEY_DECL InputRequired& add(std::string key, detail::question what);

  std::vector<request> requests_{};
  std::string state_{};
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/parse.hpp>
#include <parley/json/secret.hpp>

#include <cstddef>
#include <stdexcept>

namespace parley {

PARLEY_DECL InputRequired& InputRequired::add(std::string key, detail::question what) {
  requests_.push_back({std::move(key), std::move(what)});
  return *this;
}

namespace detail {

// JSON text without the white space between its tokens, so that it stands on one line. Precondition: it is JSON.
PARLEY_DECL std::string without_spaces(std::string_view text) {
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char const c = text[i];
    if (!quoted && (c == ' ' || c == '\n' || c == '\r' || c == '\t')) continue;
    if (quoted && c == '\\') out += text[i++];
    if (c == '"') quoted = !quoted;
    out += text[i];
  }
  return out;
}

}  // namespace detail

PARLEY_DECL InputRequired& InputRequired::form(std::string key, std::string message, std::string_view schema,
                                               secret_names names) & {
  auto const tree = parse(schema);
  json const* const type = tree ? find_member(*tree, "type") : nullptr;
  json const* const properties = tree ? find_member(*tree, "properties") : nullptr;
  if (type == nullptr || *type != "object" || properties == nullptr || !properties->is_object()) {
    throw std::invalid_argument("parley: the schema of a form must be a JSON object of type object with properties");
  }
  for (auto const& [name, property] : properties->items()) {
    json const* const title = find_member(property, "title");
    bool const titled = title != nullptr && title->is_string();
    bool const smells = smells_of_secret(name) || (titled && smells_of_secret(title->get_ref<std::string const&>()));
    if (smells && names == secret_names::refused) {
      throw std::invalid_argument("parley: the field " + name +
                                  " of a form sounds like a secret; send the person to a page with url()");
    }
  }
  detail::question what;
  what.message = std::move(message);
  what.params = detail::without_spaces(schema);
  return add(std::move(key), std::move(what));
}

PARLEY_DECL InputRequired& InputRequired::url(std::string key, std::string message, std::string url) & {
  return add(std::move(key), detail::make_url_question(std::move(message), std::move(url)));
}

PARLEY_DECL InputRequired& InputRequired::sample(std::string key, Sample const& what) & {
  return add(std::move(key), detail::make_sampling_question(what));
}

PARLEY_DECL InputRequired& InputRequired::roots(std::string key) & {
  return add(std::move(key), detail::make_roots_question());
}

}  // namespace parley

#endif
