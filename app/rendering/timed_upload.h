// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/renderer.h"

#include <chrono>

/// Uploads a mesh over several frames, each of which spends a little time on it: how many bytes that is depends on the
/// machine.
namespace limber::app {

using UploadClock = std::chrono::steady_clock;

/// Of a frame, for the surfaces of the characters; as much again where tet bodies or a film need meshes of their own.
constexpr std::chrono::milliseconds upload_time(4);

/// Uploads parts of the mesh until `until`, and at least one (Renderer::send_more). Returns true when the mesh is
/// complete.
bool send_until(Renderer& renderer, MeshHandle mesh, UploadClock::time_point until);

} // namespace limber::app
