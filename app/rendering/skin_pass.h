// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/instance_batch.h"
#include "app/rendering/shader_program.h"
#include "app/rendering/shadow_pass.h"
#include "engine/core/result.h"

#include <filesystem>

namespace limber::app {

/// Draws the characters' skins, all instances of a mesh at once.
class SkinPass {
public:
    static Result<SkinPass> create(const std::filesystem::path& shader_folder);

    void draw(const InstanceBatch& batch, const InstanceRange& members, const ShadowPass& shadow) const;
    /// Draws the back faces of each body, slightly enlarged, so that only an outline is visible. Call it after draw.
    void draw_outlines(const InstanceBatch& batch, const ShadowPass& shadow) const;
    /// Draws the edges of bodies without their skin, through each other. Call it after everything opaque.
    void draw_wires(const InstanceBatch& batch, const ShadowPass& shadow) const;

private:
    explicit SkinPass(ShaderProgram program);
    void bind_materials(const GpuMesh& mesh) const;
    void prepare(const InstanceBatch& batch, const ShadowPass& shadow, float outline) const;
    ShaderProgram program_;
};

} // namespace limber::app
