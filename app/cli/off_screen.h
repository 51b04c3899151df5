#pragma once

#include "app/cli/arguments.h"
#include "app/rendering/renderer.h"
#include "app/simulation/snapshot.h"

#include <filesystem>
#include <functional>

namespace limber::app {

/// A character as it stands.
DrawItem item_of(const Snapshot& snapshot, MeshHandle mesh);

/// The camera of a scene that is turned.
Camera camera_of(const CameraDescription& described, const Mat3& turn = Mat3::Identity());
/// One of its own, that sees the whole box from this side.
Camera camera_before(const BoundingBox& box, const glm::vec3& from, float aspect);
/// Of the picture that is asked for.
float aspect_of(const Arguments& arguments);

/// Makes a context and a renderer without a window, lets `drawn` draw with it, and writes the picture as a .png. How
/// many calls to the driver it took.
Result<int> draw_off_screen(const std::function<Result<Image>(Renderer&)>& drawn, const std::filesystem::path& out);

} // namespace limber::app
