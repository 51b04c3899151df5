// SPDX-License-Identifier: MIT
#include "app/comparison/live_comparison.h"

#include "app/character_skin/skin.h"
#include "app/comparison/distance.h"
#include "app/comparison/fewer_columns.h"
#include "app/comparison/parameter_overrides.h"
#include "app/comparison/pod_modes.h"
#include "app/document/comparison_titles.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace limber::app {
namespace {

constexpr std::size_t steps_shown = 240;          // of the curves
constexpr std::size_t steps_timed = 31;           // of the newest, whose median is shown
constexpr std::chrono::milliseconds wait_max(50); // for a step of the leader

void append(std::vector<float>& curve, double value) {
    if (curve.size() == steps_shown) {
        curve.erase(curve.begin());
    }
    curve.push_back(static_cast<float>(value));
}

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

// A single step may wait for another program.
void note_time(double seconds, ComparedBody& body) {
    if (body.newest_microseconds.size() == steps_timed) {
        body.newest_microseconds.erase(body.newest_microseconds.begin());
    }
    body.newest_microseconds.push_back(1e6 * seconds);
    body.step_microseconds = median_of(body.newest_microseconds);
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
        const Character& leader = character();
        step_.bodies.resize(1);
        step_.bodies.front().subspace = {name_of(leader.subspace), leader.modes->W.cols()};
        step_.bodies.front().coordinates = coordinate_count(leader);
    }

    /// Keeps the bodies that have one of these subspaces, with their curves, and removes the others. Those that have
    /// failed are tried again.
    void arrange(const std::vector<ComparedSubspace>& subspaces) {
        std::vector<Body> bodies;
        std::vector<ComparedBody> shown;
        shown.push_back(std::move(step_.bodies.front()));
        for (const ComparedSubspace& subspace : subspaces) {
            const auto same = std::ranges::find(bodies_, subspace, &Body::subspace);
            if (same == bodies_.end()) {
                bodies.emplace_back().subspace = subspace;
                shown.emplace_back().subspace = subspace;
                continue;
            }
            const auto kept = step_.bodies.begin() + 1 + (same - bodies_.begin());
            bodies.push_back(std::move(*same));
            shown.push_back(std::move(*kept));
            bodies_.erase(same);
            step_.bodies.erase(kept);
        }
        bodies_ = std::move(bodies);
        step_.bodies = std::move(shown);
        try_failed_again();
        show_again();
    }

    /// The first that is to be precomputed; null: none.
    const ComparedSubspace* missing() const {
        const auto found = std::ranges::find_if(bodies_, is_missing);
        return found == bodies_.end() ? nullptr : &found->subspace;
    }
    bool lacks(const ComparedSubspace& subspace) const {
        return std::ranges::any_of(bodies_,
                                   [&](const Body& body) { return is_missing(body) && body.subspace == subspace; });
    }

    /// It joins where the leader is, and all begin again there; or it cannot be precomputed. `lacks` it.
    void add(const ComparedSubspace& subspace, Result<Body> prepared) {
        const auto place = std::ranges::find_if(
            bodies_, [&](const Body& body) { return is_missing(body) && body.subspace == subspace; });
        EXPECTS(place != bodies_.end());
        if (!prepared) {
            place->error = prepared.error();
            return;
        }
        *place = std::move(prepared).value();
        step_.bodies[static_cast<std::size_t>(1 + (place - bodies_.begin()))].coordinates =
            place->reduced ? place->reduced->coordinates() : 3 * character().vertex_count();
        begin_again();
        show_again();
    }

    // The progress has a phase while full space is factorised.
    Result<Done> take(const Input& input, Progress& progress) {
        with_inside_ = input.with_inside;
        if (input.is_inside_alone) {
            note_all_inside();
            return Done{};
        }
        if (auto done = prepare_energy(progress); !done) {
            return done;
        }
        if (!input.leader) {
            begin_from(input.after);
            measure(input.after);
            return Done{};
        }
        if (input.before) {
            begin_from(*input.before);
        }
        return advance(*input.leader, input.after, progress);
    }

