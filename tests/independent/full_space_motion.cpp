// SPDX-License-Identifier: MIT
// Prints a small body, its controls and its motion in full space with every elastic energy as one JSON object, for
// full_space_check.py.
#include "engine/core/json.h"
#include "engine/full_space/full_space_step.h"

#include "tests/support/living_bar.h"

#include <array>
#include <cstdio>
#include <string>

namespace limber::testing {
namespace {

constexpr int frames = 10;
constexpr std::array handle_vertices{3, 20};
constexpr std::array handle_weights{0.25, 0.75};

template <typename Rows>
Json rows_of(const Rows& matrix) {
    Json::array_t rows;
    for (Index i = 0; i < matrix.rows(); ++i) {
        Json::array_t row;
        for (Index j = 0; j < matrix.cols(); ++j) {
            row.emplace_back(matrix(i, j));
        }
        rows.emplace_back(std::move(row));
    }
    return rows;
}

Controls controls_of(const LivingBar& bar, const FullSpaceModel& model, int frame) {
    Controls controls;
    controls.P = dancing_maps(bar, frame);
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.damping = 2.0;
    controls.iterations = 1000;
    controls.handles = {{full_space_point(model, handle_vertices, handle_weights), 4000.0, Vec3(0.4, 0.1, 0.3)}};
    return controls;
}

// The positions after every frame; empty when a step does not converge.
Json motion_of(const LivingBar& bar, ElasticEnergy energy) {
    const FullSpaceModel model = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak, energy).value();
    FullSpaceWorkspace workspace(model);
    State state = full_space_rest(model, dancing_maps(bar, 0));
    Json::array_t motion;
    for (int frame = 1; frame <= frames; ++frame) {
        const auto report = full_space_step(model, controls_of(bar, model, frame), state, workspace);
        if (!report || report.value().status != StepStatus::converged) {
            return Json::array_t{};
        }
        motion.emplace_back(rows_of(positions(model, state.Z, state.P)));
    }
    return motion;
}

Json controls_json(const LivingBar& bar) {
    const FullSpaceModel model = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak).value();
    const Controls controls = controls_of(bar, model, 0);
    const Handle& handle = controls.handles.front();
    Json::array_t maps;
    for (int frame = 0; frame <= frames; ++frame) {
        maps.emplace_back(rows_of(dancing_maps(bar, frame)));
    }
    return Json::object_t{{"maps", std::move(maps)},
                          {"gravity", rows_of(controls.gravity)},
                          {"damping", controls.damping},
                          {"time_step", controls.time_step},
                          {"handle_row", rows_of(handle.point.phi)},
                          {"handle_stiffness", handle.stiffness},
                          {"handle_target", rows_of(handle.target)}};
}

Json body_and_motions() {
    LivingBar bar = living_bar(3, 1, true);
    for (Index t = 0; t < bar.material.poisson.size(); ++t) {
        bar.material.poisson(t) = 0.1 + 0.05 * static_cast<double>(t % 8);
    }
    Json::object_t motions;
    for (std::size_t i = 0; i < elastic_energy_names.size(); ++i) {
        motions.emplace_back(elastic_energy_names[i], motion_of(bar, static_cast<ElasticEnergy>(i)));
    }
    return Json::object_t{{"X", rows_of(bar.mesh.X)},
                          {"T", rows_of(bar.mesh.T.cast<double>())},
                          {"young", rows_of(bar.material.young)},
                          {"poisson", rows_of(bar.material.poisson)},
                          {"density", rows_of(bar.material.density)},
                          {"rig_weights", rows_of(bar.rig.W)},
                          {"leak", rows_of(bar.leak)},
                          {"controls", controls_json(bar)},
                          {"motions", std::move(motions)}};
}

} // namespace
} // namespace limber::testing

int main() {
    std::puts(limber::to_line(limber::testing::body_and_motions()).c_str());
    return 0;
}
