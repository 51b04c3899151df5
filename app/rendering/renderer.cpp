// SPDX-License-Identifier: MIT
#include "app/rendering/renderer.h"

#include "app/platform_paths/data_folder.h"
#include "app/rendering/background_pass.h"
#include "app/rendering/gl_objects.h"
#include "app/rendering/gpu_mesh.h"
#include "app/rendering/instance_batch.h"
#include "app/rendering/overlay_pass.h"
#include "app/rendering/render_target.h"
#include "app/rendering/shadow_pass.h"
#include "app/rendering/skin_pass.h"
#include "app/rendering/skinning_pass.h"
#include "app/rendering/tet_pass.h"
#include "app/rendering/view_block.h"

#include <glad/gl.h>

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

// Sets the OpenGL state that the passes expect; the panels may have changed it.
void start_frame() {
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL); // the background lies on the far plane
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glFrontFace(GL_CCW);
    glCullFace(GL_BACK);
    glEnable(GL_CULL_FACE); // bodies are closed, so back faces are invisible
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_RASTERIZER_DISCARD);
    glEnable(GL_MULTISAMPLE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    for (GLuint unit = 0; unit < 8; ++unit) {
        glBindSampler(unit, 0);
    }
}

// Pixels outside of all views have the middle colour of the background's gradient.
void clear_picture(const std::optional<glm::vec3>& plain) {
    const glm::vec3 colour = plain.value_or(glm::vec3(0.90F, 0.90F, 0.89F));
    glClearColor(colour.r, colour.g, colour.b, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

void enter_rectangle(const ViewBlock& block) {
    const auto x = static_cast<GLint>(block.picture.x);
    const auto y = static_cast<GLint>(block.picture.y);
    const auto width = static_cast<GLsizei>(std::ceil(block.picture.x + block.picture.z)) - x;
    const auto height = static_cast<GLsizei>(std::ceil(block.picture.y + block.picture.w)) - y;
    glViewport(x, y, width, height);
    glScissor(x, y, width, height);
    glEnable(GL_SCISSOR_TEST);
}

// The block for a picture with one sample for a square of so many pixels a side.
ViewBlock coarse_block(ViewBlock block, int coarseness) {
    block.picture /= static_cast<float>(coarseness);
    block.scale /= static_cast<float>(coarseness);
    return block;
}

int samples_along(int pixels, int coarseness) {
    return (pixels + coarseness - 1) / coarseness;
}

} // namespace

struct Renderer::Impl {
    SkinningPass skinning;
    ShadowPass shadow;
    SkinPass skin;
    TetPass tets;
    BackgroundPass background;
    OverlayPass overlay;
    RenderTarget picture;
    int coarseness = 1; // of the picture in the window
    GlBuffer view_block = make_buffer();
    std::map<std::uint32_t, GpuMesh> meshes = {};
    std::uint32_t last_id = 0;
    std::vector<GlTexture> pictures = {};
    std::vector<SkinnedMesh> skinned = {}; // one for each batch of a view, kept between frames
    std::size_t texels_max = texel_buffer_texels_max();
    int calls = 0; // draw calls of the last image

    GpuMesh& mesh(MeshHandle handle) {
        const auto found = meshes.find(handle.id);
        EXPECTS(found != meshes.end());
        return found->second;
    }
    std::vector<InstanceBatch> skinned_batches(const View& view);
    void draw_opaque(const std::vector<InstanceBatch>& batches) const;
    void draw_transparent(const std::vector<InstanceBatch>& batches) const;
    void draw_view(const View& view, const ViewBlock& block, bool has_background);
    void draw_picture(const DrawList& list, int height, int coarseness);
};

std::vector<InstanceBatch> Renderer::Impl::skinned_batches(const View& view) {
    std::vector<InstanceBatch> batches =
        instance_batches(view.items, texels_max, [this](MeshHandle handle) -> const GpuMesh& {
            const GpuMesh& its = mesh(handle);
            EXPECTS(!its.unsent);
            return its;
        });
    while (skinned.size() < batches.size()) {
        skinned.push_back(make_skinned_mesh());
    }
    for (std::size_t i = 0; i < batches.size(); ++i) {
        batches[i].skinned = &skinned[i];
        const DeformedSkin* deformed = batches[i].items.front()->deformed.get();
        if (deformed) {
            EXPECTS(batches[i].items.size() == 1);
            SkinningPass::upload(*batches[i].mesh, *deformed, skinned[i]);
        } else {
            skinning.run(*batches[i].mesh, batches[i].fading, batches[i].items, skinned[i]);
        }
        upload_looks(batches[i]);
    }
    return batches;
}

void Renderer::Impl::draw_opaque(const std::vector<InstanceBatch>& batches) const {
    for (const InstanceBatch& batch : batches) {
        skin.draw(batch, batch.solid, shadow);
        skin.draw_outlines(batch, shadow);
        tets.draw(batch, shadow);
    }
}

// Draws depth first and then colour, so that a transparent body shows only its front faces.
void Renderer::Impl::draw_transparent(const std::vector<InstanceBatch>& batches) const {
    for (const InstanceBatch& batch : batches) {
        skin.draw_wires(batch, shadow);
        tets.draw_wires(batch, shadow);
        for (const InstanceRange& range : batch.transparent) {
            glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
            skin.draw(batch, range, shadow);
            glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
            glEnable(GL_BLEND);
            glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
            skin.draw(batch, range, shadow);
            glDisable(GL_BLEND);
        }
    }
}

void Renderer::Impl::draw_view(const View& view, const ViewBlock& block, bool has_background) {
    fill(view_block, std::span<const ViewBlock>(&block, 1), true);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, view_block.name());

    const std::vector<InstanceBatch> batches = skinned_batches(view);
    shadow.draw(block, batches);

    picture.bind();
    enter_rectangle(block);
    draw_opaque(batches);
    if (has_background && view.ground.visible) {
        background.draw_ground(view.ground, block, shadow);
    }
    if (has_background) {
        background.draw_background();
    }
    draw_transparent(batches);
    overlay.draw(view.overlay);
}

