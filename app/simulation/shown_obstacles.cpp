// SPDX-License-Identifier: MIT
#include "app/simulation/shown_obstacles.h"

#include <memory>

namespace limber::app {

std::vector<CarryingCharacter> carrying_characters(const std::vector<Snapshot>& snapshots) {
    std::vector<CarryingCharacter> characters;
    for (const Snapshot& snapshot : snapshots) {
        if (snapshot.character) {
            characters.push_back({snapshot.id, &snapshot.character->rig.skeleton, &snapshot.pose, nullptr});
        }
    }
    return characters;
}

Affine shown_at(const Obstacle& obstacle, const std::vector<Snapshot>& snapshots) {
    const auto map = obstacle.carrier ? carrying_map(*obstacle.carrier, carrying_characters(snapshots)) : std::nullopt;
    return map.value_or(identity_affine());
}

Obstacles shown_obstacles(const Obstacles& obstacles, const std::vector<Snapshot>& snapshots) {
    return has_carriers(obstacles) ? in_pose(obstacles, carrying_characters(snapshots)) : obstacles;
}

void place_carried_obstacles(std::vector<Snapshot>& snapshots) {
    for (Snapshot& snapshot : snapshots) {
        const auto& around = snapshot.obstacles ? snapshot.obstacles : snapshot.character->obstacles;
        if (around && has_carriers(*around)) {
            snapshot.obstacles = std::make_shared<const Obstacles>(shown_obstacles(*around, snapshots));
        }
    }
}

} // namespace limber::app
