// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <memory>
#include <string>

namespace limber::app {

/// An OpenGL 4.1 core context without a window or a display (EGL), on the first graphics card that has one, and in
/// software where there is none. It is current on the thread that created it until it is destroyed. It has no default
/// framebuffer: draw with Renderer::capture.
class OffscreenContext {
public:
    /// Fails with bad_input when EGL supports no such context; the message names what is missing.
    static Result<OffscreenContext> create();

    OffscreenContext(OffscreenContext&&) noexcept;
    OffscreenContext& operator=(OffscreenContext&&) noexcept;
    ~OffscreenContext();

private:
    struct Native;
    static Result<OffscreenContext> create_on(void* egl_display);
    explicit OffscreenContext(std::unique_ptr<Native> native);
    std::unique_ptr<Native> native_;
};

} // namespace limber::app
