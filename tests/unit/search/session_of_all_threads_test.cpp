// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/jobs/background_queue.h"
#include "app/motion/scene_motion.h"
#include "app/search/gait_search_worker.h"
#include "app/simulation/rebuild_worker.h"
#include "engine/core/cache.h"
#include "tests/support/eventually.h"
#include "tests/support/free_bar.h"
#include "tests/support/lone_simulation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber::app {
namespace {

using limber::testing::eventually;
using limber::testing::free_bar;
using limber::testing::LoneSimulation;
using limber::testing::ScratchFolder;

/// The work of the window's thread without a window: polls simulation, rebuild worker, search and saving, and sends
/// them more work. Mainly for the sanitizers.
class SessionOfAllThreads : public ::testing::Test {
protected:
    void SetUp() override {
        controls_.young *= 0.8;
        simulation_.swap(character_, controls_);
        simulation_.start_recording();
        simulation_.play();
        rebuild();
        search();
    }

    // One frame of the window.
    void frame() {
        ++frame_;
        controls_.gravity = Vec3(0.1 * std::sin(0.2 * frame_), -9.81, 0.0);
        simulation_.set_controls(controls_);
        simulation_.take(snapshot_);
        static_cast<void>(simulation_.take_samples());
        static_cast<void>(worker_.progress());
        take_rebuilt();
        follow_search();
        save();
        EXPECT_FALSE(simulation_.take_fault());
    }

    void rebuild() {
        CharacterDescription wanted = character_->description;
        wanted.modes = 2 + rebuilds_ % 3;
        worker_.rebuild(wanted, character_, Stage::subspace);
        if (rebuilds_ % 4 == 3) { // a newer request cancels the one that runs
            wanted.clusters += 2;
            worker_.rebuild(wanted, character_, Stage::clusters);
        }
    }

    void take_rebuilt() {
        if (auto built = worker_.poll()) {
            ASSERT_TRUE(*built) << built->error().message;
            character_ = built->value().character;
            simulation_.swap(character_, controls_);
            ++rebuilds_;
            rebuild();
        }
    }

    void search() {
        GaitSearchProblem problem;
        problem.search.generations = 2;
        problem.search.population = 4;
        problem.search.steps = 10;
        search_worker_.start({character_, controls_, problem});
    }

    void follow_search() {
        const GaitSearchStatus search_status = search_worker_.latest();
        EXPECT_FALSE(search_status.fault);
        search_worker_.pause(frame_ % 7 == 0);
        if (!search_status.is_running) {
            EXPECT_GT(search_status.generation, 0);
            ++searches_;
            search();
        }
    }

    void save() {
        if (frame_ % 10 == 0) {
            queue_.submit(
                [scene = character_->description, path = folder_ / "scene.json"] { return write_scene(scene, path); });
            simulation_.excerpt();
        }
        while (auto written = queue_.poll()) {
            EXPECT_TRUE(*written);
            ++saved_;
        }
        static_cast<void>(simulation_.take_excerpt());
    }

    ScratchFolder folder_;
    CharacterPtr character_ = free_bar();
    LiveControls controls_ = starting_controls(*character_);
    LoneSimulation simulation_;
    RebuildWorker worker_{Cache(folder_ / "cache")};
    GaitSearchWorker search_worker_;
    BackgroundQueue<Done> queue_;
    Snapshot snapshot_;
    int frame_ = 0;
    int rebuilds_ = 0;
    int searches_ = 0;
    int saved_ = 0;
};

TEST_F(SessionOfAllThreads, SimulatesRebuildsSearchesAndSavesConcurrently) {
    EXPECT_TRUE(eventually([this] {
        frame();
        return HasFailure() || (rebuilds_ >= 6 && searches_ >= 2 && saved_ >= 3 && snapshot_.step_count > 60);
    }));
    EXPECT_TRUE(snapshot_.state.Z.allFinite());
    EXPECT_FALSE(simulation_.stop_recording().changes.empty());
}

TEST_F(SessionOfAllThreads, CanEndAtAnyTime) {
    EXPECT_TRUE(eventually([this] {
        frame();
        return HasFailure() || snapshot_.step_count > 5;
    }));
}

} // namespace
} // namespace limber::app
