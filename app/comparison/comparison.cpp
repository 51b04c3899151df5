// SPDX-License-Identifier: MIT
#include "app/comparison/comparison.h"

#include "app/comparison/full_space_motion.h"
#include "engine/core/json.h"
#include "engine/subspace/skinning_basis.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

Error failed_step() {
    return {ErrorKind::not_converged, "a step is not finite; use a smaller time step or a realistic material", {}};
}

/// A subspace and the projection of full space onto it.
class Subspace {
public:
    explicit Subspace(SceneMotion& scene)
        : scene_(scene), basis_(basis_of(character())), one_step_(character().model, handles_max, instruction_set()) {}

    const MovingCharacter& moving() const {
        return scene_.characters().front();
    }

    // One step of the subspace, and one from the state of full space.
    Result<Done> step(const State& full, const Vector& mass, ThreadPool& threads) {
        State from = motion().state();
        project(full, mass, from);
        const StepReport report = scene_.step(threads).front();
        const StepReport other = limber::step(character().model, motion().controls(), from, one_step_);
        one_step_positions_ = positions(from);
        const bool is_finite = report.status != StepStatus::not_finite && other.status != StepStatus::not_finite;
        return is_finite ? Result<Done>(Done{}) : failed_step();
    }

    Points positions() const {
        return positions(motion().state());
    }
    const Points& one_step_positions() const {
        return one_step_positions_;
    }

private:
    const Character& character() const {
        return *moving().character;
    }
    const Motion& motion() const {
        return moving().motion;
    }
    InstructionSet instruction_set() const {
        return motion().instruction_set();
    }

    static Matrix basis_of(const Character& character) {
        const ReducedModel& model = character.model;
        return skinning_basis(in_frame(character.mesh.X, model.frame), character.modes->W, {}) * model.T;
    }

    // The coordinates nearest to a displacement in the mass norm; B'MB is the identity.
    AffineStack projected(const AffineStack& displacement, const Vector& mass) const {
        return basis_.transpose() * (mass.asDiagonal() * displacement);
    }

    void project(const State& full, const Vector& mass, State& state) const {
        state.Z = projected(full.Z, mass);
        state.Zdot = projected(full.Zdot, mass);
        state.previous.Z = projected(full.previous.Z, mass);
        state.previous.Zdot = projected(full.previous.Zdot, mass);
        state.previous.time_step = full.previous.time_step;
    }

    Points positions(const State& state) const {
        return reconstructed(character().model, state, character().mesh.X, character().rig.W, character().modes->W);
    }

    SceneMotion& scene_;
    Matrix basis_; // n x k
    Workspace one_step_;
    Points one_step_positions_;
};

/// Measures distances from full space.
class Ruler {
public:
    Ruler(const Vector& mass, double diagonal) : mass_(mass), diagonal_(diagonal) {}

    double mean(const Points& x, const Points& full) const {
        return std::sqrt(mass_.dot((x - full).rowwise().squaredNorm()) / mass_.sum()) / diagonal_;
    }
    double largest(const Points& x, const Points& full) const {
        return (x - full).rowwise().norm().maxCoeff() / diagonal_;
    }

private:
    const Vector& mass_;
    double diagonal_; // [m]
};

void note_positions(const Points& x, const Points& full, const Ruler& ruler, const FullSpaceMotion& truth,
                    ComparedKind& kind) {
    kind.error.push_back(ruler.mean(x, full));
    kind.error_max = std::max(kind.error_max, ruler.largest(x, full));
    kind.energy.push_back(truth.energy(x));
}

std::vector<ComparedKind> started(const std::vector<SceneMotion>& subspaces, bool with_rig, Index vertices) {
    std::vector<ComparedKind> kinds;
    const auto add = [&](const char* kind, Index modes) {
        kinds.emplace_back();
        kinds.back().kind = kind;
        kinds.back().modes = modes;
    };
    for (const SceneMotion& scene : subspaces) {
        const Character& character = *scene.characters().front().character;
        add(subspace_names[static_cast<std::size_t>(character.subspace)], character.modes->W.cols());
    }
    if (with_rig) {
        add("rig", 0);
    }
    add("full", vertices);
    return kinds;
}

} // namespace

Result<std::vector<ComparedKind>> compare(std::vector<SceneMotion>& subspaces, const ComparisonOptions& options,
                                          Progress* progress) {
    EXPECTS(!subspaces.empty());
    std::vector<Subspace> reduced(subspaces.begin(), subspaces.end());
    const MovingCharacter& leader = reduced.front().moving();
    auto started_full = FullSpaceMotion::of(leader.motion, options.threads);
    if (!started_full) {
        return started_full.error();
    }
    FullSpaceMotion full = std::move(started_full).value();
    const Vector& mass = full.model().M;
    const Ruler ruler(mass, bounding_box(leader.character->mesh.X).diagonal());
    std::vector<ComparedKind> kinds = started(subspaces, options.with_rig, full.model().vertex_count());
    ThreadPool alone({.count = 1});
    for (std::uint64_t frame = 0; frame < options.frames; ++frame) {
        if (!keep_going(progress, "comparing", static_cast<double>(frame) / static_cast<double>(options.frames))) {
            return Error{ErrorKind::cancelled, "the comparison was cancelled", {}};
        }
        const State before = full.state();
        for (Subspace& one : reduced) {
            if (auto stepped = one.step(before, mass, alone); !stepped) {
                return stepped.error();
            }
        }
        if (auto stepped = full.step(leader.motion, leader.controls); !stepped) {
            return stepped.error();
        }
        const Points truth_positions = full.positions();
        for (std::size_t i = 0; i < reduced.size(); ++i) {
            note_positions(reduced[i].positions(), truth_positions, ruler, full, kinds[i]);
            kinds[i].one_step_error.push_back(ruler.mean(reduced[i].one_step_positions(), truth_positions));
            kinds[i].step_microseconds.push_back(1e6 * reduced[i].moving().motion.step_seconds());
        }
        if (options.with_rig) {
            ComparedKind& rig = kinds[reduced.size()];
            note_positions(full.model().J * full.state().P, truth_positions, ruler, full, rig);
            rig.one_step_error.push_back(rig.error.back());
        }
        note_positions(truth_positions, truth_positions, ruler, full, kinds.back());
        kinds.back().one_step_error.push_back(0.0);
        kinds.back().step_microseconds.push_back(1e6 * full.step_seconds());
    }
    return kinds;
}

double root_mean_square(const std::vector<double>& error) {
    double sum = 0.0;
    for (const double one : error) {
        sum += one * one;
    }
    return error.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(error.size()));
}

std::string comparison_csv(const std::vector<ComparedKind>& kinds) {
    std::string text = "frame";
    for (const ComparedKind& kind : kinds) {
        const std::string name = kind.kind + " " + std::to_string(kind.modes);
        text += "," + name + " error," + name + " one-step error," + name + " energy [J]";
    }
    text += "\n";
    for (std::size_t frame = 0; frame < kinds.front().error.size(); ++frame) {
        text += std::to_string(frame + 1);
        for (const ComparedKind& kind : kinds) {
            for (const double value : {kind.error[frame], kind.one_step_error[frame], kind.energy[frame]}) {
                text += "," + json_number(value);
            }
        }
        text += "\n";
    }
    return text;
}

} // namespace limber::app
