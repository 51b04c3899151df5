#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures figures of Force-Dual Modes: force_dual.py LIMBER DATA [FIGURE ...].

DATA is the folder that LIMBER_SHARED_DATA names. Figures, all of them without names:

    decays           figure 16: static errors over the number of displacements, for loads that fall off more and more
                     sharply
    far_field        figures 2 and 4: how much of the body moves that is far from where it is pulled
    bone_strain      figures 5 and 11: strain of stiff bones in a leg that is pulled
    locality         figure 7: how near to the loads the weights of the bat are
    construction     section 7: the time to compute a subspace, with loads of a region and with loads of few patterns
    table_1          the time of a step and of all positions in a subspace, and of a step in full space
    springs          figure 17: head and foot of a dragon follow targets by springs, in subspaces for these and others

Each writes data/FIGURE.csv and prints the commands that it runs. `--short` takes small cases of the puppy and of the
dragon that come with Limber, without DATA, to test the script; it writes into the working folder. `decays` needs NumPy
and SciPy (Debian: python3-numpy, python3-scipy).
"""

import json
import math
import resource
import os
import struct

from real_meshes import ASSETS, listed, rest_positions, write_figures

EAR = (0.315, 0.596, 0.207)  # [m] of the puppy's left ear, its tip
PAW = (0.12, 0.02, 0.12)     # [m] of its left front leg
BONE = 6                     # the region of its material
SPRING_TARGETS = {           # of creature:dragon_on_springs: the place, and how far its target is from it [m]
    "head": ((0.0, 1.05, 0.87), (0.15, -0.10, 0.0)),
    "foot": ((0.205, 0.04, 0.37), (0.0, 0.12, 0.06)),
}


class Sizes:
    decay_modes = [1, 2, 4, 8, 16]
    far_modes = [2, 4, 8, 16]
    far_frames = 90
    bone_modes = [2, 4, 8, 16]
    bone_frames = 90
    locality_modes = 10
    ball_vertices = [10000, 25000, 100000]
    table_frames = 20
    table_steps = (100, 4100)
    table_full_steps = (2, 6)
    spring_modes = [4, 11, 24]
    spring_frames = 180


class ShortSizes(Sizes):
    decay_modes = [1]
    far_modes = [2]
    far_frames = 4
    bone_modes = [2]
    bone_frames = 4
    locality_modes = 3
    ball_vertices = [400]
    table_frames = 3
    table_steps = table_full_steps = (1, 3)
    spring_modes = [2]
    spring_frames = 3


def sizes_of(measurement):
    return ShortSizes if measurement.is_short else Sizes


def loads_file(measurement, name, loads):
    return measurement.written(name + ".json", {"format": "limber-loads", "version": 1, "loads": loads})


def region(place, radius, decay):
    return {"kind": "region", "centre": list(place), "radius": radius, "decay": decay}


def puppy(measurement, name, young_of_bone=6):
    """Without its rig, in the middle of which one handle holds it."""
    with open(os.path.join(ASSETS, "scenes", "puppy.json")) as file:
        material = json.load(file)["material"]
    material["labels"] = os.path.join(ASSETS, "meshes", "puppy_material.json")
    material["regions"][BONE]["young"] = young_of_bone
    return measurement.scene(name, {"mesh": os.path.join(ASSETS, "meshes", "puppy.msh"), "material": material,
                                    "clusters": {"count": 150}}, time_step=1 / 60, gravity=[0, 0, 0], damping=3)


def controls_file(measurement, name, events):
    return measurement.written(name + ".json", {"format": "limber-controls", "version": 1, "events": [
        {"step": 0, **event} for event in events]})


def nearest(positions, place):
    return min(range(len(positions)), key=lambda v: math.dist(positions[v], place))


def pull(measurement, name, vertex, place, way):
    target = [x + d for x, d in zip(place, way)]
    return controls_file(measurement, name, [
        {"handle": {"id": 1, "vertex": vertex, "stiffness": 100, "target": target}}])


def loads_of(kind):
    """The name of the file of loads, without its ending; empty for a kind that has none."""
    return os.path.basename(kind.get("parameters", {}).get("loads", "")).removesuffix(".json")


def compared(measurement, scene, kinds, modes, frames, controls):
    """The subspaces, and the error of a body that does not move: the size of the motion."""
    kinds_found = measurement.run("compare", scene, "--kinds", ",".join([*kinds, "rig", "full"]), "--modes",
                                  listed(modes), "--frames", frames, "--controls", controls)["kinds"]
    motion = next(kind for kind in kinds_found if kind["kind"] == "rig")["error_rms"]
    return [kind for kind in kinds_found if kind["kind"] not in ("rig", "full")], motion


def decays(measurement):
    """Small forces in one direction act on the vertices around the tip of an ear of a free body of one material."""
    import numpy as np

    from static_response import FreeBody

    sizes = sizes_of(measurement)
    mesh = os.path.join(ASSETS, "meshes", "puppy.msh")
    material = {"young": 600, "poisson": 0.3, "density": 1000}
    scene = measurement.written("decays.json", {"format": "limber-scene", "version": 1, "mesh": mesh, "rig": "none",
                                                "material": material, "step": {"gravity": [0, 0, 0]}})
    X = np.array(rest_positions(measurement, scene))
    body = FreeBody(X, np.array(tets_of(mesh)), **material)
    around = np.argsort(np.linalg.norm(X - np.array(EAR), axis=1))[:40]
    f = np.zeros_like(X)
    f[around, 1] = 0.01  # [N]
    f = body.in_balance(f.reshape(-1))
    response = body.response(f)
    priors = {"linear modal analysis": ("--kind", "displacement-affine")}
    for decay in (1, 10, 100, 1000):
        loads = loads_file(measurement, "decay_%d" % decay, [region(EAR, 0.05, decay)])
        priors["falling off with %d / m²" % decay] = ("--kind", "force-dual", "--loads", loads)
    path = os.path.join(measurement.folder, "displacements.npy")
    for name, options in priors.items():
        for modes in sizes.decay_modes:
            measurement.run("subspace", scene, *options, "--modes", modes, "--clusters", 1, "--out", path)
            found, coordinates = body.response_in(np.load(path), f)
            error = body.norm(response - found) / body.norm(response)
            yield {"prior": name, "coordinates": coordinates, "error_percent": "%.4g" % (100 * error),
                   "squared_error": "%.4g" % (error * error)}


def positions_in(path):
    """The positions in all frames of a .npy, one after the other [m]."""
    with open(path, "rb") as file:
        content = file.read()
    header = 10 + int.from_bytes(content[8:10], "little")
    numbers = struct.unpack("<%dd" % ((len(content) - header) // 8), content[header:])
    return [numbers[i:i + 3] for i in range(0, len(numbers), 3)]


def simulated(measurement, positions, scene, *options):
    """The report of a run, and the displacements of all vertices at its end [m]."""
    path = os.path.join(measurement.folder, "motion.npy")
    report = measurement.run("simulate", scene, "--out", path, *options)
    last = positions_in(path)[-len(positions):]
    return report, [[end - start for end, start in zip(x, rest)] for x, rest in zip(last, positions)]


def displacements(measurement, positions, scene, *options):
    return simulated(measurement, positions, scene, *options)[1]


def root_mean_square(lengths):
    return math.sqrt(sum(length * length for length in lengths) / len(lengths))


def far_field(measurement):
    """The ear is pulled up; what is farther away than half of the body's size should stay."""
    sizes = sizes_of(measurement)
    scene = puppy(measurement, "far_field")
    positions = rest_positions(measurement, scene)
    ear = nearest(positions, EAR)
    controls = pull(measurement, "ear", ear, EAR, (0, 0.2, 0))
    loads = loads_file(measurement, "ear_loads", [region(EAR, 0.05, 100)])
    reach = 0.5 * max(math.dist(x, EAR) for x in positions)
    far = [v for v in range(len(positions)) if math.dist(positions[v], EAR) > reach]
    kinds, _ = compared(measurement, scene, ["skinning", "substructured", "force-dual-skinning:loads=" + loads],
                        sizes.far_modes, sizes.far_frames, controls)
    for kind in kinds:
        options = ["--loads", loads] if loads_of(kind) else []
        columns_a_mode = 12 if kind["kind"] == "substructured" else 1
        moved = displacements(measurement, positions, scene, "--kind", kind["kind"], *options, "--modes",
                              math.ceil(kind["modes"] / columns_a_mode), "--frames", sizes.far_frames, "--controls", controls)
        lengths = [math.hypot(*d) for d in moved]
        yield {"kind": kind["kind"], "modes": kind["modes"],
               "pulled_metres": "%.4g" % lengths[ear],
               "far_over_pulled_percent": "%.4g" % (100 * root_mean_square([lengths[v] for v in far]) / lengths[ear]),
               "run_percent": "%.4g" % (100 * kind["error_rms"])}


