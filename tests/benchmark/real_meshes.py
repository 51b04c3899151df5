#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures figures of FCD on real meshes: real_meshes.py LIMBER DATA [FIGURE ...].

DATA is the folder that LIMBER_SHARED_DATA names. Figures, all of them without names:

    subspace_sizes   section 9.10: errors over the number of modes, and over the number of clusters
    turned_rig       figures 5 and 14: errors and energies of subspaces under a rig that is turned, with gravity
    turning_rig      figure 4: errors and energies over time while the rig turns by half a turn and stops
    released         figure 11: the energy of a random deformation that is let go, in the rest pose and in a turned one
    real_time        section 9.12: the time of a converged step over modes and clusters
    eyes_on_stalks   figure 12: an alien whose eyes are pulled aside, in subspaces of equal size
    coarse_embedding figure 3 and section 9.7: a surface carried by few tets in full space, and by many in a subspace

Each writes data/FIGURE.csv, which charts.py draws, and prints the commands that it runs. `--folder FOLDER` keeps the
scenes and controls that they name there. `--body NAME` measures one body of turned_rig, turning_rig, released and
coarse_embedding, and keeps the rows of the others. `--short` takes a few small cases of the fish that comes with
Limber, without DATA, to test the script; it writes into the working folder.
"""

import argparse
import csv
import json
import math
import os
import random
import shlex
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ASSETS = os.path.join(HERE, "..", "..", "assets")
GRAVITY = (0.0, -9.81, 0.0)  # [m/s^2]


class Sizes:
    """Of the whole measurement."""

    modes = [2, 4, 8, 16, 32, 64]
    clusters = [1, 10, 100, 1000, 3000]
    clusters_for_modes = 1000
    modes_for_clusters = 64
    frames = 60
    turned_modes = 5
    degrees = list(range(0, 181, 45))
    turned_frames = 60
    turning_frames = 60
    stopped_frames = 60
    released_degrees = [0, 90]
    pulled_points = 8
    pulling_frames = 15
    released_frames = 120
    timed_modes = [5, 10, 20, 40, 80]
    timed_clusters = [20, 100, 500, 1000, 5000]
    timed_frames = 240
    pulled_modes = 5
    pulled_frames = 60
    fine_vertices = {"cesium_man": 10000, "cd_fish": 5000, "dragon": 5000}
    coarse_vertices = [200, 500, 1000, 2000, 4000]
    embedded_modes = [2, 4, 8, 16, 32, 64]
    embedded_frames = 60
    embedded_young = {"cd_fish": 1e4, "dragon": 1e5}  # [Pa], of a surface on a handle


class ShortSizes(Sizes):
    modes = [2, 4]
    clusters = [1, 10]
    clusters_for_modes = 20
    modes_for_clusters = 4
    frames = 3
    turned_modes = 2
    degrees = [0, 90]
    turned_frames = 3
    turning_frames = 3
    stopped_frames = 2
    released_degrees = [90]
    pulled_points = 3
    pulling_frames = 2
    released_frames = 5
    timed_modes = [2, 4]
    timed_clusters = [5, 20]
    timed_frames = 5
    pulled_modes = 3
    pulled_frames = 3
    fine_vertices = {"fish": 600}
    coarse_vertices = [150, 300]
    embedded_modes = [2, 4]
    embedded_frames = 3
    embedded_young = {"fish": 2800}


def rigged(data, name, young, metres_per_unit):
    folder = os.path.join(data, "rigged", name)
    return name, {"mesh": os.path.join(folder, name + ".msh"), "rig": os.path.join(folder, "rig.json"),
                  "clips": [os.path.join(folder, "swim.json")], "metres_per_unit": metres_per_unit,
                  "material": {"young": young}}


def own_fish():
    return "fish", {"mesh": os.path.join(ASSETS, "meshes", "fish.msh"),
                    "rig": os.path.join(ASSETS, "rigs", "fish.json"),
                    "clips": [os.path.join(ASSETS, "clips", "fish_swim.json")], "material": {"young": 2800}}


def only(lists, name):
    """Each list of bodies with that of this name alone, if it has one."""
    known = {body[0] for bodies in lists for body in bodies}
    if name and name not in known:
        raise SystemExit(f"{name} is none of {', '.join(sorted(known))}")
    return [[body for body in bodies if name in (None, body[0])] for bodies in lists]


class Measurement:
    """Runs commands of the program on scenes in a folder of its own."""

    def __init__(self, limber, data, is_short, folder, only_body):
        self.limber = limber
        self.data = data
        self.is_short = is_short
        self.sizes = ShortSizes if is_short else Sizes
        self.folder = folder
        fish = own_fish() if is_short else rigged(data, "cd_fish", 1e4, 0)
        self.timed = fish
        self.sized = {fish[0]: self.scene(*fish)}
        self.pulled = self.sized[fish[0]] if is_short else "creature:alien"
        if not is_short:
            self.sized["dragon"] = "creature:dragon"
        # A character of our own has no file of its clip whose keys could be turned: controls move its rig.
        # Neither has its surface one.
        own = ("fish" if is_short else "dragon", None)
        turned = [fish, own] if is_short else [fish, rigged(data, "moray", 1e5, 0.01), own]
        embedded = [own] if is_short else [("cesium_man", os.path.join(data, "characters", "cesium_man.glb")),
                                           ("cd_fish", None), own]
        self.turned, self.let_go, self.embedded = only([turned, [fish, own], embedded], only_body)

    def controls(self, name, events):
        return self.written(name + ".json", {"format": "limber-controls", "version": 1, "events": events})

    def written(self, name, value):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            json.dump(value, file)
        return path

    def scene(self, name, body, **step):
        scene = {"format": "limber-scene", "version": 1, "name": name, **body, "step": step}
        return self.written(name + ".json", scene)

    def run(self, command, scene, *options):
        line = [self.limber, command, scene, "--json", *(str(option) for option in options)]
        print(shlex.join(line), file=sys.stderr)
        return json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE).stdout)

    def compare(self, scene, kinds, frames, *options):
        """The kinds, without full space, and the energy of full space."""
        found = self.run("compare", scene, "--kinds", ",".join([*kinds, "full"]), "--frames", frames, *options)["kinds"]
        return [kind for kind in found if kind["kind"] != "full"], found[-1]["energy"]


def percents(kind):
    return {"one_step_percent": "%.4g" % (100 * kind["one_step_error"]),
            "run_percent": "%.4g" % (100 * kind["error_rms"])}


def listed(numbers):
    return ",".join(str(number) for number in numbers)


def subspace_sizes(measurement):
    sizes = measurement.sizes
    for body, scene in measurement.sized.items():
        of_modes, _ = measurement.compare(scene, ["skinning", "rig"], sizes.frames, "--modes", listed(sizes.modes),
                                          "--clusters", sizes.clusters_for_modes)
        for kind in of_modes:
            varied = "nothing" if kind["kind"] == "rig" else "modes"  # without secondary motion, there are none
            yield {"body": body, "varied": varied, "count": kind["modes"], **percents(kind)}
        columns = ["skinning:clusters=%d" % count for count in sizes.clusters]
        of_clusters, _ = measurement.compare(scene, columns, sizes.frames, "--modes", sizes.modes_for_clusters)
        for kind in of_clusters:
            yield {"body": body, "varied": "clusters", "count": kind["parameters"]["clusters"], **percents(kind)}


def turn_about_z(degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]


def product(R, M):
    """3 x 3 times 3 x k."""
    return [[sum(R[i][j] * M[j][k] for j in range(3)) for k in range(len(M[0]))] for i in range(3)]


def poses_in(clip):
    """The member with frames x bones x 3 x 4, as research code or Limber writes it."""
    return "P" if "P" in clip else "keys"


def turned_clip(clip, R):
    """The clip with every bone turned about the world's origin."""
    poses = poses_in(clip)
    return {**clip, poses: [[product(R, bone) for bone in pose] for pose in clip[poses]]}


