#pragma once

#include "app/rendering/drawn_mesh.h"
#include "app/rendering/gl_objects.h"
#include "engine/core/result.h"

#include <cstdint>
#include <span>

namespace limber::app {

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
};

/// Fails with bad_input when the weights are more than the driver's largest texture holds. That the arrays have
/// the sizes that the counts say is a contract.
Result<GpuMesh> make_gpu_mesh(const DrawnMesh& mesh);

void set_mesh_scalars(GpuMesh& mesh, std::span<const float> scalars);
void set_mesh_labels(GpuMesh& mesh, std::span<const std::uint32_t> labels);

} // namespace limber::app
