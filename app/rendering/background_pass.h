// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/gl_objects.h"
#include "app/rendering/shader_program.h"
#include "app/rendering/shadow_pass.h"
#include "app/rendering/view_block.h"
#include "engine/core/result.h"

#include <filesystem>

namespace limber::app {

/// The ground and the background. They are drawn after the characters and behind them, so that no pixel is shaded
/// twice.
class BackgroundPass {
public:
    static Result<BackgroundPass> create(const std::filesystem::path& shader_folder);

    void draw_ground(const Ground& ground, const ViewBlock& block, const ShadowPass& shadow) const;
    void draw_background() const;

private:
    BackgroundPass(ShaderProgram ground, ShaderProgram background);

    ShaderProgram ground_program_;
    ShaderProgram background_program_;
    GlVertexArray empty_array_;
};

} // namespace limber::app
