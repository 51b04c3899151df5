#include "app/cli/commands.h"
#include "app/cli/report.h"
#include "engine/replay/motion_file.h"

namespace limber::app {
namespace {

Json::Array list(const Vector& values) {
    return Json::Array(values.data(), values.data() + values.size());
}

} // namespace

int run_subspace(const Arguments& arguments, const Repaired<SceneDescription>& scene) {
    const auto built = prepared(arguments, scene.value);
    if (!built) {
        return fail(built.error(), arguments.json);
    }
    const Character& character = *built.value();
    const SkinningModes modes = physical_modes(character);
    if (!modes.lambda.allFinite() || !modes.W.allFinite()) {
        return fail({ErrorKind::not_converged,
                     "the modes left the finite numbers; take a material and a unit of a size that a body has",
                     {}},
                    arguments.json);
    }
    if (!arguments.out.empty()) {
        if (const auto written = write_npy(modes.W, arguments.out); !written) {
            return fail(written.error(), arguments.json);
        }
    }
    Report report;
    report.add("vertices", std::int64_t{character.mesh.vertex_count()});
    report.add("tets", std::int64_t{character.mesh.tet_count()});
    report.add("bones", character.bone_count());
    report.add("modes", std::int64_t{modes.W.cols()});
    report.add("clusters", character.clusters.count);
    report.add("eigenvalues", list(modes.lambda), "1/s^2");
    report.add("residual_max", modes.residual_max);
    report.add("constraint_violation", modes.constraint_violation);
    report.add("cached", list_of(character.recalled));
    report.add("seconds", seconds_json(character.seconds), "s");
    report.warn(all_warnings(scene, character));
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
