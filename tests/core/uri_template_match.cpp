// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/uri_template_match.hpp>

#include <parley/core/percent.hpp>
#include <parley/core/uri_template_expand.hpp>
#include <parley/core/utf8.hpp>

#include "support/catch.hpp"

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

using namespace parley;

namespace {

uri_matcher matcher(std::string_view text) { return uri_matcher::make(uri_template(text)).value(); }

// "x=1 y=[a|b]", or "-" where nothing matches.
std::string matched(std::string_view text, std::string_view uri) {
  auto const found = matcher(text).match(uri);
  if (!found) return "-";
  std::string shown;
  for (auto const& variable : found->variables) {
    if (!shown.empty()) shown += ' ';
    shown += variable.name + '=';
    if (variable.exploded) shown += '[';
    for (std::size_t i = 0; i < variable.values.size(); ++i) {
      if (i != 0) shown += '|';
      shown += variable.values[i];
    }
    if (variable.exploded) shown += ']';
  }
  return shown;
}

path_risk risk_of(std::string_view text, std::string_view uri) {
  auto const found = matcher(text).match(uri);
  REQUIRE(found);
  return found->unsafe() == nullptr ? path_risk::none : found->unsafe()->risk;
}

}  // namespace

TEST_CASE("a URI gives its variables back", "[core][uri_template][RES-03][RES-12]") {
  CHECK(matched("notes://{id}", "notes://7") == "id=7");
  CHECK(matched("test://template/{id}/data", "test://template/123/data") == "id=123");
  CHECK(matched("repo://{owner}/{name}/raw/{+path}", "repo://a/b/raw/src/x.c") == "owner=a name=b path=src/x.c");
  CHECK(matched("map://{x,y}", "map://3,4") == "x=3 y=4");
  CHECK(matched("test://static", "test://static").empty());
  CHECK(matched("test://static", "test://statig") == "-");

  auto const found = matcher("notes://{id}{?a}").match("notes://7").value();
  REQUIRE(found.find("id") != nullptr);
  CHECK(found.find("id")->values == std::vector<std::string>{"7"});
  CHECK(!found.find("id")->exploded);
  CHECK(found.find("a") == nullptr);
  CHECK(found.unsafe() == nullptr);
}

TEST_CASE("the whole URI has to fit", "[core][uri_template][RES-12]") {
  for (auto uri : {"notes://", "notes:/7", "notes://7/", "notes://7/8", "notes://7?a=1", "notes://7#f", "xnotes://7",
                   "", "notes://7,8", "notes://7:8", "notes://7@h", "notes://a=b", "notes://a;b", "notes://a+b"}) {
    CAPTURE(uri);
    CHECK(matched("notes://{id}", uri) == "-");
  }
  CHECK(matched("a://{x,y}", "a://1") == "-");
  CHECK(matched("a://{x,y}", "a://1,") == "-");
  CHECK(matched("a://{x,y}", "a://1,2,3") == "-");
  CHECK(matched("a://{x}/end", "a:///end") == "-");
}

TEST_CASE("values are decoded once, and are UTF-8", "[core][uri_template][RES-12]") {
  CHECK(matched("n://{id}", "n://a%20b%2Fc%2fd") == "id=a b/c/d");
  CHECK(matched("n://{id}", "n://caf%C3%A9%7e~") == "id=caf\xc3\xa9~~");
  CHECK(matched("n://{id}", "n://%252e") == "id=%2e");
  CHECK(matched("n://{id}", "n://a%2Cb") == "id=a,b");
  CHECK(matched("n://{id}", "n://it's(1)!*") == "id=it's(1)!*");
  for (auto uri : {"n://%ff", "n://%c0%af", "n://%c3", "n://%ed%a0%80", "n://%", "n://%4", "n://%zz", "n://a b",
                   "n://caf\xc3\xa9", "n://<x>", "n://a\\b", "n://a\nb", "n://{id}", "n://a|b", "n://\"", "n://^"}) {
    CAPTURE(uri);
    CHECK(matched("n://{id}", uri) == "-");
    CHECK(matched("n://{+id}", uri) == "-");
    CHECK(matched("n://x{?id}", std::string("n://x?id=") + (uri + 4)) == "-");
  }
  // Half a character in one variable is no character, even if the other half is in the next.
  CHECK(matched("n://{a},{b}", "n://%c3,%a9") == "-");
}

