// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/instance_batch.h"
#include "app/rendering/shader_program.h"
#include "engine/core/result.h"

#include <filesystem>

namespace limber::app {

class ShadowPass;

/// Draws bodies by their tets: the faces that a cut shows, and strain and stress of each tet. The vertex shader finds
/// the faces and computes the strain from the vertices that skinning.vert has deformed.
class TetPass {
public:
    static Result<TetPass> create(const std::filesystem::path& shader_folder);

    void draw(const InstanceBatch& batch, const ShadowPass& shadow) const;
    /// Draws bodies with Wires::alone; call it after everything opaque.
    void draw_wires(const InstanceBatch& batch, const ShadowPass& shadow) const;

private:
    explicit TetPass(ShaderProgram program);
    void prepare(const InstanceBatch& batch, const ShadowPass& shadow) const;
    ShaderProgram program_;
};

} // namespace limber::app
