// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Deletes a folder below a root, after the person has confirmed. An empty folder is no loss: nobody is asked.
//
// The root is $DELETE_FOLDER_ROOT, or a folder of this example's own in the system's temporary directory.

#include <parley/parley.hpp>

#include <cstdlib>
#include <filesystem>

namespace fs = std::filesystem;
using namespace parley;

// [doc:delete-folder]
struct Confirm {
  bool ok;
  static constexpr auto fields =
      parley::fields(field<&Confirm::ok>{.title = "Delete the folder and all that is in it"});
};

struct Folder {
  std::string name;  // relative to the root, with no link on the way
  std::size_t files;
};

// The folders below one root; nothing outside of it can be named.
class Folders {
 public:
  explicit Folders(fs::path root) : root_(fs::weakly_canonical(root)) { fs::create_directories(root_); }

  Folder find(std::string const& path) const {
    auto const place = fs::weakly_canonical(root_ / path);
    auto const name = place.lexically_relative(root_);
    if (name.empty() || *name.begin() == ".." || name == ".") throw tool_error{"The folder must lie below the root."};
    if (!fs::is_directory(place)) throw tool_error{"There is no such folder."};
    std::size_t files = 0;
    for (auto const& entry : fs::recursive_directory_iterator(place)) {
      files += fs::is_directory(entry.symlink_status()) ? 0u : 1u;
    }
    return {name.string(), files};
  }

  void remove(Folder const& folder) const { fs::remove_all(root_ / folder.name); }

 private:
  fs::path root_;
};

// What the model calls a folder may be a link, and lead elsewhere by the time the person has answered. So the place is
// looked up once a round, and what is asked about is what is deleted.
Folder find_folder(Arg<"path"> path, Service<Folders>& folders) { return folders->find(*path); }

OrElicit<Confirm> confirm_delete(Resolve<find_folder> folder) {
  if (folder->files == 0) return Confirm{true};
  return Elicit<Confirm>{message("Delete {} and the {} files in it?", folder->name, folder->files)};
}

std::string delete_folder(Arg<"path", std::string, "Folder to delete, relative to the root">,
                          Resolve<find_folder> folder, Resolve<confirm_delete, ElicitationResult<Confirm>> confirm,
                          Service<Folders>& folders) {
  return confirm.match(
      [&](Confirm const& answer) -> std::string {
        if (!answer.ok) return "Kept " + folder->name + ".";
        folders->remove(*folder);
        return "Deleted " + folder->name + ".";
      },
      [&]() -> std::string { return "The person declined; " + folder->name + " is still there."; },
      [&]() -> std::string { return "The person closed the question; " + folder->name + " is still there."; });
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
