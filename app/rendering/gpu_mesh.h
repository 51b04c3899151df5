// SPDX-License-Identifier: MIT
#pragma once

#include "app/geometry/skin_geometry.h"
#include "app/geometry/tet_geometry.h"
#include "app/rendering/gl_objects.h"
#include "engine/core/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace limber::app {

using SkinGeometryPtr = std::shared_ptr<const SkinGeometry>;
using TetGeometryPtr = std::shared_ptr<const TetGeometry>;

/// The tets of a body on the GPU, see common/tet_faces.glsl.
struct GpuTets {
    TexelBuffer faces;
    TexelBuffer tets;
    TexelBuffer at_rest;
    GlTexture vertex_texels; // of GpuMesh::vertices
    int face_count = 0;
    int boundary_faces = 0;
};

/// The materials of a skin on the GPU, see common/materials.glsl.
struct GpuMaterials {
    GlBuffer places;       // a MaterialPlace a vertex
    TexelBuffer materials; // a SkinMaterial each
    std::optional<PictureArray> pictures = {};
};

/// A skin on the GPU: the data that is constant over frames.
struct GpuMesh {
    GlVertexArray array; // the rest shape, for skinning.vert
    GlBuffer vertices;
    GlBuffer scalars;
    GlBuffer triangles;
    LongTexture weights;
    TexelBuffer labels;        // one a triangle
    GlTexture triangle_texels; // of `triangles`, three texels a triangle
    int vertex_count = 0;
    int index_count = 0;
    int bone_count = 0;
    int mode_count = 0;
    int target_count = 0;
    bool morphs_first = false;
    bool has_scalars = false;
    bool has_labels = false;
    std::optional<GpuTets> tets = {};
    std::optional<GpuMaterials> materials = {}; // of a surface that may be open, so that both of its sides are drawn
    SkinGeometryPtr unsent = {};                // what remains to be uploaded; null: the upload is complete
    TetGeometryPtr unsent_tets = {};
    std::size_t bytes_sent = 0; // of the vertices, triangles, weights, materials and tets, in this order

    int map_count() const {
        return bone_count + mode_count;
    }
    int column_count() const {
        return map_count() + 3 * target_count;
    }
};

/// Allocates the buffers of a skin; send_more fills them. Fails with bad_input when the weights exceed the driver's
/// largest texture, the tets its largest buffer, or the pictures its largest number of them. `tets`: null, or those of
/// which the skin has all vertices.
Result<GpuMesh> make_gpu_mesh(SkinGeometryPtr skin, TetGeometryPtr tets = {});

/// Uploads about so many bytes, and at least one row. Returns true when the upload is complete. The upload of a large
/// skin is spread over several frames, so that no frame takes long.
bool send_more(GpuMesh& mesh, std::size_t bytes);

void set_mesh_scalars(GpuMesh& mesh, std::span<const float> scalars);
void set_mesh_labels(GpuMesh& mesh, std::span<const std::uint32_t> labels);

} // namespace limber::app
