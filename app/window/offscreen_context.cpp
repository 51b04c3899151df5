// SPDX-License-Identifier: MIT
#include "app/window/offscreen_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

#include <array>
#include <string_view>
#include <vector>

namespace limber::app {
namespace {

Error egl_error(const std::string& what) {
    return {ErrorKind::bad_input, what + "; Mesa's libEGL (package libegl-mesa0) draws without a display", "EGL"};
}

bool names(const char* extensions, std::string_view wanted) {
    return extensions != nullptr && std::string_view(extensions).find(wanted) != std::string_view::npos;
}

template <typename Function>
Function function_of(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// The graphics cards, also those whose driver knows no other way to draw without a display (NVIDIA's).
std::vector<EGLDeviceEXT> graphics_cards() {
    const auto query_devices = function_of<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    const auto query_string = function_of<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    if (!names(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_EXT_platform_device") || query_devices == nullptr ||
        query_string == nullptr) {
        return {};
    }
    std::array<EGLDeviceEXT, 16> found{};
    EGLint count = 0;
    if (query_devices(static_cast<EGLint>(found.size()), found.data(), &count) == EGL_FALSE) {
        return {};
    }
    std::vector<EGLDeviceEXT> cards(found.begin(), found.begin() + count);
    std::erase_if(cards, [&](EGLDeviceEXT device) {
        return names(query_string(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
    });
    return cards;
}

/// Displays without a screen, in the order in which they are tried: graphics cards, then whatever Mesa chooses, which
/// draws in software on a machine without any.
std::vector<EGLDisplay> displays_without_screen() {
    const auto platform_display = function_of<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    if (platform_display == nullptr) {
        return {};
    }
    std::vector<EGLDisplay> displays;
    for (EGLDeviceEXT card : graphics_cards()) {
        displays.push_back(platform_display(EGL_PLATFORM_DEVICE_EXT, card, nullptr));
    }
    displays.push_back(platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    std::erase(displays, EGL_NO_DISPLAY);
    return displays;
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
    Result<OffscreenContext> made = egl_error("this system's EGL does not support drawing without a display");
    for (EGLDisplay display : displays_without_screen()) {
        made = create_on(display);
        if (made) {
            break;
        }
    }
    return made;
}

Result<OffscreenContext> OffscreenContext::create_on(void* display) {
    auto native = std::make_unique<Native>();
    if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE) {
        return egl_error("this system's EGL does not support drawing without a display");
    }
    native->display = display;
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
