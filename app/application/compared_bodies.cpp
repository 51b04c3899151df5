// SPDX-License-Identifier: MIT
#include "app/application/compared_bodies.h"

#include "app/application/surface_mesh.h"
#include "app/character_skin/skin.h"
#include "app/view/drawables.h"
#include "app/view/to_glm.h"
#include "app/view/value_colours.h"

namespace limber::app {
namespace {

Paint paint_of_tets(BodyColours colours) {
    return colours == BodyColours::strains     ? Paint::strain
           : colours == BodyColours::stresses  ? Paint::stress
           : colours == BodyColours::distances ? Paint::scalar
                                               : Paint::flesh;
}

void show_tets(const ComparedBody& body, const ComparedBodies::Look& look, DrawItem& item) {
    item.mesh = look.tets->mesh;
    item.deformed = body.inside;
    item.paint = paint_of_tets(look.colours);
    item.tets = TetDrawing{look.tets->plane, look.range, static_cast<float>(body.young_scale), body.inside_distances};
}

} // namespace

Result<Done> ComparedBodies::show(Renderer& renderer, const CharacterPtr& character, const ComparedStep* step,
                                  const Look& look) {
    const std::size_t count = step ? step->bodies.size() - 1 : 0;
    items_.clear();
    if (skins_.size() != count || of_ != character) {
        remove(renderer);
        of_ = character;
        if (auto uploaded = upload(renderer, count); !uploaded) {
            return uploaded;
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        const ComparedBody& body = step->bodies[i + 1];
        DrawItem& item = items_.emplace_back();
        item.colour = to_glm(character->description.look.colour);
        if (look.tets && body.inside) { // which follows a cut within a step
            show_tets(body, look, item);
            continue;
        }
        const std::vector<float>& values = values_of(body, look.colours);
        item.mesh = skins_[i];
        item.deformed = body.skin;
        item.paint = values.empty() ? Paint::flesh : Paint::scalar;
        if (!values.empty()) {
            renderer.set_scalars(item.mesh, value_scalars(values, look.range));
        }
    }
    return Done{};
}

Result<Done> ComparedBodies::upload(Renderer& renderer, std::size_t count) {
    while (skins_.size() < count) {
        const auto uploaded = renderer.upload(surface_mesh(*of_, surface_at_rest(*of_)));
        if (!uploaded) {
            remove(renderer);
            return uploaded.error();
        }
        skins_.push_back(uploaded.value());
    }
    return Done{};
}

void ComparedBodies::remove(Renderer& renderer) {
    for (const MeshHandle& skin : skins_) {
        renderer.remove(skin);
    }
    skins_.clear();
}

} // namespace limber::app
