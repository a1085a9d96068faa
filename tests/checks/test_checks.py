#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Shows that the checks of this folder can fail: each story breaks one rule in a small tree of its own."""

import pathlib
import subprocess
import tempfile
import unittest

import doc_regions
import headers

HERE = pathlib.Path(__file__).resolve().parent
LAYERS = HERE / "layers.cmake"
COMPILE_FAIL = HERE / "compile_fail.cmake"


class Tree(unittest.TestCase):
    """A temporary folder with files that a story writes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


class Layers(Tree):
    def said(self, path, line):
        """What the script says of one header with `line` in its second line; empty if it is content."""
        self.write(path, f"#pragma once\n{line}\n")
        run = subprocess.run(
            ["cmake", "-D", f"ROOT={self.root}", "-P", LAYERS], capture_output=True, text=True, check=False
        )
        return run.stderr if run.returncode else ""

    def test_allowed_includes_pass(self):
        self.assertEqual(self.said("include/parley/json/read.hpp", "#include <parley/core/result.hpp>"), "")
        self.assertEqual(self.said("include/parley/asio/a.hpp", "#include <boost/asio/awaitable.hpp>"), "")
        self.assertEqual(self.said("include/parley/asio/testing_a.hpp", "#include <parley/testing/user.hpp>"), "")
        self.assertEqual(self.said("include/parley/core/b.hpp", "// boost::asio is not used here"), "")
        self.assertEqual(self.said("include/parley/json/pattern.hpp", "#include <boost/regex.hpp>"), "")
        self.assertEqual(self.said("include/parley/sqlite/a.hpp", "#include <sqlite3.h>"), "")

    def test_a_lower_layer_must_not_include_a_higher_one(self):
        said = self.said("include/parley/json/read.hpp", "#include <parley/server/server.hpp>")
        self.assertIn("include/parley/json/read.hpp:2: json/ must not include server/", said)

    def test_only_the_test_files_of_asio_include_testing(self):
        said = self.said("include/parley/asio/run.hpp", "#include <parley/testing/user.hpp>")
        self.assertIn("include/parley/asio/run.hpp:2: asio/ must not include testing/", said)

    def test_third_parties_stay_where_they_belong(self):
        for path, line, why in (
            ("server/a.hpp", "#include <boost/asio.hpp>", "server/ must not name boost"),
            ("server/a.hpp", "boost::asio::awaitable<void> f();", "server/ must not name boost"),
            ("state/a.hpp", "#include <openssl/evp.hpp>", "state/ must not name openssl"),
            ("asio/a.hpp", "#include <sqlite3.h>", "asio/ must not name sqlite"),
            ("sqlite/a.hpp", "#include <parley/asio/run.hpp>", "sqlite/ must not include asio/"),
            ("json/a.hpp", "#include <nlohmann/json.hpp>", "names nlohmann"),
            ("json/a.hpp", "nlohmann::json f();", "names nlohmann"),
            ("json/a.hpp", "#include <boost/regex.hpp>", "json/ must not name boost"),
            ("json/a.hpp", "boost::regex f();", "json/ must not name boost"),
            ("json/pattern.hpp", "#include <boost/asio.hpp>", "json/ must not name boost"),
            ("json/a.hpp", "#include <unistd.h>", "json/ must not include <unistd.h>"),
            ("core/a.hpp", "#include \"b.hpp\"", "includes with quotes"),
            ("core/a.hpp", "#include <parley/parley.hpp>", "a header that is for users"),
            ("misc/a.hpp", "", "the folder misc/ is not in the table"),
        ):
            with self.subTest(path=path, line=line):
                self.assertIn(why, self.said(f"include/parley/{path}", line))
                (self.root / "include/parley" / path).unlink()


class Headers(Tree):
    def setUp(self):
        super().setUp()
        self.write("include/parley/core/word.hpp", headers.HEAD + "//\n" * headers.SHORTEST)
        self.write("tests/core/word.cpp", "")
        self.write("tests/checks/exceptions.txt", "")
        self.write("examples/README.md", "[a](first/)\n")
        self.write("examples/first/main.cpp", "")
        self.write("cmake/headers.cmake", headers.list_text(self.root))

    def said(self):
        return "\n".join(headers.faults(self.root))

    def test_a_tidy_tree_passes(self):
        self.assertEqual(self.said(), "")

    def test_a_header_that_is_not_listed_is_named(self):
        self.write("include/parley/asio/run.hpp", headers.HEAD + "//\n" * headers.SHORTEST)
        self.assertIn("cmake/headers.cmake: is not what is on disk", self.said())
        self.assertIn("include/parley/asio/run.hpp: has no test at tests/asio/run.cpp", self.said())

    def test_a_header_is_neither_too_short_nor_too_long(self):
        for lines in (0, headers.LONGEST):
            self.write("include/parley/core/word.hpp", headers.HEAD + "//\n" * lines)
            self.assertIn("include/parley/core/word.hpp: has", self.said())

    def test_an_exception_needs_a_reason_and_a_need(self):
        self.write("tests/checks/exceptions.txt", "size include/parley/core/word.hpp:\n")
        self.assertIn("has no reason", self.said())
        self.assertIn("is no exception any more", self.said())

    def test_an_example_is_a_program_in_the_index(self):
        self.write("examples/second/part.hpp", "")
        self.assertIn("examples/second: has no main.cpp", self.said())
        self.assertIn("examples/README.md: has no link to second/", self.said())


class DocRegions(Tree):
    def setUp(self):
        super().setUp()
        self.write("examples/a/main.cpp", "// [doc:first]\n  int x;\n// [/doc:first]\n")
        self.page = "<!-- doc:first examples/a/main.cpp -->\n```cpp\nint x;\n```\n"

    def said(self, page, fix=False):
        self.write("README.md", page)
        return "\n".join(doc_regions.check(self.root, fix))

    def test_equal_texts_pass(self):
        self.assertEqual(self.said(self.page), "")

    def test_a_difference_is_found_and_mended(self):
        self.assertIn("README.md:2: is not the region first", self.said(self.page.replace("int x", "int y")))
        self.assertEqual(self.said(self.page.replace("int x", "int y"), fix=True), "")
        self.assertEqual((self.root / "README.md").read_text(encoding="utf-8"), self.page)

    def test_code_without_a_region_is_refused(self):
        self.assertIn("shows C++ that no test compiles", self.said(self.page + "```cpp\nint y;\n```\n"))

    def test_a_region_that_nobody_shows_is_named(self):
        self.assertIn("no page shows the region first", self.said("# nothing\n"))

    def test_a_region_that_does_not_exist_is_named(self):
        self.assertIn("there is no region second", self.said(self.page.replace("first", "second")))

    def test_a_region_must_be_closed(self):
        self.write("examples/a/main.cpp", "// [doc:first]\nint x;\n")
        self.assertIn("[doc:first] is not closed", self.said(self.page))

    def test_a_link_must_lead_somewhere(self):
        self.assertIn("the link docs/gone.md leads nowhere", self.said(self.page + "[x](docs/gone.md)\n"))


class CompileFail(Tree):
    def said(self, source):
        self.write("program.cpp", source)
        run = subprocess.run(
            ["cmake", "-D", f"SOURCE={self.root}/program.cpp", "-D", "COMPILER=g++", "-P", COMPILE_FAIL],
            capture_output=True,
            text=True,
            check=False,
        )
        return run.stderr if run.returncode else ""

    def test_the_sentence_must_be_said(self):
        refused = "static_assert(false, \"no such name\");\n"
        self.assertEqual(self.said("// expect: no such name\n" + refused), "")
        self.assertIn("expected: no such thing", self.said("// expect: no such thing\n" + refused))
        self.assertIn("does not say what to expect", self.said(refused))

    def test_a_program_that_compiles_is_a_fault(self):
        self.assertIn("compiles", self.said("// expect: no such name\nint main() {}\n"))


if __name__ == "__main__":
    unittest.main()
