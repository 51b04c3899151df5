#pragma once

#include "app/geometry/skin_geometry.h"
#include "app/rendering/draw_list.h"
#include "app/rendering/image.h"
#include "engine/core/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

/// The quiet studio: soft shadow, ground that fades into the background, matte flesh under a warm key, a cool
/// fill and a rim light, and thin overlays on top. Reconstructs the skin on the GPU,
///
///     x = sum_b w_b P_b [X 1] + sum_j w_j T_j [X 1]
///
/// with the weights uploaded once and the maps each frame; all that show one mesh are one call in each pass. The
/// passes, in their order: skinning, shadow depth, skin, ground and background, overlay; the last three go into a
/// multisampled buffer that is resolved at the end.
///
/// Every function needs a current OpenGL 4.1 core context (Window or OffscreenContext), always the same.
namespace limber::app {

struct RendererOptions {
    int samples = 4;        // a pixel; fewer where the driver offers fewer
    int shadow_size = 1024; // [texel]
};

class Renderer {
public:
    /// Compiles every shader. Fails with bad_input and FILE:LINE of the shader when one does not compile or link.
    static Result<Renderer> create(const std::filesystem::path& shader_folder, const RendererOptions& options = {});
    /// With the program's own shaders; fails with bad_input where they are missing, too.
    static Result<Renderer> create(const RendererOptions& options = {});

    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;
    ~Renderer();

    /// Fails with bad_input when the mesh is larger than the driver's textures.
    Result<MeshHandle> upload(const DrawnMesh& mesh);
    /// As upload, but nothing is sent before send_more: so that no frame waits for a large mesh.
    Result<MeshHandle> begin_upload(std::shared_ptr<const SkinGeometry> skin);
    /// Sends about so many bytes more; true once all of the mesh is there. Before that it must not be drawn.
    bool send_more(MeshHandle handle, std::size_t bytes);
    void remove(MeshHandle handle);

    /// One number a vertex in [-1, 1], for Paint::scalar.
    void set_scalars(MeshHandle handle, std::span<const float> scalars);
    /// One number a triangle, for Paint::labels.
    void set_labels(MeshHandle handle, std::span<const std::uint32_t> labels);

    /// A picture for the panels to show, by the name that OpenGL gives its texture; kept as long as the renderer.
    unsigned int keep_picture(const Image& image);
    /// Another one in the place of one that is kept.
    void replace_picture(unsigned int name, const Image& image);

    /// Draws into the window's framebuffer, `width` x `height` pixels, all of which it covers.
    void draw(const DrawList& list, int width, int height);

    /// Draws the same picture off screen and reads it back. Fails with bad_input when the driver has no
    /// framebuffer that large.
    Result<Image> capture(const DrawList& list, int width, int height);

    /// How many calls to the driver drew the last picture: a few a mesh, however many show it.
    int draw_calls() const;

private:
    struct Parts;
    explicit Renderer(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

/// Reads the window's back buffer as it stands, panels included; before it is presented.
Image read_window_pixels(int width, int height);

} // namespace limber::app
