// SPDX-License-Identifier: MIT
#pragma once

#include "app/character_skin/tet_body.h"
#include "app/interaction/cut_view.h"
#include "app/jobs/background_queue.h"
#include "app/rendering/renderer.h"
#include "app/simulation/snapshot.h"

#include <optional>
#include <vector>

namespace limber::app {

/// The tets of a body in the renderer, as a cut shows them.
struct CutTets {
    MeshHandle mesh;
    CutPlane plane;
};

/// The insides of characters in the renderer, computed in the background when they are first shown. Until one is
/// uploaded, the character's skin is drawn.
class TetBodies {
public:
    /// Computes and uploads a part of what the snapshot needs; `is_shown`: whether its tets are. Fails when the driver
    /// cannot store them, once for each character.
    Result<Done> update(Renderer& renderer, const Snapshot& snapshot, bool is_shown);

    /// 0: not uploaded yet.
    MeshHandle mesh_of(const CharacterPtr& character) const;
    /// At rest. Precondition: mesh_of is not 0.
    const BoundingBox& box_of(const CharacterPtr& character) const;
    /// nullopt: nothing is cut, or the tets are not uploaded yet.
    std::optional<CutTets> cut(const CharacterPtr& character, const CutView& view) const;

private:
    struct Computed {
        CharacterPtr character;
        TetBody body;
    };
    struct Uploaded {
        CharacterPtr character;
        MeshHandle mesh; // 0: the driver cannot store it
        BoundingBox box; // at rest
        bool is_complete = false;
    };
    void remove_unused(Renderer& renderer, const Snapshot& snapshot, bool is_shown);
    Result<Done> poll(Renderer& renderer);

    std::vector<Uploaded> uploaded_;
    CharacterPtr computing_;
    BackgroundQueue<Computed> queue_{
        {.error = {"the inside of the body cannot be shown", "show a smaller body"}, .niceness = 2}};
};

} // namespace limber::app
