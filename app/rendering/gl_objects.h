// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

/// RAII owners of OpenGL objects. Only the sources of this module include this header, and it exposes no OpenGL types.
namespace limber::app {

/// Owns one OpenGL name; move-only.
template <void (*destroy)(unsigned int)>
class GlName {
public:
    GlName() = default;
    explicit GlName(unsigned int name) : name_(name) {}
    GlName(GlName&& other) noexcept : name_(std::exchange(other.name_, 0U)) {}
    GlName& operator=(GlName&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~GlName() {
        if (name_ != 0U) {
            destroy(name_);
        }
    }
    unsigned int name() const {
        return name_;
    }

private:
    unsigned int name_ = 0;
};

void delete_buffer(unsigned int name);
void delete_texture(unsigned int name);
void delete_vertex_array(unsigned int name);
void delete_framebuffer(unsigned int name);
void delete_renderbuffer(unsigned int name);
void delete_shader(unsigned int name);
void delete_program(unsigned int name);

using GlBuffer = GlName<&delete_buffer>;
using GlTexture = GlName<&delete_texture>;
using GlVertexArray = GlName<&delete_vertex_array>;
using GlFramebuffer = GlName<&delete_framebuffer>;
using GlRenderbuffer = GlName<&delete_renderbuffer>;
using GlShader = GlName<&delete_shader>;
using GlProgram = GlName<&delete_program>;

GlBuffer make_buffer();
GlTexture make_texture();
GlVertexArray make_vertex_array();
GlFramebuffer make_framebuffer();
GlRenderbuffer make_renderbuffer();

/// The layout of a vertex attribute: `count` floats at `offset` of every `stride` bytes.
struct AttributeLayout {
    unsigned int location = 0;
    int count = 3;
    std::size_t stride = 0;
    std::size_t offset = 0;
    bool per_instance = false;
};

/// Adds an attribute of floats in `buffer` to `array`.
void add_attribute(const GlVertexArray& array, const GlBuffer& buffer, const AttributeLayout& layout);

/// Gives all vertices zeros for an attribute.
void remove_attribute(const GlVertexArray& array, unsigned int location);

/// Fills a buffer; `often` for a buffer that is filled every frame.
void fill(const GlBuffer& buffer, std::span<const std::byte> bytes, bool often);

template <typename T>
void fill(const GlBuffer& buffer, std::span<const T> values, bool often = false) {
    fill(buffer, std::as_bytes(values), often);
}

/// Allocates so many uninitialised bytes.
void allocate(const GlBuffer& buffer, std::size_t bytes);
/// Fills a part of an allocated buffer, starting at `offset` [byte].
void fill_range(const GlBuffer& buffer, std::span<const std::byte> bytes, std::size_t offset);

/// A long array of texels (x y z) in a 2D texture, row after row. Its largest length is beyond that of any mesh,
/// whereas buffer textures may be limited to 65536 texels. Texel i lies at (i % long_texture_width, i /
/// long_texture_width).
struct LongTexture {
    GlTexture texture;
};

constexpr int long_texture_width = 4096; // also in common/skinning.glsl; OpenGL 4.1 guarantees 16384

/// The longest array that the driver can hold [texel].
std::size_t long_texture_texels_max();

/// Allocates texels of three floats, at most long_texture_texels_max().
LongTexture make_long_texture(std::size_t texels);
/// xyz: texels for the rows from `first_row` on; the last row may be incomplete.
void fill_rows(const LongTexture& texture, std::span<const float> xyz, int first_row);

/// A buffer that shaders read by index, filled every frame.
struct TexelBuffer {
    GlBuffer buffer;
    GlTexture texture;
};

/// Texels of four floats.
TexelBuffer make_float_texel_buffer();
/// Texels of three floats.
TexelBuffer make_triple_texel_buffer();
/// The largest number of texels in a texel buffer.
std::size_t texel_buffer_texels_max();
/// Texels of one unsigned integer.
TexelBuffer make_index_texel_buffer();
/// Texels of four unsigned integers.
TexelBuffer make_quadruple_index_texel_buffer();
/// Make a texture of a buffer that has other uses too, with texels of one number.
void show_as_index_texels(const GlTexture& texture, const GlBuffer& buffer);
void show_as_float_texels(const GlTexture& texture, const GlBuffer& buffer);

/// Square pictures of one size with their smaller levels, in sRGB and opacity; repeated beyond their edges.
struct PictureArray {
    GlTexture texture;
};

/// The largest number of pictures in an array, and of pixels on a side.
std::size_t picture_array_count_max();
int picture_array_side_max();

PictureArray make_picture_array(int side, int count, int levels);
/// Whole rows of one picture in one level, from `first_row` on.
struct PictureRows {
    int level = 0;
    int picture = 0;
    int side = 0; // of the level
    int first_row = 0;
    std::span<const std::uint8_t> rgba;
};
void fill_rows(const PictureArray& pictures, const PictureRows& rows);

/// Draws instances of the bound vertex array with the program in use. All draw calls go through these functions, which
/// count them.
void draw_triangles(int index_count, int instances);
void draw_points(int count, int instances);
enum class Primitive { triangle, strip };
void draw_vertices(Primitive primitive, int count, int instances = 1);

/// Draw calls of all renderers since the program started.
std::int64_t draw_calls();

/// The graphics card or software renderer of the current context, as its driver names it.
std::string graphics_name();

/// Bind a texture to a texture unit.
void bind_texture(int unit, const GlTexture& texture);
void bind_texel_buffer(int unit, const TexelBuffer& buffer);
void bind_buffer_texture(int unit, const GlTexture& texture);
void bind_picture_array(int unit, const PictureArray& pictures);

} // namespace limber::app
