#pragma once

#include "app/character/prepared_scene.h"
#include "app/document/scene_description.h"
#include "app/simulation/timeline.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Builds characters on a background thread, one at a time; a newer request cancels the one that
/// runs. The old character lives until the new one is polled, and stays in use when a build fails. The last
/// factorisation is kept (factorization_cache.h), so that another number of modes needs no new one.
namespace limber::app {

struct Built {
    CharacterPtr character; // rebuilt, with its skin and the transfer from the previous one; null: a file was opened
    SceneDescription description;            // that was opened
    PreparedScene opened;                    // and its characters, with their skins
    std::vector<LiveControls> controls = {}; // of each of them, where a recording was opened
    std::shared_ptr<Timeline> timeline = {}; // of the recording; null: none
    /// A rig or clip file that cannot be opened on its own; all other members are empty.
    struct Refused {
        Error error;
        std::filesystem::path instead; // to be opened; empty: none is known
    };
    std::optional<Refused> refused = {};
    /// All that have to be on the GPU before they are shown.
    std::vector<CharacterPtr> models() const {
        return character ? std::vector{character} : opened.models;
    }
};

class RebuildWorker {
public:
    /// Without a cache, everything is computed.
    explicit RebuildWorker(std::optional<Cache> cache = {});
    ~RebuildWorker();
    RebuildWorker(const RebuildWorker&) = delete;
    RebuildWorker& operator=(const RebuildWorker&) = delete;

    /// Opens all that `describe` (opening.h) reads, scenes of many characters, and recordings.
    void open(const std::filesystem::path& path);
    void rebuild(const CharacterDescription& description, CharacterPtr previous, Stage from);
    void cancel();

    bool is_busy() const;
    /// Whether nothing runs, waits or has become ready.
    bool is_at_rest() const;
    /// Of the build that runs; {} when none does.
    ProgressReport progress() const;
    /// Returns the build that finished since the last call; a cancelled build is never returned.
    std::optional<Result<Built>> poll();
    /// Returns whether a cancelled build has ended, with its detached tasks. Waits at most twice the given time,
    /// because a factorisation cannot be interrupted and closing the window must not wait for it.
    bool comes_to_rest(std::chrono::milliseconds patience) const;

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

} // namespace limber::app
