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

private:
    explicit SkinPass(ShaderProgram program);
    ShaderProgram program_;
};

} // namespace limber::app
