// SPDX-License-Identifier: MIT
#include "app/rendering/shader_program.h"

#include "app/rendering/shader_source.h"
#include "engine/core/contract.h"

#include <glad/gl.h>
#include <glm/gtc/type_ptr.hpp>

#include <algorithm>

namespace limber::app {
namespace {

std::string compile_log(const GlShader& shader) {
    GLint length = 0;
    glGetShaderiv(shader.name(), GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    glGetShaderInfoLog(shader.name(), length, nullptr, log.data());
    return log.c_str();
}

std::string link_log(const GlProgram& program) {
    GLint length = 0;
    glGetProgramiv(program.name(), GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    glGetProgramInfoLog(program.name(), length, nullptr, log.data());
    return log.c_str();
}

Result<GlShader> compile(const std::filesystem::path& folder, const std::string& file, GLenum stage) {
    const auto source = read_shader(folder, file);
    if (!source) {
        return source.error();
    }
    GlShader shader(glCreateShader(stage));
    const char* text = source.value().text.c_str();
    glShaderSource(shader.name(), 1, &text, nullptr);
    glCompileShader(shader.name());
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
    if (compiled != GL_TRUE) {
        return compiler_error(source.value(), compile_log(shader));
    }
    return shader;
}

void capture_outputs(const GlProgram& program, const std::vector<std::string>& captured) {
    std::vector<const char*> names;
    for (const std::string& name : captured) {
        names.push_back(name.c_str());
    }
    glTransformFeedbackVaryings(program.name(), static_cast<GLsizei>(names.size()), names.data(),
                                GL_INTERLEAVED_ATTRIBS);
}

// All programs share one uniform block for the view.
void attach_view_block(const GlProgram& program) {
    const GLuint block = glGetUniformBlockIndex(program.name(), "ViewBlock");
    if (block != GL_INVALID_INDEX) {
        glUniformBlockBinding(program.name(), block, 0);
    }
}

} // namespace

Result<ShaderProgram> ShaderProgram::load(const std::filesystem::path& folder, const std::string& vertex,
                                          const std::string& fragment) {
    auto vertex_shader = compile(folder, vertex + ".vert", GL_VERTEX_SHADER);
    if (!vertex_shader) {
        return vertex_shader.error();
    }
    auto fragment_shader = compile(folder, fragment + ".frag", GL_FRAGMENT_SHADER);
    if (!fragment_shader) {
        return fragment_shader.error();
    }
    GlProgram program(glCreateProgram());
    glAttachShader(program.name(), vertex_shader.value().name());
    glAttachShader(program.name(), fragment_shader.value().name());
    return linked(std::move(program), folder / (fragment + ".frag"));
}

Result<ShaderProgram> ShaderProgram::load_capturing(const std::filesystem::path& folder, const std::string& vertex,
                                                    const std::vector<std::string>& captured) {
    auto shader = compile(folder, vertex + ".vert", GL_VERTEX_SHADER);
    if (!shader) {
        return shader.error();
    }
    GlProgram program(glCreateProgram());
    glAttachShader(program.name(), shader.value().name());
    capture_outputs(program, captured);
    return linked(std::move(program), folder / (vertex + ".vert"));
}

Result<ShaderProgram> ShaderProgram::linked(GlProgram program, const std::filesystem::path& file) {
    glLinkProgram(program.name());
    GLint is_linked = GL_FALSE;
    glGetProgramiv(program.name(), GL_LINK_STATUS, &is_linked);
    if (is_linked != GL_TRUE) {
        return Error{ErrorKind::bad_input, "the driver cannot link this shader: " + link_log(program), file.string()};
    }
    attach_view_block(program);
    return ShaderProgram(std::move(program));
}

void ShaderProgram::use() const {
    glUseProgram(program_.name());
}

unsigned int ShaderProgram::name() const {
    return program_.name();
}

int ShaderProgram::location(const char* uniform) const {
    const GLint location = glGetUniformLocation(program_.name(), uniform);
    EXPECTS(location >= 0);
    return location;
}

void ShaderProgram::set(const char* uniform, int value) const {
    glUniform1i(location(uniform), value);
}

void ShaderProgram::set(const char* uniform, float value) const {
    glUniform1f(location(uniform), value);
}

void ShaderProgram::set(const char* uniform, glm::vec2 value) const {
    glUniform2fv(location(uniform), 1, glm::value_ptr(value));
}

void ShaderProgram::set(const char* uniform, glm::ivec3 value) const {
    glUniform3iv(location(uniform), 1, glm::value_ptr(value));
}

void ShaderProgram::set(const char* uniform, glm::vec3 value) const {
    glUniform3fv(location(uniform), 1, glm::value_ptr(value));
}

void ShaderProgram::set(const char* uniform, glm::vec4 value) const {
    glUniform4fv(location(uniform), 1, glm::value_ptr(value));
}

} // namespace limber::app
