// SPDX-License-Identifier: MIT
#pragma once

#include "app/geometry/skin_geometry.h"
#include "app/rendering/draw_list.h"
#include "app/rendering/image.h"
#include "engine/core/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

/// Draws characters with matte shading under a warm key light, a cool fill light and a rim light, a soft shadow on a
/// ground that fades into the background, and overlays on top. Computes the skin on the GPU,
///
///     x = sum_b w_b P_b [X 1] + sum_j w_j T_j [X 1]
///
/// with the weights uploaded once and the maps each frame. All instances of a mesh are one draw call in each pass. The
/// passes in order are skinning, shadow depth, skin, ground and background, overlay; the last three draw into a
/// multisampled buffer that is resolved at the end.
///
/// Every function needs the same current OpenGL 4.1 core context (Window or OffscreenContext).
namespace limber::app {

struct RendererOptions {
    int samples = 4;        // per pixel; fewer when the driver supports fewer
    int coarseness = 1;     // above 1, draw() has one sample for a square of so many pixels a side, for quick tests
    int shadow_size = 1024; // [texel]
};

class Renderer {
public:
    /// Compiles every shader. Fails with bad_input and FILE:LINE of the shader when one does not compile or link.
    static Result<Renderer> create(const std::filesystem::path& shader_folder, const RendererOptions& options = {});
    /// Uses the program's own shaders; fails with bad_input also when they are missing.
    static Result<Renderer> create(const RendererOptions& options = {});

    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;
    ~Renderer();

    /// Fails with bad_input when the mesh is larger than the driver's textures.
    Result<MeshHandle> upload(const DrawnMesh& mesh);
    Result<MeshHandle> upload(SkinGeometry skin);
    /// Like upload, but the data is uploaded in parts by send_more, so that no frame waits for a large mesh.
    /// `tets`: null, or the tets of which the skin has all vertices, so that they can be drawn (TetDrawing).
    Result<MeshHandle> begin_upload(std::shared_ptr<const SkinGeometry> skin,
                                    std::shared_ptr<const TetGeometry> tets = {});
    /// Uploads about so many more bytes. Returns true when the mesh is complete; before, it must not be drawn.
    bool send_more(MeshHandle handle, std::size_t bytes);
    void remove(MeshHandle handle);

    /// One number a vertex in [-1, 1], for Paint::scalar.
    void set_scalars(MeshHandle handle, std::span<const float> scalars);
    /// One number a triangle, for Paint::labels.
    void set_labels(MeshHandle handle, std::span<const std::uint32_t> labels);

    /// Creates a texture of an image for the panels and returns its OpenGL name; it lives as long as the renderer.
    unsigned int keep_picture(const Image& image);
    /// Replaces the image of such a texture.
    void replace_picture(unsigned int name, const Image& image);

    /// Draws into the window's whole framebuffer of `width` x `height` pixels.
    void draw(const DrawList& list, int width, int height);

    /// Draws the same image off screen and reads it back. Fails with bad_input when the driver does not support a
    /// framebuffer of that size.
    Result<Image> capture(const DrawList& list, int width, int height);
    /// The same image without the background and the ground, with the opacity of each pixel.
    Result<Image> capture_transparent(DrawList list, int width, int height);

    /// Draw calls of the last image: a few per mesh, independent of the number of its instances.
    int draw_calls() const;
    /// The graphics card or software renderer that draws, as its driver names it.
    std::string graphics_name() const;

private:
    struct Impl;
    explicit Renderer(std::unique_ptr<Impl> parts);
    std::unique_ptr<Impl> impl_;
};

/// Reads the window's back buffer, panels included; to be called before it is presented.
Image read_window_pixels(int width, int height);

} // namespace limber::app
