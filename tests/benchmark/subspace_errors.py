#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures errors of subspaces over their size: subspace_errors.py LIMBER NAME=FILE [NAME=FILE ...] -- [OPTIONS OF compare].

Runs `limber compare` on each file and writes data/subspace_errors.csv, which charts.py draws.
"""

import csv
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def rows_of(limber, name, path, options):
    print(f"comparing the subspaces of {name} ...", file=sys.stderr)
    printed = subprocess.run([limber, "compare", path, "--json", *options], check=True, stdout=subprocess.PIPE)
    for kind in json.loads(printed.stdout)["kinds"]:
        is_rig = kind["kind"] == "rig"
        if is_rig or ("step_microseconds" in kind and kind["kind"] != "full"):
            # Linear subspaces have twelve displacements for each mode of skinning subspaces.
            is_skinning = kind["kind"].startswith(("skinning", "weights", "localised"))
            yield {"body": name, "kind": kind["kind"],
                   "coordinates": 12 * kind["modes"] if is_skinning else kind["modes"],
                   "one_step_percent": "%.4g" % (100 * kind["one_step_error"]),
                   "run_percent": "%.4g" % (100 * kind["error_rms"]),
                   "step_us": "" if is_rig else "%.4g" % kind["step_microseconds"]["median"]}


def main():
    limber, *arguments = sys.argv[1:]
    end = arguments.index("--") if "--" in arguments else len(arguments)
    rows = [row for body in arguments[:end]
            for row in rows_of(limber, *body.split("=", 1), arguments[end + 1:])]
    with open(os.path.join(HERE, "data", "subspace_errors.csv"), "w", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