    std::vector<FailedSubspace> failed() const {
        std::vector<FailedSubspace> failed;
        for (const Body& body : bodies_) {
            if (body.error) {
                failed.push_back({body.subspace, *body.error});
            }
        }
        return failed;
    }
    const ComparedStep& newest() const {
        return step_;
    }
    bool has_prepared() const {
        return std::ranges::any_of(bodies_, &Body::is_prepared);
    }
    /// Whether the bodies were put somewhere yet.
    bool has_positions() const {
        return leader_positions_.rows() > 0;
    }

private:
    // Precondition: it takes steps.
    static double seconds_of(const Body& body) {
        return body.reduced ? body.reduced->step_seconds() : body.full->step_seconds();
    }
    static bool is_missing(const Body& body) {
        return !body.is_prepared() && !body.error;
    }

    // The other bodies go on when the step of one fails. Fails when it is cancelled.
    Result<Done> advance(const LeaderStep& leader, const State& after, Progress& progress) {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const auto stepped = step(bodies_[i], leader, progress);
            if (!stepped && stepped.error().kind == ErrorKind::cancelled) {
                return stepped;
            }
            if (!stepped) {
                bodies_[i].error = stepped.error();
                step_.bodies[i + 1] = {};
                step_.bodies[i + 1].subspace = bodies_[i].subspace;
            } else if (bodies_[i].takes_steps()) {
                note_time(seconds_of(bodies_[i]), step_.bodies[i + 1]);
            }
        }
        young_scale_ = leader.controls.young_scale;
        note_time(leader.seconds, step_.bodies.front());
        if (alone_) {
            alone_->take_material(leader);
        }
        ++step_.steps;
        step_.is_beginning = false;
        measure(after);
        return Done{};
    }

    Result<Done> step(Body& body, const LeaderStep& leader, Progress& progress) const {
        if (!body.takes_steps()) {
            return Done{};
        }
        body.young_scale =
            with_parameters(leader, body.subspace.parameters, character().description.material).controls.young_scale;
        if (body.reduced) {
            return body.reduced->step(leader);
        }
        const auto stepped = body.full->step(leader, &progress);
        if (!stepped) {
            return stepped.error();
        }
        body.has_converged = stepped.value().status == StepStatus::converged;
        return Done{};
    }

    const Character& character() const {
        return *request_.character;
    }

    static void start_from(Body& body, const State& displaced) {
        if (body.is_prepared()) {
            body.error.reset();
        }
        if (body.reduced) {
            body.reduced->start_from(displaced);
        } else if (body.full) {
            body.full->start_from(displaced);
        }
    }

    // All in the same step, so that two bodies of the same subspace move as one. What they did before is not a part of
    // the same curves.
    void begin_from(const State& leader) {
        const State displaced = in_all_vertices(character(), leader);
        for (Body& body : bodies_) {
            start_from(body, displaced);
        }
        clear_curves();
        ++step_.beginnings;
        step_.is_beginning = true;
    }

    void begin_again() {
        if (has_positions()) {
            begin_from(leader_);
        }
    }

    // The leader may have moved on, or more of its motion be known.
    void try_failed_again() {
        const bool has_stopped =
            std::ranges::any_of(bodies_, [](const Body& body) { return body.error && body.is_prepared(); });
        for (Body& body : bodies_) {
            body.error.reset();
        }
        if (has_stopped) {
            begin_again();
        }
    }

    void clear_curves() {
        step_.frames.clear();
        step_.times.clear();
        for (ComparedBody& body : step_.bodies) {
            body.errors.clear();
            body.energies.clear();
        }
    }

    // Energies need the tets of full space, whether or not it moves beside the character. Fails when it is cancelled; a
    // body whose tets it refuses has no energies.
    Result<Done> prepare_energy(Progress& progress) {
        const bool has_full_space = std::ranges::any_of(
            bodies_, [](const Body& body) { return body.subspace.kind == full_space_name && !body.error; });
        if (has_full_space || alone_ || has_no_energy_) {
            return Done{};
        }
        auto made = FullSpaceMotion::of(character(), rest_of_leader(), {.threads = request_.threads}, &progress);
        if (!made && made.error().kind == ErrorKind::cancelled) {
            return made.error();
        }
        has_no_energy_ = !made;
        if (made) {
            alone_ = std::make_unique<FullSpaceMotion>(std::move(made).value());
        }
        return Done{};
    }

    State rest_of_leader() const {
        const Rig& rig = character().rig;
        return rest_state(character(), rig_maps(rig, rest_pose(rig.skeleton)));
    }

    // Null: none yet.
    const FullSpaceMotion* measuring() const {
        return reference_ ? reference_ : alone_.get();
    }

    // Errors in relation to another full space are not a part of the same curve.
    void choose_reference() {
        const FullSpaceMotion* reference = nullptr;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const bool is_first = !reference && bodies_[i].full && bodies_[i].takes_steps();
            reference = is_first ? bodies_[i].full.get() : reference;
            step_.bodies[i + 1].is_reference = is_first;
        }
        if (reference == reference_) {
            return;
        }
        reference_ = reference;
        clear_curves();
        for (ComparedBody& body : step_.bodies) {
            body.distances.clear();
        }
    }

    // After a change of the bodies, without a step, so that the curves stay as they are.
    void show_again() {
        choose_reference();
        if (has_positions()) {
            note_all();
        }
    }

    void measure(const State& leader) {
        choose_reference();
        leader_ = leader;
        leader_positions_ = limber::positions(character(), leader);
        note_all();
        if (!measuring()) {
            return;
        }
        append(step_.frames, static_cast<double>(step_.steps));
        append(step_.times, leader.time);
        for (std::size_t i = 0; i < step_.bodies.size(); ++i) {
            if (ComparedBody& body = step_.bodies[i]; body.skin) {
                append_values(positions_of(i), body);
            }
        }
    }

    void append_values(const Points& x, ComparedBody& body) const {
        append(body.energies, measuring()->energy(x));
        if (reference_) {
            append(body.errors, distance_.mean(x, reference_positions_));
        }
    }

    void note_all() {
        reference_positions_ = reference_ ? reference_->positions() : Points();
        note(0, young_scale_);
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            Body& body = bodies_[i];
            if (!body.takes_steps()) {
                continue;
            }
            body.x = body.reduced ? body.reduced->positions() : body.full->positions();
            ComparedBody& shown = step_.bodies[i + 1];
            shown.has_converged = body.has_converged;
            shown.inverted_tets = body.full ? body.full->inverted_tets(body.x) : 0;
            note(i + 1, body.young_scale);
        }
    }

    // n x 3, of the leader and then of the others.
    const Points& positions_of(std::size_t number) const {
        return number == 0 ? leader_positions_ : bodies_[number - 1].x;
    }

    void note(std::size_t number, double young_scale) {
        const Points& x = positions_of(number);
        ComparedBody& body = step_.bodies[number];
        body.skin = std::make_shared<const DeformedSkin>(
            DeformedSkin{deformed_vertices(surface_positions(character(), x), character().skin->geometry->triangles)});
        body.young_scale = young_scale;
        body.strain = strain_.at(x, young_scale);
        if (reference_) {
            body.distances = surface_distances(character(), x, reference_positions_, distance_.size());
        }
        note_inside(number);
    }

    void note_all_inside() {
        for (std::size_t i = 0; i < step_.bodies.size(); ++i) {
            if (step_.bodies[i].skin) {
                note_inside(i);
            }
        }
    }

    void note_inside(std::size_t number) {
        const Points& x = positions_of(number);
        ComparedBody& body = step_.bodies[number];
        body.inside = nullptr;
        body.inside_distances = nullptr;
        if (!with_inside_) {
            return;
        }
        body.inside = std::make_shared<const DeformedSkin>(DeformedSkin{deformed_vertices(floats_of(x), boundary_)});
        if (reference_) {
            body.inside_distances =
                std::make_shared<const std::vector<float>>(all_distances(x, reference_positions_, distance_.size()));
        }
    }

    const Request& request_;
    Distance distance_;
    SurfaceStrain strain_;
    std::vector<std::uint32_t> boundary_;        // 3 f, of all vertices
    double young_scale_ = 1.0;                   // of the leader's last step
    State leader_;                               // in the last step
    Points leader_positions_;                    // n x 3, likewise; empty: none yet
    std::vector<Body> bodies_;                   // in the order of step_, without the leader
    const FullSpaceMotion* reference_ = nullptr; // the first of bodies_ in full space that takes steps; null: none
    std::unique_ptr<FullSpaceMotion> alone_;     // takes no steps: for energies without a reference; null: no need yet
    bool has_no_energy_ = false;                 // full space refuses the tets
    bool with_inside_ = false;
    Points reference_positions_; // n x 3, of the reference in the last step; empty without it
    ComparedStep step_;
};

