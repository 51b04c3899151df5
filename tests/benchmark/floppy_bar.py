#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures FCD section 9.6, where displacement modes win: floppy_bar.py [--short] LIMBER.

A long free bar, synthetic, lies still without gravity. Handles pull its left end aside and back within a twentieth of a
second, and a wave ripples to the other end. `limber compare` measures subspaces of equal size against full space, for
ripples of one tenth, one and three times the bar's thickness. Prints the commands that it runs, and writes
data/floppy_bar.csv, which charts.py draws. `--short` takes one small case and writes into the working folder.
"""

import csv
import json
import math
import os
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LENGTH, THICKNESS = 2.0, 0.1  # [m]
CELLS_ACROSS = 2
STEP_RATE = 240  # [1/s]
STEPS_OF_PULL = 12
STIFFNESS = 2000  # of a handle [N/m]
# Six tets around the diagonal of a cell, whose corners are numbered around the bottom, then around the top.
CORNERS = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))
TETS = ((0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6))


def vertex_at(i, j, k):
    return (i * (CELLS_ACROSS + 1) + j) * (CELLS_ACROSS + 1) + k


def write_bar(path, cells):
    """Tets of cubic cells, in Medit's format."""
    side = THICKNESS / CELLS_ACROSS
    across = range(CELLS_ACROSS + 1)
    positions = [(LENGTH * i / cells, side * j, side * k) for i in range(cells + 1) for j in across for k in across]
    tets = [[vertex_at(i + CORNERS[c][0], j + CORNERS[c][1], k + CORNERS[c][2]) for c in tet]
            for i in range(cells) for j in range(CELLS_ACROSS) for k in range(CELLS_ACROSS) for tet in TETS]
    with open(path, "w") as file:
        file.write("MeshVersionFormatted 1\nDimension 3\nVertices\n%d\n" % len(positions))
        file.writelines("%r %r %r 0\n" % x for x in positions)
        file.write("Tetrahedra\n%d\n" % len(tets))
        file.writelines("%d %d %d %d 0\n" % tuple(v + 1 for v in tet) for tet in tets)
        file.write("End\n")
    return positions


def pull_of(positions, height):
    """Events of handles on the corners of the left end, which rise by `height` [m] and come back."""
    ends = (0, CELLS_ACROSS)
    corners = [vertex_at(0, j, k) for j in ends for k in ends]
    for step in range(STEPS_OF_PULL + 1):
        lift = 0.5 * height * (1.0 - math.cos(2.0 * math.pi * step / STEPS_OF_PULL))
        for number, vertex in enumerate(corners):
            x, y, z = positions[vertex]
            yield {"step": step, "handle": {"id": number + 1, "vertex": vertex, "stiffness": STIFFNESS,
                                            "target": [x, y + lift, z]}}


def written(folder, name, value):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        json.dump(value, file)
    return path


def rows_of(limber, folder, height, is_short):
    positions = write_bar(os.path.join(folder, "bar.mesh"), 10 if is_short else 60)
    scene = written(folder, "bar.json", {
        "format": "limber-scene", "version": 1, "name": "floppy bar", "mesh": "bar.mesh", "metres_per_unit": 1,
        "rig": "none", "material": {"young": 1e5}, "step": {"time_step": 1 / STEP_RATE, "gravity": [0, 0, 0]}})
    controls = written(folder, "pull.json",
                       {"format": "limber-controls", "version": 1, "events": list(pull_of(positions, height))})
    line = [limber, "compare", scene, "--controls", controls, "--kinds", "skinning,displacement,modal-derivatives,full",
            "--modes", "2" if is_short else "4,8,16", "--clusters", "20" if is_short else "400",
            "--frames", "4" if is_short else "90", "--json"]
    print(shlex.join(line), file=sys.stderr)
    for kind in json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE).stdout)["kinds"]:
        yield {"body": "synthetic bar", "height_m": height, "kind": kind["kind"], "coordinates": kind["coordinates"],
               "one_step_percent": "%.3g" % (100 * kind["one_step_error"]),
               "run_percent": "%.3g" % (100 * kind["error_rms"]), "inverted_tets": kind["inverted_tets"]}


def main():
    words = sys.argv[1:]
    is_short = words[:1] == ["--short"]
    if len(words) != 1 + is_short:
        sys.exit(__doc__)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for height in (0.01,) if is_short else (0.01, 0.1, 0.3):
            rows.extend(rows_of(words[-1], folder, height, is_short))
    with open(os.path.join("." if is_short else os.path.join(HERE, "data"), "floppy_bar.csv"), "w", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
