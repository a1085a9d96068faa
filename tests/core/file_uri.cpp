// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/file_uri.hpp>

#include "support/catch.hpp"

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

using namespace parley;
using namespace std::string_literals;
namespace fs = std::filesystem;

namespace {

// A folder "root" with a few files, next to what must not be reached; gone at the end.
class place {
 public:
  place() {
    std::random_device random;
    top_ = fs::canonical(fs::temp_directory_path()) / ("parley-file-uri-" + std::to_string(random()));
    fs::create_directories(root() / "sub");
    fs::create_directories(top_ / "root-sibling");
    for (auto const& file :
         {root() / "a.txt", root() / "sub/b c.txt", root() / "caf\xc3\xa9", top_ / "secret", top_ / "root-sibling/x"}) {
      std::ofstream(file) << "text";
    }
  }
  ~place() {
    std::error_code error;
    fs::remove_all(top_, error);
  }
  place(place const&) = delete;
  place& operator=(place const&) = delete;

  fs::path root() const { return top_ / "root"; }
  fs::path top() const { return top_; }

  std::string refusal(std::string_view text) const {
    auto const path = path_under(root(), text);
    if (path) return "not refused: " + path->string();
    CHECK(path.error().reason == "file_path");
    return path.error().detail;
  }
  std::string uri(std::string const& rest) const { return "file://" + top_.string() + rest; }

 private:
  fs::path top_;
};

}  // namespace

TEST_CASE("a relative path becomes one under the root", "[core][file_uri][RES-07]") {
  place const here;
  CHECK(path_under(here.root(), "a.txt").value() == here.root() / "a.txt");
  CHECK(path_under(here.root(), "sub/b c.txt").value() == here.root() / "sub/b c.txt");
  CHECK(path_under(here.root(), "sub//b c.txt").value() == here.root() / "sub/b c.txt");
  CHECK(path_under(here.root(), "caf\xc3\xa9").value() == here.root() / "caf\xc3\xa9");
  CHECK(path_under(here.root(), "sub/").value() == here.root() / "sub");
  CHECK(path_under(here.root(), "").value() == here.root());
  CHECK(path_under(here.root() / "", "a.txt").value() == here.root() / "a.txt");
  CHECK(path_under("/", "").value() == "/");
  // What does not exist is for the caller to find out.
  CHECK(path_under(here.root(), "new/file").value() == here.root() / "new/file");
  CHECK(path_under(here.root(), "new/").value() == here.root() / "new");
  // Nothing is decoded twice.
  CHECK(path_under(here.root(), "b%20c").value() == here.root() / "b%20c");
}

TEST_CASE("a file URI becomes a path under the root", "[core][file_uri][RES-07]") {
  place const here;
  CHECK(path_under(here.root(), here.uri("/root/a.txt")).value() == here.root() / "a.txt");
  CHECK(path_under(here.root(), here.uri("/root/sub/b%20c.txt")).value() == here.root() / "sub/b c.txt");
  CHECK(path_under(here.root(), here.uri("/root/caf%C3%A9")).value() == here.root() / "caf\xc3\xa9");
  CHECK(path_under(here.root(), here.uri("/root/sub%2Fb%20c.txt")).value() == here.root() / "sub/b c.txt");
  CHECK(path_under(here.root(), here.uri("/root/")).value() == here.root());
  CHECK(path_under(here.root(), here.uri("/root")).value() == here.root());
  CHECK(path_under(here.root(), "FILE://LocalHost" + here.root().string() + "/a.txt").value() == here.root() / "a.txt");
  CHECK(path_under(here.root(), "file:" + here.root().string() + "/a.txt").value() == here.root() / "a.txt");
  CHECK(path_under("/", "file:///").value() == "/");
}

