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

// The folders below one root; nothing outside of it can be named.
class Folders {
 public:
  explicit Folders(fs::path root) : root_(fs::weakly_canonical(root)) { fs::create_directories(root_); }

  fs::path locate(std::string const& name) const {
    auto const path = fs::weakly_canonical(root_ / name);
    auto const inside = path.lexically_relative(root_);
    if (inside.empty() || *inside.begin() == ".." || inside == ".")
      throw tool_error{"The folder must lie below the root."};
    if (!fs::is_directory(path)) throw tool_error{"There is no such folder."};
    return path;
  }

  std::size_t count_files(std::string const& name) const {
    std::size_t files = 0;
    for (auto const& entry : fs::recursive_directory_iterator(locate(name))) files += entry.is_directory() ? 0u : 1u;
    return files;
  }

  void remove(std::string const& name) const { fs::remove_all(locate(name)); }

 private:
  fs::path root_;
};

OrElicit<Confirm> confirm_delete(Arg<"path"> path, Service<Folders> folders) {
  auto const files = folders->count_files(*path);
  if (files == 0) return Confirm{true};
  return Elicit<Confirm>{message("Delete {} and the {} files in it?", path, files)};
}

std::string delete_folder(Arg<"path", std::string, "Folder to delete, relative to the root"> path,
                          Resolve<confirm_delete, ElicitationResult<Confirm>> confirm, Service<Folders> folders) {
  return confirm.match(
      [&](Confirm const& answer) -> std::string {
        if (!answer.ok) return "Kept " + *path + ".";
        folders->remove(*path);
        return "Deleted " + *path + ".";
      },
      [&]() -> std::string { return "The person declined; " + *path + " is still there."; },
      [&]() -> std::string { return "The person closed the question; " + *path + " is still there."; });
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