void Renderer::Impl::draw_picture(const DrawList& list, int height, int coarseness) {
    const std::int64_t before = app::draw_calls();
    start_frame();
    picture.bind();
    clear_picture(list.plain_background);
    for (const View& view : list.views) {
        if (view.rect.width > 0 && view.rect.height > 0) {
            draw_view(view, coarse_block(app::view_block(view, list.pixel_scale, height), coarseness),
                      !list.plain_background);
        }
    }
    glDisable(GL_SCISSOR_TEST);
    calls = static_cast<int>(app::draw_calls() - before);
}

int Renderer::draw_calls() const {
    return impl_->calls;
}

std::string Renderer::graphics_name() const {
    return app::graphics_name();
}

Renderer::Renderer(std::unique_ptr<Impl> parts) : impl_(std::move(parts)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<Renderer> Renderer::create(const std::filesystem::path& shader_folder, const RendererOptions& options) {
    EXPECTS(options.samples >= 1 && options.shadow_size >= 16 && options.coarseness >= 1);
    const int samples = options.coarseness > 1 ? 1 : options.samples;
    auto skinning = SkinningPass::create(shader_folder);
    if (!skinning) {
        return skinning.error();
    }
    auto shadow = ShadowPass::create(shader_folder, options.shadow_size);
    if (!shadow) {
        return shadow.error();
    }
    auto skin = SkinPass::create(shader_folder);
    if (!skin) {
        return skin.error();
    }
    auto tets = TetPass::create(shader_folder);
    if (!tets) {
        return tets.error();
    }
    auto background = BackgroundPass::create(shader_folder);
    if (!background) {
        return background.error();
    }
    auto overlay = OverlayPass::create(shader_folder);
    if (!overlay) {
        return overlay.error();
    }
    return Renderer(std::unique_ptr<Impl>(new Impl{
        std::move(skinning).value(), std::move(shadow).value(), std::move(skin).value(), std::move(tets).value(),
        std::move(background).value(), std::move(overlay).value(), RenderTarget(samples), options.coarseness}));
}

Result<Renderer> Renderer::create(const RendererOptions& options) {
    const auto shaders = data_folder("shaders");
    return shaders ? create(shaders.value(), options) : shaders.error();
}

Result<MeshHandle> Renderer::upload(const DrawnMesh& mesh) {
    return upload(skin_geometry(mesh));
}

Result<MeshHandle> Renderer::upload(SkinGeometry skin) {
    auto begun = begin_upload(std::make_shared<const SkinGeometry>(std::move(skin)));
    if (begun) {
        send_more(begun.value(), std::numeric_limits<std::size_t>::max());
    }
    return begun;
}

Result<MeshHandle> Renderer::begin_upload(std::shared_ptr<const SkinGeometry> skin,
                                          std::shared_ptr<const TetGeometry> tets) {
    const std::size_t texels = 2 * skin->vertices.size();
    if (texels > impl_->texels_max) {
        return Error{ErrorKind::bad_input,
                     "the skin has " + std::to_string(skin->vertices.size()) +
                         " vertices and the graphics driver holds " + std::to_string(impl_->texels_max / 2) +
                         "; use a coarser mesh",
                     "mesh"};
    }
    auto made = make_gpu_mesh(std::move(skin), std::move(tets));
    if (!made) {
        return made.error();
    }
    const MeshHandle handle{++impl_->last_id};
    impl_->meshes.emplace(handle.id, std::move(made).value());
    return handle;
}

bool Renderer::send_more(MeshHandle handle, std::size_t bytes) {
    return app::send_more(impl_->mesh(handle), bytes);
}

void Renderer::remove(MeshHandle handle) {
    impl_->meshes.erase(handle.id);
}

void Renderer::set_scalars(MeshHandle handle, std::span<const float> scalars) {
    set_mesh_scalars(impl_->mesh(handle), scalars);
}

void Renderer::set_labels(MeshHandle handle, std::span<const std::uint32_t> labels) {
    set_mesh_labels(impl_->mesh(handle), labels);
}

unsigned int Renderer::keep_picture(const Image& image) {
    const GlTexture& texture = impl_->pictures.emplace_back(make_texture());
    replace_picture(texture.name(), image);
    return texture.name();
}

void Renderer::replace_picture(unsigned int name, const Image& image) {
    EXPECTS(image.width > 0 && image.height > 0);
    glBindTexture(GL_TEXTURE_2D, name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, image.width, image.height, 0, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glBindTexture(GL_TEXTURE_2D, 0);
}

void Renderer::draw(const DrawList& list, int width, int height) {
    // Nothing is drawn into a window without area, or one larger than the driver's largest framebuffer.
    const int coarseness = impl_->coarseness;
    const int columns = samples_along(width, coarseness);
    const int rows = samples_along(height, coarseness);
    if (width <= 0 || height <= 0 || !impl_->picture.resize(columns, rows)) {
        return;
    }
    impl_->draw_picture(list, height, coarseness);
    impl_->picture.scale_into(0, columns * coarseness, rows * coarseness);
    glViewport(0, 0, width, height);
}

Result<Image> Renderer::capture(const DrawList& list, int width, int height) {
    if (width <= 0 || height <= 0) {
        return Error{ErrorKind::bad_input, "an image needs a width and a height of at least one pixel", "size"};
    }
    if (auto resized = impl_->picture.resize(width, height); !resized) {
        return resized.error();
    }
    impl_->draw_picture(list, height, 1);
    return read_back(impl_->picture, width, height);
}

Result<Image> Renderer::capture_transparent(DrawList list, int width, int height) {
    list.plain_background = glm::vec3(0.0F);
    const auto on_black = capture(list, width, height);
    if (!on_black) {
        return on_black.error();
    }
    list.plain_background = glm::vec3(1.0F);
    const auto on_white = capture(list, width, height);
    return on_white ? without_background(on_black.value(), on_white.value()) : on_white;
}

Image read_window_pixels(int width, int height) {
    EXPECTS(width > 0 && height > 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    return read_pixels(width, height);
}

} // namespace limber::app
