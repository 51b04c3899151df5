// SPDX-License-Identifier: MIT
#pragma once

#include <imgui.h>

#include <cstdint>

namespace limber::app {

/// An OpenGL texture as Dear ImGui's OpenGL renderer expects it.
inline ImTextureID texture_id(unsigned int name) {
    return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(name));
}

} // namespace limber::app
