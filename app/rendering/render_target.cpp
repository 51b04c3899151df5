// SPDX-License-Identifier: MIT
#include "app/rendering/render_target.h"

#include <glad/gl.h>

#include <algorithm>
#include <string>

namespace limber::app {
namespace {

int samples_offered(int requested) {
    GLint offered = 1;
    glGetIntegerv(GL_MAX_SAMPLES, &offered);
    return std::clamp(requested, 1, std::max(offered, 1));
}

Result<Done> fault_in_bound_framebuffer(int width, int height) {
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE && glGetError() == GL_NO_ERROR) {
        return Done{};
    }
    return Error{ErrorKind::bad_input,
                 "the graphics driver does not support an image of this size; choose a smaller one",
                 std::to_string(width) + "x" + std::to_string(height)};
}

bool is_too_large(int width, int height) {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    return width > largest || height > largest;
}

} // namespace

RenderTarget::RenderTarget(int samples)
    : framebuffer_(make_framebuffer()), colour_(make_renderbuffer()), depth_(make_renderbuffer()),
      samples_(samples_offered(samples)) {}

Result<Done> RenderTarget::resize(int width, int height) {
    EXPECTS(width > 0 && height > 0);
    if (width == width_ && height == height_) {
        return Done{};
    }
    if (is_too_large(width, height)) {
        return Error{ErrorKind::bad_input,
                     "the graphics driver does not support an image of this size; choose a smaller one",
                     std::to_string(width) + "x" + std::to_string(height)};
    }
    const GLsizei samples = samples_ > 1 ? samples_ : 0;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    glBindRenderbuffer(GL_RENDERBUFFER, colour_.name());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_.name());
    glBindRenderbuffer(GL_RENDERBUFFER, depth_.name());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH_COMPONENT24, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.name());
    width_ = width;
    height_ = height;
    return fault_in_bound_framebuffer(width, height);
}

void RenderTarget::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
}

void RenderTarget::resolve_into(unsigned int framebuffer) const {
    scale_into(framebuffer, width_, height_);
}

void RenderTarget::scale_into(unsigned int framebuffer, int width, int height) const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

Result<Image> read_back(const RenderTarget& target, int width, int height) {
    const GlFramebuffer framebuffer = make_framebuffer();
    const GlRenderbuffer colour = make_renderbuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glBindRenderbuffer(GL_RENDERBUFFER, colour.name());
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour.name());
    if (auto whole = fault_in_bound_framebuffer(width, height); !whole) {
        return whole.error();
    }
    target.resolve_into(framebuffer.name());
    Image image = read_pixels(width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return image;
}

Image read_pixels(int width, int height) {
    Image image{width, height, {}};
    const std::size_t row = 3 * static_cast<std::size_t>(width);
    image.rgb.resize(row * static_cast<std::size_t>(height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
    for (int y = 0; y < height / 2; ++y) { // OpenGL's first row is the bottom one
        const auto upper = image.rgb.begin() + static_cast<std::ptrdiff_t>(row) * y;
        const auto lower = image.rgb.begin() + static_cast<std::ptrdiff_t>(row) * (height - 1 - y);
        std::swap_ranges(upper, upper + static_cast<std::ptrdiff_t>(row), lower);
    }
    return image;
}

} // namespace limber::app
