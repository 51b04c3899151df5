// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/clip_overrides.h"
#include "app/document/scene_description.h"
#include "app/scenes/prepared_scene.h"
#include "app/simulation/timeline.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Builds characters on a background thread, one at a time. A newer request cancels the running one. The caller keeps
/// the old character until it polls the new one, and also if the build fails. The last factorisation is cached
/// (factorization_cache.h) and reused when only the number of modes changes.
namespace limber::app {

struct Built {
    CharacterPtr character; // a rebuilt character, with its skin and the subspace transfer from the previous one; null:
                            // a file was opened
    SceneDescription description;            // the opened scene
    PreparedScene opened;                    // its characters, with their skins
    std::vector<LiveControls> controls = {}; // per character; empty unless a recording was opened
    std::shared_ptr<Timeline> timeline = {}; // of the recording; null: none
    /// A rig, clip or motion without a body, which cannot be opened on its own, or a clip that a rig cannot play; all
    /// other members are empty.
    struct Refused {
        Error error;
        std::filesystem::path instead;             // the file to open instead; empty: unknown
        bool is_motion = false;                    // a character may play it
        std::filesystem::path unmatched_clip = {}; // its joints have other names than the bones of the rig; empty: none
    };
    std::optional<Refused> refused = {};
    /// The characters that must be uploaded to the GPU before they are shown.
    std::vector<CharacterPtr> models() const {
        return character ? std::vector{character} : opened.models;
    }
};

class RebuildWorker {
public:
    /// Without a cache, nothing is reused between runs of the program. `surface_vertices`: as in ScenePreparation.
    explicit RebuildWorker(std::optional<Cache> cache = {}, Index surface_vertices = 0);
    ~RebuildWorker();
    RebuildWorker(const RebuildWorker&) = delete;
    RebuildWorker& operator=(const RebuildWorker&) = delete;

    /// Opens every file that `describe` (opening.h) reads, scenes of many characters, and recordings. Where the scene
    /// cannot be built with `clips`, it is built without them, with a warning; recordings play their own, with a
    /// warning where these are others.
    void open(const std::filesystem::path& path, ClipOverrides clips = {});
    void rebuild(const CharacterDescription& description, CharacterPtr previous, Stage from);
    void cancel();

    bool is_busy() const;
    /// Whether no work is running, waiting or finished but not polled.
    bool is_idle() const;
    /// The progress of the running build; {} if none is running.
    ProgressReport progress() const;
    /// Returns the build that finished since the last call; a cancelled build is never returned.
    std::optional<Result<Built>> poll();
    /// Returns whether a cancelled build has ended, with its detached tasks. Waits at most twice the given time,
    /// because a factorisation cannot be interrupted and closing the window must not wait for it.
    bool wait_until_idle(std::chrono::milliseconds timeout) const;

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

} // namespace limber::app