def moved_by(R):
    """The rig's place in controls: R and no translation."""
    return [[*row, 0.0] for row in R]


def turned_scene(measurement, name, body, degrees):
    """The scene, and options of its command."""
    R = turn_about_z(degrees)
    gravity = [row[0] for row in product(R, [[g] for g in GRAVITY])]
    if body is None:
        events = [{"step": 0, "move": moved_by(R), "set": {"gravity": gravity}}]
        return measurement.sized[name], ["--controls", measurement.controls("%s_turned_%d" % (name, degrees), events)]
    with open(body["clips"][0]) as file:
        clip = measurement.written("%s_clip_%d.json" % (name, degrees), turned_clip(json.load(file), R))
    return measurement.scene("%s_%d" % (name, degrees), dict(body, clips=[clip]), gravity=gravity), []


def turned_rig(measurement):
    sizes = measurement.sizes
    for name, body in measurement.turned:
        for degrees in sizes.degrees:
            scene, options = turned_scene(measurement, name, body, degrees)
            kinds, full = measurement.compare(scene, ["skinning", "displacement", "modal-derivatives"],
                                              sizes.turned_frames, "--modes", sizes.turned_modes, *options)
            for kind in kinds:
                yield {"body": name, "kind": kind["kind"], "degrees": degrees, **percents(kind),
                       "energy": "%.5g" % kind["energy"], "energy_of_full_space": "%.5g" % full}


