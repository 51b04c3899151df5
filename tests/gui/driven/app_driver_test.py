"""Tests the exit code of a driven test if a scenario fails or tools are missing: usage app_driver_test.py."""

import os
import subprocess
import sys
import tempfile
import unittest

FAILS_ONCE = """
import os, sys
sys.path.insert(0, {here!r})
import app_driver

def fails_the_first_time(limber, folder):
    if not os.path.exists("told"):
        open("told", "w").close()
        raise AssertionError("the first time")

if {has_tools}:
    app_driver.missing_tools = lambda: []
app_driver.run_scenarios(fails_the_first_time)
"""


def run(has_tools=True, **environment):
    """Returns the exit code of a driven test whose scenario fails the first time and would succeed the second time."""
    program = FAILS_ONCE.format(here=os.path.dirname(os.path.abspath(__file__)), has_tools=has_tools)
    kept = {name: value for name, value in os.environ.items() if name != "CI"}
    with tempfile.TemporaryDirectory() as folder:
        path = folder if not has_tools else kept["PATH"]
        return subprocess.run([sys.executable, "-c", program, "limber"], cwd=folder, capture_output=True,
                              env={**kept, "PATH": path, **environment}).returncode


class DrivenTest(unittest.TestCase):
    def test_fails_if_its_scenario_fails_once(self):
        self.assertEqual(run(), 1)

    def test_is_skipped_if_tools_are_missing(self):
        self.assertEqual(run(has_tools=False), 77)

    def test_fails_if_tools_are_missing_and_ci_is_set(self):
        self.assertEqual(run(has_tools=False, CI="true"), 1)


if __name__ == "__main__":
    unittest.main()
