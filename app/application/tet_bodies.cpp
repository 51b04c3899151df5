// SPDX-License-Identifier: MIT
#include "app/application/tet_bodies.h"

#include "app/rendering/timed_upload.h"

#include <algorithm>
#include <utility>

namespace limber::app {

MeshHandle TetBodies::mesh_of(const CharacterPtr& character) const {
    const auto found = std::ranges::find(uploaded_, character, &Uploaded::character);
    return found != uploaded_.end() && found->is_complete ? found->mesh : MeshHandle{};
}

const BoundingBox& TetBodies::box_of(const CharacterPtr& character) const {
    const auto found = std::ranges::find(uploaded_, character, &Uploaded::character);
    EXPECTS(found != uploaded_.end());
    return found->box;
}

std::optional<CutTets> TetBodies::cut(const CharacterPtr& character, const CutView& view) const {
    const MeshHandle mesh = mesh_of(character);
    return view.is_shown() && mesh != MeshHandle{} ? std::optional(CutTets{mesh, cut_plane(view, box_of(character))})
                                                   : std::nullopt;
}

Result<Done> TetBodies::update(Renderer& renderer, const Snapshot& snapshot, bool is_shown) {
    remove_unused(renderer, snapshot, is_shown);
    if (auto polled = poll(renderer); !polled) {
        return polled;
    }
    const UploadClock::time_point until = UploadClock::now() + upload_time;
    for (Uploaded& one : uploaded_) {
        if (one.mesh != MeshHandle{} && !one.is_complete) {
            one.is_complete = send_until(renderer, one.mesh, until);
        }
    }
    const CharacterPtr& wanted = snapshot.character;
    const bool is_there = std::ranges::find(uploaded_, wanted, &Uploaded::character) != uploaded_.end();
    if (is_shown && wanted && !is_there && computing_ != wanted) {
        computing_ = wanted;
        queue_.replace([wanted](auto&) -> Result<Computed> { return Computed{wanted, tet_body(*wanted)}; });
    }
    return Done{};
}

// The character before stays during the fade to the next one.
void TetBodies::remove_unused(Renderer& renderer, const Snapshot& snapshot, bool is_shown) {
    std::erase_if(uploaded_, [&](const Uploaded& one) {
        const bool is_used = is_shown && (one.character == snapshot.character || one.character == snapshot.fade.before);
        if (!is_used && one.mesh != MeshHandle{}) {
            renderer.remove(one.mesh);
        }
        return !is_used;
    });
}

Result<Done> TetBodies::poll(Renderer& renderer) {
    auto computed = queue_.poll();
    if (!computed) {
        return Done{};
    }
    Uploaded& added = uploaded_.emplace_back(Uploaded{std::exchange(computing_, nullptr), {}, {}, false});
    if (!*computed) {
        return computed->error();
    }
    const TetBody& body = computed->value().body;
    auto begun = renderer.begin_upload(body.skin, body.tets);
    if (!begun) {
        return begun.error();
    }
    added.mesh = begun.value();
    added.box = body.box;
    return Done{};
}

} // namespace limber::app