TEST_CASE("variables take as little as they can", "[core][uri_template][RES-12]") {
  CHECK(matched("f://{name}{.type}", "f://a.tar.gz") == "name=a type=tar.gz");
  CHECK(matched("f://{name}{.type}", "f://readme") == "name=readme");
  CHECK(matched("f://{name}.{type}", "f://a.tar.gz") == "name=a type=tar.gz");
  CHECK(matched("f://{a}-{b}", "f://x-y-z") == "a=x b=y-z");
  CHECK(matched("f://{a}-{b}-z", "f://x-y-z-z") == "a=x b=y-z");
  CHECK(matched("f://{+path}/end", "f://a/end/b/end") == "path=a/end/b");
  CHECK(matched("f://{+path}/end", "f:///end") == "-");
  CHECK(matched("f://{+path}/end", "f://end") == "-");
  CHECK(matched("f://{+dir}/{file}", "f://a/b/c") == "dir=a/b file=c");
  CHECK(matched("f://{+a}/raw/{+b}", "f://x/raw/y/raw/z") == "a=x b=y/raw/z");
  CHECK(matched("f://{+a,b}", "f://1,2,3") == "a=1 b=2,3");
  CHECK(matched("f://{+path}{?q}", "f://a/b?q=1") == "path=a/b q=1");
  CHECK(matched("f://{+path}{?q}", "f://a/b?z=1") == "path=a/b?z=1");
  CHECK(matched("f://{+path}", "f://a/b?z=1#[f]") == "path=a/b?z=1#[f]");
  CHECK(matched("f://{+path}{/last}", "f://a/b/c") == "path=a/b last=c");
}

TEST_CASE("expressions with a mark of their own may be missing", "[core][uri_template][RES-12]") {
  CHECK(matched("a:b{/x,y}", "a:b").empty());
  CHECK(matched("a:b{/x,y}", "a:b/1") == "x=1");
  CHECK(matched("a:b{/x,y}", "a:b/1/2") == "x=1 y=2");
  CHECK(matched("a:b{/x,y}", "a:b/1/2/3") == "-");
  CHECK(matched("a:b{/x,y}", "a:b/") == "-");
  CHECK(matched("a:b{/x,y}", "a:b//2") == "-");
  CHECK(matched("a:b{/x}/c", "a:b/c").empty());
  CHECK(matched("a:b{/x}/c", "a:b/1/c") == "x=1");
  CHECK(matched("a:b{.x,y}", "a:b.1.2") == "x=1 y=2");
  CHECK(matched("a:b{.x}", "a:b.") == "-");
  CHECK(matched("a:b{#x}", "a:b").empty());
  CHECK(matched("a:b{#x}", "a:b#c/d?e") == "x=c/d?e");
  CHECK(matched("a:b{#x,y}", "a:b#c,d") == "x=c y=d");
  CHECK(matched("a:b{#x}", "a:b#") == "-");
}

