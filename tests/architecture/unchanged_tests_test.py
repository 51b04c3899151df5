#!/usr/bin/env python3
"""unchanged_tests_test.py UNCHANGED_TESTS_PY: a test is left out only while it passed with what there is now."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = str(Path(sys.argv.pop(1)).resolve())
PROJECT = """cmake_minimum_required(VERSION 3.21)
project(example NONE)
enable_testing()
foreach(name quick long broken other)
    add_test(NAME ${name} COMMAND sh ${CMAKE_SOURCE_DIR}/${name}.sh)
    set_tests_properties(${name} PROPERTIES LABELS slow SKIP_RETURN_CODE 77)
endforeach()
set_tests_properties(quick PROPERTIES LABELS fast)
"""


class UnchangedTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        self.write("CMakeLists.txt", PROJECT)
        self.write(".gitignore", "build/\n")
        for name, status in (("quick", 0), ("long", 0), ("broken", 1), ("other", 77)):
            self.write(f"{name}.sh", f"exit {status}\n")
        self.write("app/part.cpp", "")
        self.write("engine/mesh/part.cpp", "")
        self.write("engine/examples/fall.cpp", "")
        self.run_in_root("git", "init", "-q")
        self.run_in_root("cmake", "-S", ".", "-B", "build")
        self.write("build/app/limber", "first")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_in_root(self, *command, check=True):
        return subprocess.run(command, cwd=self.root, check=check, capture_output=True, text=True).stdout.strip()

    def choose(self):
        return self.run_in_root(sys.executable, SCRIPT, "choose", "build")

    def run_all(self):
        self.choose()
        self.run_in_root("ctest", "--test-dir", "build", "--output-junit", "results.xml", check=False)
        self.run_in_root(sys.executable, SCRIPT, "keep", "build")

    def test_all_run_at_first(self):
        self.assertEqual(self.choose(), "")

    def test_what_passed_is_left_out_and_what_failed_was_skipped_or_is_fast_is_not(self):
        self.run_all()
        self.assertEqual(self.choose(), "^(long)$")

    def test_a_changed_file_program_or_script_runs_it_again(self):
        for name in ("assets/scene.json", "build/app/limber", "long.sh"):
            self.run_all()
            self.assertEqual(self.choose(), "^(long)$")
            self.write(name, "echo changed\n")
            self.assertEqual(self.choose(), "", name)

    def test_a_source_counts_by_the_program_that_it_is_compiled_into(self):
        self.run_all()
        for name in ("app/part.cpp", "engine/mesh/part.cpp"):
            self.write(name, "int part;\n")
            self.assertEqual(self.choose(), "^(long)$", name)

    def test_an_example_and_a_library_of_the_engine_run_it_again(self):
        for name in ("engine/examples/fall.cpp", "build/engine/liblimber_mesh.a"):
            self.run_all()
            self.assertEqual(self.choose(), "^(long)$")
            self.write(name, "changed\n")
            self.assertEqual(self.choose(), "", name)

    def test_a_file_that_changes_during_the_run_is_not_missed(self):
        self.choose()
        self.write("assets/scene.json", "{}")
        self.run_in_root("ctest", "--test-dir", "build", "--output-junit", "results.xml", check=False)
        self.run_in_root(sys.executable, SCRIPT, "keep", "build")
        self.assertEqual(self.choose(), "")

    def test_a_test_that_fails_later_is_forgotten(self):
        self.run_all()
        self.write("long.sh", "exit 1\n")
        self.run_all()
        self.write("long.sh", "exit 0\n")
        self.assertEqual(self.choose(), "")

    def test_nothing_is_left_out_without_git(self):
        self.run_all()
        (self.root / ".git").rename(self.root / "elsewhere")
        self.assertEqual(self.choose(), "")


if __name__ == "__main__":
    unittest.main()
