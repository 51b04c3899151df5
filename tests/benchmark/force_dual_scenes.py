#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures figures of Force-Dual Modes on bodies that come with Limber: force_dual_scenes.py LIMBER DATA [FIGURE ...].

DATA is the folder that LIMBER_SHARED_DATA names; no figure reads it. Figures, all of them without names:

    bridge          figure 3: how much of a bridge moves that is far from its loaded third
    pressed_side    figure 6: errors of a body that is pressed where its loads are, but at none of their samples
    mattress        figure 8: how far the stiff frame bends below a visitor on the foam
    gripper         figure 9: how far the inflated fingers close
    touched_bear    figure 10: errors of a bear that falls onto a ball
    flexing_arm     figures 11 and 12: strain of the bones of an arm whose biceps flexes, and the way of its hand

Each compares subspaces for other loads, or for none, with that for the loads of the scene, and with full space. Writes
data/FIGURE.csv and prints the commands that it runs. `--short` takes few frames and one size, to test the script, and
writes into the working folder.
"""

import math
import os

from force_dual import (compared, controls_file, displacements, loads_file, loads_of, nearest, positions_in, puppy,
                        root_mean_square)
from real_meshes import listed, rest_positions, write_figures


class Sizes:
    bridge_modes = [1, 2, 6]
    pressed_modes = [1, 2, 4, 8]
    mattress_modes = [1, 4]
    gripper_modes = [1, 2, 4, 24]
    bear_modes = [4, 8, 24]
    arm_modes = [4, 12]
    frames = 60
    touched_frames = 30
    flexed_frames = 90


class ShortSizes(Sizes):
    bridge_modes = mattress_modes = gripper_modes = arm_modes = bear_modes = pressed_modes = [1]
    frames = touched_frames = flexed_frames = 2


def sizes_of(measurement):
    return ShortSizes if measurement.is_short else Sizes


# Options that choose the subspace: for the loads of the scene, for equal forces everywhere, and without loads.
SUBSPACES = {"its loads": [], "everywhere": ["--kind", "force-dual-skinning", "--loads", "mass"],
             "skinning modes": ["--kind", "skinning"]}


def in_full_space(measurement, positions, scene, frames, *options):
    """The displacements of all vertices at the end [m]."""
    path = os.path.join(measurement.folder, "full.npy")
    measurement.run("compare", scene, "--kinds", "skinning,full", "--modes", 1, "--frames", frames, "--out", path,
                    *options)
    moved = positions_in(path)
    if len(moved) != frames * len(positions):
        raise ValueError(f"{scene}: full space has other points than the tets")
    return [[end - start for end, start in zip(x, rest)] for x, rest in zip(moved[-len(positions):], positions)]


def motions(measurement, positions, scene, modes, frames, *options):
    """Of each subspace and size, and of full space: what it is, how many modes it has, and where it ends."""
    for name, chosen in SUBSPACES.items():
        for count in modes:
            yield name, count, displacements(measurement, positions, scene, *chosen, "--modes", count, "--frames",
                                             frames, *options)
    yield "full space", "", in_full_space(measurement, positions, scene, frames, *options)


def nearest_vertices(positions, place, count):
    return sorted(range(len(positions)), key=lambda v: math.dist(positions[v], place))[:count]


def pushes(vertices, whole_force):
    """Events: the force, in equal parts at these vertices."""
    part = [component / len(vertices) for component in whole_force]
    return [{"force": {"id": i + 1, "vertex": v, "force": part, "period": 0}} for i, v in enumerate(vertices)]


def weightless():
    return {"set": {"gravity": [0, 0, 0]}}


def mean_along(moved, vertices, axis):
    return sum(moved[v][axis] for v in vertices) / len(vertices)


def bridge(measurement):
    """The left third of the deck is pressed down; its right third should stay."""
    sizes = sizes_of(measurement)
    scene = "creature:bridge"
    positions = rest_positions(measurement, scene)
    loaded = nearest_vertices(positions, (-0.62, 0.505, 0.0), 30)
    right = [v for v, (x, y, _) in enumerate(positions) if 0.4 < x < 0.85 and 0.41 < y < 0.52]
    controls = controls_file(measurement, "bridge", [weightless(), {"obstacles": []},
                                                     *pushes(loaded, (0, -400, 0))])
    for name, modes, moved in motions(measurement, positions, scene, sizes.bridge_modes, sizes.frames, "--controls",
                                      controls):
        sag = -mean_along(moved, loaded, 1)
        far = root_mean_square([math.hypot(*moved[v]) for v in right])
        yield {"subspace": name, "modes": modes, "sag_metres": "%.4g" % sag,
               "far_over_sag_percent": "%.4g" % (100 * far / sag)}


def pressed_side(measurement):
    """The flank of the puppy is pressed at a few vertices. Green's functions are responses at other ones."""
    sizes = sizes_of(measurement)
    scene = puppy(measurement, "pressed")
    positions = rest_positions(measurement, scene)
    flank = max((x for x in positions if 0.3 < x[1] < 0.5 and -0.25 < x[2] < 0.05), key=lambda x: x[0])
    controls = controls_file(measurement, "flank", pushes(nearest_vertices(positions, flank, 12), (-0.4, 0, 0)))
    loads = loads_file(measurement, "pressed_flank", [{"kind": "pressing", "centre": list(flank), "radius": 0.08,
                                                       "decay": 100}])
    kinds, motion = compared(measurement, scene, ["displacement", "greens:loads=" + loads, "force-dual:loads=" + loads],
                             sizes.pressed_modes, sizes.frames, controls)
    for kind in kinds:
        yield {"kind": kind["kind"], "loads": loads_of(kind) or "everywhere", "modes": kind["modes"],
               "error_percent": "%.4g" % (100 * kind["error_rms"] / motion)}


