#pragma once

#include "app/rendering/gl_objects.h"
#include "app/rendering/image.h"
#include "engine/core/result.h"

namespace limber::app {

/// The multisampled buffer that a frame is drawn into; it grows and shrinks with the window.
class PictureTarget {
public:
    explicit PictureTarget(int samples);

    /// Fails with bad_input when the driver has no such framebuffer.
    Result<Done> resize(int width, int height);
    void bind() const;
    /// Averages the samples of each pixel into the framebuffer that is given; 0 is the window's.
    void resolve_into(unsigned int framebuffer) const;
    int samples() const;

private:
    GlFramebuffer framebuffer_;
    GlRenderbuffer colour_;
    GlRenderbuffer depth_;
    int samples_ = 1;
    int width_ = 0;
    int height_ = 0;
};

/// Averages the target into an image.
Result<Image> read_back(const PictureTarget& target, int width, int height);

/// The pixels of the framebuffer that is bound for reading, as an image.
Image read_pixels(int width, int height);

} // namespace limber::app
