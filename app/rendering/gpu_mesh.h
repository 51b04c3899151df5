#pragma once

#include "app/geometry/skin_geometry.h"
#include "app/rendering/gl_objects.h"
#include "engine/core/result.h"

#include <cstdint>
#include <memory>
#include <span>

namespace limber::app {

using SkinGeometryPtr = std::shared_ptr<const SkinGeometry>;

/// A skin on the GPU: everything that does not change from frame to frame.
struct GpuMesh {
    GlVertexArray array; // at rest, for skinning.vert
    GlBuffer vertices;
    GlBuffer scalars;
    GlBuffer triangles;
    LongTexture weights;
    TexelBuffer labels; // one a triangle
    int vertex_count = 0;
    int index_count = 0;
    int bone_count = 0;
    int mode_count = 0;
    bool has_scalars = false;
    bool has_labels = false;
    SkinGeometryPtr sending = {}; // null: all of it is there
    std::size_t bytes_sent = 0;   // of vertices, triangles and weights, in this order

    int map_count() const {
        return bone_count + mode_count;
    }
};

/// Makes room for a skin; send_more fills it. Fails with bad_input when the weights are more than the driver's largest
/// texture holds.
Result<GpuMesh> make_gpu_mesh(SkinGeometryPtr skin);

/// Sends about as many bytes as are given, and at least some; true once all of the skin is there. So that a large skin
/// costs several frames a little, and none of them much.
bool send_more(GpuMesh& mesh, std::size_t bytes);

void set_mesh_scalars(GpuMesh& mesh, std::span<const float> scalars);
void set_mesh_labels(GpuMesh& mesh, std::span<const std::uint32_t> labels);

} // namespace limber::app
