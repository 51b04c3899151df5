"""A soft bar at rest with two bones, small enough for a fast build."""

import json
import os

CELL = 0.1              # [m] edge of a cell of the bar of 3 x 12 x 3 cells; finer bars have the same size


def _vertex(size, i, j, k):
    return (i * (size[1] + 1) + j) * (size[2] + 1) + k


def _tets(size, empty=()):
    # Six tetrahedra around the diagonal of each cell, one for each order in which the axes are walked.
    walks = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    for i in range(size[0]):
        for j in range(size[1]):
            for k in range(size[2]):
                for walk in walks if (i, j, k) not in empty else []:
                    corner = [i, j, k]
                    tet = [_vertex(size, *corner)]
                    for axis in walk:
                        corner[axis] += 1
                        tet.append(_vertex(size, *corner))
                    odd = walk in [(0, 2, 1), (1, 0, 2), (2, 1, 0)]
                    yield [tet[0], tet[2], tet[1], tet[3]] if odd else tet


def write_bar_scene(folder, size=(3, 12, 3), empty=()):
    """size: in cells; empty: the cells that are a cavity."""
    cell = 12 * CELL / size[1]
    points = [(cell * (i - size[0] / 2), cell * j, cell * (k - size[2] / 2))
              for i in range(size[0] + 1) for j in range(size[1] + 1) for k in range(size[2] + 1)]
    tets = list(_tets(size, empty))
    with open(os.path.join(folder, "bar.mesh"), "w") as out:
        out.write(f"MeshVersionFormatted 1\nDimension 3\nVertices\n{len(points)}\n")
        out.writelines("%g %g %g 0\n" % p for p in points)
        out.write(f"Tetrahedra\n{len(tets)}\n")
        out.writelines("%d %d %d %d 0\n" % tuple(v + 1 for v in tet) for tet in tets)
        out.write("End\n")
    height = cell * size[1]
    upper = [min(1.0, max(0.0, (y / height - 0.35) / 0.3)) for _, y, _ in points]

    def bone(name, parent, y):
        return {"name": name, "parent": parent, "length": 0.5 * height,
                "rest": [[1, 0, 0, 0], [0, 1, 0, y], [0, 0, 1, 0]]}

    rig = {"format": "limber-rig", "version": 1,
           "bones": [bone("lower", -1, 0.0), bone("upper", 0, 0.5 * height)],
           "weights": [[[0, 1.0 - w], [1, w]] for w in upper]}
    with open(os.path.join(folder, "bar_rig.json"), "w") as out:
        json.dump(rig, out)
    scene = {"format": "limber-scene", "version": 1, "name": "Bar", "mesh": "bar.mesh", "rig": "bar_rig.json",
             "material": {"young": 2e4, "density": 1000}, "modes": 8, "clusters": {"count": 20},
             "step": {"gravity": [0, 0, 0]}}
    path = os.path.join(folder, "bar.json")
    with open(path, "w") as out:
        json.dump(scene, out)
    return path