TEST_CASE("exploded variables take lists", "[core][uri_template][RES-12]") {
  CHECK(matched("f://root{/path*}", "f://root/a/b/c%20d") == "path=[a|b|c d]");
  CHECK(matched("f://root{/path*}", "f://root").empty());
  CHECK(matched("f://root{/path*}", "f://root/") == "-");
  CHECK(matched("f://root{/path*}", "f://root/a//b") == "-");
  CHECK(matched("f://root{/path*}/end", "f://root/a/end/end") == "path=[a|end]");
  CHECK(matched("f://{x*}", "f://1,2,3") == "x=[1|2|3]");
  CHECK(matched("f://{x*}", "f://1") == "x=[1]");
  CHECK(matched("f://{+x*}", "f://1/a,2") == "x=[1/a|2]");
  CHECK(matched("f://h{.x*}", "f://h.a.b") == "x=[a|b]");
  CHECK(matched("f://h{?x*}", "f://h?x=1&x=&x=3") == "x=[1||3]");
  CHECK(matched("f://h{;x*}", "f://h;x=1;x;x=3") == "x=[1||3]");
  CHECK(matched("f://h{?x*,y}", "f://h?x=1&y=2&x=3") == "x=[1|3] y=2");
  CHECK(matched("f://h{/x*,y}", "f://h/1/2") == "x=[1|2]");
}

TEST_CASE("named variables come in any order, each at most once", "[core][uri_template][RES-12]") {
  CHECK(matched("s://i{?q,limit}", "s://i").empty());
  CHECK(matched("s://i{?q,limit}", "s://i?q=a%20b&limit=3") == "q=a b limit=3");
  CHECK(matched("s://i{?q,limit}", "s://i?limit=3&q=a") == "q=a limit=3");
  CHECK(matched("s://i{?q,limit}", "s://i?limit=3") == "limit=3");
  CHECK(matched("s://i{?q,limit}", "s://i?q=") == "q=");
  CHECK(matched("s://i{?q,qq}", "s://i?qq=1&q=2") == "q=2 qq=1");
  CHECK(matched("s://i?kind=a{&q}", "s://i?kind=a&q=1") == "q=1");
  CHECK(matched("s://i?kind=a{&q}", "s://i?kind=a").empty());
  CHECK(matched("s://i?kind=a{&q}", "s://i?q=1&kind=a") == "-");
  CHECK(matched("s://i{;a,b}", "s://i;b=2;a=1") == "a=1 b=2");
  CHECK(matched("s://i{;a,b}", "s://i;b;a=1") == "a=1 b=");
  CHECK(matched("s://i{;a,ab}", "s://i;ab;a") == "a= ab=");
  CHECK(matched("s://i{?a%41}", "s://i?%61A=1") == "a%41=1");
  for (auto uri : {"s://i?", "s://i?q", "s://i?q=1&", "s://i?&q=1", "s://i?q=1&q=2", "s://i?other=1",
                   "s://i?q=1&other=1", "s://i?Q=1", "s://i?q=a/b", "s://i?q=a=b", "s://i?q=a+b", "s://i?q=1;limit=2",
                   "s://i&q=1", "s://i?q=1#f", "s://i?q=1?limit=2"}) {
    CAPTURE(uri);
    CHECK(matched("s://i{?q,limit}", uri) == "-");
  }
  CHECK(matched("s://i{;a}", "s://i;a=") == "-");
  CHECK(matched("s://i{;a}", "s://i;a;a") == "-");
}

TEST_CASE("literal text is compared after normalisation", "[core][uri_template][RES-12]") {
  CHECK(matched("x://h/~a/{id}", "x://h/%7Ea/1") == "id=1");
  CHECK(matched("x://h/%7ea/{id}", "x://h/~a/1") == "id=1");
  CHECK(matched("x://h/caf\xc3\xa9/{id}", "x://h/caf%c3%A9/1") == "id=1");
  CHECK(matched("x://h/a%2fb/{id}", "x://h/a%2Fb/1") == "id=1");
  CHECK(matched("x://h/a%2fb/{id}", "x://h/a/b/1") == "-");
  CHECK(matched("x://h/a/b/{id}", "x://h/a%2Fb/1") == "-");
  // An encoded delimiter is no delimiter.
  CHECK(matched("x://h{/a}{?b}", "x://h%2F1") == "-");
  CHECK(matched("x://h{/a}{?b}", "x://h/1%3Fb=2") == "-");
  CHECK(matched("x://h/{a}", "x:%2F%2Fh/1") == "-");
}

