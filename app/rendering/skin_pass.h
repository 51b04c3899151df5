#pragma once

#include "app/rendering/shader_program.h"
#include "app/rendering/shadow_pass.h"
#include "engine/core/result.h"

#include <filesystem>

namespace limber::app {

/// The characters.
class SkinPass {
public:
    static Result<SkinPass> create(const std::filesystem::path& shader_folder);

    void draw(const PlacedMesh& placed, const ShadowPass& shadow) const;
    /// After draw: the hull of the body, a little larger, seen from inside, so that only its edge shows.
    void draw_outline(const PlacedMesh& placed) const;

private:
    explicit SkinPass(ShaderProgram program);
    ShaderProgram program_;
};

} // namespace limber::app
