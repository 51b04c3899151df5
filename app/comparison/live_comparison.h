// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/body_colours.h"
#include "app/comparison/compared_subspace.h"
#include "app/comparison/full_space_motion.h"
#include "app/comparison/leader_step.h"
#include "app/comparison/surface_strain.h"
#include "app/geometry/deformed_skin.h"
#include "app/jobs/background_queue.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

/// Subspaces of a character that move beside it, under its controls, on a thread of their own. The simulation, which
/// moves the character itself, waits for them, so that all show the same moment.
namespace limber::app {

/// A body of a comparison after a step.
struct ComparedBody {
    ComparedSubspace subspace;
    std::shared_ptr<const DeformedSkin> skin; // null: its subspace is being precomputed, or has failed
    std::vector<float> distances; // of the skin's vertices from full space, as a share of the body's size; empty
                                  // without full space
    /// All vertices of the tets, for cuts; only the skin's have normals. Null: not asked for.
    std::shared_ptr<const DeformedSkin> inside = {};
    std::shared_ptr<const std::vector<float>> inside_distances = {}; // of the same; null also without full space
    SurfaceStrain::Values strain;                                    // of the same vertices
    std::vector<float> errors;   // of the newest steps: mean distance from full space, a share of the
                                 // body's size; empty without full space
    std::vector<float> energies; // of the newest steps [J]: the elastic energy of the positions in full space
    std::vector<double> newest_microseconds; // of at most 31 steps
    double step_microseconds = 0.0;          // their median; 0 before the first step
    Index coordinates = 0;                   // the numbers that a step solves for
    double young_scale = 1.0;                // of the character's material, in the last step
    bool has_converged = true;               // of full space: the step reached its tolerance
    Index inverted_tets = 0;                 // of full space
    bool is_reference = false;               // the full space from which distances are measured: the first of several
};

/// The numbers that a step of a subspace should solve for that may have fewer columns, twelve for each mode; nullopt:
/// it has them, or is another subspace.
std::optional<Index> numbers_wanted(const ComparedBody& body);

/// The values that these colours show on a body; empty: its own colours.
const std::vector<float>& values_of(const ComparedBody& body, BodyColours colours);

/// A subspace whose body is not shown, because it cannot be precomputed or its last step failed.
struct FailedSubspace {
    ComparedSubspace subspace;
    Error error;
};

struct ComparedStep {
    std::uint64_t steps = 0;          // since the comparison began
    std::uint64_t beginnings = 0;     // how often all bodies began in a state of the leader
    bool is_beginning = false;        // they took no step since then: what is called an error is none of a subspace yet
    std::vector<float> frames;        // of the values in the bodies' curves: the steps until then
    std::vector<float> times;         // likewise [s]: of the character
    std::vector<ComparedBody> bodies; // the character itself first, then the others in their order
};

class LiveComparison {
public:
    struct Request {
        CharacterPtr character; // whose motion leads
        std::vector<ComparedSubspace> subspaces;
        InstructionSet instruction_set = widest_instruction_set();
        Threads threads = {}; // of full space
        std::optional<Cache> cache = {};
        std::vector<BodyLoad> loads = {};  // that the subspaces are made for at first
        std::vector<SeenPose> motion = {}; // of the character so far
    };

    /// Precomputes the subspaces in the background.
    explicit LiveComparison(Request request);

    /// The subspaces are those of the beginning.
    const Request& request() const {
        return request_;
    }

    // For the simulation's thread.

    /// Whether a subspace was once precomputed, or none could be. When another joins, all begin again in the newest
    /// state of the leader.
    bool takes_steps() const;
    /// Whether a step is being computed, or waits for that.
    bool is_stepping() const;
    /// A step of the leader to the state `after`. `before`: the state from which everything continues; null: from its
    /// own last step.
    void step(LeaderStep leader, std::shared_ptr<const State> before, State after);
    /// The leader was put into this state: all bodies are put there too, without a step.
    void put(State state);

    /// Whether the bodies have their inside, from the newest step on. For the drawing thread.
    void show_inside(bool is_shown);

    // For the drawing thread.

