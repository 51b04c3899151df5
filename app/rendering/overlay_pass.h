// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/draw_list.h"
#include "app/rendering/gl_objects.h"
#include "app/rendering/shader_program.h"
#include "engine/core/result.h"

#include <filesystem>

namespace limber::app {

/// Lines, rings and points on top of the image. Each is drawn as screen-space capsules: rectangles with antialiased
/// borders.
class OverlayPass {
public:
    static Result<OverlayPass> create(const std::filesystem::path& shader_folder);

    void draw(const Overlay& overlay) const;

private:
    explicit OverlayPass(ShaderProgram program);
    void describe_capsules() const;

    ShaderProgram program_;
    GlVertexArray array_;
    GlBuffer capsules_;
};

} // namespace limber::app
