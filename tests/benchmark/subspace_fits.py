#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what subspaces hold, on the tets of MESH: subspace_fits.py LIMBER NAME=MESH ... [FIGURE ...].

Figures of FCD, without dynamics: the residual of the least-squares fit of displacements, as a share of their size:

    rotated_fits   figure 13: rotations of the rest shape ("spanning"), and shapes of the subspace that are turned
                   ("closure", the mean over ten random ones)
    shape_fits     figures 15 to 17 and section 9.6: a twist, a quarter turn of an end, a dent and a ripple; also what
                   modal warping and rotation-strain coordinates make of the best fit by displacement modes

and with them, while the body sags on a handle:

    weight_priorities   figure 8: weights whose translations, scalings or shears cost the least energy, how near they
                        stay to the origin, and how far the body is from full space in them

Each writes data/FIGURE.csv, which charts.py draws, and prints the commands that it runs. Needs NumPy, and the last two
SciPy (Debian: python3-numpy, python3-scipy). `--short` writes into the working folder, with few columns and angles, to
test the script.
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
MOST_WITH_HANDLES = 20000  # vertices; a quadratic program for each handle of the dragon takes ten minutes together


class Body:
    """A mesh at rest, and its subspaces."""

    def __init__(self, limber, mesh, folder):
        self.limber = limber
        self.mesh = os.path.abspath(mesh)
        self.folder = folder
        rest = os.path.join(folder, "rest.npy")
        self.run("simulate", self.scene("affine handle"), "--frames", 1, "--modes", 1, "--clusters", 1, "--out", rest)
        self.X = np.load(rest)[0]  # n x 3 [m]

    def scene(self, rig, is_moving=False):
        """Only gravity moves it. Where nothing does, the rig holds all vertices alike."""
        path = os.path.join(self.folder, rig.replace(" ", "_") + ("_moving" if is_moving else "") + ".json")
        still = {} if is_moving else {"leak": {"amount": 0}, "step": {"gravity": [0, 0, 0]}}
        with open(path, "w") as file:
            json.dump({"format": "limber-scene", "version": 1, "mesh": self.mesh, "metres_per_unit": 0, "rig": rig,
                       **still}, file)
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


def axial_vectors(D):
    """Rotation vectors (t x 3) of the antisymmetric parts of displacement gradients (t x 3 x 3)."""
    return 0.5 * np.stack([D[:, 2, 1] - D[:, 1, 2], D[:, 0, 2] - D[:, 2, 0], D[:, 1, 0] - D[:, 0, 1]], axis=1)


def displacement_gradients(X, T, u):
    """t x 3 x 3, and what gradients_of has."""
    gradients, volumes = gradients_of(X, T)
    return np.einsum("tai,taj->tij", u[T], gradients), gradients, volumes


def warped(X, T, u):
    """Modal warping [Choi and Ko 2005]: each vertex's displacement, in the mean of the frames that turn with it."""
    D, _, volumes = displacement_gradients(X, T, u)
    w = np.zeros((len(X), 3))
    around = np.bincount(T.reshape(-1), np.repeat(volumes, 4), len(X))
    for axis, values in enumerate(axial_vectors(D).T):
        w[:, axis] = np.bincount(T.reshape(-1), np.repeat(volumes * values, 4), len(X)) / around
    angle = np.maximum(np.linalg.norm(w, axis=1, keepdims=True), 1e-6)
    turned = np.cross(w, u)
    return u + (1.0 - np.cos(angle)) / angle ** 2 * turned + (angle - np.sin(angle)) / angle ** 3 * np.cross(w, turned)


def rotations(w):
    """t x 3 x 3."""
    angle = np.maximum(np.linalg.norm(w, axis=1), 1e-12)[:, None, None]
    cross = np.zeros((len(w), 3, 3))
    cross[:, 2, 1], cross[:, 0, 2], cross[:, 1, 0] = w.T
    cross -= np.swapaxes(cross, 1, 2)
    return np.eye(3) + np.sin(angle) / angle * cross + (1.0 - np.cos(angle)) / angle ** 2 * cross @ cross