std::optional<Index> numbers_wanted(const ComparedBody& body) {
    const Index wanted = 12 * body.subspace.modes;
    const auto kind = subspace_named(body.subspace.kind);
    const bool has_fewer = kind && may_have_fewer_columns(*kind) && body.coordinates > 0 && body.coordinates < wanted;
    return has_fewer ? std::optional(wanted) : std::nullopt;
}

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

LiveComparison::LiveComparison(Request request)
    : request_(std::move(request)), subspaces_(request_.subspaces), motion_(request_.motion), loads_(request_.loads) {
    EXPECTS(request_.character && request_.character->skin);
    queue_.submit([this](Queue::TaskProgress& progress) {
        Result<ComparedStep> ended = run(progress);
        builds_.cancel();
        const std::scoped_lock lock(mutex_);
        has_ended_ = true;
        inputs_.clear();
        return ended;
    });
}

Result<ComparedStep> LiveComparison::run(Queue::TaskProgress& progress) {
    Run run(request_);
    while (!progress.is_cancelled()) {
        if (update_bodies(run) && run.has_positions()) {
            progress.publish(run.newest());
        }
        const auto input = next_input();
        if (!input) {
            continue;
        }
        const auto stepped = run.take(*input, progress);
        note_failed(run);
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

// Between steps. Returns whether the bodies changed.
bool LiveComparison::update_bodies(Run& run) {
    const bool is_forgotten = forget_outdated(run);
    const auto changed = changed_subspaces();
    if (changed) {
        run.arrange(*changed);
    }
    if (building_ && !run.lacks(*building_)) {
        builds_.cancel();
        building_.reset();
    }
    const bool is_added = add_prepared(run);
    const ComparedSubspace* missing = run.missing();
    if (missing && !building_) {
        prepare(*missing);
    }
    note_failed(run);
    const std::scoped_lock lock(mutex_);
    is_complete_ = !missing && !is_changed_;
    is_prepared_ = is_prepared_ || is_complete_ || run.has_prepared();
    return changed || is_added || is_forgotten;
}

// Those that are made from what has changed, one of which may be being made.
bool LiveComparison::forget_outdated(Run& run) {
    Outdated outdated;
    const auto is_outdated = [&](const ComparedSubspace& subspace) {
        return (outdated.motion && is_made_from_motion(subspace, request_.character->description)) ||
               (outdated.loads && depends_on_loads(subspace));
    };
    std::vector<ComparedSubspace> others;
    {
        const std::scoped_lock lock(mutex_);
        outdated = std::exchange(outdated_, {});
        if (!outdated.motion && !outdated.loads) {
            return false;
        }
        is_changed_ = true; // even if the last call of changed_subspaces came between this change and its mark
        std::ranges::remove_copy_if(subspaces_, std::back_inserter(others), is_outdated);
    }
    run.arrange(others);
    if (building_ && is_outdated(*building_)) {
        builds_.cancel();
        building_.reset();
    }
    return true;
}

// nullopt: they are the same as at the last call.
std::optional<std::vector<ComparedSubspace>> LiveComparison::changed_subspaces() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(is_changed_, false) ? std::optional(subspaces_) : std::nullopt;
}

// Returns whether one has joined, or cannot.
bool LiveComparison::add_prepared(Run& run) {
    auto body = building_ ? builds_.poll() : std::nullopt;
    if (!body) {
        return false;
    }
    run.add(*std::exchange(building_, std::nullopt), std::move(*body));
    return true;
}

void LiveComparison::note_failed(const Run& run) {
    std::vector<FailedSubspace> failed = run.failed();
    const std::scoped_lock lock(mutex_);
    failed_.swap(failed);
}

void LiveComparison::prepare(const ComparedSubspace& subspace) {
    building_ = subspace;
    const Rig& rig = request_.character->rig;
    ComparedLeader leader{.character = request_.character, .P = rig_maps(rig, rest_pose(rig.skeleton))};
    {
        const std::scoped_lock lock(mutex_);
        leader.loads = loads_;
        leader.motion = motion_;
    }
    builds_.submit([this, subspace, leader = std::move(leader)](Progress& progress) {
        return prepared(subspace, leader, progress);
    });
}

Result<LiveComparison::Body> LiveComparison::prepared(const ComparedSubspace& subspace, const ComparedLeader& leader,
                                                      Progress& progress) const {
    if (!keep_going(&progress, "preparing " + title_of(subspace), 0.0)) {
        return stopped();
    }
    Body body{.subspace = subspace};
    if (subspace.kind == full_space_name) {
        auto full = FullSpaceMotion::of(*leader.character, rest_state(*leader.character, leader.P),
                                        {request_.threads, subspace.parameters.energy}, &progress);
        if (!full) {
            return full.error();
        }
        body.full = std::make_unique<FullSpaceMotion>(std::move(full).value());
        return body;
    }
    auto reduced = reduced_body_of(subspace, leader, request_.instruction_set,
                                   request_.cache ? &*request_.cache : nullptr, &progress);
    if (!reduced) {
        return reduced.error();
    }
    body.reduced = std::move(reduced).value();
    return body;
}

// Waits for a step of the leader, for a short while; nullopt: none.
std::optional<LiveComparison::Input> LiveComparison::next_input() {
    std::unique_lock lock(mutex_);
    if (inputs_.empty()) {
        wake_.wait_for(lock, wait_max);
    }
    return inputs_.empty() ? std::nullopt : std::optional(inputs_.front());
}

void LiveComparison::change(std::vector<ComparedSubspace> subspaces, std::vector<SeenPose> motion) {
    const std::scoped_lock lock(mutex_);
    subspaces_ = std::move(subspaces);
    motion_ = std::move(motion);
    is_changed_ = true;
    is_complete_ = false;
    wake_.notify_one();
}

void LiveComparison::learn_again(std::vector<SeenPose> motion) {
    const std::scoped_lock lock(mutex_);
    motion_ = std::move(motion);
    outdated_.motion = true;
    is_changed_ = true; // a waiting thread wakes up
    is_complete_ = false;
    wake_.notify_one();
}

// Bodies that do not depend on them go on.
void LiveComparison::take_loads(std::vector<BodyLoad> loads) {
    const std::scoped_lock lock(mutex_);
    loads_ = std::move(loads);
    if (std::ranges::none_of(subspaces_, [](const auto& subspace) { return depends_on_loads(subspace); })) {
        return;
    }
    outdated_.loads = true;
    is_changed_ = true;
    is_complete_ = false;
    wake_.notify_one();
}

bool LiveComparison::has_loads(const std::vector<BodyLoad>& loads) const {
    const std::scoped_lock lock(mutex_);
    return loads_ == loads;
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
    return !is_complete_ && !has_ended_;
}

std::vector<FailedSubspace> LiveComparison::failed() const {
    const std::scoped_lock lock(mutex_);
    return failed_;
}

bool LiveComparison::is_factorising() {
    return is_stepping() && !queue_.progress().phase.empty();
}

void LiveComparison::step(LeaderStep leader, std::shared_ptr<const State> before, State after) {
    const std::scoped_lock lock(mutex_);
    add_input({.leader = std::move(leader), .before = std::move(before), .after = std::move(after)});
}

// A body that stands still is shown with its inside at once.
void LiveComparison::show_inside(bool is_shown) {
    const std::scoped_lock lock(mutex_);
    if (is_shown == shows_inside_) {
        return;
    }
    shows_inside_ = is_shown;
    if (is_shown) {
        add_input({.is_inside_alone = true});
    }
}

// Newer states replace older ones that were not reached yet, as during a replay.
void LiveComparison::put(State state) {
    const std::scoped_lock lock(mutex_);
    if (inputs_.size() > 1 && !inputs_.back().leader) {
        inputs_.pop_back();
    }
    add_input({.after = std::move(state)});
}

// Ignores it before the bodies take steps, and after the end. With the lock.
void LiveComparison::add_input(Input input) {
    if (!is_prepared_ || has_ended_) {
        return;
    }
    input.with_inside = shows_inside_;
    inputs_.push_back(std::move(input));
    wake_.notify_one();
}

void LiveComparison::cancel() {
    queue_.cancel();
    builds_.cancel();
    wake_.notify_one();
}

} // namespace limber::app
