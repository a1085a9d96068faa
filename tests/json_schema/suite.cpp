// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// json_schema_suite FOLDER MISSES
//
// Runs the official JSON-Schema-Test-Suite for draft 2020-12 [SCHEMA-01][SCHEMA-09] from FOLDER, which
// tests/outside/install.sh makes: the required part, and the optional one but for formats. MISSES lists what parley
// does in another way: titles of tests, of groups or of files, each with the reason. What is
// listed and comes out right is a failure too. Ends with 77, which means skipped, if there is no FOLDER; under
// PARLEY_CI that is a failure.

#include <parley/json/parse.hpp>
#include <parley/json/schema_validator.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

parley::json read(fs::path const& path) {
  std::ifstream in(path, std::ios::binary);
  std::string const text{std::istreambuf_iterator<char>(in), {}};
  auto value = parley::parse(text);
  if (!value) throw std::runtime_error(path.string() + ": " + value.error().reason + ' ' + value.error().detail);
  return std::move(*value);
}

std::vector<fs::path> json_files(fs::path const& folder, bool deep) {
  std::vector<fs::path> files;
  auto take = [&](fs::directory_entry const& each) {
    if (each.path().extension() == ".json") files.push_back(each.path());
  };
  if (deep)
    for (auto const& each : fs::recursive_directory_iterator(folder)) take(each);
  else
    for (auto const& each : fs::directory_iterator(folder)) take(each);
  std::sort(files.begin(), files.end());
  return files;
}

// The schemas that the suite expects at http://localhost:1234.
parley::schema_documents remotes(fs::path const& folder) {
  parley::schema_documents documents;
  for (fs::path const& file : json_files(folder, true))
    documents.add("http://localhost:1234/" + fs::relative(file, folder).generic_string(), read(file));
  return documents;
}

// "file", "file: group" or "file: group: test" to the reason, from lines of these and a tab between.
std::map<std::string, std::string> read_misses(fs::path const& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error(path.string() + " cannot be read");
  std::map<std::string, std::string> misses;
  for (std::string line; std::getline(in, line);) {
    std::size_t const tab = line.find('\t');
    if (line.empty() || line.starts_with('#')) continue;
    if (tab == line.npos || tab + 1 == line.size()) throw std::runtime_error("a miss without a reason: " + line);
    misses.emplace(line.substr(0, tab), line.substr(tab + 1));
  }
  return misses;
}

class suite {
 public:
  suite(fs::path const& folder, std::map<std::string, std::string> known)
      : known_(std::move(known)), documents_(remotes(folder / "remotes")) {
    fs::path const tests = folder / "tests" / "draft2020-12";
    for (fs::path const& file : json_files(tests, false)) run(file, file.stem().string());
    for (fs::path const& file : json_files(tests / "optional", false)) run(file, "optional/" + file.stem().string());
  }

  // What is to be said at the end; returns whether all is well.
  bool report() {
    for (auto const& [title, reason] : known_)
      if (!met_.contains(title)) fault("listed as missed, but right or not there: " + title);
    // So that a folder with nothing in it is no success.
    if (count_ < 1'300) fault("the suite has too few tests");
    std::cout << count_ << " tests, " << missed_ << " of them listed misses, " << faults_ << " faults\n";
    return faults_ == 0;
  }

 private:
  void fault(std::string const& what) {
    ++faults_;
    std::cout << what << '\n';
  }

  // Whether a miss is listed under that title.
  bool is_known(std::string const& title) {
    if (!known_.contains(title)) return false;
    met_.insert(title);
    return true;
  }

  void run(fs::path const& file, std::string const& name) {
    try {
      for (auto const& group : read(file)) run_group(group, name);
    } catch (std::runtime_error const& why) {  // not JSON as parley reads it
      if (!is_known(name)) fault("missed: " + name + "\n    " + why.what());
    }
  }

  void run_group(parley::json const& group, std::string const& file) {
    std::string const name = file + ": " + group["description"].get<std::string>();
    std::shared_ptr<parley::schema_validator const> validator;
    std::string refusal;
    try {
      validator = parley::compile_schema(group["schema"], {}, documents_);
    } catch (std::invalid_argument const& why) {
      refusal = why.what();
    }
    for (auto const& test : group["tests"]) {
      ++count_;
      std::string const title = name + ": " + test["description"].get<std::string>();
      std::string const miss = validator == nullptr ? refusal : outcome(*validator, test);
      if (miss.empty()) continue;
      if (is_known(title) || is_known(name) || is_known(file))
        ++missed_;
      else
        fault("missed: " + title + "\n    " + miss);
    }
  }

  // What is wrong with the answer to a test; empty: nothing.
  static std::string outcome(parley::schema_validator const& validator, parley::json const& test) {
    auto const violations = validator.validate(test["data"]);
    if (violations.empty()) return test["valid"].get<bool>() ? "" : "taken for valid";
    bool const checked = !violations[0].message.starts_with("could not be checked");
    return checked && !test["valid"].get<bool>() ? "" : parley::to_text(violations);
  }

  std::map<std::string, std::string> known_;
  parley::schema_documents documents_;
  std::set<std::string> met_;
  int count_ = 0;
  int missed_ = 0;
  int faults_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: json_schema_suite FOLDER MISSES\n";
    return 2;
  }
  if (!fs::is_directory(fs::path(argv[1]) / "tests" / "draft2020-12")) {
    std::cout << "tests/outside/install.sh has not been run\n";
    return std::getenv("PARLEY_CI") != nullptr ? 1 : 77;
  }
  try {
    return suite(argv[1], read_misses(argv[2])).report() ? 0 : 1;
  } catch (std::exception const& why) {
    std::cerr << why.what() << '\n';
    return 1;
  }
}
