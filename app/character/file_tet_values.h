// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/embedding.h"
#include "engine/mesh/tet_mesh.h"

#include <optional>
#include <utility>
#include <vector>

/// Where a character does not have the tets of its file (TetSource): files that have a value for each vertex or tet of
/// the file's mesh keep their meaning, as the values are carried to the nearest places. A part of the file's tets has
/// their own values.
namespace limber::app {

/// Numbers of the file's vertices and tets, in the order of the part's.
struct TetPart {
    std::vector<int> vertices;
    std::vector<int> tets;
};

class FileTetValues {
public:
    /// `in_file`: the mesh in the file. `part`: of it that is the character's mesh; nullopt: the character has new
    /// tets. Precondition: it has tets.
    explicit FileTetValues(TetMesh in_file, std::optional<TetPart> part = {})
        : in_file_(std::move(in_file)), part_(std::move(part)) {}

    const TetMesh& mesh() const {
        return in_file_;
    }
    /// `labels`: one a tet of the file. Returns that of the tet with the nearest centre for each tet of `now`, the
    /// character's mesh in the unit of the file.
    std::vector<int> carried_of_tets(const std::vector<int>& labels, const TetMesh& now) const;
    /// `labels`: one a vertex of the file. Returns that of the corner with the largest weight for each vertex of `now`.
    std::vector<int> carried_of_vertices(const std::vector<int>& labels, const TetMesh& now) const;
    /// The vertices of `now` in the mesh of the file.
    Embedding vertices_of(const TetMesh& now) const;

private:
    TetMesh in_file_;
    std::optional<TetPart> part_;
};

} // namespace limber::app
