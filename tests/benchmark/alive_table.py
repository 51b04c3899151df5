#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of Deformable Objects Alive! [Coros et al. 2012] row by row, and how far behaviours reach:

    alive_table.py LIMBER [--rows NAME,...] [--soft] [--pushes] [--short]

Each row of the table's solids is a body of blocks, or a ball, with at least as many degrees of freedom and parameters as the
paper's, which `limber control` lets roll, hop or walk. Prints two tables in Markdown: degrees of freedom, parameters and
seconds of processor time for a simulated second, ours beside the paper's; and what was asked of bodies and what they did. The
paper's solids of two dimensions are there twice, as bodies in a plane, which are the program's own characters, and as letters of
blocks; its shells and rods are the program's own too. The processor time is that of the run less that of a run of one step, so
that preparing the body does not count, and other programs hardly do: the load average is printed first. `--pushes` prints a third table instead: each behaviour for ten
minutes, while the body is pushed every three seconds in a random direction. `--soft` prints how high bodies hop that are ever
softer, and what the program says of those that do not do what was asked. `--short` takes few steps, to test the script. Exits
with 1 where a command fails.
"""

import argparse
import dataclasses
import itertools
import json
import math
import os
import resource
import shlex
import subprocess
import sys
import tempfile

TIME_STEP = 1 / 60  # [s]
FIRM = 1.2e5  # [Pa], ten times what a body of a metre or less weighs on its area
COLUMNS_OF_MODE = 12  # degrees of freedom of a skinning mode


# Bodies of blocks: cells (x, y, z) of a grid, y up, each cut into six tets.

def box(width, height, depth, at=(0, 0, 0)):
    return {(at[0] + x, at[1] + y, at[2] + z) for x in range(width) for y in range(height) for z in range(depth)}


def finer(cells, factor):
    return {tuple(factor * c + o for c, o in zip(cell, offset))
            for cell in cells for offset in itertools.product(range(factor), repeat=3)}


def extruded(rows, depth):
    """The cells of rows of text from top to bottom, `depth` cells thick."""
    height = len(rows)
    return {(x, height - 1 - y, z) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel != " "
            for z in range(depth)}


class Blocks:
    def __init__(self, cells, size, shape=lambda x: x):
        """`size` is the edge of a cell [m]; `shape` moves a vertex."""
        corners = sorted({tuple(c + o for c, o in zip(cell, offset))
                          for cell in cells for offset in itertools.product((0, 1), repeat=3)})
        number = {corner: i for i, corner in enumerate(corners)}
        low, high = [[pick(c[a] for c in corners) for a in range(3)] for pick in (min, max)]
        middle = [(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2]
        self.points = [shape([size * (c[a] - middle[a]) for a in range(3)]) for c in corners]
        self.tets = [self.tet(cell, order, number) for cell in sorted(cells)
                     for order in itertools.permutations(range(3))]

    def tet(self, cell, order, number):
        """The tet along the path from one corner of the cell to the opposite one."""
        corner, path = list(cell), [number[cell]]
        for axis in order:
            corner[axis] += 1
            path.append(number[tuple(corner)])
        odd = order in ((0, 2, 1), (1, 0, 2), (2, 1, 0))
        return [path[0], path[2], path[1], path[3]] if odd else path

    def write(self, path, moved=lambda x: x):
        with open(path, "w") as file:
            file.write(f"MeshVersionFormatted 2\nDimension 3\nVertices\n{len(self.points)}\n")
            for point in self.points:
                file.write("{:.9g} {:.9g} {:.9g} 0\n".format(*moved(point)))
            file.write(f"Tetrahedra\n{len(self.tets)}\n")
            for tet in self.tets:
                file.write("{} {} {} {} 0\n".format(*(v + 1 for v in tet)))
            file.write("End\n")
        return path


def write_ball(path, radius, rounds):
    """The surface of an icosahedron whose triangles are halved `rounds` times, standing on y = 0."""
    golden = (1 + math.sqrt(5)) / 2
    points = [p for a, b in itertools.product((-1, 1), (-golden, golden)) for p in ((0, a, b), (a, b, 0), (b, 0, a))]
    edge = min(math.dist(points[0], other) for other in points[1:])
    close = [[abs(math.dist(p, q) - edge) < 1e-9 for q in points] for p in points]
    faces = [f for f in itertools.combinations(range(12), 3) if all(close[a][b] for a, b in itertools.combinations(f, 2))]
    faces = [f if outward(points, f) else (f[0], f[2], f[1]) for f in faces]
    for _ in range(rounds):
        middles = {}

        def middle(a, b):
            key = (min(a, b), max(a, b))
            if key not in middles:
                middles[key] = len(points)
                points.append(tuple((points[a][i] + points[b][i]) / 2 for i in range(3)))
            return middles[key]

        faces = [face for a, b, c in faces for face in ((a, middle(a, b), middle(a, c)), (middle(a, b), b, middle(b, c)),
                                                        (middle(a, c), middle(b, c), c),
                                                        (middle(a, b), middle(b, c), middle(a, c)))]
    with open(path, "w") as file:
        for p in points:
            length = math.hypot(*p)
            file.write("v {:.9g} {:.9g} {:.9g}\n".format(*(radius * c / length + (radius if i == 1 else 0)
                                                            for i, c in enumerate(p))))
        for face in faces:
            file.write("f {} {} {}\n".format(*(v + 1 for v in face)))
    return path


def outward(points, face):
    a, b, c = (points[v] for v in face)
    u, v = [b[i] - a[i] for i in range(3)], [c[i] - a[i] for i in range(3)]
    normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    return sum(normal[i] * a[i] for i in range(3)) > 0


# The paper's characters.

LETTERS = {"S": (" ### ", "#    ", " ### ", "    #", "####  "), "G": (" ### ", "#    ", "# ## ", "#   #", " ### "),
           "I": ("###", " # ", " # ", " # ", "###"), "A": (" ## ", "#  #", "####", "#  #", "#  #"),
           "R": ("### ", "#  #", "### ", "# # ", "#  #"), "H": ("#  #", "#  #", "####", "#  #", "#  #")}


def letter(name):
    return Blocks(finer(extruded(LETTERS[name], 3), 2), 0.1)


def cup():
    """A beaker with a handle at its side."""
    wall = box(6, 6, 6) - box(4, 5, 4, (1, 1, 1))
    return Blocks(wall | box(2, 1, 2, (6, 1, 2)) | box(2, 1, 2, (6, 4, 2)) | box(1, 4, 2, (7, 1, 2)), 0.1)


def cross():
    """Six legs from a cube."""
    legs = box(4, 4, 14, (5, 5, 0)) | box(4, 14, 4, (5, 0, 5)) | box(14, 4, 4, (0, 5, 5))
    return Blocks(legs, 0.9 / 14)


def stretched_leg(axis, side):
    """Beyond the cube of the cross, whose centre is 0.45 m up, each leg can be half as long again."""
    def moved(point):
        out = list(point)
        along = side * (point[axis] - (0.45 if axis == 1 else 0.0)) - 0.15
        out[axis] += side * 0.5 * max(0.0, along)
        return out
    return moved


def cheese():
    """A wedge of cheese that lies on its side, on four short feet."""
    def wedge(point):
        return [point[0] * (0.55 + 0.45 * (0.6 - point[2]) / 1.2), point[1], point[2]]
    feet = box(2, 1, 2) | box(2, 1, 2, (6, 0, 0)) | box(2, 1, 2, (0, 0, 8)) | box(2, 1, 2, (6, 0, 8))
    return Blocks(feet | box(8, 5, 10, (0, 1, 0)), 0.12, wedge)


def loaf():
    """A slice of bread that stands on its side."""
    return Blocks(box(6, 6, 4) | box(4, 1, 4, (1, 6, 0)), 0.12)


def loaf_example(number):
    """Crouched, tall, leaning, twisted and bulging, each to both sides and in two sizes: twelve."""
    kind, size = number % 6, 0.15 if number < 6 else 0.3

    def moved(point):
        x, y, z = point
        if kind < 2:
            tall = 1 + (size if kind == 0 else -size)
            return [x / math.sqrt(tall), y * tall, z / math.sqrt(tall)]
        sign = 1 if kind % 2 == 0 else -1
        if kind < 4:
            return [x, y, z + sign * size * y * y]
        angle = sign * 2 * size * y
        return [x * math.cos(angle) + z * math.sin(angle), y, z * math.cos(angle) - x * math.sin(angle)]
    return moved


@dataclasses.dataclass
class Row:
    name: str
    freedom: int  # degrees, of the paper
    parameters: int  # of the paper
    seconds: str  # of the paper, for a simulated second
    body: object  # writes a mesh into a folder and returns its path and its examples
    does: str
    cells: int = 0  # of the cage; 0: the body's own muscles, or examples
    young: float | None = FIRM  # [Pa]; None: the scene's
    is_skinned: bool = True  # by modes; False: every vertex moves by itself

    def options(self):
        modes = ["--modes", str(math.ceil(self.freedom / COLUMNS_OF_MODE))] if self.is_skinned else []
        return shlex.split(self.does) + modes + (["--cells", str(self.cells)] if self.cells else [])


def of_blocks(blocks, examples=()):
    def write(folder):
        body = blocks()
        posed = [body.write(os.path.join(folder, f"example_{i}.mesh"), moved) for i, moved in enumerate(examples)]
        return body.write(os.path.join(folder, "body.mesh")), posed
    return write


def of_ball(folder):
    return write_ball(os.path.join(folder, "ball.obj"), 0.5, 3), []


def processor_seconds():
    """Of the programs that have been run so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def of_creature(name):
    return lambda folder: ("creature:" + name, [])