def curves_of(measurement, scene, kinds, frames, *options):
    """Of each kind and of full space: the error [%] and the energy of every frame."""
    path = os.path.join(measurement.folder, "curves.csv")
    measurement.compare(scene, kinds, frames, "--modes", measurement.sizes.turned_modes, "--csv", path, *options)
    with open(path, newline="") as file:
        rows = list(csv.reader(file))[1:]
    for place, kind in enumerate([*kinds, "full"]):
        for row in rows:
            error, _, energy = row[1 + 3 * place:4 + 3 * place]
            yield {"kind": kind, "frame": row[0], "run_percent": "%.4g" % (100 * float(error)),
                   "energy": "%.5g" % float(energy)}


def turning_scene(measurement, name, body, turns):
    """The scene, and options of its command; a turn for each frame, from the first pose on."""
    if body is None:
        events = [{"step": step, "move": moved_by(R)} for step, R in enumerate(turns[1:])]
        events[0]["set"] = {"clip": -1}
        return measurement.sized[name], ["--controls", measurement.controls(name + "_turning", events)]
    with open(body["clips"][0]) as file:
        clip = json.load(file)
    pose = clip[poses_in(clip)][0]
    turning = {**clip, poses_in(clip): [[product(R, bone) for bone in pose] for R in turns]}
    return measurement.scene(name + "_turning", dict(body, clips=[measurement.written("turning.json", turning)])), []


def turning_rig(measurement):
    """A half turn about z that begins and ends slowly."""
    sizes = measurement.sizes
    kinds = ["skinning", "displacement", "modal-derivatives"]
    shares = [min(1.0, i / sizes.turning_frames) for i in range(sizes.turning_frames + sizes.stopped_frames + 1)]
    turns = [turn_about_z(180.0 * t * t * (3.0 - 2.0 * t)) for t in shares]
    for name, body in measurement.turned:
        scene, options = turning_scene(measurement, name, body, turns)
        for row in curves_of(measurement, scene, kinds, len(turns) - 1, *options):
            yield {"body": name, "stops_at": sizes.turning_frames, **row}


def random_pulls(positions, R, sizes):
    """Events of controls: springs pull points of a turned body aside, and let go."""
    random_numbers = random.Random(1)
    size = math.dist([min(x) for x in zip(*positions)], [max(x) for x in zip(*positions)])
    events = [{"step": 0, "move": moved_by(R), "set": {"clip": -1, "gravity": [0, 0, 0]}}]
    for number in range(sizes.pulled_points):
        vertex = random_numbers.randrange(len(positions))
        aside = [[x + random_numbers.uniform(-0.3, 0.3) * size] for x in positions[vertex]]
        target = [row[0] for row in product(R, aside)]
        events.append({"step": 0, "handle": {"id": number + 1, "vertex": vertex, "stiffness": 1000, "target": target}})
        events.append({"step": sizes.pulling_frames, "release": number + 1})
    return events


def released(measurement):
    sizes = measurement.sizes
    kinds = ["skinning", "displacement", "modal-derivatives"]
    for name, body in measurement.let_go:
        scene = measurement.scene(name + "_released", body) if body else measurement.sized[name]
        positions = rest_positions(measurement, scene)
        for degrees in sizes.released_degrees:
            events = random_pulls(positions, turn_about_z(degrees), sizes)
            controls = measurement.controls("%s_released_%d" % (name, degrees), events)
            for row in curves_of(measurement, scene, kinds, sizes.released_frames, "--controls", controls):
                yield {"body": name, "degrees": degrees, "released_at": sizes.pulling_frames, **row}


