#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures figures of Force-Dual Modes on bodies that come with Limber: force_dual_scenes.py LIMBER DATA [FIGURE ...].

DATA is the folder that LIMBER_SHARED_DATA names; no figure reads it. Figures, all of them without names:

    bridge          figure 3: how much of a bridge moves that is far from its loaded third
    pressed_side    figure 6: errors of a body that is pressed where its loads are, but at none of their samples,
                    there and of all vertices
    mattress        figure 8: how far the stiff frame bends below a visitor on the foam
    gripper         figure 9: how far the inflated fingers close
    touched_bear    figure 10: errors of a bear that falls onto a ball, where it touches it and of all vertices
    flexing_arm     figures 11 and 12: strain of the bones of an arm whose biceps flexes, and the way of its hand

Each compares subspaces for loads everywhere with those for the loads of the scene, and `bridge`, `pressed_side` and
`touched_bear` with full space. All have so many clusters that errors are those of the subspaces: few of them are too
stiff in thin parts. Writes data/FIGURE.csv and prints the commands that it runs. `--short` takes few frames and one
size, to test the script, and writes into the working folder.
"""

import math
import os
import resource

from force_dual import controls_file, loads_file, nearest, positions_in, puppy, root_mean_square
from real_meshes import rest_positions, write_figures


class Sizes:
    clusters = 1000
    bridge_modes = [1, 2]
    pressed_modes = [4]
    mattress_modes = [1]
    gripper_modes = [2]
    bear_modes = [8]
    arm_modes = [4]
    frames = 60
    pressed_frames = 30
    touched_frames = 30
    flexed_frames = 90


class ShortSizes(Sizes):
    clusters = 20
    bridge_modes = mattress_modes = gripper_modes = arm_modes = bear_modes = pressed_modes = [1]
    frames = pressed_frames = touched_frames = flexed_frames = 2


def sizes_of(measurement):
    return ShortSizes if measurement.is_short else Sizes


# Options that choose the subspace: weights for the loads of the scene and for equal forces everywhere, which are the
# skinning modes, and twelve displacements for each of as many modes, which are vibration modes for the latter.
SUBSPACES = {"weights, its loads": ["--kind", "force-dual-skinning"],
             "weights, everywhere": ["--kind", "force-dual-skinning", "--loads", "mass"],
             "displacements, its loads": ["--kind", "force-dual"],
             "displacements, everywhere": ["--kind", "force-dual", "--loads", "mass"]}


def in_full_space(measurement, positions, scene, frames, *options):
    """The positions of all vertices in all frames, one after the other [m]."""
    path = os.path.join(measurement.folder, "full.npy")
    measurement.run("compare", scene, "--kinds", "skinning,full", "--modes", 1, "--frames", frames, "--out", path,
                    *options)
    moved = positions_in(path)
    if len(moved) != frames * len(positions):
        raise ValueError(f"{scene}: full space has other points than the tets")
    return moved


def processor_seconds():
    """Of all commands that have run [s]: other programs do not change it, as they change the time by the clock."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def in_subspace(measurement, scene, modes, frames, *options):
    """The same in a subspace, and the processor time to make it and to run in it, with an empty cache [s]."""
    path = os.path.join(measurement.folder, "motion.npy")
    start = processor_seconds()
    measurement.run("simulate", scene, "--out", path, "--no-cache", "--modes", modes, "--clusters",
                    sizes_of(measurement).clusters, "--frames", frames, *options)
    return positions_in(path), processor_seconds() - start


def last_displacements(positions, moved):
    return [[end - start for end, start in zip(x, rest)] for x, rest in zip(moved[-len(positions):], positions)]


def motions(measurement, positions, scene, modes, frames, *options):
    """Of each subspace and size: columns that say so, with its processor time, and where it ends."""
    for name, chosen in SUBSPACES.items():
        for count in modes:
            moved, seconds = in_subspace(measurement, scene, count, frames, *chosen, *options)
            yield columns_of(name, count, seconds), last_displacements(positions, moved)


