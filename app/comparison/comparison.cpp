// SPDX-License-Identifier: MIT
#include "app/comparison/comparison.h"

#include "app/character_build/newton_character.h"
#include "app/comparison/compared_subspace.h"
#include "app/comparison/distance.h"
#include "app/comparison/full_space_motion.h"
#include "app/comparison/pod_modes.h"
#include "app/comparison/reduced_body.h"
#include "app/document/comparison_titles.h"
#include "engine/body/body_step.h"
#include "engine/core/json.h"
#include "engine/core/stopwatch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

void note_positions(const Points& x, const Points& full, const Distance& distance, const FullSpaceMotion& truth,
                    ComparedKind& kind) {
    kind.error.push_back(distance.mean(x, full));
    kind.error_max = std::max(kind.error_max, distance.largest(x, full));
    kind.energy.push_back(truth.energy(x));
    kind.inverted_tets.push_back(truth.inverted_tets(x));
}

Error cancelled() {
    return {ErrorKind::cancelled, "the comparison was cancelled", {}};
}

// In full space and in each subspace alike.
Error of_kind(Error error, const std::string& kind, const ParameterOverrides& parameters = {}) {
    return error_of_kind(std::move(error), kind + title_of(parameters));
}

/// What is compared, in the order of the results.
struct Comparison {
    std::vector<std::unique_ptr<ReducedBody>> bodies;
    std::vector<ComparedKind> kinds; // of the reduced bodies; then, if it is wanted, of the rig; last of full space
    std::vector<std::pair<std::size_t, const ReducedCharacter*>> switching; // their places among the bodies

    void add_kind(const std::string& kind, Index modes, const ParameterOverrides& parameters = {}) {
        kinds.emplace_back();
        kinds.back().kind = kind;
        kinds.back().modes = modes;
        kinds.back().parameters = parameters;
    }
};

/// The first scene, whose controls everything follows.
class Leader {
public:
    explicit Leader(SceneMotion& scene) : scene_(scene), alone_({.count = 1}) {}

    const Motion& motion() const {
        return scene_.characters().front().motion;
    }
    const Character& character() const {
        return motion().character();
    }
    LeaderStep step() {
        scene_.step(alone_);
        return last_step_of(motion(), scene_.characters().front().controls);
    }

private:
    SceneMotion& scene_;
    ThreadPool alone_;
};

// In one subspace. Newton's method steps the displacements of weights, which are twelve times as many.
Index modes_of(const Character& character) {
    const Character& one = character.switched ? *character.switched->components.front().character : character;
    return is_linear(one.subspace) ? mode_count(one) : one.modes->W.cols();
}

// The character's own step. Notes that it switches.
std::unique_ptr<ReducedBody> own_reduced_body(const Motion& motion, std::size_t place, Comparison& comparison) {
    auto reduced = std::make_unique<ReducedCharacter>(motion.character_ptr(), motion.state(), motion.instruction_set());
    if (reduced->switches()) {
        comparison.kinds.back().switches = ComparedSwitches{motion.character().switched->mixture.names};
        comparison.switching.emplace_back(place, reduced.get());
    }
    return reduced;
}

/// Of the progress, at the end of each part; most of it is the comparison itself.
struct ComparisonShares {
    double moved = 0.0; // the motion in full space that pods are made of
    double made = 0.0;  // pods
};

ComparisonShares shares_of(const ComparisonOptions& options) {
    return options.pods.empty() ? ComparisonShares{} : ComparisonShares{0.4, 0.5};
}

void add_scenes(const std::vector<SceneMotion>& scenes, const ComparisonOptions& options, Comparison& comparison) {
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        const Motion& motion = scenes[i].characters().front().motion;
        const Character& character = motion.character();
        const ParameterOverrides own = i < options.parameters.size() ? options.parameters[i] : ParameterOverrides{};
        comparison.add_kind(name_of(character.subspace), modes_of(character), own);
        comparison.kinds.back().cubature = compared_cubature(character);
        comparison.kinds.back().coordinates = coordinate_count(character);
        comparison.kinds.back().modes_asked = character.description.modes;
        comparison.kinds.back().fewer = fewer_columns(character);
        comparison.bodies.push_back(
            with_parameters(own_reduced_body(motion, i, comparison), own, character.description.material));
    }
}

Result<FullSpaceMotion> full_space_of(const Leader& leader, const ComparisonOptions& options, Progress* progress) {
    return FullSpaceMotion::of(leader.character(), leader.motion().state(), {options.threads, options.energy},
                               progress);
}

