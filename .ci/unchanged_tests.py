#!/usr/bin/env python3
"""Which tests `./test.sh` need not run again, because they passed before and nothing that they read has changed since:

    unchanged_tests.py choose BUILD    prints a regular expression of their names for `ctest -E`, or nothing
    unchanged_tests.py keep BUILD      after ctest wrote BUILD/results.xml: keeps which tests passed

Tests with the label `fast` always run. What a test reads: its own programs, `limber` and the converter, the engine's
libraries, which are installed, all files of the work tree that are not compiled into these, its properties in CMake,
and Debian's packages. One digest of all these is kept for each test that passed, in the build folder. Outside of a git
checkout nothing is known of the files, and every test runs.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

# The package's test compiles with the engine's headers, and the examples as they are.
COMPILED = re.compile(r"app/.*\.(cpp|h|inl)|engine/(?!examples/).*\.(cpp|inl)")
PROGRAMS = ("app/limber", "app/limber_convert")
PACKAGES = Path("/var/lib/dpkg/status")


def digest_of_files(paths):
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path}\n".encode("utf-8", "surrogateescape"))
        digest.update(hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b"absent")
    return digest.hexdigest()


def work_files():
    """The files of the work tree that tests read as they are; None outside of a git checkout."""
    listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                             capture_output=True)
    if listing.returncode:
        return None
    names = os.fsdecode(listing.stdout).split("\0")
    return [Path(name) for name in sorted(set(names)) if name and not COMPILED.fullmatch(name)]


def tests_of(build):
    listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, check=True)
    return json.loads(listing.stdout)["tests"]


def is_kept(test):
    """Fixtures are run by ctest for the tests that need them."""
    properties = {entry["name"]: entry["value"] for entry in test.get("properties", [])}
    return "fast" not in properties.get("LABELS", []) and "FIXTURES_SETUP" not in properties


def digests(build):
    """By the name of each test that may be left out."""
    files = work_files()
    if files is None:
        return {}
    libraries = sorted((Path(build) / "engine").glob("*.a"))  # also what is installed and no program links
    common = digest_of_files([*files, *(Path(build) / program for program in PROGRAMS), *libraries, PACKAGES])
    result = {}
    for test in filter(is_kept, tests_of(build)):
        own = digest_of_files(Path(word) for word in test["command"] if os.path.isfile(word))
        description = json.dumps([test["command"], test.get("properties", []), own, common])
        result[test["name"]] = hashlib.sha256(description.encode()).hexdigest()
    return result


def read_json(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return {}


def choose(build):
    now, passed = digests(build), read_json(Path(build) / "passed_tests.json")
    (Path(build) / "chosen_tests.json").write_text(json.dumps(now))
    unchanged = [name for name in now if passed.get(name) == now[name]]
    if unchanged:
        print(f"^({'|'.join(map(re.escape, unchanged))})$")


def keep(build):
    """The digests are those from before the run, so that a file that changes during the run isn't missed."""
    now, passed = read_json(Path(build) / "chosen_tests.json"), read_json(Path(build) / "passed_tests.json")
    for case in ElementTree.parse(Path(build) / "results.xml").iter("testcase"):
        name = case.get("name")
        if name in now and case.get("status") == "run":
            passed[name] = now[name]
        else:
            passed.pop(name, None)
    (Path(build) / "passed_tests.json").write_text(json.dumps(passed, indent=1))


if __name__ == "__main__":
    {"choose": choose, "keep": keep}[sys.argv[1]](sys.argv[2])
