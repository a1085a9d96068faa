// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Deletes a folder below a root, after the person has approved: the very files that the question was about. An empty
// folder is no loss: nobody is asked.
//
// The root is $DELETE_FOLDER_ROOT, or a folder of this example's own in the system's temporary directory.

#include <parley/parley.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace fs = std::filesystem;
using namespace parley;

// [doc:delete-folder]
struct Deletion {
  std::string folder;              // relative to the root, with no link on the way
  std::vector<std::string> files;  // relative to the folder
  static constexpr auto fields = parley::fields(field<&Deletion::files>{.title = "the files in it"});
};

// The folders below one root; nothing outside of it can be named.
class Folders {
 public:
  explicit Folders(fs::path root) : root_(fs::weakly_canonical(root)) { fs::create_directories(root_); }

  Deletion look_into(std::string const& path) const {
    auto const place = fs::weakly_canonical(root_ / path);
    auto const name = place.lexically_relative(root_);
    if (name.empty() || *name.begin() == ".." || name == ".") throw tool_error{"The folder must lie below the root."};
    if (!fs::is_directory(place)) throw tool_error{"There is no such folder."};
    Deletion what{name.string(), {}};
    for (auto const& entry : fs::recursive_directory_iterator(place)) {
      if (!fs::is_directory(entry.symlink_status()))
        what.files.push_back(entry.path().lexically_relative(place).string());
    }
    std::sort(what.files.begin(), what.files.end());
    return what;
  }

  // Removes these files and no others, and the folders that are empty then. False: something new is in there.
  bool remove(Deletion const& what) const {
    auto const place = root_ / what.folder;
    for (auto const& file : what.files) fs::remove(place / file);
    std::vector<fs::path> folders{place};
    for (auto const& entry : fs::recursive_directory_iterator(place)) {
      if (fs::is_directory(entry.symlink_status())) folders.push_back(entry.path());
    }
    std::error_code is_in_use;
    while (!folders.empty()) {
      fs::remove(folders.back(), is_in_use);
      folders.pop_back();
    }
    return !fs::exists(place);
  }

 private:
  fs::path root_;
};

// By the time the person has answered, the folder may hold other files, or be another one. So this runs again with the
// answer; if what it finds is not what was shown, it is shown again, with a line that says what has changed.
OrApprove<Deletion> approve_delete(Arg<"path"> path, Service<Folders>& folders) {
  Deletion const what = folders->look_into(*path);
  auto const count = what.files.size();
  if (count == 0) return what;
  auto const question = message("Delete {} and the {} files in it?", what.folder, count);
  if (count < 10) return Approve<Deletion>{what, question};
  return Approve<Deletion>{what, question, {.risk = risk::high, .echo = std::to_string(count)}};
}

std::string delete_folder(Arg<"path", std::string, "Folder to delete, relative to the root"> path,
                          Resolve<approve_delete, ElicitationResult<Deletion>> deletion, Service<Folders>& folders) {
  return deletion.match(
      [&](Deletion const& what) {
        return folders->remove(what) ? "Deleted " + what.folder + "."
                                     : "Deleted the files in " + what.folder + ", but new ones have come.";
      },
      [&] { return "The person declined; " + *path + " is still there."; },
      [&] { return "The person closed the question; " + *path + " is still there."; });
}
// [/doc:delete-folder]

int main(int argc, char** argv) {
  char const* root = std::getenv("DELETE_FOLDER_ROOT");
  Folders folders{root != nullptr ? fs::path(root) : fs::temp_directory_path() / "parley-delete-folder"};

  Server server{"folders", "1.0.0"};
  server.provide(folders);
  server.tool<delete_folder>("Delete a folder and everything in it.",
                             {.title = "Delete a folder", .destructive = true});
  return run(server, argc, argv);
}
