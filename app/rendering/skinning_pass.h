#pragma once

#include "app/rendering/draw_list.h"
#include "app/rendering/gl_objects.h"
#include "app/rendering/gpu_mesh.h"
#include "app/rendering/shader_program.h"
#include "engine/core/result.h"

#include <array>
#include <filesystem>
#include <vector>

namespace limber::app {

/// A deformed vertex, as skinning.vert leaves it.
struct SkinnedVertex {
    std::array<float, 3> position;
    std::array<float, 3> normal; // unit
};

/// Instances of one mesh, each in its pose of this frame, on the GPU, one after the other, ready to be drawn by any
/// pass.
struct SkinnedMesh {
    GlVertexArray array;  // location 0 colour, 1 scalar, of the mesh at rest; 2 which instance
    TexelBuffer vertices; // SkinnedVertex as two texels, one a vertex and instance
    TexelBuffer maps;     // an instance: its offset, and three texels a map
    TexelBuffer looks;    // two texels an instance, see crowd.h
    GlBuffer members;     // instances, as numbers, in the order in which the passes draw them
};
SkinnedMesh make_skinned_mesh();

/// The reconstruction of the skin. It runs once a vertex, instance and frame and keeps what it finds by transform
/// feedback, so that the weights are not read again for the shadow, nor for each of the triangles at a vertex; nothing
/// returns to the processor. All instances of a mesh are one call.
class SkinningPass {
public:
    static Result<SkinningPass> create(const std::filesystem::path& shader_folder);

    /// Some complete framebuffer must be bound; nothing is drawn into it. The modes of `fading`, a mesh of the same
    /// vertices, move them besides; null: none.
    void run(const GpuMesh& mesh, const GpuMesh* fading, const std::vector<const DrawItem*>& items,
             const SkinnedMesh& skinned) const;

private:
    explicit SkinningPass(ShaderProgram program);
    ShaderProgram program_;
};

} // namespace limber::app
