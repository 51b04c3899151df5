// SPDX-License-Identifier: MIT
#include "app/document/other_tets.h"

namespace limber::app {

void take_tets(ModelDescription& description, Index target_vertices, TetSource source) {
    description.target_vertices = target_vertices;
    description.tets = source;
    if (source != TetSource::file && is_bound_to_tets(description)) {
        description.subspace = SubspaceKind::skinning;
        description.subspace_file.clear();
    }
}

} // namespace limber::app