def tets_of(path):
    """The corners of each tet, counted from 0, of a binary Gmsh 4.1 file with one block, as Limber writes it."""
    with open(path, "rb") as file:
        content = file.read()
    start = content.index(b"$Elements\n") + len(b"$Elements\n") + 32
    kind, count = struct.unpack_from("<iQ", content, start + 8)
    if kind != 4:
        raise ValueError(f"{path}: the first elements are no tets")
    numbers = struct.unpack_from("<%dQ" % (5 * count), content, start + 20)
    return [[corner - 1 for corner in numbers[i + 1:i + 5]] for i in range(0, 5 * count, 5)]


def strain_of_edges(positions, moved, tet):
    """The root mean square of the relative changes of length of its edges."""
    changes = []
    for i in range(4):
        for j in range(i):
            a, b = tet[i], tet[j]
            before = [positions[a][axis] - positions[b][axis] for axis in range(3)]
            after = [before[axis] + moved[a][axis] - moved[b][axis] for axis in range(3)]
            changes.append(math.hypot(*after) / math.hypot(*before) - 1)
    return root_mean_square(changes)


def bone_strain(measurement):
    """A front leg is pulled forward by its paw; its bones are two hundred times as stiff as the flesh."""
    sizes = sizes_of(measurement)
    scene = puppy(measurement, "bone_strain", young_of_bone=200)
    positions = rest_positions(measurement, scene)
    paw = nearest(positions, PAW)
    controls = pull(measurement, "paw", paw, positions[paw], (0, 0.1, 0.25))
    loads = loads_file(measurement, "paw_loads", [region(PAW, 0.08, 100)])
    tets = tets_of(os.path.join(ASSETS, "meshes", "puppy.msh"))
    with open(os.path.join(ASSETS, "meshes", "puppy_material.json")) as file:
        labels = json.load(file)["labels"]
    bones = [tet for tet, label in zip(tets, labels) if label == BONE and positions[tet[0]][1] < 0.35]
    kinds, _ = compared(measurement, scene, ["skinning", "force-dual-skinning:loads=" + loads], sizes.bone_modes,
                        sizes.bone_frames, controls)
    for kind in kinds:
        options = ["--loads", loads] if loads_of(kind) else []
        moved = displacements(measurement, positions, scene, "--kind", kind["kind"], *options, "--modes",
                              kind["modes"], "--frames", sizes.bone_frames, "--controls", controls)
        strain = root_mean_square([strain_of_edges(positions, moved, tet) for tet in bones])
        yield {"kind": kind["kind"], "modes": kind["modes"], "bone_strain_percent": "%.4g" % (100 * strain),
               "paw_moved_metres": "%.4g" % math.hypot(*moved[paw]), "run_percent": "%.4g" % (100 * kind["error_rms"])}