TEST_CASE("scheme and host ignore case, and nothing else does", "[core][uri_template][RES-12]") {
  CHECK(matched("Notes://InBox/{id}", "nOTES://inbox/A") == "id=A");
  CHECK(matched("x://h/Path/{id}", "x://h/path/1") == "-");
  CHECK(matched("x://h?Q={id}", "x://h?q=1") == "-");
  CHECK(matched("x://h#Q={id}", "x://h#q=1") == "-");
  CHECK(matched("x://{sub}.Example.com/{id}", "x://WWW.EXAMPLE.COM/1") == "sub=WWW id=1");
  CHECK(matched("x://www{.sub}.Example.com/A", "X://www.b.example.COM/A") == "sub=b");
  CHECK(matched("x://www{.sub}.Example.com/A", "X://www.b.example.COM/a") == "-");
  CHECK(matched("x://User@Host/{id}", "x://User@hOST/1") == "id=1");
  CHECK(matched("x://User@Host/{id}", "x://user@host/1") == "-");
  CHECK(matched("x://h{/p}Tail", "x://h/aTail") == "p=a");
  CHECK(matched("x://h{/p}Tail", "x://h/atail") == "-");
  CHECK(matched("x://{+p}Tail", "x://atail") == "-");
  CHECK(matched("Urn:Isbn:{id}", "urn:Isbn:1") == "id=1");
  CHECK(matched("urn:Isbn:{id}", "urn:isbn:1") == "-");
  CHECK(matched("Urn:/Isbn/{id}", "urn:/isbn/1") == "-");
  CHECK(matched("{Scheme}://Host/", "a://host/") == "-");
  CHECK(matched("No/Scheme:{x}", "no/scheme:1") == "-");
  CHECK(matched("x://%48ost/{id}", "x://host/1") == "id=1");
}

TEST_CASE("a match that could leave its folder says so", "[core][uri_template][RES-07][RES-12]") {
  using enum path_risk;
  CHECK(risk_of("f://{name}", "f://a.txt") == none);
  CHECK(risk_of("f://{name}", "f://..") == dot_segment);
  CHECK(risk_of("f://{name}", "f://.") == dot_segment);
  CHECK(risk_of("f://{name}", "f://%2e%2E") == dot_segment);
  CHECK(risk_of("f://{name}", "f://..%2Fetc%2fpasswd") == slash);
  CHECK(risk_of("f://{name}", "f://..%5Cwindows") == backslash);
  CHECK(risk_of("f://{name}", "f://a%00.txt") == control_character);
  CHECK(risk_of("f://{name}", "f://a%0D%0Ab") == control_character);
  CHECK(risk_of("f://{name}", "f://%252e%252e%252f") == encoded_again);
  // A query is no path.
  for (auto uri : {"f://h?name=..", "f://h?name=a%2Fb", "f://h?name=%5C", "f://h?name=a%0Ab"}) {
    CHECK(risk_of("f://h{?name}", uri) == none);
  }
  CHECK(risk_of("f://h{;name*}", "f://h;name=a;name=..") == dot_segment);
  CHECK(risk_of("f://h{.name}", "f://h..%2e") == dot_segment);

  CHECK(risk_of("f://{+path}", "f://a/b.txt") == none);
  CHECK(risk_of("f://{+path}", "f://a/%2e%2e/b") == dot_segment);
  CHECK(risk_of("f://{+path}", "f://../b") == dot_segment);
  CHECK(risk_of("f://{+path}", "f://a/..") == dot_segment);
  CHECK(risk_of("f://{+path}", "f://a%2f..%2fb") == dot_segment);
  CHECK(risk_of("f://{+path}", "f:///etc/passwd") == absolute);
  CHECK(risk_of("f://{+path}", "f://%2Fetc/passwd") == absolute);
  CHECK(risk_of("f://{+path}", "f://C:/x") == absolute);
  CHECK(risk_of("f://{+path}", "f://a%5c..%5cb") == backslash);
  CHECK(risk_of("f://{+path}", "f://a/%252e%252e/b") == encoded_again);
  CHECK(risk_of("f://h{#path}", "f://h#../b") == dot_segment);

  CHECK(risk_of("f://h{/path*}", "f://h/a/b") == none);
  CHECK(risk_of("f://h{/path*}", "f://h/a/../b") == dot_segment);
  CHECK(risk_of("f://h{/path*}", "f://h/a/%2E./b") == dot_segment);
  CHECK(risk_of("f://h{/path*}", "f://h/a/x%2f..%2fy") == slash);
}

