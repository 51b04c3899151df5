// SPDX-License-Identifier: MIT
#pragma once

#include "app/geometry/deformed_skin.h"
#include "app/rendering/draw_list.h"
#include "app/rendering/gl_objects.h"
#include "app/rendering/gpu_mesh.h"
#include "app/rendering/shader_program.h"
#include "engine/core/result.h"

#include <filesystem>
#include <vector>

namespace limber::app {

/// The deformed vertices of all instances of a mesh in this frame, on the GPU; all passes draw them.
struct SkinnedMesh {
    GlVertexArray array;  // location 0: colour, 1: scalar, 3: MaterialPlace, all of the mesh; 2: number of the instance
    TexelBuffer vertices; // a DeformedVertex (two texels) per vertex and instance, as skinning.vert writes it
    TexelBuffer maps;     // per instance: its offset, then three texels per map
    TexelBuffer looks;    // two texels per instance, see instance_batch.h
    GlBuffer members;     // numbers of the instances, in the order in which the passes draw them
};
SkinnedMesh make_skinned_mesh();

/// Computes the deformed skin once per vertex, instance and frame, and stores it by transform feedback, so that the
/// weights are not read again for the shadow or for each triangle of a vertex. Nothing is read back to the CPU. All
/// instances of a mesh are one draw call.
class SkinningPass {
public:
    static Result<SkinningPass> create(const std::filesystem::path& shader_folder);

    /// A complete framebuffer must be bound; nothing is drawn into it. The modes of `fading`, a mesh with the same
    /// vertices, are added; null: none.
    void run(const GpuMesh& mesh, const GpuMesh* fading, const std::vector<const DrawItem*>& items,
             const SkinnedMesh& skinned) const;
    /// Uploads vertices that were deformed on the CPU, as many as the mesh has.
    static void upload(const GpuMesh& mesh, const DeformedSkin& skin, const SkinnedMesh& skinned);

private:
    explicit SkinningPass(ShaderProgram program);
    ShaderProgram program_;
};

} // namespace limber::app
