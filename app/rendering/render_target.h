// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/gl_objects.h"
#include "app/rendering/image.h"
#include "engine/core/result.h"

namespace limber::app {

/// The multisampled framebuffer of a frame; it is resized with the window.
class RenderTarget {
public:
    explicit RenderTarget(int samples);

    /// Fails with bad_input when the driver has no such framebuffer.
    Result<Done> resize(int width, int height);
    void bind() const;
    /// Resolves the samples into the given framebuffer; 0 is the window's.
    void resolve_into(unsigned int framebuffer) const;
    /// The same for a framebuffer of another size; for one sample a pixel.
    void scale_into(unsigned int framebuffer, int width, int height) const;

private:
    GlFramebuffer framebuffer_;
    GlRenderbuffer colour_;
    GlRenderbuffer depth_;
    int samples_ = 1;
    int width_ = 0;
    int height_ = 0;
};

/// Resolves the target into an image.
Result<Image> read_back(const RenderTarget& target, int width, int height);

/// Reads the pixels of the framebuffer that is bound for reading.
Image read_pixels(int width, int height);

} // namespace limber::app
