// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/uri_template_expand.hpp>

#include "support/catch.hpp"

#include <string>
#include <utility>

using namespace parley;

namespace {

// The values that the examples of RFC 6570 share; `undef` has none, and `empty_keys` is as good as none.
uri_template_values const& example_values() {
  static uri_template_values const values{
      {"count", uri_template_list{"one", "two", "three"}},
      {"dom", uri_template_list{"example", "com"}},
      {"dub", "me/too"},
      {"hello", "Hello World!"},
      {"half", "50%"},
      {"var", "value"},
      {"who", "fred"},
      {"base", "http://example.com/home/"},
      {"path", "/foo/bar"},
      {"list", uri_template_list{"red", "green", "blue"}},
      {"keys", uri_template_map{{"semi", ";"}, {"dot", "."}, {"comma", ","}}},
      {"v", "6"},
      {"x", "1024"},
      {"y", "768"},
      {"empty", ""},
      {"empty_keys", uri_template_map{}},
      {"empty_list", uri_template_list{}},
      {"accent", "\xc3\xa9t\xc3\xa9"},
      {"escaped", "a%2fb%"},
  };
  return values;
}

struct row {
  char const* text;
  char const* uri;
};

void check(std::initializer_list<row> rows) {
  for (auto const& [text, uri] : rows) {
    CAPTURE(text);
    auto const made = expand(uri_template(text), example_values());
    REQUIRE(made);
    CHECK(*made == uri);
  }
}

}  // namespace

TEST_CASE("templates of levels 1 to 3 expand as RFC 6570 shows", "[core][uri_template][RES-03]") {
  check({{"{var}", "value"},
         {"'{var}'", "'value'"},
         {"{hello}", "Hello%20World%21"},
         {"{+var}", "value"},
         {"{+hello}", "Hello%20World!"},
         {"{+path}/here", "/foo/bar/here"},
         {"here?ref={+path}", "here?ref=/foo/bar"},
         {"X{#var}", "X#value"},
         {"X{#hello}", "X#Hello%20World!"},
         {"map?{x,y}", "map?1024,768"},
         {"{x,hello,y}", "1024,Hello%20World%21,768"},
         {"{+x,hello,y}", "1024,Hello%20World!,768"},
         {"{+path,x}/here", "/foo/bar,1024/here"},
         {"{#x,hello,y}", "#1024,Hello%20World!,768"},
         {"{#path,x}/here", "#/foo/bar,1024/here"},
         {"X{.x,y}", "X.1024.768"},
         {"{/var,x}/here", "/value/1024/here"},
         {"{;x,y,empty}", ";x=1024;y=768;empty"},
         {"{?x,y,empty}", "?x=1024&y=768&empty="},
         {"?fixed=yes{&x}", "?fixed=yes&x=1024"},
         {"{&x,y,empty}", "&x=1024&y=768&empty="}});
}

TEST_CASE("simple and reserved expressions expand", "[core][uri_template][RES-03]") {
  check({{"{half}", "50%25"},
         {"O{empty}X", "OX"},
         {"O{undef}X", "OX"},
         {"?{x,empty}", "?1024,"},
         {"?{x,undef}", "?1024"},
         {"?{undef,y}", "?768"},
         {"{var:3}", "val"},
         {"{var:30}", "value"},
         {"{list}", "red,green,blue"},
         {"{list*}", "red,green,blue"},
         {"{keys}", "semi,%3B,dot,.,comma,%2C"},
         {"{keys*}", "semi=%3B,dot=.,comma=%2C"},
         {"{+half}", "50%25"},
         {"{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"},
         {"{+base}index", "http://example.com/home/index"},
         {"O{+empty}X", "OX"},
         {"O{+undef}X", "OX"},
         {"up{+path}{var}/here", "up/foo/barvalue/here"},
         {"{+path:6}/here", "/foo/b/here"},
         {"{+list}", "red,green,blue"},
         {"{+list*}", "red,green,blue"},
         {"{+keys}", "semi,;,dot,.,comma,,"},
         {"{+keys*}", "semi=;,dot=.,comma=,"},
         {"{#half}", "#50%25"},
         {"foo{#empty}", "foo#"},
         {"foo{#undef}", "foo"},
         {"{#path:6}/here", "#/foo/b/here"},
         {"{#list}", "#red,green,blue"},
         {"{#list*}", "#red,green,blue"},
         {"{#keys}", "#semi,;,dot,.,comma,,"},
         {"{#keys*}", "#semi=;,dot=.,comma=,"}});
}

