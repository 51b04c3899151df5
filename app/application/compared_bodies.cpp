// SPDX-License-Identifier: MIT
#include "app/application/compared_bodies.h"

#include "app/application/surface_mesh.h"
#include "app/character/skin.h"
#include "app/view/drawables.h"
#include "app/view/to_glm.h"
#include "app/view/value_colours.h"

namespace limber::app {

Result<Done> ComparedBodies::show(Renderer& renderer, const CharacterPtr& character, const ComparedStep* step,
                                  const Colours& colours) {
    const std::size_t count = step ? step->bodies.size() - 1 : 0;
    if (items_.size() != count || of_ != character) {
        remove(renderer);
        of_ = character;
        for (std::size_t i = 0; i < count; ++i) {
            const auto uploaded = renderer.upload(surface_mesh(*character, surface_at_rest(*character)));
            if (!uploaded) {
                remove(renderer);
                return uploaded.error();
            }
            DrawItem& item = items_.emplace_back();
            item.mesh = uploaded.value();
            item.colour = to_glm(character->description.look.colour);
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        const ComparedBody& body = step->bodies[i + 1];
        const std::vector<float>& values = values_of(body, colours.of);
        items_[i].deformed = body.skin;
        items_[i].paint = values.empty() ? Paint::flesh : Paint::scalar;
        if (!values.empty()) {
            renderer.set_scalars(items_[i].mesh, value_scalars(values, colours.range));
        }
    }
    return Done{};
}

void ComparedBodies::remove(Renderer& renderer) {
    for (const DrawItem& item : items_) {
        renderer.remove(item.mesh);
    }
    items_.clear();
}

} // namespace limber::app
