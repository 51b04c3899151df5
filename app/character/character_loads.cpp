// SPDX-License-Identifier: MIT
#include "app/character/character_loads.h"

#include "engine/loads/load_file.h"

#include <string>
#include <utility>

namespace limber::app {
namespace {

void add(const PaintedRegion& painted, const std::string& name, const Character& character,
         std::vector<NamedField>& fields) {
    const bool fits = painted.levels().size() == character.boundary_vertices.size();
    if (!painted.is_blank() && fits) {
        fields.push_back(
            {name, paint_weights(painted, character.mesh.T, character.boundary_vertices, character.vertex_count())});
    }
}

} // namespace

std::vector<NamedField> fields_for_loads(const Character& character) {
    std::vector<NamedField> fields;
    for (const MuscleRegion& region : character.description.muscles.regions) {
        add(region.painted, region.name, character, fields);
    }
    for (const MaterialPart& part : character.description.material.parts) {
        add(part.painted, part.name, character, fields);
    }
    add(character.description.pins, "pins", character, fields);
    const Rig& rig = character.rig;
    for (int bone = 0; bone < rig.skeleton.bone_count(); ++bone) {
        fields.push_back({rig.skeleton.bones[static_cast<std::size_t>(bone)].name, rig.W.col(bone).cwiseMax(0.0)});
    }
    return fields;
}

Result<LoadDistribution> loads_in_file(const std::filesystem::path& file, const Character& character) {
    return file.empty() ? loads_everywhere(character.mass)
                        : read_loads(file, {character.mesh, character.mass, fields_for_loads(character)});
}

} // namespace limber::app
