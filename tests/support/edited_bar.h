// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/simulation/simulation.h"
#include "engine/core/hash.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>

/// A simulated bar with model swaps and with added and removed characters, and the state hash at every step.
namespace limber::testing {

class EditedBar : public ::testing::Test {
protected:
    static constexpr int bar = 7;
    static constexpr int guest = 9;

    app::CharacterPtr with(Index modes, Index clusters) const {
        app::CharacterDescription other = scene;
        other.modes = modes;
        other.clusters = clusters;
        return app::build_character(other, original, app::Stage::nothing).value();
    }

    static app::SimulatedInstance role_of(int id, const app::CharacterPtr& character, double place = 0.0) {
        app::SimulatedInstance role{id, character, app::starting_controls(*character)};
        role.controls.rig_offset.col(3).x() = place;
        return role;
    }

    void set_scene(std::vector<app::SimulatedInstance> instances) {
        simulation.fade_to(app::Simulation::Clock::now() + std::chrono::seconds(1)); // swaps do not wait
        simulation.apply(app::SceneRequest{std::move(instances)});
    }

    void end_warm_up() {
        while (simulation.is_warming_up()) {
            simulation.warm_up();
        }
    }

    /// Stores the hash of each step; rewound steps are replaced.
    void take_steps(int steps) {
        end_warm_up();
        hashes.erase(hashes.upper_bound(now().place), hashes.end());
        for (int i = 0; i < steps; ++i) {
            simulation.apply(app::StepRequest{});
            hashes[now().place] = hash_of_all();
        }
    }

    void rewind(std::uint64_t place) {
        simulation.apply(app::RewindRequest{place});
    }

    app::TimelineSpan now() const {
        return simulation.snapshots().front().timeline;
    }
    app::CharacterPtr shown() const {
        return simulation.snapshots().front().character;
    }
    std::uint64_t hash_of_all() const {
        Hasher hasher;
        for (const app::Snapshot& snapshot : simulation.snapshots()) {
            hasher.add(hash_of(snapshot.state));
        }
        return hasher.digest();
    }

    ScratchFolder folder;
    app::CharacterDescription scene = app::read_scene(write_small_scene(folder)).value().value;
    app::CharacterPtr original = app::build_character(scene, nullptr, app::Stage::mesh).value();
    app::Simulation simulation;
    std::map<std::uint64_t, std::uint64_t> hashes; // of all characters' states at each step
};

} // namespace limber::testing
