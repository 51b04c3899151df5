#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "app/simulation/rebuild_worker.h"

#include <optional>
#include <string>

/// Builds models and opens scenes beside the thread that draws, as a service. What is built waits here until the
/// window can draw it.
namespace limber::app {

class ModelBuilder {
public:
    /// Without a cache, everything is computed.
    explicit ModelBuilder(std::optional<Cache> cache = {}) : worker_(std::move(cache)) {}

    Commands carry_out(const RebuildCharacter& command, const SessionState& state);
    Commands carry_out(const BuildScene& command, const SessionState& state);
    Commands carry_out(const DropBuild& command, const SessionState& state);
    void build(const ModelStore::Build& build, CharacterPtr previous);

    /// Once a frame. Returns the error of a build that failed.
    std::optional<Built::Refused> poll();
    /// What is built and not shown yet; null: nothing.
    const Built* arriving() const {
        return arriving_ ? &*arriving_ : nullptr;
    }
    /// Precondition: something is arriving.
    Built take_arriving();

    bool is_busy() const {
        return worker_.is_busy();
    }
    bool is_building() const {
        return worker_.is_busy() || arriving_;
    }
    /// Nothing runs, waits or arrives.
    bool is_at_rest() const {
        return worker_.is_at_rest() && !arriving_;
    }
    bool comes_to_rest(std::chrono::milliseconds patience) const {
        return worker_.comes_to_rest(patience);
    }
    /// The number of the model that was built last or is being built; 0: a scene.
    int model() const {
        return model_;
    }
    ProgressReport progress() const {
        return worker_.progress();
    }
    /// What is being built, as a phrase.
    const std::string& description() const {
        return description_;
    }

private:
    RebuildWorker worker_;
    std::optional<Built> arriving_;
    int model_ = 0;
    std::string description_;
};

} // namespace limber::app
