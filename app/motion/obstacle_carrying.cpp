// SPDX-License-Identifier: MIT
#include "app/motion/obstacle_carrying.h"

#include "app/document/obstacle_placing.h"
#include "engine/linalg/nearest_rotation.h"

#include <algorithm>

namespace limber::app {
namespace {

const CarryingCharacter* carrying(const Carrier& carrier, std::span<const CarryingCharacter> characters) {
    const auto found = std::ranges::find(characters, carrier.character, &CarryingCharacter::id);
    return found == characters.end() ? nullptr : &*found;
}

std::optional<Affine> map_in(const Carrier& carrier, const Skeleton& skeleton, const Pose& pose) {
    const auto bone = std::ranges::find(skeleton.bones, carrier.bone, &Bone::name);
    const auto index = static_cast<std::size_t>(bone - skeleton.bones.begin());
    if (index >= pose.size()) {
        return std::nullopt;
    }
    return compose(rigid_place(pose[index]), inverse(carrier.reference));
}

} // namespace

bool has_carriers(const Obstacles& obstacles) {
    return std::ranges::any_of(obstacles, [](const Obstacle& obstacle) { return obstacle.carrier.has_value(); });
}

Affine rigid_place(const Affine& bone) {
    Affine place = bone;
    place.leftCols<3>() = nearest_rotation(Mat3(bone.leftCols<3>()));
    return place;
}

std::optional<Affine> carrying_map(const Carrier& carrier, std::span<const CarryingCharacter> characters) {
    const CarryingCharacter* character = carrying(carrier, characters);
    return character ? map_in(carrier, *character->skeleton, *character->pose) : std::nullopt;
}

std::vector<CarriedObstacle> carried_in_step(const Obstacles& obstacles,
                                             std::span<const CarryingCharacter> characters) {
    std::vector<CarriedObstacle> carried;
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
        const auto& carrier = obstacles[i].carrier;
        const CarryingCharacter* character = carrier ? carrying(*carrier, characters) : nullptr;
        if (!character) {
            continue;
        }
        const auto from = map_in(*carrier, *character->skeleton, *character->before);
        const auto to = map_in(*carrier, *character->skeleton, *character->pose);
        if (from && to) {
            carried.push_back({i, *from, *to});
        }
    }
    return carried;
}

Obstacles moved(Obstacles obstacles, const std::vector<CarriedObstacle>& carried_ones) {
    for (const CarriedObstacle& one : carried_ones) {
        if (one.obstacle < obstacles.size()) {
            Obstacle& obstacle = obstacles[one.obstacle];
            obstacle.shape = carried(std::move(obstacle.shape), one.to);
            if (one.from != one.to) {
                obstacle.motion = compose(one.to, inverse(one.from));
            }
        }
    }
    return obstacles;
}

Obstacles in_pose(Obstacles obstacles, std::span<const CarryingCharacter> characters) {
    for (Obstacle& obstacle : obstacles) {
        const auto map = obstacle.carrier ? carrying_map(*obstacle.carrier, characters) : std::nullopt;
        if (map) {
            obstacle.shape = carried(std::move(obstacle.shape), *map);
        }
    }
    return obstacles;
}

} // namespace limber::app