def of_letter(name):
    return of_blocks(lambda: letter(name))


def in_plane(name, creature, freedom, parameters, seconds, does):
    return Row(name + " in a plane", freedom, parameters, seconds, of_creature(creature), does, young=3e5)


def thin(name, creature, freedom, parameters, seconds, does):
    return Row(name, freedom, parameters, seconds, of_creature(creature), does, young=None, is_skinned=False)


HOP = "--behaviour hop --height 0.2 --distance 1"
LOW_HOP = "--behaviour hop --height 0.1 --distance 0"
WALK = "--behaviour walk --distance 2 --speed 0.5"
ROWS = [
    Row("Sphere", 246, 24, "2.6", of_ball, "--behaviour roll --distance 5 --speed 1", 4),
    Row("Tea Cups", 228, 24, "5.6 to 16.5", of_blocks(cup), HOP, 2),
    Row("S", 130, 36, "0.8 to 2.1", of_letter("S"), HOP, 4),
    Row("G", 130, 36, "0.8 to 2.1", of_letter("G"), HOP, 4),
    Row("I", 64, 3, "0.8 to 0.9", of_letter("I"), HOP, 1),
    Row("A", 104, 28, "0.8 to 1.9", of_letter("A"), WALK, 4),
    Row("R", 104, 28, "0.8 to 1.9", of_letter("R"), WALK, 4),
    Row("H", 104, 28, "0.8 to 1.9", of_letter("H"), WALK, 4),
    in_plane("S", "flat_s", 130, 36, "0.8 to 2.1", HOP),
    in_plane("G", "flat_g", 130, 36, "0.8 to 2.1", HOP),
    in_plane("I", "flat_i_pressed", 64, 3, "0.8 to 0.9", LOW_HOP),
    in_plane("I of vertices", "flat_i", 64, 3, "0.8 to 0.9", HOP),
    in_plane("P", "flat_p", 64, 3, "0.8 to 0.9", HOP),
    in_plane("A", "flat_a", 104, 28, "0.8 to 1.9", WALK),
    in_plane("R", "flat_r", 104, 28, "0.8 to 1.9", WALK),
    in_plane("H", "flat_h", 104, 28, "0.8 to 1.9", WALK),
    in_plane("Pirate", "flat_pirate", 188, 12, "3.16", "--behaviour walk --distance 2 --speed 0.6"),
    in_plane("Castle 1", "flat_castle", 142, 22, "1.1", WALK),
    thin("Castle 2 of rods", "castle_of_rods", 64, 22, "0.57", WALK),
    thin("Ace 1 of a shell", "ace_of_poses", 231, 3, "9.2", "--behaviour hop --height 0.1 --distance 1"),
    thin("Ace 2 of a shell", "ace", 231, 42, "14.1", "--behaviour hop --height 0.1 --distance 1"),
    Row("3D Cross", 1128, 6, "21.7",
        of_blocks(cross, [stretched_leg(axis, side) for axis in range(3) for side in (1, -1)]),
        "--behaviour roll --distance 3 --speed 1"),
    Row("Cheesy", 243, 150, "8.6", of_blocks(cheese), WALK, 32),
    Row("Crusty 1", 114, 12, "7.8", of_blocks(loaf, [loaf_example(i) for i in range(12)]), HOP),
    Row("Crusty 2", 114, 57, "9.8", of_blocks(loaf), HOP, 8),
]


