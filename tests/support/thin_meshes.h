// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/curve_mesh.h"
#include "engine/mesh/tet_mesh.h"

#include <cmath>
#include <numbers>

/// Procedural curves and sheets.
namespace limber::testing {

/// An open chain through these points.
inline CurveMesh chain_through(const Points& V) {
    CurveMesh curve{V, Edges(V.rows() - 1, 2)};
    for (int edge = 0; edge + 1 < static_cast<int>(V.rows()); ++edge) {
        curve.E.row(edge) << edge, edge + 1;
    }
    return curve;
}

/// `edges` edges of one length in the x-y plane, each turned by this angle from the one before; the first is along x.
inline CurveMesh turning_chain(int edges, double length, double angle) {
    Points V = Points::Zero(edges + 1, 3);
    for (int edge = 0; edge < edges; ++edge) {
        const double direction = edge * angle;
        V.row(edge + 1) = V.row(edge) + length * Eigen::RowVector3d(std::cos(direction), std::sin(direction), 0.0);
    }
    return chain_through(V);
}

/// A spiral staircase: `edges` edges, one and a half turns of radius 0.1 m, 0.3 m high.
inline CurveMesh helix(int edges) {
    Points V(edges + 1, 3);
    for (int i = 0; i <= edges; ++i) {
        const double share = static_cast<double>(i) / edges;
        const double angle = 3.0 * std::numbers::pi * share;
        V.row(i) << 0.1 * std::cos(angle), 0.3 * share, 0.1 * std::sin(angle);
    }
    return chain_through(V);
}

/// A rectangle in the x-y plane, cut into nx x ny squares of this size, each into two triangles: (nx + 1)(ny + 1)
/// vertices, along x first.
inline SurfaceMesh sheet(int nx, int ny, double size) {
    SurfaceMesh surface{Points((nx + 1) * (ny + 1), 3), Triangles(2 * nx * ny, 3)};
    const auto vertex = [nx](int i, int j) {
        return j * (nx + 1) + i;
    };
    for (int j = 0; j <= ny; ++j) {
        for (int i = 0; i <= nx; ++i) {
            surface.V.row(vertex(i, j)) << size * i, size * j, 0.0;
        }
    }
    for (int j = 0; j < ny; ++j) {
        for (int i = 0; i < nx; ++i) {
            const int face = 2 * (j * nx + i);
            surface.F.row(face) << vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1);
            surface.F.row(face + 1) << vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1);
        }
    }
    return surface;
}

/// Two triangles on the edge from (0, 0, 0) to (length, 0, 0), with these heights on it; the second is turned out of
/// the plane of the first by `angle`.
inline SurfaceMesh fold(double length, double first_height, double second_height, double angle) {
    SurfaceMesh surface{Points(4, 3), Triangles(2, 3)};
    surface.V << 0.0, 0.0, 0.0, length, 0.0, 0.0, 0.3 * length, -first_height, 0.0, 0.6 * length,
        second_height * std::cos(angle), second_height * std::sin(angle);
    surface.F << 1, 0, 2, 0, 1, 3;
    return surface;
}

} // namespace limber::testing
