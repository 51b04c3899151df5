#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

/// OpenGL's objects as values that delete themselves. Only this module's sources include this header; the
/// types of OpenGL stay behind it.
namespace limber::app {

/// One name that OpenGL gave, deleted with the owner. Copies are not possible.
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

/// What a vertex attribute reads: `count` floats at `offset` of every `stride` bytes.
struct AttributeLayout {
    unsigned int location = 0;
    int count = 3;
    std::size_t stride = 0;
    std::size_t offset = 0;
    bool per_instance = false;
};

/// Adds an attribute of floats in `buffer` to `array`.
void add_attribute(const GlVertexArray& array, const GlBuffer& buffer, const AttributeLayout& layout);

/// Fills a vertex buffer; `often` when it will be filled again and again.
void fill(const GlBuffer& buffer, std::span<const std::byte> bytes, bool often);

template <typename T>
void fill(const GlBuffer& buffer, std::span<const T> values, bool often = false) {
    fill(buffer, std::as_bytes(values), often);
}

/// Makes room for so many bytes, whatever they are.
void make_room(const GlBuffer& buffer, std::size_t bytes);
/// Fills some of it, from `offset` [byte] on.
void fill_part(const GlBuffer& buffer, std::span<const std::byte> bytes, std::size_t offset);

/// A long array of texels (x y z) in a plain texture, row after row: there is no limit to its length that a mesh
/// would reach, where buffer textures may end at 65536 texels. Texel i lies at
/// (i % long_texture_width, i / long_texture_width).
struct LongTexture {
    GlTexture texture;
};

constexpr int long_texture_width = 4096; // common/skinning.glsl knows it; every driver of OpenGL 4.1 has 16384

/// The longest array that the driver can hold [texel].
std::size_t long_texture_texels_max();

/// Room for texels of three floats; no longer than long_texture_texels_max().
LongTexture make_long_texture(std::size_t texels);
/// xyz: the texels of the rows from `first_row` on; the last row may end early.
void fill_rows(const LongTexture& texture, std::span<const float> xyz, int first_row);

/// A buffer that shaders read by index, filled anew each frame.
struct TexelBuffer {
    GlBuffer buffer;
    GlTexture texture;
};

/// Texels of four floats.
TexelBuffer make_float_texel_buffer();
/// Texels of three floats.
TexelBuffer make_triple_texel_buffer();
/// The most texels that one of them can hold.
std::size_t texel_buffer_texels_max();
/// Texels of one unsigned integer.
TexelBuffer make_index_texel_buffer();

/// Draws what the bound vertex array says, with the program in use, so many instances of it; every call to the driver
/// that draws goes through here, and is counted.
void draw_triangles(int index_count, int instances);
void draw_points(int count, int instances);
enum class Corners { triangle, strip };
void draw_corners(Corners corners, int count, int instances = 1);

/// Calls that drew since the program began, all renderers together.
std::int64_t draw_calls();

/// Binds a texture to a unit that a shader reads.
void bind_plane(int unit, const GlTexture& texture);
void bind_texel_buffer(int unit, const TexelBuffer& buffer);

} // namespace limber::app
