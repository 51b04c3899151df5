// SPDX-License-Identifier: MIT
#include "app/rendering/gl_objects.h"

#include "engine/core/contract.h"

#include <glad/gl.h>

#include <algorithm>
#include <vector>

namespace limber::app {
namespace {

std::int64_t draw_call_count = 0; // used only by the thread with the OpenGL context

int driver_limit(GLenum what) {
    GLint value = 0;
    glGetIntegerv(what, &value);
    return value;
}

TexelBuffer make_texel_buffer(GLenum format) {
    TexelBuffer made{make_buffer(), make_texture()};
    glBindBuffer(GL_TEXTURE_BUFFER, made.buffer.name());
    glBindTexture(GL_TEXTURE_BUFFER, made.texture.name());
    glTexBuffer(GL_TEXTURE_BUFFER, format, made.buffer.name());
    return made;
}

} // namespace

void delete_buffer(unsigned int name) {
    glDeleteBuffers(1, &name);
}
void delete_texture(unsigned int name) {
    glDeleteTextures(1, &name);
}
void delete_vertex_array(unsigned int name) {
    glDeleteVertexArrays(1, &name);
}
void delete_framebuffer(unsigned int name) {
    glDeleteFramebuffers(1, &name);
}
void delete_renderbuffer(unsigned int name) {
    glDeleteRenderbuffers(1, &name);
}
void delete_shader(unsigned int name) {
    glDeleteShader(name);
}
void delete_program(unsigned int name) {
    glDeleteProgram(name);
}

GlBuffer make_buffer() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return GlBuffer(name);
}

GlTexture make_texture() {
    GLuint name = 0;
    glGenTextures(1, &name);
    return GlTexture(name);
}

GlVertexArray make_vertex_array() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return GlVertexArray(name);
}

GlFramebuffer make_framebuffer() {
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    return GlFramebuffer(name);
}

GlRenderbuffer make_renderbuffer() {
    GLuint name = 0;
    glGenRenderbuffers(1, &name);
    return GlRenderbuffer(name);
}

void add_attribute(const GlVertexArray& array, const GlBuffer& buffer, const AttributeLayout& layout) {
    glBindVertexArray(array.name());
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    glEnableVertexAttribArray(layout.location);
    glVertexAttribPointer(layout.location, layout.count, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(layout.stride),
                          reinterpret_cast<const void*>(layout.offset));
    glVertexAttribDivisor(layout.location, layout.per_instance ? 1U : 0U);
}

void remove_attribute(const GlVertexArray& array, unsigned int location) {
    glBindVertexArray(array.name());
    glDisableVertexAttribArray(location);
}

void fill(const GlBuffer& buffer, std::span<const std::byte> bytes, bool often) {
    // Binding to the copy-write target does not change the bound vertex array.
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.name());
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(),
                 often ? GL_STREAM_DRAW : GL_STATIC_DRAW);
}

void allocate(const GlBuffer& buffer, std::size_t bytes) {
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.name());
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STATIC_DRAW);
}

void fill_range(const GlBuffer& buffer, std::span<const std::byte> bytes, std::size_t offset) {
    if (!bytes.empty()) {
        glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.name());
        glBufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes.size()),
                        bytes.data());
    }
}

std::size_t long_texture_texels_max() {
    return static_cast<std::size_t>(long_texture_width) * static_cast<std::size_t>(driver_limit(GL_MAX_TEXTURE_SIZE));
}

LongTexture make_long_texture(std::size_t texels) {
    EXPECTS(texels <= long_texture_texels_max());
    LongTexture made{make_texture()};
    constexpr auto width = static_cast<std::size_t>(long_texture_width);
    const std::size_t rows = std::max<std::size_t>(1, (texels + width - 1) / width);
    glBindTexture(GL_TEXTURE_2D, made.texture.name());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB32F, long_texture_width, static_cast<GLsizei>(rows), 0, GL_RGB, GL_FLOAT,
                 nullptr);
    return made;
}

