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

/// Builds characters beside the thread that draws. One at a time; a newer request cancels the one that
/// runs. The old character lives on until the new one is picked up, and for good when a build fails. The last
/// factorisation stays here (workbench.h), so that another number of modes needs no other.
namespace limber::app {

struct Built {
    CharacterPtr
        character; // that was rebuilt, with its skin, and the passage from the one before; null: a file was opened
    SceneDescription cast;                   // that was opened
    PreparedScene opened;                    // and its characters, with their skins
    std::vector<LiveControls> controls = {}; // of each of them, where a recording was opened
    std::shared_ptr<Timeline> timeline = {}; // and what led there; null where none was
    /// Of a file that was refused because it is one; nothing else is here then.
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

    /// Whatever `describe` (opening.h) understands, scenes of many characters, and recordings.
    void open(const std::filesystem::path& path);
    void rebuild(const CharacterDescription& description, CharacterPtr previous, Stage from);
    void cancel();

    bool is_busy() const;
    /// Whether nothing runs, waits or has become ready.
    bool is_at_rest() const;
    /// Of the build that runs; {} when none does.
    ProgressReport progress() const;
    /// What has become ready since the last call; a cancelled build is never reported.
    std::optional<Result<Built>> poll();
    /// Whether a cancelled build has come to an end, with all that it abandoned, at the latest after twice the given
    /// time: a factorisation cannot be interrupted, and whoever closes the window does not wait for it.
    bool comes_to_rest(std::chrono::milliseconds patience) const;

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

} // namespace limber::app
