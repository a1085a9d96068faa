// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/form.hpp>
#include <parley/protocol/sampling.hpp>
#include <parley/server/question.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley {

// A round that ends in questions, built by hand (InputRequiredResult; basic/patterns/mrtr). Resolvers and `ask` are the
// better way: they make an answer count only for the question that was asked. Here the author reads whatever came from
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
    detail::question what;
    what.message = std::move(message);
    what.form = &detail::form_of<T>();
    what.make = &detail::make<T>;
    return add(std::move(key), std::move(what));
  }
  template <class T>
  InputRequired&& elicit(std::string key, std::string message) && {
    return std::move(elicit<T>(std::move(key), std::move(message)));
  }

  // A form whose schema the author has written: one JSON object as text, sent in the order in which it stands. Throws
  // std::invalid_argument unless it is an object with `"type": "object"` and an object of `properties`, which may be
  // empty, though some hosts accept such a form without showing it. Whether the rest keeps to the flat subset that
  // clients can show (client/elicitation), and asks for no secret, is for the author to see to.
  PARLEY_DECL InputRequired& form(std::string key, std::string message, std::string_view schema) &;
  InputRequired&& form(std::string key, std::string message, std::string_view schema) && {
    return std::move(form(std::move(key), std::move(message), schema));
  }

  // A page to open. Throws std::invalid_argument unless the link is https, or http to this machine (core/uri.hpp).
  PARLEY_DECL InputRequired& url(std::string key, std::string message, std::string url) &;
  InputRequired&& url(std::string key, std::string message, std::string url) && {
    return std::move(this->url(std::move(key), std::move(message), std::move(url)));
  }

  // A message from the client's model, or its roots.
  PARLEY_DECL InputRequired& sample(std::string key, Sample const& what) &;
  InputRequired&& sample(std::string key, Sample const& what) && { return std::move(sample(std::move(key), what)); }
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

#include <parley/core/uri.hpp>
#include <parley/json/parse.hpp>

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

PARLEY_DECL InputRequired& InputRequired::form(std::string key, std::string message, std::string_view schema) & {
  auto const tree = parse(schema);
  auto const member = [&](char const* name) -> json const* {
    if (!tree || !tree->is_object()) return nullptr;
    auto const found = tree->find(name);
    return found == tree->end() ? nullptr : &*found;
  };
  json const* const type = member("type");
  json const* const properties = member("properties");
  if (type == nullptr || *type != "object" || properties == nullptr || !properties->is_object()) {
    throw std::invalid_argument("the schema of a form must be a JSON object of type object with properties");
  }
  detail::question what;
  what.message = std::move(message);
  what.params = detail::without_spaces(schema);
  return add(std::move(key), std::move(what));
}

PARLEY_DECL InputRequired& InputRequired::url(std::string key, std::string message, std::string url) & {
  if (!check_link(url)) {
    throw std::invalid_argument("a link that a person is sent to must be https, or http to this machine");
  }
  detail::question what;
  what.kind = detail::question_kind::url;
  what.message = std::move(message);
  what.url = std::move(url);
  return add(std::move(key), std::move(what));
}

PARLEY_DECL InputRequired& InputRequired::sample(std::string key, Sample const& question) & {
  detail::question what;
  what.kind = detail::question_kind::sampling;
  json_writer out(what.params);
  write(out, question);
  return add(std::move(key), std::move(what));
}

PARLEY_DECL InputRequired& InputRequired::roots(std::string key) & {
  detail::question what;
  what.kind = detail::question_kind::roots;
  return add(std::move(key), std::move(what));
}

}  // namespace parley

#endif
