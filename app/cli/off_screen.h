// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"
#include "app/rendering/renderer.h"
#include "app/simulation/snapshot.h"

#include <functional>

namespace limber::app {

/// The draw item of a character in its current state.
DrawItem item_of(const Snapshot& snapshot, MeshHandle mesh);

/// The camera of a scene, turned with it.
Camera camera_of(const CameraDescription& described, const Mat3& turn = Mat3::Identity());
/// A camera that sees the whole box from the direction `from`.
Camera camera_before(const BoundingBox& box, const glm::vec3& from, float aspect);
/// Aspect ratio of the requested image: width / height.
float aspect_of(const Arguments& arguments);

/// Creates a context and a renderer without a window, and calls `draw` with the renderer. Returns the number of draw
/// calls of its last image.
Result<int> draw_off_screen(const std::function<Result<Done>(Renderer&)>& draw);

} // namespace limber::app
