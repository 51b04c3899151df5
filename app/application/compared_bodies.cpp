// SPDX-License-Identifier: MIT
#include "app/application/compared_bodies.h"

#include "app/application/surface_mesh.h"
#include "app/character/skin.h"
#include "app/view/distance_colours.h"
#include "app/view/drawables.h"
#include "app/view/to_glm.h"

namespace limber::app {

Result<Done> ComparedBodies::show(Renderer& renderer, const CharacterPtr& character, const ComparedStep* step,
                                  float colour_range) {
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
        const auto& skin = step->bodies[i + 1].skin;
        const bool is_coloured = colour_range > 0.0F && !skin->scalars.empty();
        items_[i].deformed = skin;
        items_[i].paint = is_coloured ? Paint::scalar : Paint::flesh;
        if (is_coloured) {
            renderer.set_scalars(items_[i].mesh, distance_scalars(skin->scalars, colour_range));
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
