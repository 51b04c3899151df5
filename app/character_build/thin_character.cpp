// SPDX-License-Identifier: MIT
#include "app/character_build/thin_character.h"

#include "engine/body/thin_body.h"
#include "engine/mesh/curve_file.h"
#include "engine/mesh/shell_surface.h"
#include "engine/mesh/surface_file.h"
#include "engine/mesh/topology.h"

#include <algorithm>
#include <sstream>
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

// [m] Along its edges, of the longest part that hangs together.
double longest_rod(const Points& X, const Edges& edges) {
    Triangles flat(edges.rows(), 3);
    flat << edges, edges.col(1);
    const std::vector<int> part_of = connected_components(flat, X.rows()).of_tet;
    std::vector<double> lengths(part_of.size(), 0.0);
    for (std::size_t edge = 0; edge < part_of.size(); ++edge) {
        const auto ends = edges.row(static_cast<Index>(edge));
        lengths[static_cast<std::size_t>(part_of[edge])] += (X.row(ends(1)) - X.row(ends(0))).norm();
    }
    return lengths.empty() ? 0.0 : *std::ranges::max_element(lengths);
}

// The formulas of rods and shells are those of bodies that are long or wide for what they are thick.
std::optional<Error> fault_in_thickness(const Character& character) {
    const CharacterDescription& scene = character.description;
    const bool is_rod = scene.rod_radius > 0.0;
    const double size =
        is_rod ? longest_rod(character.mesh.X, character.thin->edges) : bounding_box(character.mesh.X).diagonal();
    const double thickness = is_rod ? scene.rod_radius : scene.shell_thickness;
    if (thickness <= size) {
        return std::nullopt;
    }
    const std::string name = is_rod ? "radius" : "thickness";
    std::ostringstream text;
    text << (is_rod ? "has rods of at most " : "has a diagonal of ") << size << " m, which is less than the " << name
         << " of " << thickness << " m: choose a smaller " << name << ", or another unit of the file";
    return Error{ErrorKind::bad_input, text.str(), scene.mesh.string()};
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
    if (auto fault = fault_in_thickness(character)) {
        return *fault;
    }
    auto elements = thin_elements(character);
    if (!elements) {
        return elements.error();
    }
    character.mass = std::move(elements).value().mass;
    return Done{};
}

Result<SkinningModes> thin_modes_of(const Character& character, Progress* progress) {
    const auto elements = thin_elements(character);
    if (!elements) {
        return elements.error();
    }
    return element_modes(elements.value(), complete_basis_max, progress);
}

Result<ReducedModel> thin_model_of(const Character& character) {
    const auto elements = thin_elements(character);
    if (!elements) {
        return elements.error();
    }
    return element_model(elements.value(), character.rig, character.modes->W);
}

} // namespace limber::app
