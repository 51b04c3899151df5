// SPDX-License-Identifier: MIT
#pragma once

#include "app/application/tet_bodies.h"
#include "app/comparison/live_comparison.h"
#include "app/rendering/renderer.h"

#include <optional>
#include <vector>

namespace limber::app {

/// The bodies of a comparison in the renderer: each has a mesh of its own, because its vertices come from the CPU. Cut
/// open, all show the tets of the character.
class ComparedBodies {
public:
    /// What the colours show, and the value with the strongest colour; the tets that are shown in place of the skins,
    /// with their own strain or stress, or the distances of their vertices.
    struct Look {
        BodyColours colours = BodyColours::own;
        float range = 1.0F;
        std::optional<CutTets> tets = {};
    };
    /// The newest step of a comparison with this character; null: none is shown. Fails when the driver cannot store a
    /// mesh.
    Result<Done> show(Renderer& renderer, const CharacterPtr& character, const ComparedStep* step, const Look& look);

    /// One item a body, in the order of the comparison without the character itself.
    const std::vector<DrawItem>& items() const {
        return items_;
    }

private:
    Result<Done> upload(Renderer& renderer, std::size_t count);
    void remove(Renderer& renderer);

    CharacterPtr of_;
    std::vector<MeshHandle> skins_; // one a body
    std::vector<DrawItem> items_;
};

} // namespace limber::app
