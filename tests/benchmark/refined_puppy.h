// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh_file.h"
#include "tests/support/meshes.h"

#include <filesystem>

namespace limber {

/// A body with limbs, because a ball is the worst case for a factorisation: 6,387 vertices, 46,236 with every tet cut
/// into eight, 348,747 with those cut again.
inline TetMesh refined_puppy(Index refinements) {
    TetMesh mesh = read_tet_mesh(std::filesystem::path(LIMBER_SOURCE_DIR) / "assets/meshes/puppy.msh").value().value;
    for (Index i = 0; i < refinements; ++i) {
        mesh = testing::refined(mesh);
    }
    return mesh;
}

} // namespace limber
