// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"
#include "engine/mesh/tet_mesh.h"

#include <array>
#include <vector>

/// Where a character does not have the tets of its file (TetSource): files that have a value for each vertex or tet of
/// the file's mesh keep their meaning, as the values are carried to the nearest places.
namespace limber::app {

class FileTetValues {
public:
    /// `in_file`: the mesh in the file; `now`: the character's, in the same unit. Precondition: both have tets.
    FileTetValues(TetMesh in_file, const TetMesh& now);

    const TetMesh& mesh() const {
        return in_file_;
    }
    /// `labels`: one a tet of the file. Returns that of the tet with the nearest centre for each tet of the character.
    std::vector<int> carried_of_tets(const std::vector<int>& labels) const;
    /// `labels`: one a vertex of the file. Returns that of the nearest corner for each vertex of the character.
    std::vector<int> carried_of_vertices(const std::vector<int>& labels) const;
    /// `values`: n of the file x k. Returns n of the character x k, linear between the corners of the file's tets: rows
    /// that sum to one still do.
    Matrix interpolated(const Matrix& values) const;

private:
    struct Place {
        std::array<int, 3> corners{0, 0, 0}; // vertices of the file
        Vec3 weights = Vec3::Zero();         // sum to one
    };
    TetMesh in_file_;
    std::vector<int> nearest_tet_; // one a tet of the character
    std::vector<Place> places_;    // one a vertex of the character
};

} // namespace limber::app
