#pragma once

#include "app/rendering/draw_list.h"
#include "app/rendering/gl_objects.h"
#include "app/rendering/gpu_mesh.h"
#include "app/rendering/shader_program.h"
#include "engine/core/result.h"

#include <array>
#include <filesystem>

namespace limber::app {

/// A deformed vertex, as skinning.vert leaves it.
struct SkinnedVertex {
    std::array<float, 3> position;
    std::array<float, 3> normal; // unit
};

/// A mesh in its pose of this frame, on the GPU, ready to be drawn by any pass:
/// location 0 position, 1 normal, 2 colour, 3 scalar.
struct SkinnedMesh {
    GlVertexArray array;
    GlBuffer vertices; // SkinnedVertex, one a vertex
    TexelBuffer maps;
};
SkinnedMesh make_skinned_mesh();

/// The reconstruction of the skin. It runs once a vertex and frame and keeps what it finds by transform feedback, so
/// that the weights are not read again for the shadow, nor for each of the triangles at a vertex; nothing returns to
/// the processor.
class SkinningPass {
public:
    static Result<SkinningPass> create(const std::filesystem::path& shader_folder);

    /// Some complete framebuffer must be bound; nothing is drawn into it. The modes of `fading`, a mesh of the same
    /// vertices, move them besides; null: none.
    void run(const GpuMesh& mesh, const GpuMesh* fading, const DrawItem& item, const SkinnedMesh& skinned) const;

private:
    explicit SkinningPass(ShaderProgram program);
    ShaderProgram program_;
};

} // namespace limber::app
