// SPDX-License-Identifier: MIT
#include "app/comparison/mode_errors.h"

#include "app/comparison/compared_subspace.h"
#include "app/comparison/distance.h"
#include "app/comparison/full_space_motion.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace limber::app {
namespace {

constexpr std::uint64_t steps_min = 30;
constexpr std::uint64_t steps_max = 240;
constexpr std::uint64_t steps_at_rest = 60;
constexpr double motion_min = 1e-5; // as a share of the box's diagonal; errors of less are rounding errors

Error measuring_stopped() {
    return {ErrorKind::cancelled, "the measurement was stopped", {}};
}

// Errors of a body at rest would say that the fewest modes are enough.
Error nothing_moves() {
    return {ErrorKind::bad_input, "nothing moves: play a clip or pull a handle first", {}};
}

// One number of modes.
struct Measured {
    std::unique_ptr<ReducedBody> reduced;
    Index modes = 0;
    double one_step_squares = 0.0;
    double run_squares = 0.0;
    std::vector<double> seconds = {}; // of each step
};

ModeError error_of(const Measured& one) {
    const auto steps = static_cast<double>(one.seconds.size());
    std::vector<double> seconds = one.seconds;
    const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
    std::nth_element(seconds.begin(), middle, seconds.end());
    return {one.modes, std::sqrt(one.one_step_squares / steps), std::sqrt(one.run_squares / steps), 1e6 * *middle};
}

Result<std::vector<Measured>> prepared(const ModeErrorRequest& request, const Motion& leader, Progress* progress,
                                       const std::function<void(const ModeErrors&)>& publish) {
    const std::vector<Index> counts = mode_counts_for(*request.character);
    const std::string kind = name_of(request.character->subspace);
    const State start = in_all_vertices(*request.character, leader.state());
    const ComparedLeader body{request.character, request.character->description.loads, leader.posed()};
    std::vector<Measured> all;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double of_each = share_of_preparation / static_cast<double>(counts.size());
        const PartOfProgress part(progress, of_each * static_cast<double>(i), of_each * static_cast<double>(i + 1));
        if (publish) {
            publish({0, request.steps, {}, 0, PreparedModes{counts[i], i + 1, counts.size()}});
        }
        auto reduced = reduced_body_of({kind, counts[i]}, body, leader.instruction_set(),
                                       request.cache ? &*request.cache : nullptr, progress);
        if (!reduced) {
            return reduced.error();
        }
        reduced.value()->start_from(start);
        all.push_back({std::move(reduced).value(), counts[i]});
    }
    return all;
}

Result<Done> measure(const LeaderStep& step, const State& before, const Points& truth, const Distance& distance,
                     Measured& one) {
    if (auto beside = one.reduced->step_from(before, step); !beside) {
        return beside;
    }
    if (auto stepped = one.reduced->step(step); !stepped) {
        return stepped;
    }
    one.one_step_squares += std::pow(distance.mean(one.reduced->one_step_positions(), truth), 2);
    one.run_squares += std::pow(distance.mean(one.reduced->positions(), truth), 2);
    one.seconds.push_back(one.reduced->step_seconds());
    return Done{};
}

} // namespace

std::vector<Index> mode_counts_for(const Character& character) {
    const Index most = modes_offered(character.vertex_count());
    std::vector<Index> counts;
    for (Index count = 2; count < most; count *= 2) {
        counts.push_back(count);
    }
    counts.push_back(most);
    return counts;
}

bool is_complete(const ModeErrors& errors) {
    return errors.steps >= errors.steps_wanted;
}

std::optional<Index> enough_modes(const ModeErrors& errors) {
    constexpr double share = 0.9;
    if (!is_complete(errors) || errors.errors.size() < 2 || errors.inverted_tets > 0) {
        return std::nullopt;
    }
    const double first = errors.errors.front().run;
    const double best = std::ranges::min_element(errors.errors, {}, &ModeError::run)->run;
    const auto enough = std::ranges::find_if(errors.errors, [&](const ModeError& one) {
        return one.run <= unseen_error || first - one.run >= share * (first - best);
    });
    const bool may_gain_more = enough == errors.errors.end() - 1 && enough->run > unseen_error;
    return may_gain_more ? std::nullopt : std::optional(enough->modes);
}

bool has_all_modes_of_mesh(const ModeErrors& errors) {
    return !errors.errors.empty() && errors.errors.back().modes < modes_offered_max;
}

std::uint64_t steps_of_clip(const Character& character, const LiveControls& controls) {
    const auto clip = static_cast<std::size_t>(std::max(controls.clip, 0));
    if (controls.clip < 0 || clip >= character.clips.size() || controls.clip_speed == 0.0) {
        return steps_at_rest;
    }
    const ClipRange range = range_of(controls.playback, character.clips[clip].duration());
    const double seconds = range.length() / std::abs(controls.clip_speed);
    const double steps = std::clamp(std::ceil(seconds / controls.time_step), static_cast<double>(steps_min),
                                    static_cast<double>(steps_max));
    return static_cast<std::uint64_t>(steps);
}

Result<ModeErrors> mode_errors(const ModeErrorRequest& request, Progress* progress,
                               const std::function<void(const ModeErrors&)>& publish) {
    Motion leader(request.character);
    leader.set_time(request.controls, request.clip_time);
    auto started = FullSpaceMotion::of(*request.character, leader.state(), {.threads = request.threads}, progress);
    if (!started) {
        return started.error();
    }
    FullSpaceMotion full = std::move(started).value();
    auto ready = prepared(request, leader, progress, publish);
    if (!ready) {
        return ready.error();
    }
    std::vector<Measured> all = std::move(ready).value();
    const Distance distance(*request.character);
    const PartOfProgress of_steps(progress, share_of_preparation, 1.0);
    const Points start = full.positions();
    double motion = 0.0; // the largest way of a vertex so far, as a share of the box's diagonal
    ModeErrors found;
    found.steps_wanted = request.steps;
    while (found.steps < request.steps) {
        if (!keep_going(progress, "comparing", static_cast<double>(found.steps) / static_cast<double>(request.steps))) {
            return measuring_stopped();
        }
        const State before = full.state();
        leader.step(request.controls);
        const LeaderStep step = last_step_of(leader, request.controls);
        if (const auto stepped = full.step_to_minimum(step, progress); !stepped) {
            return stepped.error();
        }
        const Points truth = full.positions();
        motion = std::max(motion, distance.largest(truth, start));
        found.inverted_tets = std::max(found.inverted_tets, full.inverted_tets(truth));
        found.errors.clear();
        for (Measured& one : all) {
            if (auto measured = measure(step, before, truth, distance, one); !measured) {
                return measured.error();
            }
            found.errors.push_back(error_of(one));
        }
        ++found.steps;
        if (found.steps == request.steps && motion < motion_min) {
            return nothing_moves();
        }
        if (publish) {
            publish(found);
        }
    }
    return found;
}

} // namespace limber::app
