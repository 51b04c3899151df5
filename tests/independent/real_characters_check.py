# SPDX-License-Identifier: MIT
"""Opens, simulates and exports characters of other authors, and odd ones (odd_characters.py), and compares them with an
independent reader.

    real_characters_check.py LIMBER DATA

DATA is the folder of `shared_data` (tests/support/shared_data.h). Of each glTF character, a motion capture on one of
them, and each rigged tet mesh, 300 frames are exported. Exits with 1 when

* a position is not finite, or a vertex is farther from the rig's than the size of the body;
* a cluster is turned inside out in the last state that the rig alone does not turn inside out;
* the rest pose of a glTF file differs by more than 1e-5 of its size from the file's own, as gltf_check.py reads it;
* the motion of the rig alone differs by more than 1e-4 of it from the file's own animation;
* the export ends in another state than the simulation.

Files of other authors that are absent are skipped.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np

from exported_motion_check import read_pc2, read_obj
from gltf_check import File, pose_at, positions
from odd_characters import write_all

FRAMES = 300
REST_TOLERANCE = 1e-5
MOTION_TOLERANCE = 1e-4
LONGEST_STEP = 9  # of the frames that are compared with the file's animation


def limber(program, *arguments, frames=FRAMES):
    done = subprocess.run([program, *arguments, "--frames", str(frames), "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"limber {' '.join(arguments)}: {done.stderr}")
    return json.loads(done.stdout)


class Run:
    """300 frames of a character, the first before any step, with and without secondary motion."""

    def __init__(self, program, name, arguments):
        self.name = name
        self.simulated = limber(program, "simulate", *arguments, frames=FRAMES - 1)
        with tempfile.TemporaryDirectory() as folder:
            self.whole = limber(program, "export", *arguments, "--out", os.path.join(folder, "whole.pc2"))
            alone = limber(program, "export", *arguments, "--dynamics", "0", "--out", os.path.join(folder, "alone.pc2"))
            self.frames = read_pc2(self.whole["files"][0]).astype(float)
            self.alone = read_pc2(alone["files"][0]).astype(float)
            self.rest = read_obj(alone["files"][1])[0]
        self.size = np.linalg.norm(np.ptp(self.rest, axis=0))
        self.rate = self.whole["frames_per_second"]

    def is_sound(self):
        is_finite = bool(np.isfinite(self.frames).all() and np.isfinite(self.rest).all())
        secondary = np.linalg.norm(self.frames - self.alone, axis=2).max() / self.size
        folded = self.simulated["inverted_by_the_rig"]
        inverted = self.simulated["inverted_clusters"] - folded
        same = self.simulated["hash"] == self.whole["hash"]
        print(f"{self.name}: {self.rest.shape[0]} vertices, {len(self.frames)} frames, finite: {is_finite}, "
              f"secondary motion up to {secondary:.3f} of the size, inverted clusters: {inverted}, "
              f"by the rig alone: {folded}, same hash: {same}")
        return is_finite and 0.0 < secondary < 1.0 and inverted == 0 and same and len(self.frames) == FRAMES


def follows_the_file(run, path):
    """Compares the rest pose and the first animation; Limber's unit is a power of ten of the file's."""
    file = File(path)
    rest = positions(file, {}, True)
    size = np.linalg.norm(np.ptp(rest, axis=0))
    unit = 10.0 ** np.round(np.log10(run.size / size))
    if rest.shape != run.rest.shape:
        print(f"{run.name}: the file has {len(rest)} vertices")
        return False
    at_rest = np.linalg.norm(run.rest / unit - rest, axis=1).max() / size
    animation = file.document["animations"][0]
    end = max(file.accessor(sampler["input"])[-1, 0] for sampler in animation["samplers"])
    compared, moving = 0, 0.0
    # Before a clip that loops leads to its start, and before its last frame.
    for frame in range(0, FRAMES, LONGEST_STEP):
        time = frame / run.rate
        if time < end - 1.0 / run.rate:
            theirs = positions(file, pose_at(file, animation, time), False)
            moving = max(moving, np.linalg.norm(run.alone[frame] / unit - theirs, axis=1).max() / size)
            compared += 1
    print(f"{run.name}: at rest {at_rest:.1e}, the rig alone {moving:.1e} of the size in {compared} frames")
    return at_rest <= REST_TOLERANCE and moving <= MOTION_TOLERANCE and compared > 2


def gltf_runs(program, data):
    for name in ("fox", "robot", "cesium_man", "brain_stem", "xbot"):
        path = os.path.join(data, "characters", name + ".glb")
        if os.path.exists(path):
            yield Run(program, name, [path]), path


def odd_runs(program):
    with tempfile.TemporaryDirectory() as folder:
        for path in write_all(folder):
            yield Run(program, os.path.basename(path), [path]), path


def other_runs(program, data):
    xbot, walk = (os.path.join(data, "characters", name) for name in ("xbot.glb", "walk.bvh"))
    if os.path.exists(xbot) and os.path.exists(walk):
        yield Run(program, "xbot with walk.bvh", [xbot, "--clip", walk])
    # Two of these meshes are hundreds of units long.
    for name, unit in (("cd_fish", "1"), ("mantaray", "0.01"), ("moray", "0.01")):
        files = [os.path.join(data, "rigged", name, file) for file in (name + ".msh", "rig.json", "swim.json")]
        if all(os.path.exists(file) for file in files):
            yield Run(program, name, [files[0], "--rig", files[1], "--clip", files[2], "--unit", unit])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    results = []
    for runs in (odd_runs(sys.argv[1]), gltf_runs(*sys.argv[1:])):
        for run, path in runs:
            results += [run.is_sound(), follows_the_file(run, path)]
    results += [run.is_sound() for run in other_runs(*sys.argv[1:])]
    print(f"{len(results)} checks")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