def weights_of(measurement, scene, *options):
    """The columns of the weights."""
    path = os.path.join(measurement.folder, "weights.npy")
    measurement.run("subspace", scene, "--out", path, *options)
    with open(path, "rb") as file:
        content = file.read()
    start = 10 + int.from_bytes(content[8:10], "little")
    header = content[10:start].decode()
    rows, columns = (int(word) for word in header.split("(")[1].split(")")[0].split(",")[:2])
    numbers = struct.unpack("<%dd" % (rows * columns), content[start:])
    if "'fortran_order': True" in header:
        return [numbers[m * rows:(m + 1) * rows] for m in range(columns)]
    return [numbers[m::columns] for m in range(columns)]


def locality(measurement):
    """The loads are around the tip of one wing: the share of the squares of the weights in that half of the body."""
    sizes = sizes_of(measurement)
    if measurement.is_short:
        scene = puppy(measurement, "bat")
    else:
        scene = measurement.scene("bat", {"mesh": os.path.join(measurement.data, "tets", "bat.mesh"),
                                          "metres_per_unit": 0})
    positions = rest_positions(measurement, scene)
    tip = max(positions)
    size = max(tip) - min(min(positions))
    reach = 0.5 * max(math.dist(x, tip) for x in positions)
    near = [math.dist(x, tip) < reach for x in positions]
    for radius, decay in ((0.1, 10), (0.1, 100), (0.1, 1000)):
        loads = loads_file(measurement, "tip_%d" % decay, [region(tip, radius * size, decay / size ** 2)])
        yield locality_row(measurement, scene, near, "decay %d" % decay, loads, sizes.locality_modes)
    yield locality_row(measurement, scene, near, "everywhere", "mass", sizes.locality_modes)


