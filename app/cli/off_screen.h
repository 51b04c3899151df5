// SPDX-License-Identifier: MIT
#pragma once

#include "app/character_files/file_surface.h"
#include "app/cli/arguments.h"
#include "app/rendering/renderer.h"
#include "app/simulation/snapshot.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace limber::app {

/// The mesh of a model, which is that of `shown_geometry`.
struct UploadedModel {
    MeshHandle mesh;
    std::vector<std::uint32_t> triangles; // 3 f, of the boundary or of the surface
    FileSurfacePtr surface;               // null: its file has none
};
/// `surface` is that of the model's file; null: it has none. Fails when the driver cannot store the mesh.
Result<UploadedModel> uploaded(Renderer& renderer, const Character& model, const FileSurfacePtr& surface);

/// The draw item of a character in its current state.
DrawItem item_of(const Snapshot& snapshot, const UploadedModel& model);

/// The same of a body that is at x (n x 3 [m]). No other item has the mesh of `model`.
DrawItem item_at(const Points& x, const Snapshot& snapshot, const UploadedModel& model);

/// The camera of a scene, turned with it.
Camera camera_of(const CameraDescription& described, const Mat3& turn = Mat3::Identity());
/// A camera that sees the whole box from the direction `from`.
Camera camera_before(const BoundingBox& box, const glm::vec3& from, float aspect);
/// The part of the requested image that shows the character (0), or a body beside it (from 1 on): equal columns.
PixelRect column_of(const Arguments& arguments, std::size_t column);
/// Aspect ratio of these columns: width / height.
float aspect_of(const Arguments& arguments);

struct OffScreenDrawing {
    int draw_calls = 0;   // of the last image
    std::string graphics; // the graphics card or software renderer, as its driver names it
};
/// Creates a context and a renderer without a window, and calls `draw` with the renderer.
Result<OffScreenDrawing> draw_off_screen(const std::function<Result<Done>(Renderer&)>& draw);

} // namespace limber::app
