// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_options.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/simulation/rebuild_worker.h"
#include "engine/core/progress.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Builds models and opens scenes on a background thread. A built model is kept here until the window can draw it.
namespace limber::app {

/// What a job does: it builds, and then the window prepares to draw what was built, and to simulate it.
enum class JobStage { building, drawing, simulating };

/// The progress of a whole job of `seconds` [s] so far, with one clock for all stages. `build`: of the build alone.
ProgressReport progress_of_job(ProgressReport build, JobStage stage, double seconds);

class ModelBuilder {
public:
    /// Without a cache, every stage is computed.
    explicit ModelBuilder(const SessionOptions& options)
        : worker_(options.cache, options.surface_vertices), clips_(options.clips) {}

    Commands carry_out(const TakeSubspaceFile& command, const SessionState& state);
    Commands carry_out(const TakeCageFile& command, const SessionState& state);
    Commands carry_out(const AddProposedLoads& command, const SessionState& state);
    Commands carry_out(const AddClip& command, const SessionState& state);
    Commands carry_out(const RemoveClip& command, const SessionState& state);
    Commands carry_out(const RebuildCharacter& command, const SessionState& state);
    Commands carry_out(const BuildSceneModels& command, const SessionState& state);
    Commands carry_out(const ChangeTets& command, const SessionState& state);
    Commands carry_out(const ChangeUnit& command, const SessionState& state);
    Commands carry_out(const DropBuild& command, const SessionState& state);
    /// The clips of the command line are those of the first scene.
    Commands scene_opened(const SceneOpened&, const SessionState&) {
        clips_ = {};
        return {};
    }
    void build(const ModelStore::Build& build, CharacterPtr previous);

    /// Other tets that a model gets, which are not in the document yet.
    struct OtherTets {
        int model = 0;
        Index target_vertices = 0;
        TetSource source = TetSource::file;
    };
    /// Nullopt: none are wanted.
    const std::optional<OtherTets>& other_tets() const {
        return other_tets_;
    }
    void drop_other_tets() {
        other_tets_.reset();
    }

    /// Call it once a frame. Returns the error of a failed build.
    std::optional<Built::Refused> poll();
    /// The built model or scene that is not shown yet; null: none.
    const Built* arriving() const {
        return arriving_ ? &*arriving_ : nullptr;
    }
    /// Precondition: arriving() is not null.
    Built take_arriving();

    bool is_busy() const {
        return worker_.is_busy();
    }
    /// No build runs, waits or is kept.
    bool is_idle() const {
        return worker_.is_idle() && !arriving_;
    }
    bool wait_until_idle(std::chrono::milliseconds timeout) const {
        return worker_.wait_until_idle(timeout);
    }
    /// The number of the model that was built last or is being built; 0: a scene.
    int model() const {
        return model_;
    }
    void add_to(Activity& activity) const {
        activity.is_building = !is_idle();
    }
    void add_to(UiState& ui, const SessionState& state) const;

private:
    void start_clock() {
        started_ = std::chrono::steady_clock::now();
    }
    ProgressReport progress(bool is_shown) const;

    RebuildWorker worker_;
    std::optional<Built> arriving_;
    std::optional<OtherTets> other_tets_;
    ClipOverrides clips_; // for the scene that opens next
    int model_ = 0;
    std::chrono::steady_clock::time_point started_; // the newest job
    std::string description_;                       // of the build, as a phrase
};

} // namespace limber::app
