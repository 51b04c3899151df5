// SPDX-License-Identifier: MIT
#include "app/cli/film_camera.h"

#include "app/character_skin/placed_box.h"
#include "app/character_skin/travelling.h"
#include "app/cli/off_screen.h"
#include "app/view/drawables.h"
#include "app/view/to_glm.h"
#include "engine/mesh/boxes.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <array>
#include <numbers>

namespace limber::app {
namespace {

// How far the camera has followed the character to this place.
glm::vec3 way_along_ground(const FilmCamera& camera, const Vec3& place) {
    const glm::vec3 up = glm::normalize(camera.start.up);
    const glm::vec3 way = camera.origin ? to_glm(place - *camera.origin) : glm::vec3(0.0F);
    return way - glm::dot(way, up) * up;
}

std::array<glm::vec3, 8> corners_of(const BoundingBox& box) {
    std::array<glm::vec3, 8> corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3 corner((i & 1U) == 0 ? box.low.x() : box.high.x(), (i & 2U) == 0 ? box.low.y() : box.high.y(),
                          (i & 4U) == 0 ? box.low.z() : box.high.z());
        corners[i] = to_glm(corner);
    }
    return corners;
}

} // namespace

Vec3 followed_place(const SceneMotion& motion, const std::vector<State>& states) {
    return mean_position(*motion.characters().front().character, states.front());
}

Vec3 first_place(const SceneMotion& motion) {
    return mean_position(*motion.characters().front().character, motion.first_state(0));
}

Camera camera_for(const SceneRun& run, const BoundingBox& box, float aspect) {
    if (!run.has_one_character()) {
        return run.camera ? camera_of(*run.camera) : camera_before(box, {0.35F, 0.3F, 1.0F}, aspect);
    }
    const CharacterDescription& description = run.first().character->description;
    return description.camera ? camera_of(*description.camera, rotation_of(description.turn))
                              : camera_before(box, {0.55F, 0.35F, 1.0F}, aspect);
}

bool has_own_camera(const SceneRun& run) {
    return run.has_one_character() ? run.first().character->description.camera.has_value() : run.camera.has_value();
}

BoundingBox box_of_film(BoundingBox first, const std::vector<PlacedOutline>& placed) {
    for (const PlacedOutline& one : placed) {
        if (!one.outline->travels(one.clip)) {
            first = united(first, transformed(one.outline->reach(one.clip), one.place));
        }
    }
    return first;
}

bool leaves_its_place(const SceneRun& run, const std::vector<PlacedOutline>& placed) {
    const PlacedOutline shown = placed.empty() ? PlacedOutline{} : placed.front();
    return leaves_its_place(*run.first().character, shown.outline, shown.clip, run.has_one_character());
}

BoundingBox box_seen(const FilmCamera& camera, const std::vector<ShownInFrame>& frames) {
    EXPECTS(!frames.empty());
    std::optional<BoundingBox> seen;
    for (const ShownInFrame& frame : frames) {
        const glm::vec3 along = way_along_ground(camera, frame.place);
        const Vec3 back(-along.x, -along.y, -along.z);
        const BoundingBox box{frame.box.low + back, frame.box.high + back};
        seen = seen ? united(*seen, box) : box;
    }
    return *seen;
}

FilmCamera showing_all(FilmCamera camera, const std::vector<ShownInFrame>& frames, float aspect,
                       const glm::vec2& middle, bool may_approach) {
    const float before = glm::length(camera.start.eye - camera.start.target);
    float distance = may_approach ? 0.0F : before;
    for (const ShownInFrame& frame : frames) {
        const Camera now = camera_in_frame(camera, frame.share, frame.place);
        distance = std::max(distance, distance_that_shows(now, aspect, corners_of(frame.box), middle));
    }
    if (distance != before) {
        camera.start = at_distance(camera.start, distance);
    }
    return camera;
}

Camera camera_in_frame(const FilmCamera& camera, double share, const Vec3& place) {
    Camera now = camera.start;
    const glm::vec3 up = glm::normalize(now.up);
    const auto angle = static_cast<float>(camera.turn * std::numbers::pi / 180.0 * share);
    const glm::mat4 turn = glm::rotate(glm::mat4(1.0F), angle, up);
    const glm::vec3 along = way_along_ground(camera, place);
    now.eye = now.target + glm::vec3(turn * glm::vec4(now.eye - now.target, 0.0F)) + along;
    now.target += along;
    return now;
}

} // namespace limber::app
