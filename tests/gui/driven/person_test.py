"""What a driven test makes of a scenario that fails, and of a machine without the tools: usage person_test.py."""

import os
import subprocess
import sys
import tempfile
import unittest

FAILS_ONCE = """
import os, sys
sys.path.insert(0, {here!r})
import person

def fails_the_first_time(limber, folder):
    if not os.path.exists("told"):
        open("told", "w").close()
        raise AssertionError("the first time")

if {has_tools}:
    person.missing_tools = lambda: []
person.tell(fails_the_first_time)
"""


def run(has_tools=True, **environment):
    """The exit code of a driven test whose scenario succeeds the second time only."""
    program = FAILS_ONCE.format(here=os.path.dirname(os.path.abspath(__file__)), has_tools=has_tools)
    kept = {name: value for name, value in os.environ.items() if name != "CI"}
    with tempfile.TemporaryDirectory() as folder:
        path = folder if not has_tools else kept["PATH"]
        return subprocess.run([sys.executable, "-c", program, "limber"], cwd=folder, capture_output=True,
                              env={**kept, "PATH": path, **environment}).returncode


class DrivenTest(unittest.TestCase):
    def test_fails_where_its_scenario_fails_once(self):
        self.assertEqual(run(), 1)

    def test_is_skipped_where_tools_are_missing(self):
        self.assertEqual(run(has_tools=False), 77)

    def test_fails_where_tools_are_missing_though_ci_is_set(self):
        self.assertEqual(run(has_tools=False, CI="true"), 1)


if __name__ == "__main__":
    unittest.main()
