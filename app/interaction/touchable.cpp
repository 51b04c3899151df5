// SPDX-License-Identifier: MIT
#include "app/interaction/touchable.h"

#include "app/character/character.h"

namespace limber::app {
namespace {

constexpr double skin_share = 0.02;    // of the body's size
constexpr double obstacle_reach = 4.0; // of the camera's distance to its target

// Bones are drawn on top of the surrounding flesh and can be picked through it, but not through another part of the
// body in front of them. The tolerance counts a bone at the skin as inside the flesh.
double bone_depth(const MouseRay& ray, const Points& x, const Touchable& scene) {
    if (!scene.bones_shown || !scene.pose) {
        return std::numeric_limits<double>::infinity();
    }
    return first_exit(ray, x, *scene.triangles) + skin_share * bounding_box(x).diagonal();
}

} // namespace

SurfacesHit surfaces_at(const Pixel& pixel, const Touchable& scene) {
    SurfacesHit hit;
    if (!scene.holds(pixel)) {
        return hit;
    }
    const OrbitCamera& camera = scene.camera;
    const MouseRay ray = mouse_ray(camera, scene.area, pixel);
    const Points x = scene.surface();
    hit.bone_depth = bone_depth(ray, x, scene);
    hit.other = scene.other_at ? scene.other_at(pixel) : std::nullopt;
    if (hit.other) {
        return hit;
    }
    hit.flesh = first_hit(ray, x, *scene.triangles);
    hit.obstacle = scene.obstacles ? first_obstacle(ray, *scene.obstacles, camera.up,
                                                    obstacle_reach * (camera.distance + camera.scene_radius))
                                   : std::nullopt;
    const bool is_flesh_hidden = hit.obstacle && (!hit.flesh || hit.obstacle->distance < hit.flesh->distance);
    if (is_flesh_hidden) {
        hit.flesh.reset();
    } else {
        hit.obstacle.reset();
    }
    return hit;
}

} // namespace limber::app
