// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/shown_text.hpp>

#include "support/catch.hpp"

#include <string>
#include <string_view>

using parley::show_text;

namespace {

std::string shown(std::string_view value) { return show_text(value).text; }

}  // namespace

TEST_CASE("ordinary text is shown between quotes and otherwise as it is", "[server][once-10]") {
  CHECK(shown("nginx.service") == R"("nginx.service")");
  CHECK(shown("") == R"("")");
  CHECK(shown("Grüße an 東京 \xF0\x9F\x8E\x89") == "\"Grüße an 東京 \xF0\x9F\x8E\x89\"");
  CHECK(shown("全角\xE3\x80\x80空白") == "\"全角\xE3\x80\x80空白\"");  // the ideographic space is visible enough
  CHECK_FALSE(show_text("nginx.service").cut);
}

TEST_CASE("a value cannot end its own quotation or its line", "[server][once-10]") {
  CHECK(shown(R"(x" to "y)") == R"("x\" to \"y")");
  CHECK(shown(R"(C:\temp)") == R"("C:\\temp")");
  CHECK(shown("x?\r\nNothing will be lost.\t") == R"("x?\r\nNothing will be lost.\t")");
  CHECK(shown("a\u2028b\u2029c\u0085d") == R"("a\u{2028}b\u{2029}c\u{85}d")");
}

TEST_CASE("what cannot be seen is shown as its code point", "[server][once-10]") {
  struct hidden {
    std::string_view text, code;
  };
  for (auto const& [text, code] : {
           hidden{{"\0", 1}, "\\u{0}"},         hidden{"\x1b", "\\u{1b}"},          hidden{"\x7f", "\\u{7f}"},
           hidden{"\u00a0", "\\u{a0}"},         hidden{"\u00ad", "\\u{ad}"},        hidden{"\u200b", "\\u{200b}"},
           hidden{"\u200d", "\\u{200d}"},       hidden{"\u200f", "\\u{200f}"},      hidden{"\u202e", "\\u{202e}"},
           hidden{"\u2066", "\\u{2066}"},       hidden{"\u2800", "\\u{2800}"},      hidden{"\u3164", "\\u{3164}"},
           hidden{"\ue000", "\\u{e000}"},       hidden{"\ufe0f", "\\u{fe0f}"},      hidden{"\ufeff", "\\u{feff}"},
           hidden{"\ufffe", "\\u{fffe}"},       hidden{"\U0001d173", "\\u{1d173}"}, hidden{"\U000e0041", "\\u{e0041}"},
           hidden{"\U0010fffd", "\\u{10fffd}"},
       }) {
    CHECK(shown("fdp" + std::string(text) + ".exe") == "\"fdp" + std::string(code) + ".exe\"");
  }
}

TEST_CASE("the replacement character and combining marks stay", "[server][once-10]") {
  CHECK(shown("\uFFFD") == "\"\uFFFD\"");
  CHECK(shown("e\u0301") == "\"e\u0301\"");
}

TEST_CASE("marks that would be drawn over their neighbours are shown by code point", "[server][once-10]") {
  CHECK(shown("\u0338x") == R"("\u{338}x")");
  CHECK(shown("\u200b\u0301") == R"("\u{200b}\u{301}")");
  CHECK(shown("a\u0302\u0301\u0323") == "\"a\u0302\u0301\u0323\"");
  CHECK(shown("a\u0301\u0301\u0301\u0301\u20ddb") == "\"a\u0301\u0301\u0301\\u{301}\\u{20dd}b\"");
}

TEST_CASE("bytes that are not UTF-8 are shown one by one", "[server][once-10]") {
  CHECK(shown("a\xff"
              "b") == R"("a\x{ff}b")");
  CHECK(shown("\xE2\x80") == R"("\x{e2}\x{80}")");
  CHECK(shown("\xED\xA0\x80") == R"("\x{ed}\x{a0}\x{80}")");  // a surrogate
}

TEST_CASE("a link in a value is inert", "[server][once-10]") {
  CHECK(shown("see https://evil.example/x") == R"("see https[:]//evil.example/x")");
  CHECK(shown("HTTPS://EVIL.EXAMPLE") == R"("HTTPS[:]//EVIL.EXAMPLE")");
  CHECK(shown("myapp://open") == R"("myapp[:]//open")");
  CHECK(shown("www.evil.example") == R"("www[.]evil.example")");
  CHECK(shown("(WWW.evil.example)") == R"x("(WWW[.]evil.example)")x");
  CHECK(shown("mailto:a@evil.example") == R"("mailto[:]a@evil.example")");
  CHECK(shown("javascript:alert") == R"("javascript[:]alert")");
  CHECK(shown("[click](//evil.example)") == R"x("[click][(]//evil.example)")x");
}

TEST_CASE("tags and character references in a value are inert", "[server][once-10]") {
  CHECK(shown("<a href=//evil.example>x</a>") == R"("[<]a href=//evil.example>x[<]/a>")");
  CHECK(shown("<command:run> <!-- <?x") == R"("[<]command:run> [<]!-- [<]?x")");
  CHECK(shown("&#8238;exe &#x202e; &NewLine;") == R"("[&]#8238;exe [&]#x202e; [&]NewLine;")");
  for (char const* text : {"1 < 2", "a <- b", "Q&A", "a & b;", "&", "<", "&;", "&#;"}) {
    CHECK(shown(text) == '"' + std::string(text) + '"');
  }
}

TEST_CASE("text that only resembles a link stays readable", "[server][once-10]") {
  for (char const* text :
       {"nginx:latest", "10:30", "note: done", "data: none", "awww.so", "swww.x", "f(x)", "[1] (two)"}) {
    CHECK(shown(text) == '"' + std::string(text) + '"');
  }
}

TEST_CASE("a long value is cut in the middle, and both ends stay", "[server][once-10]") {
  std::string const exact(parley::shown_text_limit, 'x');
  CHECK_FALSE(show_text(exact).cut);

  std::string const path = "/srv/" + std::string(500, 'x') + "/passwords.txt";
  auto const cut = show_text(path);
  CHECK(cut.cut);
  CHECK(cut.text.starts_with("\"/srv/xxx"));
  CHECK(cut.text.ends_with("xxx/passwords.txt\""));
  CHECK(cut.text.size() == parley::shown_text_limit - 1 + std::string_view("\"…\"").size());
}

TEST_CASE("the limit counts what is shown, and a cut splits no escape and no character", "[server][once-10]") {
  CHECK(show_text("abcdefgh", 7).text == "\"abc…fgh\"");
  CHECK(show_text("abcdefgh", 8).text == "\"abcdefgh\"");
  CHECK(show_text("ab\u202e\u202e"
                  "cd",
                  10)
            .text == "\"ab…cd\"");
  CHECK(show_text("äöüßäöüß", 5).text == "\"äö…üß\"");
  CHECK(show_text("\u202e\u202e\u202e", 5).text == "\"…\"");
  CHECK(show_text(std::string(100, '\x80'), 17).text == "\"\\x{80}…\\x{80}\"");
  CHECK(show_text("abc", 1).text == "\"…\"");
  CHECK(show_text("abc", 0).text == "\"…\"");
  CHECK(show_text("", 0).text == "\"\"");
}
