// SPDX-License-Identifier: MIT
#include "app/comparison/live_comparison.h"

#include "app/character/skin.h"
#include "app/comparison/distance.h"
#include "app/comparison/full_space_motion.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace limber::app {
namespace {

constexpr std::size_t steps_shown = 240; // of the curves
constexpr std::chrono::milliseconds nap(50);

void append(std::vector<float>& curve, double value) {
    if (curve.size() == steps_shown) {
        curve.erase(curve.begin());
    }
    curve.push_back(static_cast<float>(value));
}

// 3 n
std::vector<float> floats_of(const Points& x) {
    std::vector<float> floats;
    floats.reserve(static_cast<std::size_t>(x.size()));
    for (Index i = 0; i < x.size(); ++i) {
        floats.push_back(static_cast<float>(x.data()[i]));
    }
    return floats;
}

// 3 f: the boundary's triangles of a character's vertices.
std::vector<std::uint32_t> boundary_of(const Character& character) {
    const Triangles& F = character.boundary;
    return {F.data(), F.data() + F.size()};
}

// The positions (n x 3) of a character's surface.
std::vector<float> surface_positions(const Character& character, const Points& x) {
    std::vector<float> positions;
    positions.reserve(3 * character.boundary_vertices.size());
    for (const int vertex : character.boundary_vertices) {
        for (Index axis = 0; axis < 3; ++axis) {
            positions.push_back(static_cast<float>(x(vertex, axis)));
        }
    }
    return positions;
}

float distance_at(Index vertex, const Points& x, const Points& full, double size) {
    return static_cast<float>((x.row(vertex) - full.row(vertex)).norm() / size);
}

std::vector<float> surface_distances(const Character& character, const Points& x, const Points& full, double size) {
    std::vector<float> distances;
    distances.reserve(character.boundary_vertices.size());
    for (const int vertex : character.boundary_vertices) {
        distances.push_back(distance_at(vertex, x, full, size));
    }
    return distances;
}

std::vector<float> all_distances(const Points& x, const Points& full, double size) {
    std::vector<float> distances;
    distances.reserve(static_cast<std::size_t>(x.rows()));
    for (Index vertex = 0; vertex < x.rows(); ++vertex) {
        distances.push_back(distance_at(vertex, x, full, size));
    }
    return distances;
}

Error stopped() {
    return {ErrorKind::cancelled, "the comparison was stopped", {}};
}

} // namespace

// The bodies on the comparison's thread.
class LiveComparison::Run {
public:
    explicit Run(const Request& request)
        : request_(request), distance_(character()), strain_(character()), boundary_(boundary_of(character())) {
        step_.bodies.resize(1 + request.subspaces.size());
        positions_.resize(step_.bodies.size());
        young_scales_.resize(request.subspaces.size(), 1.0);
        const Character& leader = character();
        step_.bodies.front().subspace = {subspace_names[static_cast<std::size_t>(leader.subspace)],
                                         leader.modes->W.cols()};
        for (std::size_t i = 0; i < request.subspaces.size(); ++i) {
            step_.bodies[i + 1].subspace = request.subspaces[i];
        }
    }

    Result<Done> prepare(Progress& progress) {
        const AffineStack P = rig_maps(character().rig, rest_pose(character().rig.skeleton));
        const auto count = static_cast<double>(request_.subspaces.size());
        for (std::size_t i = 0; i < request_.subspaces.size(); ++i) {
            const PartOfProgress part(&progress, static_cast<double>(i) / count, static_cast<double>(i + 1) / count);
            if (!keep_going(&progress, "preparing " + title_of(request_.subspaces[i]), 0.0)) {
                return stopped();
            }
            if (auto made = add(request_.subspaces[i], P, progress); !made) {
                return made;
            }
        }
        return Done{};
    }

    // The progress has a phase while full space is factorised.
    Result<Done> take(const Input& input, Progress& progress) {
        with_inside_ = input.with_inside;
        if (input.is_inside_alone) {
            for (std::size_t i = 0; has_positions() && i < positions_.size(); ++i) {
                note_inside(i);
            }
            return Done{};
        }
        if (!input.leader) {
            start_from(input.after);
            measure(input.after);
            return Done{};
        }
        if (input.before) {
            start_from(*input.before);
        }
        return advance(*input.leader, input.after, progress);
    }

