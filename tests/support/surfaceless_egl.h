// SPDX-License-Identifier: MIT
#pragma once

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>

/// Whether this machine has a driver that draws without a display, detected without the program's own code. If it has
/// one, drawing must succeed.
namespace limber::testing {

inline bool has_surfaceless_egl() {
    void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return false;
    }
    const auto address = reinterpret_cast<decltype(&eglGetProcAddress)>(dlsym(library, "eglGetProcAddress"));
    const auto initialize = reinterpret_cast<decltype(&eglInitialize)>(dlsym(library, "eglInitialize"));
    if (address == nullptr || initialize == nullptr) {
        return false;
    }
    const auto display_of = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(address("eglGetPlatformDisplayEXT"));
    if (display_of == nullptr) {
        return false;
    }
    const EGLDisplay display = display_of(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    return display != EGL_NO_DISPLAY && initialize(display, nullptr, nullptr) == EGL_TRUE;
}

} // namespace limber::testing