def tower():
    return Blocks(box(3, 9, 3), 1.2 / 9)


@dataclasses.dataclass
class Reach:
    name: str
    body: object
    does: str
    modes: int
    judged: object  # of the report: what it reached, and whether that is enough
    options: tuple = ()


def close_to(asked, share, read):
    return lambda report: (f"{read(report):.3f} m", abs(read(report) - asked) <= share * asked)


def apex(report):
    return report["apex"]["metres"]


def cost_of(modes, cells, milliseconds, *options):
    """Of a wedge on four feet that walks, in milliseconds of processor time a step."""
    words = " of one iteration" if options else ""
    return Reach(f"a step of {4 * modes} columns and {cells} cells{words} in {milliseconds} ms", of_blocks(cheese), WALK,
                 modes, lambda report: (f"{milliseconds_of_step(report):.1f} ms, {report['parameters']} parameters",
                                        milliseconds_of_step(report) <= milliseconds),
                 ("--cells", str(cells), *options))


def hop_of(share):
    height = share * 1.2
    return Reach(f"hop {share} body heights, within 5 %", of_blocks(tower),
                 f"--behaviour hop --height {height} --distance 0", 10, close_to(height, 0.05, apex))


REACHES = [hop_of(share) for share in (0.1, 0.25, 0.5, 0.75, 1.0)] + [
    Reach("tilt in a hop of half a height, below 15 degrees", of_blocks(tower),
          "--behaviour hop --height 0.6 --distance 0", 10,
          lambda report: (f"{report['tilt_max']:.1f} degrees", report["tilt_max"] < 15)),
    Reach("roll 5 m, within 2 %", of_ball, "--behaviour roll --distance 5 --speed 1", 10,
          close_to(5.0, 0.02, lambda report: report["distance"])),
    Reach("walk 2 m with less than 5 % of slip", of_blocks(tower), WALK, 6,
          lambda report: (f"{report['distance']:.2f} m, slip {report['slip']:.3f} m",
                          report["distance"] > 1.9 and report["slip"] < 0.05 * 2)),
    Reach("stand after a push of 2 m/s", of_blocks(tower), "--behaviour stand --push 2", 6,
          lambda report: (f"{report['tilt_max']:.1f} degrees at most, {report['tilt']:.1f} at the end",
                          not report["fell"] and report["tilt"] < 5)),
    Reach("reach half a height ahead of the top", of_blocks(tower), "--behaviour reach", 6,
          lambda report: ("yes" if report["done"] else "no", report["done"])),
] + [cost_of(modes, cells, milliseconds, *options) for modes, cells, milliseconds in ((10, 4, 2), (16, 18, 5))
     for options in ((), ("--controller-iterations", "1"))] + [
    Reach(f"{name}: hop 0.15 m, within 5 %", of_creature(name), "--behaviour hop --height 0.15 --distance 0 --cells 4",
          10, close_to(0.15, 0.05, apex)) for name in ("couch", "pudding", "alien")]


