#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures a body that switches between subspaces for the place that is pulled: load_mixtures.py LIMBER [FRAMES].

The puppy that comes with Limber is pulled at its tail, then at one ear and then at the other, as in figure 14 of
Force-Dual Modes. Prints a row for each subspace: its error against full space, and what its switches lost.
"""

import json
import os
import subprocess
import sys
import tempfile

ASSETS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "assets")
# Name, vertex of the tip, place of the tip, and where it is pulled to [m].
PULLS = [("tail", 91, (0.004, 0.612, -0.572), (0.204, 0.612, -0.572)),
         ("left ear", 4057, (0.315, 0.596, 0.207), (0.315, 0.796, 0.207)),
         ("right ear", 2514, (-0.314, 0.589, 0.198), (-0.314, 0.789, 0.198))]
KINDS = "skinning,force-dual-skinning:loads=mass,force-dual-skinning:loads={0},force-dual-skinning:loads={0}:switched,full"


def write(path, value):
    with open(path, "w") as file:
        json.dump(value, file)
    return path


def mixture():
    return {"format": "limber-loads", "version": 1,
            "mixture": [{"name": name, "loads": [{"kind": "region", "centre": place, "radius": 0.03, "decay": 200}]}
                        for name, _, place, _ in PULLS]}


def controls(frames):
    events = []
    for turn, (_, vertex, _, target) in enumerate(PULLS):
        step = turn * frames // len(PULLS)
        if turn > 0:
            events.append({"step": step, "release": turn})
        events.append({"step": step, "handle": {"id": turn + 1, "vertex": vertex, "stiffness": 30, "target": target}})
    return {"format": "limber-controls", "version": 1, "steps": frames, "events": events}


def scene():
    with open(os.path.join(ASSETS, "scenes", "puppy.json")) as file:
        puppy = json.load(file)
    material = dict(puppy["material"], labels=os.path.join(ASSETS, "meshes", "puppy_material.json"))
    return {"format": "limber-scene", "version": 1, "name": "Pulled", "mesh": os.path.join(ASSETS, "meshes", "puppy.msh"),
            "material": material, "clusters": {"count": 120}, "step": {"time_step": 1 / 60, "gravity": [0, 0, 0]}}


def main():
    limber, frames = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 90
    with tempfile.TemporaryDirectory() as folder:
        def inside(name, value):
            return write(os.path.join(folder, name), value)

        printed = subprocess.run(
            [limber, "compare", inside("scene.json", scene()), "--modes", "1,2,4", "--json", "--controls",
             inside("controls.json", controls(frames)), "--kinds", KINDS.format(inside("mixture.json", mixture()))],
            check=True, stdout=subprocess.PIPE)
    for kind in json.loads(printed.stdout)["kinds"]:
        loads = os.path.basename(kind.get("parameters", {}).get("loads", ""))
        row = ["%s %d" % (kind["kind"], kind["modes"]), loads, "error %.3g %%" % (100 * kind["error_rms"]),
               "largest %.3g %%" % (100 * kind["error_max"]), "one step %.3g %%" % (100 * kind["one_step_error"]),
               "step %.3g us" % kind["step_microseconds"]["median"]]
        if "switches" in kind:
            row.append(json.dumps(kind["switches"]))
        print("; ".join(row))


main()