// The displacements of full space under the scene's controls, which begin again afterwards.
Result<std::vector<AffineStack>> motion_in_full_space(SceneMotion& scene, const ComparisonOptions& options,
                                                      Progress* progress) {
    Leader leader(scene);
    auto full = full_space_of(leader, options, progress);
    if (!full) {
        return of_kind(full.error(), full_space_name);
    }
    FullSpaceMotion body = std::move(full).value();
    std::vector<AffineStack> motion;
    for (std::uint64_t frame = 0; frame < options.frames; ++frame) {
        if (!keep_going(progress, "simulating full space",
                        static_cast<double>(frame) / static_cast<double>(options.frames))) {
            return cancelled();
        }
        if (const auto stepped = body.step_to_minimum(leader.step(), progress); !stepped) {
            return of_kind(stepped.error(), full_space_name);
        }
        motion.push_back(body.state().Z);
    }
    scene.begin_again();
    return motion;
}

Result<Done> add_pods(const ComparisonOptions& options, const std::vector<AffineStack>& motion, const Leader& leader,
                      Comparison& comparison, Progress* progress) {
    const CharacterPtr base = options.character_of_pods ? options.character_of_pods : leader.motion().character_ptr();
    for (std::size_t i = 0; i < options.pods.size(); ++i) {
        const auto& [displacements, parameters] = options.pods[i];
        const auto whole = static_cast<double>(options.pods.size());
        const PartOfProgress part(progress, static_cast<double>(i) / whole, static_cast<double>(i + 1) / whole);
        const auto character = rebuilt_with(parameters, base, nullptr, progress);
        if (!character) {
            return of_kind(character.error(), pod_name, parameters);
        }
        auto made = pod_modes(character.value(), leader.motion().posed(), motion,
                              {displacements, leader.motion().instruction_set(), options.threads}, progress);
        if (!made) {
            return of_kind(made.error(), pod_name, parameters);
        }
        PodBody added = std::move(made).value();
        added.reduced->start_from(in_all_vertices(leader.character(), leader.motion().state()));
        comparison.add_kind(pod_name, added.modes, parameters);
        comparison.kinds.back().coordinates = added.reduced->coordinates();
        comparison.kinds.back().modes_asked = displacements / 12;
        if (added.modes < displacements) {
            comparison.kinds.back().fewer = FewerColumns{SubspaceKind::pod, added.modes, displacements};
        }
        comparison.kinds.back().cubature = compared_cubature(*added.character);
        comparison.bodies.push_back(
            with_parameters(std::move(added.reduced), parameters, character.value()->description.material));
    }
    return Done{};
}

Result<Done> step(Leader& leader, FullSpaceMotion& full, Comparison& comparison, Progress* progress) {
    const State before = full.state();
    const LeaderStep step = leader.step();
    for (std::size_t i = 0; i < comparison.bodies.size(); ++i) {
        ReducedBody& reduced = *comparison.bodies[i];
        const ComparedKind& kind = comparison.kinds[i];
        if (const auto beside = reduced.step_from(before, step); !beside) {
            return of_kind(beside.error(), kind.kind, kind.parameters);
        }
        if (const auto stepped = reduced.step(step); !stepped) {
            return of_kind(stepped.error(), kind.kind, kind.parameters);
        }
    }
    const auto stepped = full.step_to_minimum(step, progress);
    return stepped ? Result<Done>(Done{}) : of_kind(stepped.error(), full_space_name);
}

void measure(const FullSpaceMotion& full, bool with_rig, const Distance& distance, Comparison& comparison) {
    const Points x = full.positions();
    for (std::size_t i = 0; i < comparison.bodies.size(); ++i) {
        const ReducedBody& reduced = *comparison.bodies[i];
        ComparedKind& kind = comparison.kinds[i];
        const Stopwatch watch;
        const Points positions = reduced.positions();
        kind.positions_microseconds.push_back(1e6 * watch.seconds());
        note_positions(positions, x, distance, full, kind);
        kind.one_step_error.push_back(distance.mean(reduced.one_step_positions(), x));
        kind.step_microseconds.push_back(1e6 * reduced.step_seconds());
    }
    for (const auto& [place, reduced] : comparison.switching) {
        ComparedSwitches& switches = *comparison.kinds[place].switches;
        switches.acting.push_back(reduced->switches()->acting);
        switches.lost_max = reduced->switches()->largest;
    }
    if (with_rig) {
        ComparedKind& rig = comparison.kinds[comparison.bodies.size()];
        note_positions(full.model().J * full.state().P, x, distance, full, rig);
        rig.one_step_error.push_back(rig.error.back());
    }
    ComparedKind& reference = comparison.kinds.back();
    note_positions(x, x, distance, full, reference);
    reference.one_step_error.push_back(0.0);
    reference.step_microseconds.push_back(1e6 * full.step_seconds());
}