    /// Replaces the subspaces. Bodies whose subspace is among the new ones continue as they are until one joins; the
    /// others are removed or precomputed beside them. Those that have failed are tried again.
    /// `motion`: of the character so far.
    void change(std::vector<ComparedSubspace> subspaces, std::vector<SeenPose> motion);
    /// Makes the bodies again that are made from the character's motion, from this one; they join as new ones.
    void learn_again(std::vector<SeenPose> motion);
    /// Makes the bodies again whose subspaces are made for the loads, for these; they join as new ones.
    void take_loads(std::vector<BodyLoad> loads);
    /// Whether the subspaces are made for these.
    bool has_loads(const std::vector<BodyLoad>& loads) const;
    /// The newest step, or the error that ended the comparison, once.
    std::optional<Result<ComparedStep>> poll() {
        return queue_.poll();
    }
    bool is_preparing() const;
    /// One of which a step has failed is tried again when the leader is put into another state.
    std::vector<FailedSubspace> failed() const;
    /// Whether a step waits for the matrix of full space, as the first one does.
    bool is_factorising();
    /// Of either.
    ProgressReport progress() {
        return is_preparing() ? builds_.progress() : queue_.progress();
    }
    /// Ends it without waiting.
    void cancel();
    bool is_idle() const {
        return queue_.is_idle() && builds_.is_idle();
    }
    bool wait_for(std::chrono::milliseconds timeout) const {
        return queue_.wait_for(timeout) && builds_.wait_for(timeout);
    }

private:
    class Run;
    // A body that moves beside the leader.
    struct Body {
        ComparedSubspace subspace;
        std::unique_ptr<ReducedBody> reduced = {};  // null: full space, or not yet precomputed
        std::unique_ptr<FullSpaceMotion> full = {}; // null: another subspace, or not yet precomputed
        std::optional<Error> error = {};            // why it cannot be precomputed, or why its last step failed
        bool has_converged = true;
        double young_scale = 1.0; // in the last step
        Points x = {};            // n x 3, after the last step

        bool is_prepared() const {
            return reduced || full;
        }
        bool takes_steps() const {
            return is_prepared() && !error;
        }
    };
    struct Input {
        std::optional<LeaderStep> leader = {}; // nullopt: the bodies are put to `after`
        std::shared_ptr<const State> before = {};
        State after = {};
        bool is_inside_alone = false; // the bodies stay, and their inside is computed
        bool with_inside = false;
    };
    // What has changed since the bodies were made that are made from it.
    struct Outdated {
        bool motion = false;
        bool loads = false;
    };
    using Queue = BackgroundQueue<ComparedStep>;

    Result<ComparedStep> run(Queue::TaskProgress& progress);
    bool update_bodies(Run& run);
    bool add_prepared(Run& run);
    void prepare(const ComparedSubspace& subspace);
    Result<Body> prepared(const ComparedSubspace& subspace, const ComparedLeader& leader, Progress& progress) const;
    void add_input(Input input);
    std::optional<Input> next_input();
    std::optional<std::vector<ComparedSubspace>> changed_subspaces();
    bool forget_outdated(Run& run);
    void note_failed(const Run& run);

    const Request request_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Input> inputs_;                // the one that is being computed stays at the front
    std::vector<ComparedSubspace> subspaces_; // the newest
    bool is_changed_ = true;                  // since the bodies were last arranged
    Outdated outdated_;
    std::vector<SeenPose> motion_; // of the character up to the last change of them
    std::vector<BodyLoad> loads_;  // the newest
    std::vector<FailedSubspace> failed_;
    bool is_prepared_ = false; // one was once precomputed, or none could be
    bool is_complete_ = false; // each of the newest was precomputed, or could not be
    bool shows_inside_ = false;
    bool has_ended_ = false;
    std::optional<ComparedSubspace> building_; // used by the thread of queue_ alone
    BackgroundQueue<Body> builds_{
        {.error = {"it cannot be prepared", "compare fewer or smaller subspaces"}, .niceness = 2}}; // one at a time
    Queue queue_{{.error = {"the comparison was stopped", "compare fewer or smaller subspaces"}, .niceness = 2}};
};

} // namespace limber::app