def locality_row(measurement, scene, near, name, loads, modes):
    columns = weights_of(measurement, scene, "--kind", "force-dual-skinning", "--loads", loads, "--modes", modes)
    shares = [sum(w * w for w, is_near in zip(column, near) if is_near) / sum(w * w for w in column)
              for column in columns]
    return {"loads": name, "modes": len(columns), "near_percent": "%.4g" % (100 * sum(shares) / len(shares))}


def ball_surface(measurement):
    """A ball of one metre, around the origin, by circles of latitude."""
    rings, segments = 24, 48
    points = [(0, 0.5, 0)]
    for ring in range(1, rings):
        angle = math.pi * ring / rings
        radius, height = 0.5 * math.sin(angle), 0.5 * math.cos(angle)
        turns = [2 * math.pi * s / segments for s in range(segments)]
        points += [(radius * math.cos(turn), height, radius * math.sin(turn)) for turn in turns]
    points.append((0, -0.5, 0))
    last = len(points)
    faces = []
    for s in range(segments):
        t = (s + 1) % segments
        faces += [(1, 2 + t, 2 + s), (last, last - segments + s, last - segments + t)]
        for ring in range(rings - 2):
            a, b = 2 + ring * segments, 2 + (ring + 1) * segments
            faces += [(a + s, a + t, b + s), (a + t, b + t, b + s)]
    path = os.path.join(measurement.folder, "ball.obj")
    with open(path, "w") as file:
        file.writelines("v %.9g %.9g %.9g\n" % point for point in points)
        file.writelines("f %d %d %d\n" % face for face in faces)
    return path


