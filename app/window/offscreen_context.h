#pragma once

#include "engine/core/result.h"

#include <memory>
#include <string>

namespace limber::app {

/// An OpenGL 4.1 core context without a window or a display (EGL, surfaceless), current on the calling thread
/// for as long as it lives. It has no framebuffer of its own: draw with Renderer::capture.
class OffscreenContext {
public:
    /// Fails with bad_input, and says what is missing, where EGL offers no such context.
    static Result<OffscreenContext> create();

    OffscreenContext(OffscreenContext&&) noexcept;
    OffscreenContext& operator=(OffscreenContext&&) noexcept;
    ~OffscreenContext();

    /// The driver's own name, for reports.
    std::string driver() const;

private:
    struct Native;
    explicit OffscreenContext(std::unique_ptr<Native> native);
    std::unique_ptr<Native> native_;
};

} // namespace limber::app
