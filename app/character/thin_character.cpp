// SPDX-License-Identifier: MIT
#include "app/character/thin_character.h"

#include "engine/body/thin_body.h"
#include "engine/mesh/curve_file.h"
#include "engine/mesh/shell_surface.h"
#include "engine/mesh/surface_file.h"

#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

Result<Repaired<TetMesh>> read_rods(Character& character) {
    auto read = read_curve(character.description.mesh);
    if (!read) {
        return read.error();
    }
    auto [curve, warnings] = std::move(read).value();
    character.thin = std::make_shared<const ThinShape>(
        ThinShape{character.description.rod_radius, std::move(curve.E), Triangles(0, 3)});
    return Repaired<TetMesh>{{std::move(curve.V), Tets(0, 4)}, std::move(warnings)};
}

Result<Repaired<TetMesh>> read_shell(Character& character) {
    auto read = limber::read_surface(character.description.mesh);
    if (!read) {
        return read.error();
    }
    auto mended = shell_surface(std::move(read).value(), character.description.mesh.string());
    if (!mended) {
        return mended.error();
    }
    auto [surface, warnings] = std::move(mended).value();
    character.thin = std::make_shared<const ThinShape>(
        ThinShape{0.5 * character.description.shell_thickness, Edges(0, 2), std::move(surface.F)});
    return Repaired<TetMesh>{{std::move(surface.V), Tets(0, 4)}, std::move(warnings)};
}

} // namespace

Error refusal_of_thin_body(const CharacterDescription& scene) {
    return {
        ErrorKind::bad_input,
        "consists of rods or a shell: only the window and limber check, control, simulate, record, replay, export and "
        "render (without --paint and --beside) support these",
        scene.mesh.string()};
}

Result<Repaired<TetMesh>> read_thin_mesh(Character& character) {
    return character.description.rod_radius > 0.0 ? read_rods(character) : read_shell(character);
}

Result<ElementBody> thin_elements(const Character& character) {
    const UniformMaterial reference;
    const CharacterDescription& scene = character.description;
    if (scene.rod_radius > 0.0) {
        return rod_body_elements({character.mesh.X, character.thin->edges},
                                 {scene.rod_radius, reference.young, reference.density});
    }
    return shell_body_elements({character.mesh.X, character.thin->triangles},
                               {scene.shell_thickness, reference.young, scene.material.poisson, reference.density});
}

Result<Done> load_thin_mass(Character& character) {
    auto elements = thin_elements(character);
    if (!elements) {
        return elements.error();
    }
    character.mass = std::move(elements).value().mass;
    return Done{};
}

Result<Done> load_thin_modes(Character& character, Progress* progress) {
    const auto elements = thin_elements(character);
    if (!elements) {
        return elements.error();
    }
    auto modes = element_modes(elements.value(), complete_basis_max, progress);
    if (!modes) {
        return modes.error();
    }
    character.modes = std::make_shared<const SkinningModes>(std::move(modes).value());
    return Done{};
}

Result<ReducedModel> thin_model_of(const Character& character) {
    const auto elements = thin_elements(character);
    if (!elements) {
        return elements.error();
    }
    return element_model(elements.value(), character.rig, character.modes->W);
}

} // namespace limber::app
