// SPDX-License-Identifier: MIT
#include "app/cli/off_screen.h"

#include "app/character_skin/skin.h"
#include "app/view/drawables.h"
#include "app/view/to_glm.h"
#include "app/window/offscreen_context.h"

#include <numbers>
#include <utility>

namespace limber::app {
namespace {

// Without a pose.
DrawItem coloured_item(const Snapshot& snapshot, const UploadedModel& model) {
    const Colour& colour = snapshot.character->description.look.colour;
    DrawItem item;
    item.mesh = model.mesh;
    item.colour = glm::vec3(colour.red, colour.green, colour.blue) / 255.0F;
    return item;
}

} // namespace

Result<UploadedModel> uploaded(Renderer& renderer, const Character& model, const FileSurfacePtr& surface) {
    SkinGeometry geometry = shown_geometry(model, surface.get());
    UploadedModel result{{}, geometry.triangles, surface};
    const auto mesh = renderer.upload(std::move(geometry));
    if (!mesh) {
        return mesh.error();
    }
    result.mesh = mesh.value();
    return result;
}

DrawItem item_of(const Snapshot& snapshot, const UploadedModel& model) {
    DrawItem item = coloured_item(snapshot, model);
    item.maps = drawn_maps(snapshot, {});
    item.deformed = model.surface ? reconstructed_surface(snapshot, {}, *model.surface)
                                  : reconstructed_skin(snapshot, {}, model.triangles);
    return item;
}

DrawItem item_at(const Points& x, const Snapshot& snapshot, const UploadedModel& model) {
    DrawItem item = coloured_item(snapshot, model);
    item.deformed =
        model.surface ? deformed_skin(x, snapshot, *model.surface) : deformed_skin(x, snapshot, model.triangles);
    return item;
}

Camera camera_of(const CameraDescription& described, const Mat3& turn) {
    Camera camera;
    camera.eye = to_glm(turn * described.eye);
    camera.target = to_glm(turn * described.target);
    camera.up = to_glm(turn * described.up);
    camera.vertical_fov = static_cast<float>(described.field_of_view * std::numbers::pi / 180.0);
    const float distance = glm::length(camera.eye - camera.target);
    camera.near_plane = 0.01F * distance;
    camera.far_plane = 100.0F * distance;
    return camera;
}

Camera camera_before(const BoundingBox& box, const glm::vec3& from, float aspect) {
    Camera camera;
    camera.eye = from;
    camera.target = {0.0F, 0.0F, 0.0F};
    return framed(camera, aspect, to_glm(box.centre()), static_cast<float>(0.5 * box.diagonal()));
}

PixelRect column_of(const Arguments& arguments, std::size_t column) {
    const std::size_t count = 1 + arguments.film.beside.size();
    const auto left_of = [&](std::size_t place) {
        return static_cast<int>(static_cast<std::size_t>(arguments.width) * place / count);
    };
    return {left_of(column), 0, left_of(column + 1) - left_of(column), arguments.height};
}

float aspect_of(const Arguments& arguments) {
    const auto columns = static_cast<float>(1 + arguments.film.beside.size());
    return static_cast<float>(arguments.width) / (columns * static_cast<float>(arguments.height));
}

Result<OffScreenDrawing> draw_off_screen(const std::function<Result<Done>(Renderer&)>& draw) {
    const auto context = OffscreenContext::create();
    if (!context) {
        return context.error();
    }
    auto renderer = Renderer::create();
    if (!renderer) {
        return renderer.error();
    }
    Renderer studio = std::move(renderer).value();
    const auto done = draw(studio);
    if (!done) {
        return done.error();
    }
    return OffScreenDrawing{studio.draw_calls(), studio.graphics_name()};
}

} // namespace limber::app
