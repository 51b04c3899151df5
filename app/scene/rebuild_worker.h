#pragma once

#include "app/scene/character.h"

#include <memory>
#include <optional>

/// Builds characters beside the thread that draws. One at a time; a newer request cancels the one that
/// runs. The old character lives on until the new one is picked up, and for good when a build fails.
namespace limber::app {

class RebuildWorker {
public:
    RebuildWorker();
    ~RebuildWorker();
    RebuildWorker(const RebuildWorker&) = delete;
    RebuildWorker& operator=(const RebuildWorker&) = delete;

    void request(const SceneDescription& description, CharacterPtr previous, Stage from);
    void cancel();

    bool is_busy() const;
    /// Of the build that runs; {} when none does.
    ProgressReport progress() const;
    /// What has become ready since the last call; a cancelled build is never reported.
    std::optional<Result<CharacterPtr>> poll();

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

} // namespace limber::app