def rotation_strain(X, T, u):
    """Rotation-strain coordinates [Huang et al. 2011]: the shape whose gradients are nearest to exp(r) (I + s)."""
    import scipy.sparse as sparse
    import scipy.sparse.linalg as solvers

    D, gradients, volumes = displacement_gradients(X, T, u)
    F = rotations(axial_vectors(D)) @ (np.eye(3) + 0.5 * (D + np.swapaxes(D, 1, 2)))
    products = volumes[:, None, None] * np.einsum("tax,tbx->tab", gradients, gradients)
    L = sparse.csc_matrix((products.reshape(-1), (np.repeat(T, 4, axis=1).reshape(-1), np.tile(T, (1, 4)).reshape(-1))),
                          shape=(len(X), len(X)))
    pulls = volumes[:, None, None] * np.einsum("tij,taj->tai", F, gradients)
    b = np.stack([np.bincount(T.reshape(-1), pulls[:, :, axis].reshape(-1), len(X)) for axis in range(3)], axis=1)
    x = np.zeros_like(X)
    x[1:] = solvers.splu(L[1:, 1:]).solve(b[1:])  # its place is free
    return x - X + (u - (x - X)).mean(axis=0)


def shape_fits(name, body, is_short):
    modes = 2 if is_short else 10
    targets = target_shapes(body.X)
    for kind in ("skinning", "weights", "localised", "displacement-affine", "modal-derivatives"):
        if kind == "weights" and len(body.X) > MOST_WITH_HANDLES:
            continue
        Q = body.basis(kind, modes)
        if kind in ("localised", "modal-derivatives"):  # with the motions of the whole, as the others have them
            Q = orthonormal(np.hstack([Q, skinning_columns(np.ones((len(body.X), 1)), body.X)]))
        for shape, u in targets.items():
            yield {"body": name, "shape": shape, "kind": kind, "coordinates": Q.shape[1],
                   "residual_percent": "%.4g" % (100.0 * residual(Q, u))}
    T = tets_of(body.mesh, len(body.X))
    Q = body.basis("displacement-affine", modes)
    for kind, corrected in (("warped", warped), ("rotation-strain", rotation_strain)):
        for shape, u in targets.items():
            fit = (Q @ (Q.T @ u.reshape(-1))).reshape(-1, 3)
            left = np.linalg.norm(corrected(body.X, T, fit) - u) / np.linalg.norm(u)
            yield {"body": name, "shape": shape, "kind": kind, "coordinates": Q.shape[1],
                   "residual_percent": "%.4g" % (100.0 * left)}


def tets_of(path, vertices):
    """t x 4, from 0, of a file with so many vertices."""
    T, found = read_tets(path)
    if found != vertices:
        raise ValueError("%s: the program has %d of its %d vertices" % (path, vertices, found))
    return T


def read_tets(path):
    """t x 4, from 0, and the number of vertices: Gmsh's binary formats 2.2 and 4.1, the latter as Limber writes it, or
    MEDIT's text."""
    with open(path, "rb") as file:
        content = file.read()
    if content.startswith(b"$MeshFormat\n4.1 1 8\n"):
        nodes = content.index(b"$Nodes\n") + len(b"$Nodes\n")
        elements = content.index(b"$Elements\n") + len(b"$Elements\n")
        tets = int(np.frombuffer(content, "<u8", 2, elements)[1])
        rows = np.frombuffer(content, "<u8", 5 * tets, elements + 52).reshape(-1, 5)
        return rows[:, 1:].astype(int) - 1, int(np.frombuffer(content, "<u8", 2, nodes)[1])
    if not content.startswith(b"$MeshFormat\n2.2 1 8\n"):
        words = content.split()
        if b"Tetrahedra" not in words:
            raise ValueError(path + ": the tets must be in Gmsh's binary format 2.2 or 4.1, or in MEDIT's text")
        start = words.index(b"Tetrahedra") + 2
        tets = np.array(words[start:start + 5 * int(words[start - 1])], dtype=int).reshape(-1, 5)[:, :4] - 1
        return tets, int(words[words.index(b"Vertices") + 1])

    def section(name):
        """The number in it, and where its bytes begin."""
        begin = content.index(name) + len(name)
        end = content.index(b"\n", begin)
        return int(content[begin:end]), end + 1

    vertices, begin = section(b"$Nodes\n")
    numbers = np.frombuffer(content, [("number", "<i4"), ("X", "<f8", 3)], vertices, begin)["number"]
    place_of = np.zeros(numbers.max() + 1, dtype=int)
    place_of[numbers] = np.arange(vertices)
    left, begin = section(b"$Elements\n")
    tets = []
    while left > 0:
        kind, count, tags = np.frombuffer(content, "<i4", 3, begin)
        width = 1 + int(tags) + {15: 1, 1: 2, 2: 3, 4: 4}[int(kind)]
        elements = np.frombuffer(content, "<i4", int(count) * width, begin + 12).reshape(-1, width)
        if kind == 4:
            tets.append(place_of[elements[:, 1 + tags:]])
        begin += 12 + elements.nbytes
        left -= int(count)
    return np.vstack(tets), vertices