# Behaviours that go on for ten minutes, or stand where they have come to.
PUSHED = [("stand", of_blocks(tower), ""), ("hop", of_blocks(tower), "--height 0.2 --distance 10000"),
          ("walk", of_blocks(tower), "--distance 10000"), ("turn", of_blocks(tower), "--angle 3600"),
          ("reach", of_blocks(tower), ""), ("follow", of_blocks(tower), "--angle 30"),
          ("flee", of_blocks(tower), "--distance 100"), ("roll", of_ball, "--distance 10000")]
PUSH = "--modes 6 --push 1 --push-every 3"


# How soft a body may be: Young's modulus as a multiple of density times gravity times height.
WEIGHT_OF_HEIGHT = 1000 * 9.81  # [Pa/m]
SOFTNESSES = (0.5, 1, 1.5, 2, 3, 5, 7, 10, 20)
SOFT_HEIGHTS = (0.1, 0.5, 1.0)  # of the body
SOFT_BODIES = [("tower", of_blocks(tower), 1.2, 10), ("letter I", of_letter("I"), 1.0, 10), ("cup", of_blocks(cup), 0.6, 10)]


class Runner:
    def __init__(self, limber, frames):
        self.limber = limber
        self.frames = frames

    def control(self, body, options, young=FIRM):
        """The report of `limber control` with the "processor_seconds" of its steps, or None."""
        with tempfile.TemporaryDirectory() as folder:
            mesh, examples = body(folder)
            line = [self.limber, "control", mesh, *options, *(["--young", str(young)] if young else []), "--dt",
                    str(TIME_STEP), "--json"] + (["--examples", ",".join(examples)] if examples else [])
            print(shlex.join(line), file=sys.stderr)
            start = processor_seconds()
            first = self.run(line, 1)  # also fills the cache
            prepared = processor_seconds()
            first = self.run(line, 1)
            rest = processor_seconds()
            report = self.run(line, self.frames)
            spent = processor_seconds() - rest
        if first is None or report is None:
            return None
        report["processor_seconds"] = spent - min(rest - prepared, prepared - start)
        return report

    @staticmethod
    def run(line, frames):
        run = subprocess.run([*line, "--frames", str(frames)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if run.returncode != 0:
            print(run.stderr.strip(), file=sys.stderr)
            return None
        return json.loads(run.stdout)


def milliseconds_of_step(report):
    return 1e3 * report["processor_seconds"] / report["steps"]


def table_row(row, report):
    if report is None:
        return f"| {row.name} | failed |"
    outcome = f"{'done' if report['done'] else 'not done'}, {report['distance']:.2f} m, {report['steps']} steps"
    milliseconds = milliseconds_of_step(report)
    return (f"| {row.name} | {report['coordinates']} | {row.freedom} | {report['parameters']} | {row.parameters} "
            f"| {1e-3 * milliseconds / TIME_STEP:.3f} | {row.seconds} | {milliseconds:.1f} | {outcome} |")


def print_table(runner, rows):
    print("| character | degrees of freedom | the paper's | parameters | the paper's | seconds a second | the paper's | ms a step "
          "| result |\n|---|---|---|---|---|---|---|---|---|")
    reports = []
    for row in rows:
        reports.append(runner.control(row.body, row.options(), row.young))
        print(table_row(row, reports[-1]), flush=True)
    return None not in reports


def print_reaches(runner):
    print("\n| asked | reached | enough |\n|---|---|---|")
    reports = []
    for reach in REACHES:
        report = runner.control(reach.body, [*shlex.split(reach.does), "--modes", str(reach.modes), *reach.options])
        reports.append(report)
        reached, enough = reach.judged(report) if report else ("failed", False)
        print(f"| {reach.name} | {reached} | {'yes' if enough else 'no'} |", flush=True)
    return None not in reports


def print_pushes(runner):
    """Whether each behaviour stays finite, and stands at the end or says that it cannot."""
    print("| behaviour | minutes | steps | distance | largest tilt | at the end | enough |\n|---|---|---|---|---|---|---|")
    good = True
    for name, body, options in PUSHED:
        report = runner.control(body, shlex.split(f"--behaviour {name} {options} {PUSH}"))
        if report is None:
            print(f"| {name} | failed |", flush=True)
            good = False
            continue
        says_so = any("cannot stand up" in warning for warning in report.get("warnings", []))
        enough = not report["fell"] or says_so
        end = "cannot stand up, and says so" if says_so else f"{report['tilt']:.1f} degrees"
        print(f"| {name} | {report['steps'] * TIME_STEP / 60:.1f} | {report['steps']} | {report['distance']:.1f} m "
              f"| {report['tilt_max']:.0f} degrees | {end} | {'yes' if enough else 'no'} |", flush=True)
        good = good and enough
    return good


def soft_cell(report, height):
    if report is None:
        return "failed"
    says = ", says so" if any("the body rises by" in warning for warning in report.get("warnings", [])) else ""
    state = ", fell" if report["fell"] else "" if report["done"] else ", not done"
    return f"{apex(report) / height:.3f}, {report['tilt_max']:.0f} degrees{state}{says}"


def print_soft(runner):
    print("| body | E | " + " | ".join(f"hop {share} body heights" for share in SOFT_HEIGHTS) + " |")
    print("|---" * (2 + len(SOFT_HEIGHTS)) + "|")
    good = True
    for (name, body, tall, modes), softness in itertools.product(SOFT_BODIES, SOFTNESSES):
        cells = []
        for share in SOFT_HEIGHTS:
            options = f"--behaviour hop --height {share * tall:.9g} --distance 0 --modes {modes}"
            report = runner.control(body, shlex.split(options), softness * WEIGHT_OF_HEIGHT * tall)
            cells.append(soft_cell(report, share * tall))
            good = good and report is not None
        print(f"| {name} | {softness} | " + " | ".join(cells) + " |", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description="The table of Deformable Objects Alive!, ours beside the paper's.")
    parser.add_argument("limber")
    parser.add_argument("--rows", help="names of rows; without them all, and what behaviours reach")
    parser.add_argument("--soft", action="store_true", help="hops of ever softer bodies")
    parser.add_argument("--pushes", action="store_true", help="each behaviour for ten minutes of random pushes")
    parser.add_argument("--short", action="store_true", help="few steps")
    arguments = parser.parse_args()
    names = arguments.rows.split(",") if arguments.rows else [row.name for row in ROWS]
    rows = [row for row in ROWS if row.name in names]
    if len(rows) < len(names):
        parser.error("rows are " + ", ".join(row.name for row in ROWS))
    print("Load average", *(f"{load:.1f}" for load in os.getloadavg()), "\n")
    runner = Runner(arguments.limber, 5 if arguments.short else 36000 if arguments.pushes else 900)
    if arguments.pushes:
        sys.exit(0 if print_pushes(runner) else 1)
    if arguments.soft:
        sys.exit(0 if print_soft(runner) else 1)
    done = print_table(runner, rows)
    if not arguments.rows:
        done = print_reaches(runner) and done
    sys.exit(0 if done else 1)


if __name__ == "__main__":
    main()
