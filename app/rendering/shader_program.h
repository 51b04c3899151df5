// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/gl_objects.h"
#include "engine/core/result.h"

#include <filesystem>
#include <string>
#include <vector>

#include <glm/glm.hpp>

namespace limber::app {

/// A vertex and a fragment shader, NAME.vert and NAME.frag, linked. A line `#include "common/x.glsl"` is replaced
/// by that file of the shader folder; each file is included once. Errors of the driver's compiler
/// are reported with FILE:LINE of the file that holds the line.
class ShaderProgram {
public:
    /// `vertex` and `fragment` are names without extension. Fails with bad_input.
    static Result<ShaderProgram> load(const std::filesystem::path& folder, const std::string& vertex,
                                      const std::string& fragment);

    /// Loads a vertex shader alone; transform feedback captures its outputs `captured`, interleaved. Fails with
    /// bad_input.
    static Result<ShaderProgram> load_capturing(const std::filesystem::path& folder, const std::string& vertex,
                                                const std::vector<std::string>& captured);

    void use() const;
    unsigned int name() const;

    /// Set a uniform of the program in use. Precondition: the shader has an active uniform of that name.
    void set(const char* uniform, int value) const;
    void set(const char* uniform, float value) const;
    void set(const char* uniform, glm::ivec3 value) const;
    void set(const char* uniform, glm::vec2 value) const;
    void set(const char* uniform, glm::vec3 value) const;
    void set(const char* uniform, glm::vec4 value) const;

private:
    static Result<ShaderProgram> linked(GlProgram program, const std::filesystem::path& file);
    explicit ShaderProgram(GlProgram program) : program_(std::move(program)) {}
    int location(const char* uniform) const;
    GlProgram program_;
};

} // namespace limber::app
