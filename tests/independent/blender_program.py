# SPDX-License-Identifier: MIT
"""Runs a Python script inside of Blender (Debian's package), without a window."""

import subprocess
import sys


def run_in_blender(script, *arguments):
    """The script gets the arguments after "--". Ends this program where Blender is missing or fails."""
    command = ["blender", "-b", "--factory-startup", "--python-exit-code", "1", "--python", script, "--"]
    try:
        done = subprocess.run([*command, *map(str, arguments)], capture_output=True, text=True)
    except FileNotFoundError:
        sys.exit("Blender is not installed")
    if done.returncode != 0:
        sys.exit(f"Blender: {done.stdout}\n{done.stderr}")


def arguments_in_blender():
    """Those after "--"; none outside of Blender."""
    return sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
