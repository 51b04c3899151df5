// SPDX-License-Identifier: MIT
#include "engine/core/random.h"
#include "tests/support/edited_bar.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

/// Applies random commands to the simulation.
class RandomSession : public limber::testing::EditedBar {
protected:
    void do_something(Rng& rng) {
        switch (rng.below(11)) {
        case 0:
            instances.front().character = models[rng.below(models.size())];
            return set_scene(instances);
        case 1:
            instances.size() == 1 ? instances.push_back(role_of(guest, models[rng.below(models.size())], 3.0))
                                  : instances.pop_back();
            return set_scene(instances);
        case 2:
            return hold_otherwise(rng);
        case 3:
            return simulation.apply(TimeRequest{rng.below(2) == 0 ? 0.0 : 0.21});
        case 9:
            return play_otherwise(rng);
        case 10:
            instances.front().warm_up = rng.below(2) == 0 ? 0.0 : 0.1;
            return set_scene(instances);
        case 4:
            return rewind(rng.below(static_cast<std::size_t>(now().last) + 1));
        default:
            return take_steps(1 + static_cast<int>(rng.below(4)));
        }
    }

    void hold_otherwise(Rng& rng) {
        SimulatedInstance& role = instances[rng.below(instances.size())];
        LiveControls& controls = role.controls;
        controls.handles.clear();
        if (rng.below(2) == 0) {
            controls.handles = {{1, {1, 2, 30}, {0.2, 0.3, 0.5}, 200.0, Vec3(0.3, 0.4, 1.0 / 3.0)}};
        }
        controls.rig_offset.col(3).y() = rng.uniform();
        controls.young = 1e4 + 2e4 * rng.uniform();
        controls.poisson = rng.below(2) == 0 ? 0.0 : 0.45;
        controls.solver.integrator = rng.below(2) == 0 ? Integrator::backward_euler : Integrator::bdf2;
        simulation.apply(ControlsRequest{role.id, controls});
    }

    // Another part of the clip, keys of the rig, or no steps at all.
    void play_otherwise(Rng& rng) {
        SimulatedInstance& role = instances[rng.below(instances.size())];
        LiveControls& controls = role.controls;
        Affine offset = identity_affine();
        offset.col(3).y() = rng.uniform(-0.1, 0.1);
        controls.clip = rng.below(3) == 0 ? -1 : 0;
        controls.playback = {rng.uniform(0, 0.3), rng.uniform(0.3, 0.7), rng.below(3) > 0, rng.uniform(0, 0.2)};
        controls.keys =
            rng.below(3) == 0 ? PoseKeys{} : with_key(controls.keys, {rng.uniform(0, 0.6), {{1, offset}}, {}});
        controls.is_enabled = rng.below(4) > 0;
        controls.dynamics = rng.uniform();
        simulation.apply(ControlsRequest{role.id, controls});
    }

    CharacterPtr model_of(const CharacterDescription& wanted) const {
        return *std::ranges::find_if(models, [&](const CharacterPtr& it) { return it->description == wanted; });
    }

    void expect_replay(const Session& session) {
        for (const Segment& segment : session.segments) {
            for (const CharacterRecording& recorded : segment.characters) {
                Motion motion(model_of(recorded.scene));
                EXPECT_FALSE(replayed(recorded.recording, recorded.start, motion).first_difference);
                EXPECT_EQ(recorded.recording.step_count, segment.step_count());
            }
        }
    }

    void expect_every_place() {
        const auto noted = hashes;
        for (const auto& [place, hash] : noted) {
            rewind(place);
            EXPECT_EQ(hash_of_all(), hash) << place;
        }
    }

    std::vector<CharacterPtr> models{original, with(8, 24), with(3, 10)};
    std::vector<SimulatedInstance> instances{role_of(bar, original)};
};

TEST_F(RandomSession, ReplaysAndRewindsBitForBit) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        Rng rng(seed);
        set_scene(instances);
        simulation.apply(RecordRequest{});
        for (int i = 0; i < 60; ++i) {
            do_something(rng);
        }
        take_steps(2);
        const std::uint64_t last = now().place;
        expect_every_place();
        rewind(last);
        const Session session = simulation.take_recording();
        EXPECT_FALSE(session.segments.empty());
        expect_replay(session);
        simulation.apply(ExcerptRequest{});
        expect_replay(simulation.take_excerpts().front());
        if (HasFailure()) {
            FAIL() << "seed " << seed;
        }
    }
}

} // namespace
} // namespace limber::app
