// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/live_comparison.h"
#include "app/rendering/renderer.h"

#include <vector>

namespace limber::app {

/// The bodies of a comparison in the renderer: each has a mesh of its own, because its vertices come from the CPU.
class ComparedBodies {
public:
    /// What the colours show, and the value with the strongest colour.
    struct Colours {
        BodyColours of = BodyColours::own;
        float range = 1.0F;
    };
    /// The newest step of a comparison with this character; null: none is shown. Fails when the driver cannot store a
    /// mesh.
    Result<Done> show(Renderer& renderer, const CharacterPtr& character, const ComparedStep* step,
                      const Colours& colours);

    /// One item a body, in the order of the comparison without the character itself.
    const std::vector<DrawItem>& items() const {
        return items_;
    }

private:
    void remove(Renderer& renderer);

    CharacterPtr of_;
    std::vector<DrawItem> items_;
};

} // namespace limber::app