TEST_CASE("the risk is that of one variable", "[core][uri_template][RES-12]") {
  auto const found = matcher("f://{a}/{b}{?q}").match("f://x/%2e%2e?q=a%2Fb").value();
  CHECK(found.find("a")->risk == path_risk::none);
  CHECK(found.find("b")->risk == path_risk::dot_segment);
  CHECK(found.find("b")->values.front() == "..");
  CHECK(found.find("q")->risk == path_risk::none);
  CHECK(found.unsafe() == found.find("b"));
}

TEST_CASE("a template that cannot be matched makes no matcher", "[core][uri_template][RES-13]") {
  auto why = [](std::string_view text) {
    auto const made = uri_matcher::make(uri_template(text));
    REQUIRE(!made);
    CHECK(made.error().reason == "uri_template");
    return made.error().detail;
  };
  CHECK(why("n://{id") == "at byte 4: this '{' is never closed");
  CHECK(why("n://{id}/{id}") == "at byte 10: a variable that is to be matched must not occur twice");
  CHECK(why("n://{id:3}") == "at byte 5: a variable that is to be matched must not have a prefix");
  CHECK(why("n://{a}{b}") == "at byte 7: nothing shows where this variable begins");
}

TEST_CASE("a matcher outlives the text of its template", "[core][uri_template][RES-12]") {
  auto made = [] {
    std::string const text = "notes://a-long-host-name-that-is-allocated/{identifier_of_the_note_that_is_long}";
    return uri_matcher::make(uri_template(text)).value();
  }();
  auto const copy = made;
  CHECK(copy.match("notes://a-long-host-name-that-is-allocated/7")->variables.front().name ==
        "identifier_of_the_note_that_is_long");
}

TEST_CASE("long URIs end at a limit", "[core][uri_template][RES-12]") {
  auto const any = matcher("n://{+x}");
  std::string uri = "n://" + std::string(longest_matched_uri - 4, 'a');
  REQUIRE(any.match(uri));
  CHECK(any.match(uri)->variables.front().values.front().size() == longest_matched_uri - 4);
  CHECK(!any.match(uri + "a"));
}

namespace {

// Random templates that can be matched, and values for them.
class maker {
 public:
  explicit maker(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }

  std::string text_of(std::string_view characters, std::size_t least, std::size_t most) {
    std::string text;
    for (std::size_t i = least + below(most - least + 1); i > 0; --i) text += characters[below(characters.size())];
    return text;
  }

  std::string value(bool may_be_empty) {
    if (below(3) != 0) return text_of("ab.-/,;=&?#", may_be_empty ? 0 : 1, 4);
    std::string text;
    for (std::size_t i = 1 + below(3); i > 0; --i) append_utf8(text, static_cast<char32_t>(1 + below(0x3000)));
    // Escapes that a value of {+x} already has are not encoded again, and so come out decoded.
    for (char& c : text) c = c == '%' ? '_' : c;
    return text;
  }

