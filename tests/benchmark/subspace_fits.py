#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how well subspaces hold shapes, without dynamics: subspace_fits.py LIMBER NAME=MESH ... [FIGURE ...].

The residual of the least-squares fit of displacements, as a share of their size, on the tets of MESH. Figures of FCD:

    rotated_fits   figure 13: rotations of the rest shape ("spanning"), and shapes of the subspace that are turned
                   ("closure", the mean over ten random ones)
    shape_fits     figures 15 to 17 and section 9.6: a twist, a quarter turn of an end, a dent and a ripple

Each writes data/FIGURE.csv, which charts.py draws, and prints the commands that it runs. Needs NumPy (Debian:
python3-numpy). `--short` writes into the working folder, with few columns and angles, to test the script.
"""

import argparse
import csv
import json
import math
import os
import shlex
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
SKINNING = ("skinning", "localised", "weights")  # kinds whose columns are weights
RANDOM_SHAPES = 10


class Body:
    """A mesh at rest, and its subspaces."""

    def __init__(self, limber, mesh, folder):
        self.limber = limber
        self.mesh = os.path.abspath(mesh)
        self.folder = folder
        rest = os.path.join(folder, "rest.npy")
        self.run("simulate", self.scene("affine handle"), "--frames", 1, "--modes", 1, "--clusters", 1, "--out", rest)
        self.X = np.load(rest)[0]  # n x 3 [m]

    def scene(self, rig):
        """Nothing moves it. The leak holds all vertices alike."""
        path = os.path.join(self.folder, rig.replace(" ", "_") + ".json")
        with open(path, "w") as file:
            json.dump({"format": "limber-scene", "version": 1, "mesh": self.mesh, "metres_per_unit": 0, "rig": rig,
                       "leak": {"amount": 0}, "step": {"gravity": [0, 0, 0]}}, file)
        return path

    def run(self, command, scene, *options):
        line = [self.limber, command, scene, "--json", *(str(option) for option in options)]
        print(shlex.join(line), file=sys.stderr)
        return json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE).stdout)

    def basis(self, kind, modes):
        """3n x k, vertex by vertex, orthonormal. Skinning kinds can move the body as a whole, others cannot."""
        rig = "none" if kind in SKINNING or kind == "displacement-affine" else "affine handle"
        file = os.path.join(self.folder, kind + ".npy")
        self.run("subspace", self.scene(rig), "--kind", kind, "--modes", modes, "--clusters", 1, "--out", file)
        columns = np.load(file)
        return orthonormal(skinning_columns(columns, self.X) if kind in SKINNING else columns)


def skinning_columns(W, X):
    """3n x 12m: a map of every weight, W n x m."""
    affine = np.hstack([X - X.mean(axis=0), np.ones((len(X), 1))])
    scalar = (W[:, :, None] * affine[:, None, :]).reshape(len(X), -1)
    return np.kron(scalar, np.eye(3))


def orthonormal(columns):
    """Of their span. Columns that depend on others to round-off are left out."""
    lengths = np.linalg.norm(columns, axis=0)
    left, values, _ = np.linalg.svd(columns[:, lengths > 0] / lengths[lengths > 0], full_matrices=False)
    return left[:, values > 1e-9 * values[0]]


def residual(Q, u):
    """The share of u (n x 3) that is outside of the span of Q."""
    flat = u.reshape(-1)
    return np.linalg.norm(flat - Q @ (Q.T @ flat)) / np.linalg.norm(flat)


def turn(degrees):
    """About an axis that no body is symmetric to."""
    axis = np.array([1.0, 2.0, 3.0]) / math.sqrt(14.0)
    cross = np.array([[0.0, -axis[2], axis[1]], [axis[2], 0.0, -axis[0]], [-axis[1], axis[0], 0.0]])
    angle = math.radians(degrees)
    return np.eye(3) + math.sin(angle) * cross + (1.0 - math.cos(angle)) * cross @ cross


def residual_row(body, figure, kind, Q, degrees, value):
    return {"body": body, "figure": figure, "kind": kind, "coordinates": Q.shape[1], "degrees": degrees,
            "residual_percent": "%.4g" % (100.0 * value)}


def rotated_fits(name, body, is_short):
    degrees = range(0, 181, 90 if is_short else 15)
    centred = body.X - body.X.mean(axis=0)
    spanning = [("skinning", 1)] + [("displacement", modes) for modes in ((2,) if is_short else (5, 10, 20))]
    for kind, modes in spanning:
        Q = body.basis(kind, modes)
        for angle in degrees:
            if angle > 0:
                value = residual(Q, centred @ (turn(angle) - np.eye(3)).T)
                yield residual_row(name, "spanning", kind, Q, angle, value)
    modes = 2 if is_short else 5
    for kind in ("skinning", "displacement", "displacement-affine", "modal-derivatives"):
        Q = body.basis(kind, modes)
        shapes = Q @ np.random.default_rng(1).standard_normal((Q.shape[1], RANDOM_SHAPES))
        for angle in degrees:
            R = turn(angle)
            values = [residual(Q, shape.reshape(-1, 3) @ R.T) for shape in shapes.T]
            yield residual_row(name, "closure", kind, Q, angle, np.mean(values))


def smooth(t):
    """From 0 to 1."""
    t = np.clip(t, 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def turned_about_long_axis(x, angles):
    c, s = np.cos(angles), np.sin(angles)
    return np.stack([x[:, 0], c * x[:, 1] - s * x[:, 2], s * x[:, 1] + c * x[:, 2]], axis=1)


def target_shapes(X):
    """Displacements (n x 3) in the principal axes, whose first one is the longest; the second value has the axes."""
    centred = X - X.mean(axis=0)
    axes = np.linalg.svd(centred, full_matrices=False)[2].T
    x = centred @ axes
    along = (x[:, 0] - x[:, 0].min()) / np.ptp(x[:, 0])  # 0 to 1
    length = np.ptp(x[:, 0])
    twist = turned_about_long_axis(x, math.pi * (along - 0.5)) - x
    # The last third turns by a right angle about the second axis, beyond a bend.
    bend = 0.5 * math.pi * smooth((along - 0.5) / 0.25)
    hinge = x[:, 0].min() + 0.6 * length
    reach = np.where(along > 0.5, x[:, 0] - hinge, 0.0)
    end = np.stack([np.where(along > 0.5, hinge + np.cos(bend) * reach + np.sin(bend) * x[:, 2], x[:, 0]), x[:, 1],
                    np.where(along > 0.5, np.cos(bend) * x[:, 2] - np.sin(bend) * reach, x[:, 2])], axis=1) - x
    tip = x[np.argmax(x[:, 2])]
    dent = np.zeros_like(x)
    dent[:, 2] = -0.05 * length * np.exp(-(((x - tip) ** 2).sum(axis=1)) / (0.08 * length) ** 2)
    ripple = np.zeros_like(x)
    ripple[:, 2] = 0.02 * length * np.sin(12.0 * math.pi * along)
    return {"twist": twist @ axes.T, "quarter turn of an end": end @ axes.T, "dent": dent @ axes.T,
            "ripple": ripple @ axes.T}


def shape_fits(name, body, is_short):
    modes = 2 if is_short else 10
    targets = target_shapes(body.X)
    for kind in ("skinning", "weights", "localised", "displacement-affine", "modal-derivatives"):
        Q = body.basis(kind, modes)
        if kind in ("localised", "modal-derivatives"):  # with the motions of the whole, as the others have them
            Q = orthonormal(np.hstack([Q, skinning_columns(np.ones((len(body.X), 1)), body.X)]))
        for shape, u in targets.items():
            yield {"body": name, "shape": shape, "kind": kind, "coordinates": Q.shape[1],
                   "residual_percent": "%.4g" % (100.0 * residual(Q, u))}


FIGURES = {figure.__name__: figure for figure in (rotated_fits, shape_fits)}


def arguments_of(words):
    """The options, with `bodies` (NAME=MESH) and `figures`; ends with 2 where they cannot be right."""
    parser = argparse.ArgumentParser(usage="%(prog)s [--short] LIMBER NAME=MESH ... [FIGURE ...]")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("limber")
    parser.add_argument("rest", nargs="*", default=[])
    options = parser.parse_args(words)
    options.bodies = [word.split("=", 1) for word in options.rest if "=" in word]
    options.figures = [word for word in options.rest if "=" not in word] or list(FIGURES)
    if not options.bodies:
        parser.error("name a body and its tets as NAME=MESH")
    for figure in options.figures:
        if figure not in FIGURES:
            parser.error(f"{figure} is no figure; choose from {', '.join(FIGURES)}")
    return options


def main():
    options = arguments_of(sys.argv[1:])
    out = os.getcwd() if options.short else os.path.join(HERE, "data")
    for figure in options.figures:
        rows = []
        for name, mesh in options.bodies:
            with tempfile.TemporaryDirectory() as folder:
                rows.extend(FIGURES[figure](name, Body(options.limber, mesh, folder), options.short))
        with open(os.path.join(out, figure + ".csv"), "w", newline="") as file:
            writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
