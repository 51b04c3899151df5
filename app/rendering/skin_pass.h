#pragma once

#include "app/rendering/crowd.h"
#include "app/rendering/shader_program.h"
#include "app/rendering/shadow_pass.h"
#include "engine/core/result.h"

#include <filesystem>

namespace limber::app {

/// The characters, all of one mesh together.
class SkinPass {
public:
    static Result<SkinPass> create(const std::filesystem::path& shader_folder);

    void draw(const Crowd& crowd, const Members& members, const ShadowPass& shadow) const;
    /// After draw: the hull of each body, a little larger, seen from inside, so that only its edge shows.
    void draw_outlines(const Crowd& crowd, const ShadowPass& shadow) const;

private:
    explicit SkinPass(ShaderProgram program);
    void prepare(const Crowd& crowd, const ShadowPass& shadow, float outline) const;
    ShaderProgram program_;
};

} // namespace limber::app
