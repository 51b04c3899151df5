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
    PaintedRegion field; // its share at each boundary vertex
    std::vector<LoadMark> marks;
};

class ShownLoads {
public:
    /// Begins to compute what is shown of new or changed loads, and takes what was computed since. Does not wait: until
    /// then the former loads are shown, if the character is the same one or was built anew from the same mesh.
    void update(const std::vector<BodyLoad>& loads, const CharacterPtr& character);
    /// Those that are shown on the character of the last update.
    const std::vector<ShownLoad>& on(const CharacterPtr& character) const;

    /// Waits until the newest loads have been computed; the next update takes them.
    void wait() const {
        queue_.wait();
    }

private:
    struct Shown {
        CharacterPtr character;
        std::vector<ShownLoad> loads;
    };
    static Shown computed(const std::vector<BodyLoad>& loads, const CharacterPtr& character, const Shown& before);

    std::shared_ptr<const Shown> shown_ = std::make_shared<const Shown>(); // also read by the running task
    CharacterPtr character_; // of the last update
    bool shown_fit_ = false; // on that character's mesh
    CharacterPtr asked_character_; // of the last task, with its loads
    std::vector<BodyLoad> asked_;
    BackgroundQueue<Shown> queue_{
        {.error = {"the loads cannot be shown on the body", "show a smaller body"}, .niceness = 2}};
};

} // namespace limber::app
