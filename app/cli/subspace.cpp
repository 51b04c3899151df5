// SPDX-License-Identifier: MIT
#include "app/character/material_scales.h"
#include "app/character_build/mode_solves.h"
#include "app/cli/commands.h"
#include "app/cli/cubature_report.h"
#include "app/cli/preparation.h"
#include "app/cli/report.h"
#include "app/cli/run_warnings.h"
#include "engine/body/body_step.h"
#include "engine/body/linear_subspace.h"
#include "engine/replay/motion_file.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace limber::app {
namespace {

Json::array_t list(const Vector& values) {
    return Json::array_t(values.data(), values.data() + values.size());
}

// Each muscle with the undamped frequency of its mode [Hz] in the requested material.
Json::array_t muscles_of(const Character& character) {
    const MaterialDescription& material = character.description.material;
    const MaterialScales scales = material_scales(material, material);
    const double scale = scales.young / scales.density;
    Json::array_t muscles;
    for (std::size_t v = 0; v < character.musculature.count(); ++v) {
        const double lambda = scale * character.musculature.lambda(static_cast<Index>(v));
        muscles.emplace_back(Json::object_t{{"name", character.musculature.names[v]},
                                            {"frequency", std::sqrt(std::max(lambda, 0.0)) / 6.283185307179586}});
    }
    return muscles;
}

/// What the command reports and writes of a subspace.
struct SubspaceFacts {
    Matrix columns;     // n x modes weights, or 3n x displacements
    Vector eigenvalues; // [1/s^2]
    Vector variances;   // [s^4] of the responses to the loads; empty: the kind does not depend on them
};

SubspaceFacts linear_facts(const Character& character) {
    const MaterialDescription& material = character.description.material;
    const MaterialScales scales = material_scales(material, material);
    const double scale = scales.young / scales.density;
    const double of_modes = vibration_material(character.material, material).lambda_scale * scale;
    return {character.linear->model.B / std::sqrt(scales.density), scale * character.linear->eigenvalues,
            character.variances / (of_modes * of_modes)};
}

SubspaceFacts facts_of(const Character& character) {
    if (character.linear) {
        return linear_facts(character);
    }
    SkinningModes modes = physical_modes(character);
    const MaterialDescription& material = character.description.material;
    const double scale = skinning_eigenvalue_scale(material, material);
    return {std::move(modes.W), std::move(modes.lambda), character.variances / (scale * scale)};
}

} // namespace

int run_subspace(const Arguments& arguments, const DescribedCharacter& scene) {
    const auto built = prepared(arguments, scene.value, scene.read);
    if (!built) {
        return fail(built.error(), arguments.json);
    }
    const Character& character = *built.value();
    const SubspaceFacts facts = facts_of(character);
    if (!facts.eigenvalues.allFinite() || !facts.columns.allFinite()) {
        return fail({ErrorKind::not_converged, "the modes are not finite; use a realistic size and material", {}},
                    arguments.json);
    }
    CharacterPtr stepped = built.value();
    if (arguments.cubature.points > 0) {
        auto found = with_cubature(stepped, arguments.cubature, {.count = arguments.threads});
        if (!found) {
            return fail(found.error(), arguments.json);
        }
        stepped = std::move(found).value();
    }
    if (!arguments.out.empty()) {
        if (const auto written = write_npy(facts.columns, arguments.out); !written) {
            return fail(written.error(), arguments.json);
        }
    }
    Report report;
    report.add("vertices", std::int64_t{character.mesh.vertex_count()});
    report.add("tets", std::int64_t{character.mesh.tet_count()});
    report.add("bones", character.bone_count());
    report.add("kind", name_of(character.subspace));
    report.add("modes", std::int64_t{mode_count(character)});
    report.add("coordinates", std::int64_t{coordinate_count(character)});
    report.add("clusters", character.clusters.count);
    report.add("eigenvalues", list(facts.eigenvalues), "1/s^2");
    report.add("variances", list(facts.variances), "s^4");
    if (const auto cubature = compared_cubature(*stepped)) {
        report.add("cubature", cubature_json(*cubature));
    }
    if (!character.linear) {
        report.add("residual_max", character.modes->residual_max);
        report.add("constraint_violation", character.modes->constraint_violation);
    }
    report.add("reconstruction_ms", is_reconstructed(character) ? 1e3 * character.linear->reconstruction->seconds : 0.0,
               "ms");
    report.add("muscles", muscles_of(character), "Hz");
    report.add("muscle_clusters", character.musculature.cluster_count);
    report.add("cached", list_of(character.cached_stages));
    report.add("seconds", seconds_json(character.seconds), "s");
    report.warn(all_warnings(scene, character));
    report.warn(warnings_of_fewer_columns({built.value()}));
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
