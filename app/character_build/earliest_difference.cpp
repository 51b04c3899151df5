// SPDX-License-Identifier: MIT
#include "app/character_build/earliest_difference.h"

#include "app/character/character_loads.h"
#include "app/character/material_scales.h"
#include "app/character_build/painted_weights.h"
#include "app/character_build/subspace_source.h"
#include "engine/subspace/subspace_kind.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

// A unit of 0 stands for the unit that was determined before.
bool same_body_files(const CharacterDescription& a, const CharacterDescription& b) {
    const bool same_unit = a.metres_per_unit == b.metres_per_unit || b.metres_per_unit == 0.0;
    return a.mesh == b.mesh && same_unit && a.target_vertices == b.target_vertices && a.tets == b.tets &&
           a.turn == b.turn && a.rod_radius == b.rod_radius && a.shell_thickness == b.shell_thickness &&
           a.plane_depth == b.plane_depth;
}

using NamedPaint = std::pair<std::string, PaintedRegion>;

// Those that are painted have a field of their own.
bool is_named_by(const std::vector<BodyLoad>& loads, const std::string& name) {
    return std::ranges::any_of(loads, [&](const BodyLoad& one) {
        const bool is_painted = one.painted.is_there() && has_field(one.load.kind);
        return (!is_painted && one.load.field == name) || one.load.from == name || one.load.to == name;
    });
}

// The painted regions and parts for which is_meant(name, paint), in the order in which names are looked up.
template <typename Meant>
std::vector<NamedPaint> fields_where(const CharacterDescription& description, const Meant& is_meant) {
    std::vector<NamedPaint> fields;
    const auto add = [&](const auto& one) {
        if (is_meant(one.name, one.painted)) {
            fields.emplace_back(one.name, one.painted);
        }
    };
    std::ranges::for_each(description.muscles.regions, add);
    std::ranges::for_each(description.material.parts, add);
    return fields;
}

// Those that the loads of the subspace may name. A file of loads may name any that has paint: it is not read for each
// edit.
std::vector<NamedPaint> fields_of_loads(const CharacterDescription& description) {
    const bool has_file = !description.subspace_file.empty();
    return fields_where(description, [&](const std::string& name, const PaintedRegion& painted) {
        return depends_on_loads(description.subspace) &&
               ((has_file && !painted.is_blank()) || is_named_by(description.loads, name));
    });
}

std::vector<NamedPaint> fields_of_fibres(const CharacterDescription& description) {
    return fields_where(description, [&](const std::string& name, const PaintedRegion&) {
        return is_named_by(description.muscles.fibres, name);
    });
}

} // namespace

Stage earliest_difference(const CharacterDescription& before, const CharacterDescription& after) {
    if (!same_body_files(before, after)) {
        return Stage::mesh;
    }
    const bool other_ratio = before.material.poisson != after.material.poisson;
    const bool has_its_ratio_built_in = has_ratios_of_its_own(after.material) || after.shell_thickness > 0.0;
    if (!before.material.same_factors(after.material) || (other_ratio && has_its_ratio_built_in)) {
        return Stage::operators;
    }
    if (before.rig_kind != after.rig_kind || before.rig != after.rig || before.leak != after.leak ||
        before.pins != after.pins) {
        return Stage::rig;
    }
    if (before.subspace != after.subspace || file_of_subspace(before) != file_of_subspace(after) ||
        paint_of_weights(before) != paint_of_weights(after) || loads_of_subspace(before) != loads_of_subspace(after) ||
        switches_between_loads(before) != switches_between_loads(after) ||
        fields_of_loads(before) != fields_of_loads(after) || before.modes != after.modes ||
        (other_ratio && subspace_follows_the_ratio(after))) {
        return Stage::subspace;
    }
    if (before.clusters != after.clusters || before.feature_exponent != after.feature_exponent ||
        before.seed != after.seed) {
        return Stage::clusters;
    }
    if (before.newton.has_value() != after.newton.has_value() || (after.newton && other_ratio)) {
        return Stage::model;
    }
    if (!before.muscles.same_shapes(after.muscles) || fields_of_fibres(before) != fields_of_fibres(after) ||
        (other_ratio && muscles_follow_the_ratio(after))) {
        return Stage::muscles;
    }
    if (before.newton != after.newton) {
        return Stage::cubature;
    }
    const Stage rest = before == after ? Stage::nothing : !have_same_clips(before, after) ? Stage::clips : Stage::state;
    return needs_other_points(before, after.contact, after.environment) ? Stage::surroundings : rest;
}

} // namespace limber::app