def construction(measurement):
    """Of 24 displacements and of 8 weights of a ball, with their factorisation and reduced matrices."""
    os.environ["LIMBER_CACHE"] = os.path.join(measurement.folder, "cache")
    ball = ball_surface(measurement)
    points = [[0.5 * math.cos(2 * math.pi * i / 8), 0, 0.5 * math.sin(2 * math.pi * i / 8)] for i in range(8)]
    priors = {"mass": "mass", "diagonal": loads_file(measurement, "diagonal", [region((0.5, 0, 0), 0.1, 10)]),
              "low rank": loads_file(measurement, "low_rank", [{"kind": "handles", "points": points}])}
    for count in sizes_of(measurement).ball_vertices:
        measurement.run("subspace", ball, "--vertices", count, "--modes", 2, "--clusters", 10)  # makes the tets
        for kind, modes in (("force-dual", 2), ("force-dual-skinning", 8)):
            for name, loads in priors.items():
                found = measurement.run("subspace", ball, "--vertices", count, "--kind", kind, "--modes", modes,
                                        "--clusters", 10, "--loads", loads)
                seconds = found["seconds"]
                others = seconds["load"] + seconds["operators"] + seconds["clusters"]
                yield {"vertices": found["vertices"], "kind": kind, "loads": name, "modes": found["modes"],
                       "seconds": "%.3g" % (seconds["total"] - others)}


def free_teddy(measurement):
    """Without the floor and its weight, so that its springs alone act on it."""
    changes = {"contact": {"floor": False}, "step": {"gravity": [0, 0, 0]}}
    return measurement.written("teddy.json", {"format": "limber-scene", "version": 2, "name": "teddy", "characters": [
        {"scene": "creature:teddy", "changes": changes}]})


def table_bodies(measurement):
    """A scene with its modes, clusters or cubature points, iterations, and the paper's times (paper_columns)."""
    if measurement.is_short:
        yield "puppy", puppy(measurement, "puppy"), 3, "points", 20, 2, (math.nan, math.nan, math.nan)
        return
    pegasus = measurement.scene("pegasus", {"mesh": os.path.join(measurement.data, "tets", "pegasus.mesh"),
                                            "metres_per_unit": 0}, gravity=[0, 0, 0])
    yield "dragon", "creature:dragon", 11, "clusters", 30, 10, (2.1e-3, 1.3e-4, 7.6)
    yield "teddy", free_teddy(measurement), 24, "points", 50, 3, (2.3e-2, 2.6e-3, 6.7)
    yield "pegasus", pegasus, 24, "points", 200, 1, (3.2e-2, 1.9e-3, 2.8)


def pulled_at_the_top(measurement, name, scene):
    """Loads around the highest vertex, and controls that pull it aside while the lowest one is held."""
    positions = rest_positions(measurement, scene)
    top = max(range(len(positions)), key=lambda v: positions[v][1])
    foot = min(range(len(positions)), key=lambda v: positions[v][1])
    size = positions[top][1] - positions[foot][1]
    x, y, z = positions[top]
    controls = controls_file(measurement, name + "_pull", [
        {"handle": {"id": 1, "vertex": top, "stiffness": 100, "target": [x + 0.2 * size, y, z]}},
        {"handle": {"id": 2, "vertex": foot, "stiffness": 100, "target": list(positions[foot])}}])
    return loads_file(measurement, name + "_top", [region((x, y, z), 0.1 * size, 10 / size ** 2)]), controls


def paper_columns(paper):
    """Of the times of a step, of the positions of all vertices, and of a step in full space [s]."""
    step, positions, full = paper
    return {"paper_step_microseconds": "%.3g" % (1e6 * step),
            "paper_positions_microseconds": "%.3g" % (1e6 * positions),
            "paper_full_space_step_microseconds": "%.3g" % (1e6 * full),
            "paper_ratio": "%.3g" % (full / (step + positions))}


def processor_microseconds(measurement, steps, command, scene, *options):
    """Of a step: the difference of the user and system time of runs of few and of many steps, after one for the cache."""
    seconds = []
    for frames in (steps[0], *steps):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        measurement.run(command, scene, "--threads", 1, "--frames", frames, *options)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return 1e6 * (seconds[2] - seconds[1]) / (steps[1] - steps[0])