// Adds what is compared with full space, which is returned, before the first step.
Result<FullSpaceMotion> add_all(std::vector<SceneMotion>& scenes, const ComparisonOptions& options,
                                const ComparisonShares& shares, Comparison& comparison, Progress* progress) {
    std::vector<AffineStack> motion;
    if (!options.pods.empty()) {
        const PartOfProgress part(progress, 0.0, shares.moved);
        auto found = motion_in_full_space(scenes.front(), options, progress);
        if (!found) {
            return found.error();
        }
        motion = std::move(found).value();
    }
    const PartOfProgress part(progress, shares.moved, shares.made);
    add_scenes(scenes, options, comparison);
    const Leader leader(scenes.front());
    auto full = full_space_of(leader, options, progress);
    if (!full) {
        return of_kind(full.error(), full_space_name);
    }
    if (auto added = add_pods(options, motion, leader, comparison, progress); !added) {
        return added.error();
    }
    if (options.with_rig) {
        comparison.add_kind("rig", 0);
    }
    comparison.add_kind(full_space_name, full.value().model().vertex_count());
    comparison.kinds.back().coordinates = 3 * full.value().model().vertex_count();
    return full;
}

} // namespace

Error error_of_kind(Error error, const std::string& kind) {
    if (error.kind == ErrorKind::cancelled) {
        return error;
    }
    const bool is_of_kind = error.where.empty() || error.where == "modes" || error.where == kind;
    error.where = is_of_kind ? kind : kind + ": " + error.where;
    return error;
}

std::optional<ComparedCubature> compared_cubature(const Character& character) {
    const auto in_use = cubature_in_use(character);
    if (!in_use) {
        return std::nullopt;
    }
    return ComparedCubature{elastic_energy_of(character.description), in_use->points, in_use->training_error,
                            in_use->seconds};
}

Result<std::vector<ComparedKind>> compare(std::vector<SceneMotion>& scenes, const ComparisonOptions& options,
                                          Progress* progress) {
    EXPECTS(!scenes.empty() && !is_planar(scenes.front().characters().front().character->description));
    EXPECTS(options.parameters.empty() || options.parameters.front() == ParameterOverrides{});
    Comparison comparison;
    const ComparisonShares shares = shares_of(options);
    auto prepared = add_all(scenes, options, shares, comparison, progress);
    if (!prepared) {
        return prepared.error();
    }
    FullSpaceMotion full = std::move(prepared).value();
    Leader leader(scenes.front());
    const PartOfProgress comparing(progress, shares.made, 1.0);
    const Distance distance(leader.character());
    for (std::uint64_t frame = 0; frame < options.frames; ++frame) {
        if (!keep_going(progress, "comparing", static_cast<double>(frame) / static_cast<double>(options.frames))) {
            return cancelled();
        }
        if (auto stepped = step(leader, full, comparison, progress); !stepped) {
            return stepped.error();
        }
        measure(full, options.with_rig, distance, comparison);
        if (options.on_full_space) {
            if (auto done = options.on_full_space(full.positions(), full.state().P); !done) {
                return done.error();
            }
        }
    }
    return std::move(comparison.kinds);
}

double root_mean_square(const std::vector<double>& error) {
    double sum = 0.0;
    for (const double one : error) {
        sum += one * one;
    }
    return error.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(error.size()));
}

Index most_inverted_tets(const ComparedKind& kind) {
    return kind.inverted_tets.empty() ? 0 : std::ranges::max(kind.inverted_tets);
}

std::size_t switch_count(const ComparedSwitches& switches) {
    std::size_t count = 0;
    for (std::size_t frame = 1; frame < switches.acting.size(); ++frame) {
        count += switches.acting[frame] != switches.acting[frame - 1] ? 1U : 0U;
    }
    return count;
}

std::string comparison_csv(const std::vector<ComparedKind>& kinds) {
    std::string text = "frame";
    for (const ComparedKind& kind : kinds) {
        std::string name = kind.kind + " " + std::to_string(kind.modes) + title_of(kind.parameters);
        std::ranges::replace(name, ',', ';');
        text += "," + name + " error," + name + " one-step error," + name + " energy [J]," + name + " inverted tets";
    }
    text += "\n";
    for (std::size_t frame = 0; frame < kinds.front().error.size(); ++frame) {
        text += std::to_string(frame + 1);
        for (const ComparedKind& kind : kinds) {
            for (const double value : {kind.error[frame], kind.one_step_error[frame], kind.energy[frame]}) {
                text += "," + json_number(value);
            }
            text += "," + std::to_string(kind.inverted_tets[frame]);
        }
        text += "\n";
    }
    return text;
}

} // namespace limber::app