def real_time(measurement):
    sizes = measurement.sizes
    name, body = measurement.timed
    scene = measurement.scene(name + "_converged", body, iterations=1000, tolerance=1e-4)
    for modes in sizes.timed_modes:
        for clusters in sizes.timed_clusters:
            run = measurement.run("simulate", scene, "--modes", modes, "--clusters", clusters, "--threads", 1,
                                  "--frames", sizes.timed_frames)
            yield {"modes": modes, "clusters": clusters,
                   "milliseconds": "%.3g" % (1e-3 * run["step_microseconds"]["median"]),
                   "iterations": "%.0f" % run["iterations_mean"]}


def rest_positions(measurement, scene):
    """Of all vertices [m]: those after a step in which nothing moves. Plain NumPy arrays of doubles, without NumPy."""
    path = os.path.join(measurement.folder, "rest.npy")
    still = measurement.written("still.json", {"format": "limber-controls", "version": 1, "events": [
        {"step": 0, "set": {"gravity": [0, 0, 0]}}]})
    measurement.run("simulate", scene, "--frames", 1, "--controls", still, "--out", path)
    with open(path, "rb") as file:
        content = file.read()
    header = 10 + int.from_bytes(content[8:10], "little")
    numbers = struct.unpack("<%dd" % ((len(content) - header) // 8), content[header:])
    return [numbers[i:i + 3] for i in range(0, len(numbers), 3)]


def eyes_pulled(measurement):
    """Controls that pull both eyes outwards and down, a quarter turn of their stalks."""
    positions = rest_positions(measurement, measurement.pulled)
    events = []
    for number, side in enumerate((1, -1)):
        vertex = max(range(len(positions)), key=lambda v: positions[v][1] + 0.1 * side * positions[v][0])
        x, y, z = positions[vertex]
        events.append({"step": 0, "handle": {"id": number + 1, "vertex": vertex, "stiffness": 500,
                                             "target": [x + 0.35 * side, y - 0.35, z]}})
    return measurement.controls("eyes", events)


def eyes_on_stalks(measurement):
    sizes = measurement.sizes
    controls = eyes_pulled(measurement)
    kinds, full = measurement.compare(measurement.pulled, ["skinning", "displacement", "modal-derivatives"],
                                      sizes.pulled_frames, "--modes", sizes.pulled_modes, "--controls", controls)
    for kind in kinds:
        yield {"kind": kind["kind"], "modes": kind["modes"], **percents(kind), "energy": "%.5g" % kind["energy"],
               "energy_of_full_space": "%.5g" % full}


def surface_to_fill(measurement, name, file):
    """A file without tets: the program fills its surface with so many as `--vertices` says."""
    if file:
        return file
    # The weights of these rigs belong to the tets of their files: the surface hangs on a handle, and sags.
    surface = os.path.join(measurement.folder, name + "_rest.obj")
    measurement.run("export", measurement.sized[name], "--frames", 2, "--out", surface.replace("_rest.obj", ".pc2"))
    young = measurement.sizes.embedded_young[name]
    return measurement.scene(name + "_surface", {"mesh": surface, "rig": "affine handle", "material": {"young": young}})


def point_cache(path):
    """The frames of a .pc2, 3n numbers each."""
    with open(path, "rb") as file:
        content = file.read()
    points, frames = struct.unpack("<i", content[16:20])[0], struct.unpack("<i", content[28:32])[0]
    numbers = struct.unpack("<%df" % (3 * points * frames), content[32:])
    return [numbers[3 * points * i:3 * points * (i + 1)] for i in range(frames)]


def root_mean_square_distance(motion, truth):
    """[m] over points and frames."""
    if [len(frame) for frame in motion] != [len(frame) for frame in truth]:
        raise ValueError("the motions have other numbers of points or frames")
    total = sum((a - b) ** 2 for frame, true in zip(motion, truth) for a, b in zip(frame, true))
    return math.sqrt(total / (len(truth) * len(truth[0]) / 3))


def coarse_embedding(measurement):
    """All are judged by the points of the surface in full space of the fine tets."""
    for name, file in measurement.embedded:
        yield from rows_of_surface(measurement, name, surface_to_fill(measurement, name, file))


def rows_of_surface(measurement, name, scene):
    sizes = measurement.sizes
    fine_vertices = sizes.fine_vertices[name]
    filled = ("--vertices", fine_vertices)
    fine = (*filled, "--clusters", sizes.clusters_for_modes)
    moved = os.path.join(measurement.folder, "moved.pc2")

    def full_space(kinds, *options):
        found = measurement.run("compare", scene, "--kinds", ",".join([*kinds, "full"]), "--frames",
                                sizes.embedded_frames, "--out", moved, *options)["kinds"]
        return found, point_cache(moved)

    skinning, truth = full_space(["skinning"], "--modes", listed(sizes.embedded_modes), *fine)
    diagonal = math.hypot(*measurement.run("check", scene, *filled)["size"])

    def row(method, kind, coordinates, motion):
        return {"body": name, "method": method, "count": kind["modes"], "coordinates": coordinates,
                "error_percent": "%.4g" % (100 * root_mean_square_distance(motion, truth) / diagonal),
                "step_microseconds": "%.4g" % kind["step_microseconds"]["median"]}

    for kind in skinning[:-1]:
        # The first frame of an export is the state before the first step.
        measurement.run("export", scene, "--modes", kind["modes"], "--frames", sizes.embedded_frames + 1,
                        "--out", moved, *fine)
        yield row("skinning modes in fine tets", kind, 12 * kind["modes"], point_cache(moved)[1:])
    for vertices in (count for count in sizes.coarse_vertices if 2 * count <= fine_vertices):
        # The subspace is made in any case, and few tets have few modes.
        found, motion = full_space([], "--modes", 1, "--clusters", 20, "--vertices", vertices)
        yield row("all vertices of coarse tets", found[-1], 3 * found[-1]["modes"], motion)


FIGURES = {figure.__name__: figure
           for figure in (subspace_sizes, turned_rig, turning_rig, released, real_time, eyes_on_stalks,
                          coarse_embedding)}
BY_BODY = {"turned_rig", "turning_rig", "released", "coarse_embedding"}  # that --body can measure alone


def arguments_of(words, known):
    """The options, with `data` and `figures`, of those that are known; ends with 2 where they cannot be right."""
    parser = argparse.ArgumentParser(usage="%(prog)s [--folder FOLDER] [--body NAME] LIMBER DATA [FIGURE ...], or "
                                           "%(prog)s --short LIMBER [FIGURE ...]")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--folder")
    parser.add_argument("--body")
    parser.add_argument("limber")
    parser.add_argument("rest", nargs="*", default=[])
    options = parser.parse_args(words)
    data, figures = ([""], options.rest) if options.short else (options.rest[:1], options.rest[1:])
    if not data or not (options.short or os.path.isdir(data[0])):
        parser.error("name the folder of the meshes, DATA, after LIMBER")
    for figure in figures:
        if figure not in known:
            parser.error(f"{figure} is no figure; choose from {', '.join(known)}")
    options.data, options.figures = os.path.abspath(data[0]), figures or list(known)
    if options.body and not set(options.figures) <= BY_BODY:
        parser.error(f"--body needs names of figures, of {', '.join(sorted(BY_BODY))}")
    return options


def rows_of_others(path, body):
    """The rows in a file of all bodies but this one; none without one."""
    if body is None or not os.path.exists(path):
        return []
    with open(path, newline="") as file:
        return [row for row in csv.DictReader(file) if row["body"] != body]


def write_figures(known):
    """Measures the figures that the command line names: functions of a measurement that yield rows, by their names."""
    options = arguments_of(sys.argv[1:], known)
    out = os.getcwd() if options.short else os.path.join(HERE, "data")
    with tempfile.TemporaryDirectory() as removed:
        folder = os.path.abspath(options.folder or removed)
        os.makedirs(folder, exist_ok=True)
        measurement = Measurement(options.limber, options.data, options.short, folder, options.body)
        for name in options.figures:
            path = os.path.join(out, name + ".csv")
            rows = [*rows_of_others(path, options.body), *known[name](measurement)]
            with open(path, "w", newline="") as file:
                writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)


if __name__ == "__main__":
    write_figures(FIGURES)
