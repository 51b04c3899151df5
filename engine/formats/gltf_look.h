// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/gltf_model.h"
#include "engine/formats/surface_look.h"

#include <string>
#include <vector>

/// Base colours of a glTF file: materials, the pictures they use, and what a primitive says of its vertices.
namespace limber {

struct GltfMaterials {
    std::vector<SurfaceMaterial> materials; // the file's, then the one of primitives without
    std::vector<EncodedPicture> pictures;   // only those that materials use
    std::vector<std::string> warnings;
};
/// Refuses indices out of range. Pictures of other kinds than PNG and JPEG are left out with a warning.
GltfMaterials gltf_materials(GltfModel& file);

/// Of one primitive with n vertices; its normals in its own space.
struct GltfPieceLook {
    Points normals;
    SurfaceLook::Places places;
    Points colours;
    int material = 0; // in GltfMaterials::materials
    std::vector<VertexField> fields = {};
};
GltfPieceLook gltf_piece_look(GltfModel& file, const tinygltf::Primitive& primitive, Index vertex_count,
                              const std::string& where);

} // namespace limber