    const ComparedStep& newest() const {
        return step_;
    }
    /// Whether the bodies were put somewhere yet.
    bool has_positions() const {
        return positions_.front().rows() > 0;
    }

private:
    Result<Done> advance(const LeaderStep& leader, const State& after, Progress& progress) {
        for (const auto& contender : contenders_) {
            if (contender) {
                if (auto stepped = contender->step(leader); !stepped) {
                    return stepped;
                }
            }
        }
        if (full_) {
            const auto stepped = full_->step(leader, &progress);
            if (!stepped) {
                return stepped.error();
            }
            full_has_converged_ = stepped.value().status == StepStatus::converged;
        }
        young_scale_ = leader.controls.young_scale;
        for (std::size_t i = 0; i < request_.subspaces.size(); ++i) {
            young_scales_[i] =
                with_parameters(leader, request_.subspaces[i].parameters, character().description.material)
                    .controls.young_scale;
        }
        measure(after);
        ++step_.steps;
        return Done{};
    }

    const Character& character() const {
        return *request_.character;
    }

    Result<Done> add(const ComparedSubspace& subspace, const AffineStack& P, Progress& progress) {
        if (subspace.kind == full_space_name) {
            const State rest = rest_state(character(), P);
            auto full =
                FullSpaceMotion::of(character(), rest, {request_.threads, subspace.parameters.energy}, &progress);
            if (!full) {
                return full.error();
            }
            full_ = std::make_unique<FullSpaceMotion>(std::move(full).value());
            contenders_.push_back(nullptr);
            return Done{};
        }
        auto contender = contender_of(subspace, {request_.character, request_.loads, P, request_.motion},
                                      request_.instruction_set, request_.cache ? &*request_.cache : nullptr, &progress);
        if (!contender) {
            return contender.error();
        }
        contenders_.push_back(std::move(contender).value());
        return Done{};
    }

    void start_from(const State& leader) {
        const State displaced = in_all_vertices(character(), leader);
        for (const auto& contender : contenders_) {
            if (contender) {
                contender->start_from(displaced);
            }
        }
        if (full_) {
            full_->start_from(displaced);
        }
    }

    void measure(const State& leader) {
        truth_ = full_ ? full_->positions() : Points();
        positions_.front() = limber::positions(character(), leader);
        note(0, young_scale_);
        for (std::size_t i = 0; i < contenders_.size(); ++i) {
            ComparedBody& body = step_.bodies[i + 1];
            const Contender* contender = contenders_[i].get();
            positions_[i + 1] = contender ? contender->positions() : truth_;
            body.step_microseconds = 1e6 * (contender ? contender->step_seconds() : full_->step_seconds());
            body.has_converged = contender || full_has_converged_;
            note(i + 1, young_scales_[i]);
        }
    }

    void note(std::size_t number, double young_scale) {
        const Points& x = positions_[number];
        ComparedBody& body = step_.bodies[number];
        body.skin = std::make_shared<const DeformedSkin>(
            DeformedSkin{deformed_vertices(surface_positions(character(), x), character().skin->geometry->triangles)});
        body.young_scale = young_scale;
        body.strain = strain_.at(x, young_scale);
        if (full_) {
            body.distances = surface_distances(character(), x, truth_, distance_.size());
            append(body.errors, distance_.mean(x, truth_));
            append(body.energies, full_->energy(x));
        }
        note_inside(number);
    }

    void note_inside(std::size_t number) {
        const Points& x = positions_[number];
        ComparedBody& body = step_.bodies[number];
        body.inside = nullptr;
        body.inside_distances = nullptr;
        if (!with_inside_) {
            return;
        }
        body.inside = std::make_shared<const DeformedSkin>(DeformedSkin{deformed_vertices(floats_of(x), boundary_)});
        if (full_) {
            body.inside_distances =
                std::make_shared<const std::vector<float>>(all_distances(x, truth_, distance_.size()));
        }
    }

