# SPDX-License-Identifier: MIT
"""Reads the research format of rigged tets (engine/rig/rig_file.h) with code that shares nothing with the engine."""

import json

import numpy as np
from scipy.spatial import cKDTree

FIT = 1e-5  # of the size: the weights are those of the boundary's own vertices
RATE = 60.0  # [1/s] of a clip in this format
TET = 4  # an element of Gmsh
CORNERS = {1: 2, 2: 3, TET: 4, 15: 1}


def read_msh(path):
    """Vertices and tets of a binary Gmsh file, version 2.2."""
    data = open(path, "rb").read()

    def section(name, start):
        """The number in its first line, and where the next one starts."""
        at = data.index(b"$" + name + b"\n", start) + len(name) + 2
        end = data.index(b"\n", at)
        return int(data[at:end]), end + 1

    assert data.startswith(b"$MeshFormat\n2.2 1 8\n"), "binary, version 2.2, with doubles"
    count, at = section(b"Nodes", 0)
    nodes = np.frombuffer(data, [("id", "<i4"), ("x", "<f8", 3)], count, at)
    left, at = section(b"Elements", at + nodes.nbytes)
    tets = []
    while left > 0:
        kind, count, tags = (int(number) for number in np.frombuffer(data, "<i4", 3, at))
        rows = np.frombuffer(data, "<i4", count * (1 + tags + CORNERS[kind]), at + 12).reshape(count, -1)
        if kind == TET:
            tets.append(rows[:, 1 + tags :])
        at += 12 + rows.nbytes
        left -= count
    place = np.full(nodes["id"].max() + 1, -1)
    place[nodes["id"]] = np.arange(len(nodes))
    return nodes["x"], place[np.vstack(tets)]


def boundary_vertices(T):
    """Those of triangles that only one tet has, in ascending order."""
    sides = np.sort(np.vstack([np.delete(T, corner, axis=1) for corner in range(4)]), axis=1)
    unique, counts = np.unique(sides, axis=0, return_counts=True)
    return np.unique(unique[counts == 1])


def matrices(rows):
    """... x 3 x 4 as ... x 4 x 4."""
    rows = np.array(rows)
    last = np.broadcast_to([0.0, 0.0, 0.0, 1.0], (*rows.shape[:-2], 1, 4))
    return np.concatenate([rows, last], axis=-2)


class TetRig:
    """The vertices on the boundary of a .msh file, and the motion that a rig and a clip give them:
    x = sum_b w_b P_b p0_b^-1 X, with weights that sum to one."""

    rate = RATE

    def __init__(self, mesh, rig, clip):
        X, T = read_msh(mesh)
        self.boundary = X[boundary_vertices(T)]
        described = json.load(open(rig))
        distances, nearest = cKDTree(np.array(described["V"])).query(self.boundary)
        self.gap = distances.max()
        assert self.gap <= FIT * np.linalg.norm(np.ptp(X, axis=0)), "the rig's surface is the boundary"
        W = np.array(described["W"])[nearest]
        self.weights = W / W.sum(axis=1, keepdims=True)
        self.poses = matrices(json.load(open(clip))["P"])
        self.unposed = np.linalg.inv(matrices(described["p0"]))
        self.frames = len(self.poses)

    def blend(self, frame):
        X = np.hstack([self.boundary, np.ones((len(self.boundary), 1))])
        return np.einsum("nb,bij,nj->ni", self.weights, self.poses[frame] @ self.unposed, X)[:, :3]