def gradients_of(X, T):
    """t x 4 x 3, of the linear function of each corner, and the volumes t."""
    D = np.swapaxes(X[T[:, 1:]] - X[T[:, :1]], 1, 2)  # columns are edges
    G = np.linalg.inv(D)
    return np.concatenate([-G.sum(axis=1, keepdims=True), G], axis=1), np.abs(np.linalg.det(D)) / 6.0


def weight_hessians(X, T):
    """The weight-space Hessian (FCD equation 15) if only one kind of affine parameters has variance; n x n, sparse."""
    import scipy.sparse as sparse

    gradients, volumes = gradients_of(X, T)
    products = np.einsum("tax,tbx->tab", gradients, gradients)

    def assembled(of_tets):
        rows, columns = np.repeat(T, 4, axis=1), np.tile(T, (1, 4))
        shape = (len(X), len(X))
        return sparse.csr_matrix((of_tets.reshape(-1), (rows.reshape(-1), columns.reshape(-1))), shape=shape)

    # P_i' H P_i for mu = 1 and lambda = 0: the displacement w along the axis i.
    along = [assembled(volumes[:, None, None] *
                       (products + gradients[:, :, None, i] * gradients[:, None, :, i])) for i in range(3)]
    coordinate = [sparse.diags(X[:, j]) for j in range(3)]
    return {"translations": sum(along),
            "scalings": sum(coordinate[i] @ along[i] @ coordinate[i] for i in range(3)),
            "shears": sum(coordinate[j] @ along[i] @ coordinate[j] for i in range(3) for j in range(3) if i != j)}


def softest_weights(H, mass, count):
    import scipy.sparse as sparse
    import scipy.sparse.linalg as solvers

    shift = -1e-6 * H.diagonal().sum() / mass.sum()  # H may be singular
    return solvers.eigsh(H.tocsc(), count, sparse.diags(mass).tocsc(), sigma=shift,
                         v0=np.random.default_rng(1).standard_normal(len(mass)))[1]


def spread(W, X, mass):
    """The distance of the squared weights from the origin, relative to that of the mass: root mean squares over all but
    a constant weight."""
    deviation = W - (mass @ W) / mass.sum()
    W = W[:, mass @ deviation ** 2 > 1e-9 * (mass @ W ** 2)]
    squares = (X ** 2).sum(axis=1)
    return math.sqrt(np.mean((mass * squares) @ W ** 2 / (mass @ W ** 2)) / ((mass @ squares) / mass.sum()))


def weight_priorities(name, body, is_short):
    modes, frames = (4, 3) if is_short else (10, 60)
    T = tets_of(body.mesh, len(body.X))
    volumes = gradients_of(body.X, T)[1]
    mass = np.bincount(T.reshape(-1), np.repeat(volumes / 4.0, 4), len(body.X))
    X = body.X - (mass @ body.X) / mass.sum()
    X /= np.linalg.norm(np.ptp(X, axis=0))
    scene = body.scene("affine handle", is_moving=True)
    file = os.path.join(body.folder, "W.npy")

    def row(priority, W, kind, *options):
        found = body.run("compare", scene, "--kinds", kind, "--frames", frames, "--clusters", 200, *options)["kinds"][0]
        return {"body": name, "priority": priority, "modes": modes, "spread": "%.4g" % spread(W, X, mass),
                "one_step_percent": "%.4g" % (100.0 * found["one_step_error"]),
                "run_percent": "%.4g" % (100.0 * found["error_rms"])}

    for priority, H in weight_hessians(X, T).items():
        # The program adds the constant weight, which only translations have among their own.
        W = softest_weights(H, mass, modes if priority == "translations" else modes - 1)
        np.save(file, np.ascontiguousarray(W))
        yield row(priority, W, "weights", "--subspace-file", file)
    body.run("subspace", scene, "--kind", "skinning-unconstrained", "--modes", modes, "--out", file)
    yield row("Limber's modes", np.load(file), "skinning-unconstrained", "--modes", modes)


FIGURES = {figure.__name__: figure for figure in (rotated_fits, shape_fits, weight_priorities)}


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