    const Request& request_;
    Distance distance_;
    SurfaceStrain strain_;
    std::vector<std::uint32_t> boundary_;                // 3 f, of all vertices
    double young_scale_ = 1.0;                           // of the leader's last step
    std::vector<double> young_scales_;                   // of the others'
    std::vector<std::unique_ptr<Contender>> contenders_; // null: full space
    std::unique_ptr<FullSpaceMotion> full_;              // null: not compared
    bool full_has_converged_ = true;
    bool with_inside_ = false;
    Points truth_;                  // n x 3, of full space in the last step; empty without it
    std::vector<Points> positions_; // n x 3, of each body in the last step
    ComparedStep step_;
};

const std::vector<float>& values_of(const ComparedBody& body, BodyColours colours) {
    static const std::vector<float> none;
    switch (colours) {
    case BodyColours::distances:
        return body.distances;
    case BodyColours::strains:
        return body.strain.strains;
    case BodyColours::stresses:
        return body.strain.stresses;
    case BodyColours::own:
        break;
    }
    return none;
}

LiveComparison::LiveComparison(Request request) : request_(std::move(request)) {
    EXPECTS(request_.character && request_.character->skin);
    queue_.submit([this](Queue::TaskProgress& progress) {
        Result<ComparedStep> ended = run(progress);
        const std::scoped_lock lock(mutex_);
        has_ended_ = true;
        inputs_.clear();
        return ended;
    });
}

Result<ComparedStep> LiveComparison::run(Queue::TaskProgress& progress) {
    Run run(request_);
    if (auto prepared = run.prepare(progress); !prepared) {
        return prepared.error();
    }
    progress.report("", 0.0);
    {
        const std::scoped_lock lock(mutex_);
        is_prepared_ = true;
    }
    while (const auto input = next_input(progress)) {
        const auto stepped = run.take(*input, progress);
        {
            const std::scoped_lock lock(mutex_);
            inputs_.pop_front();
        }
        if (!stepped) {
            return stepped.error();
        }
        if (run.has_positions()) {
            progress.publish(run.newest());
        }
    }
    return stopped();
}

// Waits for a step of the leader; nullopt when the comparison is cancelled.
std::optional<LiveComparison::Input> LiveComparison::next_input(const Progress& progress) {
    std::unique_lock lock(mutex_);
    while (inputs_.empty() && !progress.is_cancelled()) {
        wake_.wait_for(lock, nap);
    }
    return progress.is_cancelled() ? std::nullopt : std::optional(inputs_.front());
}

bool LiveComparison::takes_steps() const {
    const std::scoped_lock lock(mutex_);
    return is_prepared_ && !has_ended_;
}

bool LiveComparison::is_stepping() const {
    const std::scoped_lock lock(mutex_);
    return !inputs_.empty();
}

bool LiveComparison::is_preparing() const {
    const std::scoped_lock lock(mutex_);
    return !is_prepared_ && !has_ended_;
}

bool LiveComparison::is_factorising() {
    return is_stepping() && !queue_.progress().phase.empty();
}

void LiveComparison::step(LeaderStep leader, std::shared_ptr<const State> before, State after) {
    const std::scoped_lock lock(mutex_);
    if (is_prepared_ && !has_ended_) {
        inputs_.push_back({std::move(leader), std::move(before), std::move(after), false, shows_inside_});
        wake_.notify_one();
    }
}

// A body that stands still is shown with its inside at once.
void LiveComparison::show_inside(bool is_shown) {
    const std::scoped_lock lock(mutex_);
    if (is_shown == shows_inside_) {
        return;
    }
    shows_inside_ = is_shown;
    if (is_shown && is_prepared_ && !has_ended_) {
        inputs_.push_back({std::nullopt, nullptr, {}, true, true});
        wake_.notify_one();
    }
}

// Newer states replace older ones that were not reached yet, as during a replay.
void LiveComparison::put(State state) {
    const std::scoped_lock lock(mutex_);
    if (!is_prepared_ || has_ended_) {
        return;
    }
    if (inputs_.size() > 1 && !inputs_.back().leader) {
        inputs_.pop_back();
    }
    inputs_.push_back({std::nullopt, nullptr, std::move(state), false, shows_inside_});
    wake_.notify_one();
}

void LiveComparison::cancel() {
    queue_.cancel();
    wake_.notify_one();
}

} // namespace limber::app
