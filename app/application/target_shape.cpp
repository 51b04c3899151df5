// SPDX-License-Identifier: MIT
#include "app/application/target_shape.h"

#include "app/application/surface_mesh.h"
#include "app/view/drawables.h"
#include "app/view/to_glm.h"
#include "engine/linalg/rigid_alignment.h"

#include <array>
#include <cstdio>

namespace limber::app {
namespace {

constexpr float body_opacity = 0.28F;

bool is_of(const TargetShown& target, const Character& character) {
    return target.muscle >= 0 && target.muscle < static_cast<int>(character.musculature.count());
}

// The bone places it.
DrawnMesh drawn_target(const Character& character, const TargetShown& target) {
    return surface_mesh(character, target_surface(character, target));
}

} // namespace

Points target_surface(const Character& character, const TargetShown& target) {
    EXPECTS(is_of(target, character));
    const auto column = character.musculature.D->col(target.muscle);
    const Eigen::Map<const Points> d(column.data(), character.vertex_count(), 3);
    Points x = surface_at_rest(character);
    for (Index i = 0; i < x.rows(); ++i) {
        x.row(i) += target.activation * d.row(character.boundary_vertices[static_cast<std::size_t>(i)]);
    }
    return x;
}

Affine closest_placement(const Character& character, const State& state) {
    return rigid_alignment(character.mesh.X, body_positions(character, state), character.mass);
}

Result<Done> TargetShape::show(Renderer& renderer, const Snapshot& selected, const TargetShown& target) {
    if (!selected.character || !is_of(target, *selected.character)) {
        remove(renderer);
        return Done{};
    }
    if (target != shown_ || selected.character != of_) {
        remove(renderer);
        const auto uploaded = renderer.upload(drawn_target(*selected.character, target));
        if (!uploaded) {
            return uploaded.error();
        }
        mesh_ = uploaded.value();
        shown_ = target;
        of_ = selected.character;
    }
    item_.mesh = mesh_;
    item_.maps.bones.clear();
    append_map(closest_placement(*selected.character, selected.state), item_.maps.bones);
    item_.colour = to_glm(selected.character->description.look.colour);
    return Done{};
}

void TargetShape::add_to(View& view, std::size_t body) const {
    if (mesh_ == MeshHandle{} || body >= view.items.size()) {
        return;
    }
    view.items[body].opacity = body_opacity;
    view.items[body].casts_shadow = false;
    view.items.push_back(item_);
}

void TargetShape::remove(Renderer& renderer) {
    if (!(mesh_ == MeshHandle{})) {
        renderer.remove(mesh_);
    }
    *this = {};
}

std::string caption_of(const Character& character, const TargetShown& target) {
    if (!is_of(target, character)) {
        return "";
    }
    std::array<char, 32> number{};
    std::snprintf(number.data(), number.size(), "%.2f", target.activation);
    return "Solid: what " + character.musculature.names[static_cast<std::size_t>(target.muscle)] +
           " pulls towards at " + number.data() + ". Pale: the current body, paused";
}

} // namespace limber::app
