// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/load_marks.h"
#include "app/jobs/background_queue.h"

#include <memory>
#include <vector>

/// Where the loads of a character act, and in which directions, for the view. Both are computed in the background: the
/// fibres of a muscle solve a Laplace equation, and a load that falls off beyond its paint measures distances, on the
/// whole body.
namespace limber::app {

/// What the view shows of a load.
struct ShownLoad {
    BodyLoad load;
    PaintedRegion field; // its share at each boundary vertex; blank while it is computed for the first time
    std::vector<LoadMark> marks;
};

class ShownLoads {
public:
    /// Begins to compute what is shown of new or changed loads, and takes what was computed since. Does not wait: until
    /// then a changed load is shown as before, if the character is the same one or was built anew from the same mesh.
    /// Fails, and shows no loads, once for each computation that failed.
    Result<Done> update(const std::vector<BodyLoad>& loads, const CharacterPtr& character);
    /// Those of the last update, in its order; empty for another character than its own.
    const std::vector<ShownLoad>& on(const CharacterPtr& character) const;

    /// Waits until the running computation has ended. The next update takes its result.
    void wait() const {
        queue_.wait();
    }

private:
    struct Computed {
        CharacterPtr character;
        std::vector<ShownLoad> loads;
    };
    static Computed computed(const std::vector<BodyLoad>& loads, const CharacterPtr& character, const Computed& before);
    const ShownLoad* newest_of(std::size_t place, const BodyLoad& load) const;

    std::shared_ptr<const Computed> computed_ = std::make_shared<const Computed>(); // also read by the running task
    CharacterPtr character_;                                                        // of the last update
    std::vector<BodyLoad> loads_;
    std::vector<ShownLoad> shown_;
    CharacterPtr asked_character_; // of the last task
    std::vector<BodyLoad> asked_;
    BackgroundQueue<Computed> queue_{
        {.error = {"the loads cannot be shown on the body", "show a smaller body"}, .niceness = 2}};
};

} // namespace limber::app
