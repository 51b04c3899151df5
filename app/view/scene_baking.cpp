// SPDX-License-Identifier: MIT
#include "app/view/scene_baking.h"

#include "app/character/skin.h"
#include "app/view/drawables.h"

#include <utility>

namespace limber::app {
namespace {

FloatPoints rows_of(const std::vector<float>& values) {
    return Eigen::Map<const FloatPoints>(values.data(), static_cast<Index>(values.size()) / 3, 3);
}

BakedSurface baked_at_rest(const Character& character) {
    const DrawnMesh drawn = drawn_mesh(character);
    BakedSurface surface;
    surface.name = character.description.name;
    surface.F = Eigen::Map<const Eigen::Matrix<std::uint32_t, Eigen::Dynamic, 3, Eigen::RowMajor>>(
                    drawn.triangles.data(), static_cast<Index>(drawn.triangles.size()) / 3, 3)
                    .cast<int>();
    surface.rest = rows_of(drawn.positions);
    surface.colours = rows_of(drawn.colours);
    const Colour& colour = character.description.look.colour;
    surface.colour = Eigen::Vector3f(colour.red, colour.green, colour.blue) / 255.0F;
    return surface;
}

} // namespace

SceneBaking::SceneBaking(const SceneMotion& scene) {
    for (const MovingCharacter& moving : scene.characters()) {
        motion_.surfaces.push_back(baked_at_rest(*moving.character));
    }
}

void SceneBaking::add_frame(const SceneMotion& scene) {
    for (std::size_t i = 0; i < motion_.surfaces.size(); ++i) {
        const MovingCharacter& moving = scene.characters()[i];
        const Points x = body_positions(*moving.character, moving.motion.state());
        const std::vector<int>& drawn = moving.character->boundary_vertices;
        FloatPoints frame(static_cast<Index>(drawn.size()), 3);
        for (Index row = 0; row < frame.rows(); ++row) {
            frame.row(row) = x.row(drawn[static_cast<std::size_t>(row)]).cast<float>();
        }
        motion_.surfaces[i].frames.push_back(std::move(frame));
    }
}

BakedMotion SceneBaking::take(double frames_per_second) {
    motion_.frames_per_second = frames_per_second;
    return std::exchange(motion_, {});
}

std::uint64_t SceneBaking::bytes_a_frame() const {
    std::uint64_t bytes = 0;
    for (const BakedSurface& surface : motion_.surfaces) {
        bytes += static_cast<std::uint64_t>(surface.rest.size()) * sizeof(float);
    }
    return bytes;
}

} // namespace limber::app
