// SPDX-License-Identifier: MIT
#include "app/window/offscreen_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

#include <array>

namespace limber::app {
namespace {

Error egl_error(const std::string& what) {
    return {ErrorKind::bad_input, what + "; Mesa's libEGL (package libegl-mesa0) draws without a display", "EGL"};
}

EGLDisplay surfaceless_display() {
    const auto platform_display =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (platform_display == nullptr) {
        return EGL_NO_DISPLAY;
    }
    return platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

EGLContext core_context(EGLDisplay display) {
    constexpr std::array config_attributes = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                              EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(display, config_attributes.data(), &config, 1, &count) == EGL_FALSE || count == 0) {
        return EGL_NO_CONTEXT;
    }
    constexpr std::array context_attributes = {
        EGL_CONTEXT_MAJOR_VERSION,           4,       EGL_CONTEXT_MINOR_VERSION, 1, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    return eglCreateContext(display, config, EGL_NO_CONTEXT, context_attributes.data());
}

GLADapiproc load(const char* name) {
    return eglGetProcAddress(name);
}

} // namespace

struct OffscreenContext::Native {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;

    ~Native() {
        if (context != EGL_NO_CONTEXT) {
            eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            eglDestroyContext(display, context);
        }
        if (display != EGL_NO_DISPLAY) {
            eglTerminate(display);
        }
    }
};

OffscreenContext::OffscreenContext(std::unique_ptr<Native> native) : native_(std::move(native)) {}
OffscreenContext::OffscreenContext(OffscreenContext&&) noexcept = default;
OffscreenContext& OffscreenContext::operator=(OffscreenContext&&) noexcept = default;
OffscreenContext::~OffscreenContext() = default;

Result<OffscreenContext> OffscreenContext::create() {
    auto native = std::make_unique<Native>();
    native->display = surfaceless_display();
    if (native->display == EGL_NO_DISPLAY || eglInitialize(native->display, nullptr, nullptr) == EGL_FALSE) {
        native->display = EGL_NO_DISPLAY;
        return egl_error("this system's EGL does not support drawing without a display");
    }
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) {
        return egl_error("this system's EGL does not support desktop OpenGL");
    }
    native->context = core_context(native->display);
    if (native->context == EGL_NO_CONTEXT) {
        return egl_error("this system's EGL does not support an OpenGL 4.1 core context");
    }
    if (eglMakeCurrent(native->display, EGL_NO_SURFACE, EGL_NO_SURFACE, native->context) == EGL_FALSE ||
        gladLoadGL(&load) == 0) {
        return egl_error("the OpenGL context cannot be used without a surface");
    }
    return OffscreenContext(std::move(native));
}

} // namespace limber::app