def mattress(measurement):
    """A visitor of 60 N on the foam bends the frame, which is three hundred times as stiff."""
    sizes = sizes_of(measurement)
    scene = "creature:mattress"
    positions = rest_positions(measurement, scene)
    seat = [v for v, (x, y, z) in enumerate(positions) if y > 0.5 and math.hypot(x - 0.1, z) < 0.25]
    frame = [v for v, (x, y, z) in enumerate(positions) if abs(x) < 0.15 and 0.16 < y < 0.26]
    controls = controls_file(measurement, "visitor", [weightless(), *pushes(seat, (0, -60, 0))])
    for name, modes, moved in motions(measurement, positions, scene, sizes.mattress_modes, sizes.frames, "--controls",
                                      controls):
        yield {"subspace": name, "modes": modes,
               "frame_bends_millimetres": "%.4g" % (-1e3 * mean_along(moved, frame, 1)),
               "seat_sinks_millimetres": "%.4g" % (-1e3 * mean_along(moved, seat, 1))}


def gripper(measurement):
    """All chambers are inflated, and nothing is between the fingers."""
    sizes = sizes_of(measurement)
    scene = "creature:gripper"
    positions = rest_positions(measurement, scene)
    finger = [v for v, (x, _, z) in enumerate(positions) if z > 0.12 and abs(x) < 0.05]
    tip = min(finger, key=lambda v: positions[v][1])
    controls = controls_file(measurement, "inflated", [weightless(), {"obstacles": []},
                                                       {"muscles": {"held": [1, 1, 1]}}])
    for name, modes, moved in motions(measurement, positions, scene, sizes.gripper_modes, sizes.flexed_frames,
                                      "--controls", controls):
        x, y, z = positions[tip]
        dx, dy, dz = moved[tip]
        yield {"subspace": name, "modes": modes,
               "tip_inwards_metres": "%.4g" % (math.hypot(x, z) - math.hypot(x + dx, z + dz)),
               "tip_travel_metres": "%.4g" % math.hypot(dx, dy, dz)}


def touched_bear(measurement):
    """The bear falls forward onto a ball, which touches its belly at first."""
    sizes = sizes_of(measurement)
    scene = "creature:teddy"
    positions = rest_positions(measurement, scene)
    front = max(z for x, y, z in positions if abs(x) < 0.05 and 0.2 < y < 0.3)
    ball = {"shape": "ball", "centre": [0, 0.25, front + 0.092], "radius": 0.092}
    controls = controls_file(measurement, "ball", [{"set": {"gravity": [0, 0, 9.81]}}, {"obstacles": [ball]}])
    found = measurement.run("compare", scene, "--kinds",
                            "skinning,force-dual-skinning:loads=mass,force-dual-skinning,rig,full", "--modes",
                            listed(sizes.bear_modes), "--frames", sizes.touched_frames, "--controls", controls)["kinds"]
    motion = next(kind for kind in found if kind["kind"] == "rig")["error_rms"]
    for kind in found:
        if kind["kind"] not in ("rig", "full"):
            own = "its loads" if kind["kind"] == "force-dual-skinning" else "skinning modes"
            yield {"subspace": "everywhere" if loads_of(kind) == "mass" else own, "modes": kind["modes"],
                   "error_percent": "%.4g" % (100 * kind["error_rms"] / motion),
                   "one_step_percent": "%.4g" % (100 * kind["one_step_error"])}


def strain_of_distances(positions, moved, vertices):
    """The root mean square of the relative changes of the distances between them; zero for rigid motions."""
    changes = []
    for i, a in enumerate(vertices):
        for b in vertices[:i]:
            before = math.dist(positions[a], positions[b])
            after = math.dist(*([x + d for x, d in zip(positions[v], moved[v])] for v in (a, b)))
            changes.append(after / before - 1)
    return root_mean_square(changes)


def flexing_arm(measurement):
    """The biceps contracts. The bone of the upper arm is a hundred times as stiff as the flesh around it."""
    sizes = sizes_of(measurement)
    scene = "creature:flexing_arm"
    positions = rest_positions(measurement, scene)
    bone = [v for v, (x, y, z) in enumerate(positions) if 0.63 < y < 0.94 and math.hypot(x, z) < 0.032]
    bone = bone[::max(1, len(bone) // 80)]
    hand = nearest(positions, (0.0, 0.14, 0.32))
    controls = controls_file(measurement, "flexed", [{"muscles": {"held": [1]}}])
    for name, modes, moved in motions(measurement, positions, scene, sizes.arm_modes, sizes.flexed_frames, "--controls",
                                      controls):
        yield {"subspace": name, "modes": modes,
               "bone_strain_percent": "%.4g" % (100 * strain_of_distances(positions, moved, bone)),
               "hand_travel_metres": "%.4g" % math.hypot(*moved[hand])}


if __name__ == "__main__":
    write_figures({figure.__name__: figure for figure in (bridge, pressed_side, mattress, gripper, touched_bear,
                                                         flexing_arm)})
