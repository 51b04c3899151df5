// SPDX-License-Identifier: MIT
#include "app/view/tet_strain.h"

#include <Eigen/LU>

#include <cmath>
#include <vector>

namespace limber::app {
namespace {

// Columns: the edges from the first corner of tet i of a list of corners.
Mat3 edges_of(const Points& corners, Index i) {
    Mat3 edges;
    for (Index k = 0; k < 3; ++k) {
        edges.col(k) = (corners.row(4 * i + k + 1) - corners.row(4 * i)).transpose();
    }
    return edges;
}

double equivalent_strain(const Mat3& F) {
    Mat3 E = 0.5 * (F.transpose() * F - Mat3::Identity());
    E.diagonal().array() -= E.trace() / 3.0;
    return std::sqrt(2.0 / 3.0) * E.norm();
}

} // namespace

double mean_strain(const Snapshot& snapshot, const DrawnMotion& motion, std::span<const int> tets) {
    const TetMesh& mesh = snapshot.character->mesh;
    std::vector<int> corners;
    for (const int tet : tets) {
        for (Index k = 0; k < 4; ++k) {
            corners.push_back(mesh.T(tet, k));
        }
    }
    const Points X = mesh.X(corners, Eigen::all);
    const Points x = drawn_positions(snapshot, motion, corners);
    double sum = 0.0;
    double volume = 0.0;
    for (Index i = 0; i < static_cast<Index>(tets.size()); ++i) {
        const Mat3 rest = edges_of(X, i);
        const double weight = rest.determinant();
        sum += weight * equivalent_strain(edges_of(x, i) * rest.inverse());
        volume += weight;
    }
    return volume > 0.0 ? sum / volume : 0.0;
}

} // namespace limber::app