void fill_rows(const LongTexture& texture, std::span<const float> xyz, int first_row) {
    constexpr auto width = static_cast<std::size_t>(long_texture_width);
    const std::size_t whole = xyz.size() / 3 / width;
    const std::size_t rest = xyz.size() / 3 % width;
    glBindTexture(GL_TEXTURE_2D, texture.texture.name());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    if (whole > 0) {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, first_row, long_texture_width, static_cast<GLsizei>(whole), GL_RGB,
                        GL_FLOAT, xyz.data());
    }
    if (rest > 0) {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, first_row + static_cast<GLint>(whole), static_cast<GLsizei>(rest), 1,
                        GL_RGB, GL_FLOAT, xyz.data() + 3 * whole * width);
    }
}

TexelBuffer make_float_texel_buffer() {
    return make_texel_buffer(GL_RGBA32F);
}

TexelBuffer make_triple_texel_buffer() {
    return make_texel_buffer(GL_RGB32F);
}

std::size_t texel_buffer_texels_max() {
    return static_cast<std::size_t>(driver_limit(GL_MAX_TEXTURE_BUFFER_SIZE));
}

TexelBuffer make_index_texel_buffer() {
    return make_texel_buffer(GL_R32UI);
}

TexelBuffer make_quadruple_index_texel_buffer() {
    return make_texel_buffer(GL_RGBA32UI);
}

void show_as_index_texels(const GlTexture& texture, const GlBuffer& buffer) {
    glBindTexture(GL_TEXTURE_BUFFER, texture.name());
    glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, buffer.name());
}

void show_as_float_texels(const GlTexture& texture, const GlBuffer& buffer) {
    glBindTexture(GL_TEXTURE_BUFFER, texture.name());
    glTexBuffer(GL_TEXTURE_BUFFER, GL_R32F, buffer.name());
}

std::size_t picture_array_count_max() {
    return static_cast<std::size_t>(driver_limit(GL_MAX_ARRAY_TEXTURE_LAYERS));
}

int picture_array_side_max() {
    return driver_limit(GL_MAX_TEXTURE_SIZE);
}

PictureArray make_picture_array(int side, int count, int levels) {
    PictureArray made{make_texture()};
    glBindTexture(GL_TEXTURE_2D_ARRAY, made.texture.name());
    for (int level = 0; level < levels; ++level) {
        const int size = std::max(1, side >> level);
        glTexImage3D(GL_TEXTURE_2D_ARRAY, level, GL_SRGB8_ALPHA8, size, size, count, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     nullptr);
    }
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, levels - 1);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_T, GL_REPEAT);
    return made;
}

void fill_rows(const PictureArray& pictures, const PictureRows& rows) {
    const auto row_bytes = 4 * static_cast<std::size_t>(rows.side);
    EXPECTS(rows.rgba.size() % row_bytes == 0);
    if (!rows.rgba.empty()) {
        glBindTexture(GL_TEXTURE_2D_ARRAY, pictures.texture.name());
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexSubImage3D(GL_TEXTURE_2D_ARRAY, rows.level, 0, rows.first_row, rows.picture, rows.side,
                        static_cast<GLsizei>(rows.rgba.size() / row_bytes), 1, GL_RGBA, GL_UNSIGNED_BYTE,
                        rows.rgba.data());
    }
}

void draw_triangles(int index_count, int instances) {
    glDrawElementsInstanced(GL_TRIANGLES, index_count, GL_UNSIGNED_INT, nullptr, instances);
    ++draw_call_count;
}

void draw_points(int count, int instances) {
    glDrawArraysInstanced(GL_POINTS, 0, count, instances);
    ++draw_call_count;
}

void draw_vertices(Primitive primitive, int count, int instances) {
    glDrawArraysInstanced(primitive == Primitive::strip ? GL_TRIANGLE_STRIP : GL_TRIANGLES, 0, count, instances);
    ++draw_call_count;
}

std::int64_t draw_calls() {
    return draw_call_count;
}

std::string graphics_name() {
    const GLubyte* name = glGetString(GL_RENDERER);
    return name == nullptr ? std::string() : reinterpret_cast<const char*>(name);
}

void bind_texture(int unit, const GlTexture& texture) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D, texture.name());
}

void bind_texel_buffer(int unit, const TexelBuffer& buffer) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_BUFFER, buffer.texture.name());
}

void bind_picture_array(int unit, const PictureArray& pictures) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D_ARRAY, pictures.texture.name());
}

void bind_buffer_texture(int unit, const GlTexture& texture) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_BUFFER, texture.name());
}

} // namespace limber::app