def table_1(measurement):
    """With the modes and iterations of the paper's table 1, and its clusters or cubature points. Steps are processor
    times, the positions the median by the clock."""
    sizes = sizes_of(measurement)
    for name, scene, modes, reduction, count, iterations, paper in table_bodies(measurement):
        loads, controls = pulled_at_the_top(measurement, name, scene)
        kind, options = "force-dual-skinning:loads=" + loads, ["--clusters", count]
        subspace_options = ["--clusters", count]
        if reduction == "points":
            kind, options = kind + ":material=stable-neo-hookean:points=%d" % count, ["--energy", "stable-neo-hookean"]
            subspace_options = ["--newton", "stable-neo-hookean", "--cubature-points", count]
        run = ["--modes", modes, "--iterations", iterations, "--controls", controls]
        found = measurement.run("compare", scene, "--kinds", kind + ",full", "--threads", 1, "--frames",
                                sizes.table_frames, *run, *options)
        subspace = found["kinds"][0]
        step = processor_microseconds(measurement, sizes.table_steps, "simulate", scene, "--kind",
                                      "force-dual-skinning", "--loads", loads, *run, *subspace_options)
        full = processor_microseconds(measurement, sizes.table_full_steps, "compare", scene, "--kinds", "full", *run,
                                      *options)
        positions = subspace["positions_microseconds"]["median"]
        training_error = "%.3g" % subspace["cubature"]["training_error"] if "cubature" in subspace else ""
        yield {"body": name, "vertices": found["vertices"], "modes": modes, "reduction": "%d %s" % (count, reduction),
               "iterations": iterations, "training_error": training_error,
               "step_microseconds": "%.3g" % step, "positions_microseconds": "%.3g" % positions,
               "full_space_step_microseconds": "%.3g" % full, "ratio": "%.3g" % (full / (step + positions)),
               "run_percent": "%.4g" % (100 * subspace["error_rms"]), **paper_columns(paper)}


def spring_subspaces():
    """The names of subspaces, and the options that choose them: for the springs of the scene, and two that are not."""
    return {"springs": ["--kind", "force-dual-skinning"],
            "everywhere": ["--kind", "force-dual-skinning", "--loads", "mass"],
            "skinning modes": ["--kind", "skinning"]}


def is_in_a_hind_leg(place):
    """Of the dragon on springs."""
    return place[1] < 0.3 and place[2] < -0.1 and abs(place[0]) > 0.1


def springs(measurement):
    """How far the head or a foot stays from its target, and how far the hind legs move by that, which should stand still."""
    sizes = sizes_of(measurement)
    scene = "creature:dragon_on_springs"
    positions = rest_positions(measurement, scene)
    legs = [v for v in range(len(positions)) if is_in_a_hind_leg(positions[v])]
    for name, options in spring_subspaces().items():
        for modes in sizes.spring_modes:
            run = [scene, *options, "--modes", modes, "--frames", sizes.spring_frames]
            stands = displacements(measurement, positions, *run)
            for part, (place, way) in SPRING_TARGETS.items():
                vertex = nearest(positions, place)
                start = [x + d for x, d in zip(positions[vertex], stands[vertex])]
                controls = controls_file(measurement, part, [
                    {"handle": {"id": 1, "vertex": vertex, "stiffness": 100, "moves_springs": True,
                                "target": [x + d for x, d in zip(start, way)]}}])
                report, moved = simulated(measurement, positions, *run, "--controls", controls)
                left = report["springs"]["targets"][0]["distance"]
                legs_moved = root_mean_square([math.dist(moved[v], stands[v]) for v in legs])
                yield {"target": part, "subspace": name, "modes": modes,
                       "left_percent": "%.4g" % (100 * left / math.hypot(*way)),
                       "legs_percent": "%.4g" % (100 * legs_moved / math.hypot(*way)),
                       "step_microseconds": "%.3g" % report["step_microseconds"]["median"]}


if __name__ == "__main__":
    write_figures({figure.__name__: figure for figure in (decays, far_field, bone_strain, locality, construction,
                                                         table_1, springs)})