TEST_CASE("no text leads out of the root", "[core][file_uri][RES-07]") {
  place const here;
  CHECK(here.refusal("..") == "it holds \".\" or \"..\" as a name");
  CHECK(here.refusal("../secret") == "it holds \".\" or \"..\" as a name");
  CHECK(here.refusal("sub/../a.txt") == "it holds \".\" or \"..\" as a name");
  CHECK(here.refusal("./a.txt") == "it holds \".\" or \"..\" as a name");
  CHECK(here.refusal("/etc/passwd") == "it is an absolute path");
  CHECK(here.refusal(here.root().string() + "/a.txt") == "it is an absolute path");
  CHECK(here.refusal("C:/x") == "it is an absolute path");
  CHECK(here.refusal("..\\secret") == "it holds a backslash");
  CHECK(here.refusal("a.txt\0.png"s) == "it holds a control character");
  CHECK(here.refusal("a\n") == "it holds a control character");
  CHECK(here.refusal("%2e%2e/secret") == "it becomes unsafe when it is decoded once more");
  CHECK(here.refusal("\xff") == "not valid UTF-8");
  CHECK(here.refusal(std::string(4097, 'a')) == "more than 4096 bytes");

  CHECK(here.refusal(here.uri("/secret")) == "it leads out of the root folder");
  CHECK(here.refusal(here.uri("/root-sibling/x")) == "it leads out of the root folder");
  CHECK(here.refusal(here.uri("")) == "it leads out of the root folder");
  CHECK(here.refusal("file:///etc/passwd") == "it leads out of the root folder");
  CHECK(here.refusal(here.uri("/root/../secret")) == "it holds \".\" or \"..\" as a name");
  CHECK(here.refusal(here.uri("/root/%2e%2e/secret")) == "it holds \".\" or \"..\" as a name");
  CHECK(here.refusal(here.uri("/root/..%2fsecret")) == "it holds \".\" or \"..\" as a name");
  CHECK(here.refusal(here.uri("/root/%252e%252e/secret")) == "it becomes unsafe when it is decoded once more");
  CHECK(here.refusal(here.uri("/root/..%5csecret")) == "it holds a backslash");
  CHECK(here.refusal(here.uri("/root/a.txt%00")) == "it holds a control character");
  CHECK(here.refusal(here.uri("/root/%c0%ae%c0%ae/secret")) == "not valid UTF-8");
  CHECK(here.refusal("file:////etc/passwd") == "it is an absolute path");
  CHECK(here.refusal("file:///%2fetc/passwd") == "it is an absolute path");
}

TEST_CASE("a file URI names a file of this machine and nothing else", "[core][file_uri][RES-07]") {
  place const here;
  CHECK(here.refusal("file://server/share/x") == "a file on another machine");
  CHECK(here.refusal("file://localhost.evil.example/x") == "a file on another machine");
  CHECK(here.refusal("file://me@localhost/x") == "a file URI has no user and no port");
  CHECK(here.refusal("file://localhost:1/x") == "a file URI has no user and no port");
  CHECK(here.refusal(here.uri("/root/a.txt?x")) == "a file URI has no query and no fragment");
  CHECK(here.refusal(here.uri("/root/a.txt#x")) == "a file URI has no query and no fragment");
  CHECK(here.refusal("file:a.txt") == "a file URI without an absolute path");
  CHECK(here.refusal("file:") == "a file URI without an absolute path");
  CHECK(here.refusal("file://localhost") == "a file URI without an absolute path");
  CHECK(here.refusal(here.uri("/root/a b")) == "not a URI");
  CHECK(here.refusal(here.uri("/root/%4")) == "not a URI");
}

TEST_CASE("links are followed only inside the root", "[core][file_uri][RES-07]") {
  place const here;
  fs::create_symlink(here.top() / "secret", here.root() / "out");
  fs::create_directory_symlink("../root-sibling", here.root() / "outdir");
  fs::create_symlink("a.txt", here.root() / "in");
  fs::create_directory_symlink("sub", here.root() / "indir");
  fs::create_symlink(here.top() / "not-there", here.root() / "dangling");
  fs::create_symlink("loop", here.root() / "loop");
  fs::create_directory_symlink(here.root(), here.top() / "alias");

  CHECK(here.refusal("out") == "it leads out of the root folder");
  CHECK(here.refusal("outdir/x") == "it leads out of the root folder");
  CHECK(here.refusal("outdir/new") == "it leads out of the root folder");
  CHECK(here.refusal(here.uri("/root/out")) == "it leads out of the root folder");
  CHECK(here.refusal("dangling") == "it leads to a link to nothing");
  CHECK(here.refusal("dangling/x") == "it leads to a link to nothing");
  CHECK(here.refusal("loop") == "the path cannot be resolved");
  CHECK(path_under(here.root(), "in").value() == here.root() / "a.txt");
  CHECK(path_under(here.root(), "indir/b c.txt").value() == here.root() / "sub/b c.txt");
  // The root itself may be reached through a link.
  CHECK(path_under(here.top() / "alias", "a.txt").value() == here.root() / "a.txt");
  CHECK(path_under(here.top() / "alias", here.uri("/alias/a.txt")).value() == here.root() / "a.txt");
}

TEST_CASE("paths that the system cannot resolve are refused", "[core][file_uri][RES-07]") {
  place const here;
  auto const none = path_under(here.top() / "nowhere", "a.txt");
  REQUIRE(!none);
  CHECK(none.error().reason == "file_path");
  CHECK(none.error().detail == "the root folder cannot be resolved");
  CHECK(here.refusal(std::string(4000, 'a')) == "the path cannot be resolved");
}