TEST_CASE("labels and path segments expand", "[core][uri_template][RES-03]") {
  check({{"{.who}", ".fred"},
         {"{.who,who}", ".fred.fred"},
         {"{.half,who}", ".50%25.fred"},
         {"www{.dom*}", "www.example.com"},
         {"X{.var}", "X.value"},
         {"X{.empty}", "X."},
         {"X{.undef}", "X"},
         {"X{.var:3}", "X.val"},
         {"X{.list}", "X.red,green,blue"},
         {"X{.list*}", "X.red.green.blue"},
         {"X{.keys}", "X.semi,%3B,dot,.,comma,%2C"},
         {"X{.keys*}", "X.semi=%3B.dot=..comma=%2C"},
         {"X{.empty_keys}", "X"},
         {"X{.empty_keys*}", "X"},
         {"X{.empty_list}", "X"},
         {"X{.empty_list*}", "X"},
         {"{/who}", "/fred"},
         {"{/who,who}", "/fred/fred"},
         {"{/half,who}", "/50%25/fred"},
         {"{/who,dub}", "/fred/me%2Ftoo"},
         {"{/var}", "/value"},
         {"{/var,empty}", "/value/"},
         {"{/var,undef}", "/value"},
         {"{/var:1,var}", "/v/value"},
         {"{/list}", "/red,green,blue"},
         {"{/list*}", "/red/green/blue"},
         {"{/list*,path:4}", "/red/green/blue/%2Ffoo"},
         {"{/keys}", "/semi,%3B,dot,.,comma,%2C"},
         {"{/keys*}", "/semi=%3B/dot=./comma=%2C"},
         {"{/count}", "/one,two,three"},
         {"{/count*}", "/one/two/three"}});
}

TEST_CASE("parameters and queries expand", "[core][uri_template][RES-03]") {
  check({{"{;who}", ";who=fred"},
         {"{;half}", ";half=50%25"},
         {"{;empty}", ";empty"},
         {"{;v,empty,who}", ";v=6;empty;who=fred"},
         {"{;v,bar,who}", ";v=6;who=fred"},
         {"{;x,y}", ";x=1024;y=768"},
         {"{;x,y,undef}", ";x=1024;y=768"},
         {"{;hello:5}", ";hello=Hello"},
         {"{;list}", ";list=red,green,blue"},
         {"{;list*}", ";list=red;list=green;list=blue"},
         {"{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"},
         {"{;keys*}", ";semi=%3B;dot=.;comma=%2C"},
         {"{;count}", ";count=one,two,three"},
         {"{?who}", "?who=fred"},
         {"{?half}", "?half=50%25"},
         {"{?x,y}", "?x=1024&y=768"},
         {"{?x,y,undef}", "?x=1024&y=768"},
         {"{?undef,y}", "?y=768"},
         {"{?undef}", ""},
         {"{?var:3}", "?var=val"},
         {"{?list}", "?list=red,green,blue"},
         {"{?list*}", "?list=red&list=green&list=blue"},
         {"{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"},
         {"{?keys*}", "?semi=%3B&dot=.&comma=%2C"},
         {"{&who}", "&who=fred"},
         {"{&half}", "&half=50%25"},
         {"{&x,y,undef}", "&x=1024&y=768"},
         {"{&var:3}", "&var=val"},
         {"{&list}", "&list=red,green,blue"},
         {"{&list*}", "&list=red&list=green&list=blue"},
         {"{&keys}", "&keys=semi,%3B,dot,.,comma,%2C"},
         {"{&keys*}", "&semi=%3B&dot=.&comma=%2C"},
         {"{&count*}", "&count=one&count=two&count=three"}});
}

TEST_CASE("an exploded map with an empty text ends as its operator has it", "[core][uri_template][RES-03]") {
  uri_template_values const values{{"m", uri_template_map{{"a", ""}, {"b", "1"}}}, {"l", uri_template_list{"", "1"}}};
  auto made = [&](char const* text) { return expand(uri_template(text), values).value(); };
  CHECK(made("{m*}") == "a=,b=1");
  CHECK(made("{;m*}") == ";a;b=1");
  CHECK(made("{?m*}") == "?a=&b=1");
  CHECK(made("{;l*}") == ";l;l=1");
  CHECK(made("{?l*}") == "?l=&l=1");
  CHECK(made("{/l*}") == "//1");
}

TEST_CASE("text beyond ASCII is encoded as UTF-8, and counted in characters", "[core][uri_template][RES-03]") {
  check({{"caf\xc3\xa9/{accent}", "caf%C3%A9/%C3%A9t%C3%A9"},
         {"{accent:1}", "%C3%A9"},
         {"{accent:2}", "%C3%A9t"},
         {"{+accent:2}", "%C3%A9t"},
         {"a%2fb{var}", "a%2fbvalue"},
         // Escapes that a value already has stay only where reserved characters do.
         {"{escaped}", "a%252fb%25"},
         {"{+escaped}", "a%2fb%25"},
         {"{escaped:2}", "a%25"},
         {"{+escaped:2}", "a%2f"},
         {"{#escaped:3}", "#a%2fb"}});
}

TEST_CASE("what cannot be expanded is refused", "[core][uri_template][RES-03][RES-13]") {
  auto why = [](char const* text, uri_template_values const& values) {
    auto const made = expand(uri_template(text), values);
    REQUIRE(!made);
    CHECK(made.error().reason == "uri_template");
    return made.error().detail;
  };
  CHECK(why("x{", {}) == "at byte 1: this '{' is never closed");
  CHECK(why("{list:3}", example_values()) == "a prefix is for texts, not for lists and maps");
  CHECK(why("{keys:3}", example_values()) == "a prefix is for texts, not for lists and maps");
  CHECK(why("{a}", {{"a", "\xff"}}) == "a value is not valid UTF-8");
  CHECK(why("{a*}", {{"a", uri_template_list{"b", "\xc0\xaf"}}}) == "a value is not valid UTF-8");
  CHECK(why("{a*}", {{"a", uri_template_map{{"\xed\xa0\x80", "b"}}}}) == "a value is not valid UTF-8");
  CHECK(expand(uri_template("{b}"), {{"a", "\xff"}}));
}