def full_space_motion(measurement, positions, scene, frames, *options):
    """The same of full space."""
    start = processor_seconds()
    moved = in_full_space(measurement, positions, scene, frames, *options)
    return columns_of("full space", "", processor_seconds() - start), last_displacements(positions, moved)


def columns_of(name, modes, seconds):
    return {"subspace": name, "modes": modes, "processor_seconds": "%.3g" % seconds}


def relative_error(positions, moved, truth, vertices):
    """Of the displacements of these vertices in all frames, in percent."""
    n = len(positions)
    wrong, whole = 0.0, 0.0
    for first in range(0, len(truth), n):
        for v in vertices:
            wrong += math.dist(moved[first + v], truth[first + v]) ** 2
            whole += math.dist(positions[v], truth[first + v]) ** 2
    return 100 * math.sqrt(wrong / whole)


def errors_around(measurement, positions, scene, subspaces, place, modes, frames, *options):
    """Rows of errors against full space, of the vertices within 0.1 m of a place and of all."""
    near = [v for v, x in enumerate(positions) if math.dist(x, place) < 0.1]
    truth = in_full_space(measurement, positions, scene, frames, *options)
    for name, chosen in subspaces.items():
        for count in modes:
            moved, seconds = in_subspace(measurement, scene, count, frames, *chosen, *options)
            yield {**columns_of(name, count, seconds),
                   "error_there_percent": "%.4g" % relative_error(positions, moved, truth, near),
                   "error_percent": "%.4g" % relative_error(positions, moved, truth, range(len(positions)))}


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
    options = (sizes.frames, "--controls", controls)
    found = [*motions(measurement, positions, scene, sizes.bridge_modes, *options),
             full_space_motion(measurement, positions, scene, *options)]
    for columns, moved in found:
        sag = -mean_along(moved, loaded, 1)
        far = root_mean_square([math.hypot(*moved[v]) for v in right])
        yield {**columns, "sag_metres": "%.4g" % sag,
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
    subspaces = {"displacements, everywhere": ["--kind", "displacement"],
                 "Green's functions": ["--kind", "greens", "--loads", loads],
                 "displacements, its loads": ["--kind", "force-dual", "--loads", loads]}
    yield from errors_around(measurement, positions, scene, subspaces, flank, sizes.pressed_modes, sizes.pressed_frames,
                             "--controls", controls)


def mattress(measurement):
    """A visitor of 60 N on the foam bends the frame, which is three hundred times as stiff."""
    sizes = sizes_of(measurement)
    scene = "creature:mattress"
    positions = rest_positions(measurement, scene)
    seat = [v for v, (x, y, z) in enumerate(positions) if y > 0.5 and math.hypot(x - 0.1, z) < 0.25]
    frame = [v for v, (x, y, z) in enumerate(positions) if abs(x) < 0.15 and 0.16 < y < 0.26]
    controls = controls_file(measurement, "visitor", [weightless(), *pushes(seat, (0, -60, 0))])
    for columns, moved in motions(measurement, positions, scene, sizes.mattress_modes, sizes.frames, "--controls",
                                      controls):
        yield {**columns,
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
    for columns, moved in motions(measurement, positions, scene, sizes.gripper_modes, sizes.flexed_frames,
                                      "--controls", controls):
        x, y, z = positions[tip]
        dx, dy, dz = moved[tip]
        yield {**columns,
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
    subspaces = {name: chosen for name, chosen in SUBSPACES.items() if name.startswith("weights")}
    yield from errors_around(measurement, positions, scene, subspaces, (0, 0.25, front), sizes.bear_modes,
                             sizes.touched_frames, "--controls", controls)


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
    for columns, moved in motions(measurement, positions, scene, sizes.arm_modes, sizes.flexed_frames, "--controls",
                                      controls):
        yield {**columns,
               "bone_strain_percent": "%.4g" % (100 * strain_of_distances(positions, moved, bone)),
               "hand_travel_metres": "%.4g" % math.hypot(*moved[hand])}


if __name__ == "__main__":
    write_figures({figure.__name__: figure for figure in (bridge, pressed_side, mattress, gripper, touched_bear,
                                                         flexing_arm)})