  std::string make_template(uri_template_values& values) {
    constexpr std::string_view operators = " +#./;?&";
    std::string text = "x://";
    for (std::size_t i = 1 + below(4); i > 0; --i) {
      char const op = operators[below(operators.size())];
      std::string const literal = text_of("ab.-/,;=&?", 0, 2);
      text += literal;
      if (literal.empty() && text.back() == '}' && (op == ' ' || op == '+')) text += '/';
      text += '{';
      if (op != ' ') text += op;
      bool const named = op == ';' || op == '?' || op == '&';
      bool const marked = op != ' ' && op != '+';
      for (std::size_t k = 1 + below(3); k > 0; --k) {
        std::string const name = "v" + std::to_string(count_++);
        bool const explode = below(3) == 0;
        text += name + (explode ? "*" : "") + (k > 1 ? "," : "}");
        if (marked && below(4) == 0) continue;
        if (explode && below(2) == 0) {
          uri_template_list list;
          for (std::size_t n = 1 + below(3); n > 0; --n) list.push_back(value(named));
          values[name] = list;
        } else {
          values[name] = value(named);
        }
      }
    }
    return text + text_of("ab.-/,;=&?", 0, 2);
  }

 private:
  std::mt19937 random_;
  int count_ = 0;
};

uri_template_values values_of(uri_match const& match) {
  uri_template_values values;
  for (auto const& variable : match.variables) {
    if (variable.exploded) {
      values[variable.name] = uri_template_list(variable.values);
    } else {
      values[variable.name] = variable.values.front();
    }
  }
  return values;
}

}  // namespace

TEST_CASE("whatever a template expands to, it matches, and the values make the same URI",
          "[core][uri_template][RES-03][RES-12]") {
  char const* const wanted = std::getenv("PARLEY_SEED");
  std::uint32_t const seed =
      wanted != nullptr ? static_cast<std::uint32_t>(std::strtoul(wanted, nullptr, 10)) : std::random_device{}();
  CAPTURE(seed);
  maker make(seed);
  int same_values = 0;
  for (int i = 0; i < 2000; ++i) {
    uri_template_values values;
    std::string const text = make.make_template(values);
    uri_template const parsed(text);
    std::string const uri = expand(parsed, values).value();
    CAPTURE(i, text, uri);
    auto const found = uri_matcher::make(parsed).value().match(uri);
    REQUIRE(found);
    // Decoded, as {+x} may take an encoded '/' of its neighbour, which it then writes as it is.
    REQUIRE(percent_decode(expand(parsed, values_of(*found)).value()) == percent_decode(uri));
    if (values_of(*found) == values) ++same_values;
  }
  // Other splits of the same text are possible, but most templates are not that ambiguous.
  CHECK(same_values > 400);
}

TEST_CASE("values between delimiters that they cannot hold come back as they were",
          "[core][uri_template][RES-03][RES-12]") {
  char const* const wanted = std::getenv("PARLEY_SEED");
  std::uint32_t const seed =
      wanted != nullptr ? static_cast<std::uint32_t>(std::strtoul(wanted, nullptr, 10)) : std::random_device{}();
  CAPTURE(seed);
  maker make(seed);
  for (std::string_view text : {"x://{a}/{b,c}", "x://h{/a,b*}{?c,d*}", "x:{a}{;b,c}{?d}{&e}", "x://{a}{?b,c}{#d}",
                                "x:{a}:{b*}", "x://{a}/{+b}", "x://{a}@{b}:{c}{/d*}"}) {
    uri_template const parsed(text);
    auto const match = uri_matcher::make(parsed).value();
    for (int i = 0; i < 500; ++i) {
      uri_template_values values;
      for (auto const& variable : parsed.variables()) {
        std::string const value = make.value(false);
        if (variable.explode) {
          values[std::string(variable.name)] = uri_template_list{value, make.value(false)};
        } else {
          values[std::string(variable.name)] = value;
        }
      }
      std::string const uri = expand(parsed, values).value();
      CAPTURE(i, text, uri);
      auto const found = match.match(uri);
      REQUIRE(found);
      REQUIRE(values_of(*found) == values);
    }
  }
}
