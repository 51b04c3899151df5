// SPDX-License-Identifier: MIT
// Prints a body, its controls and its motion in full space with every elastic energy as one JSON object, for
// full_space_check.py: full_space_motion [MESH]. MESH: a file of tets; without it, a small bar.
#include "engine/core/json.h"
#include "engine/full_space/full_space_step.h"
#include "engine/mesh/tet_mesh_file.h"

#include "tests/support/living_bar.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

namespace limber::testing {
namespace {

constexpr std::array handle_vertices{3, 20};
constexpr std::array handle_weights{0.25, 0.75};

/// A body, and what is done to it.
struct HeldBody {
    LivingBar bar;
    int frames = 10;
    double rig_scale = 1.0; // of the motion of the rig
    Vec3 handle_target = Vec3(0.4, 0.1, 0.3);
};

HeldBody small_bar_held() {
    HeldBody held{.bar = living_bar(3, 1, true)};
    for (Index t = 0; t < held.bar.material.poisson.size(); ++t) {
        held.bar.material.poisson(t) = 0.1 + 0.05 * static_cast<double>(t % 8);
    }
    return held;
}

AffineStack rig_maps(const HeldBody& held, int frame) {
    const AffineStack start = dancing_maps(held.bar, 0);
    return start + held.rig_scale * (dancing_maps(held.bar, frame) - start);
}

// The body of a file between the bones of the bar. Its tets are soft and stiff in turn along its longest axis. It moves
// so little that no tet turns inside out, where an energy may have several minima.
HeldBody body_held(TetMesh mesh) {
    HeldBody held{.bar = living_bar(3, 1, true), .frames = 1, .rig_scale = 0.2};
    const Eigen::RowVector3d low = mesh.X.colwise().minCoeff();
    const Eigen::RowVector3d size = mesh.X.colwise().maxCoeff() - low;
    Index longest = 0;
    size.maxCoeff(&longest);
    const Vector along = (mesh.X.col(longest).array() - low(longest)) / size(longest);
    LivingBar& bar = held.bar;
    bar.rig.W.resize(mesh.vertex_count(), 2);
    bar.rig.W << (1.0 - along.array()).matrix(), along;
    bar.leak = (0.3 + 0.7 * along.array()).matrix();
    bar.material = uniform_material({.young = 1e5}, mesh.tet_count());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const bool is_stiff = std::fmod(8.0 * along(mesh.T(t, 0)), 2.0) < 1.0;
        bar.material.young(t) *= is_stiff ? 4.0 : 1.0;
        bar.material.poisson(t) = is_stiff ? 0.4 : 0.2;
    }
    const Eigen::RowVector3d held_point =
        handle_weights[0] * mesh.X.row(handle_vertices[0]) + handle_weights[1] * mesh.X.row(handle_vertices[1]);
    held.handle_target = held_point.transpose() + 0.04 * size.norm() * Vec3(0.3, 1.0, 0.5);
    bar.mesh = std::move(mesh);
    return held;
}

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

Controls controls_of(const HeldBody& held, const FullSpaceModel& model, int frame) {
    Controls controls;
    controls.P = rig_maps(held, frame);
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.damping = 2.0;
    controls.iterations = 1000;
    controls.handles = {{full_space_point(model, handle_vertices, handle_weights), 4000.0, held.handle_target}};
    return controls;
}

// The positions after every frame; empty when a step does not converge.
Json motion_of(const HeldBody& held, ElasticEnergy energy) {
    const LivingBar& bar = held.bar;
    const FullSpaceModel model = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak, energy).value();
    FullSpaceWorkspace workspace(model);
    State state = full_space_rest(model, rig_maps(held, 0));
    Json::array_t motion;
    for (int frame = 1; frame <= held.frames; ++frame) {
        const auto report = full_space_step(model, controls_of(held, model, frame), state, workspace);
        if (!report || report.value().status != StepStatus::converged) {
            return Json::array_t{};
        }
        motion.emplace_back(rows_of(positions(model, state.Z, state.P)));
    }
    return motion;
}

Json controls_json(const HeldBody& held) {
    const LivingBar& bar = held.bar;
    const FullSpaceModel model = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak).value();
    const Controls controls = controls_of(held, model, 0);
    const Handle& handle = controls.handles.front();
    Json::array_t maps;
    for (int frame = 0; frame <= held.frames; ++frame) {
        maps.emplace_back(rows_of(rig_maps(held, frame)));
    }
    return Json::object_t{{"maps", std::move(maps)},
                          {"gravity", rows_of(controls.gravity)},
                          {"damping", controls.damping},
                          {"time_step", controls.time_step},
                          {"handle_row", rows_of(handle.point.phi)},
                          {"handle_stiffness", handle.stiffness},
                          {"handle_target", rows_of(handle.target)}};
}

Json body_and_motions(const HeldBody& held) {
    const LivingBar& bar = held.bar;
    Json::object_t motions;
    for (std::size_t i = 0; i < elastic_energy_names.size(); ++i) {
        motions.emplace_back(elastic_energy_names[i], motion_of(held, static_cast<ElasticEnergy>(i)));
    }
    return Json::object_t{{"X", rows_of(bar.mesh.X)},
                          {"T", rows_of(bar.mesh.T.cast<double>())},
                          {"young", rows_of(bar.material.young)},
                          {"poisson", rows_of(bar.material.poisson)},
                          {"density", rows_of(bar.material.density)},
                          {"rig_weights", rows_of(bar.rig.W)},
                          {"leak", rows_of(bar.leak)},
                          {"controls", controls_json(held)},
                          {"motions", std::move(motions)}};
}

} // namespace
} // namespace limber::testing

int main(int count, char** words) {
    using namespace limber;
    if (count < 2) {
        std::puts(to_line(testing::body_and_motions(testing::small_bar_held())).c_str());
        return 0;
    }
    auto read = read_tet_mesh(words[1]);
    if (!read) {
        std::fprintf(stderr, "%s\n", sentence(read.error()).c_str());
        return 1;
    }
    const auto held = testing::body_held(std::move(read).value().value);
    std::puts(to_line(testing::body_and_motions(held)).c_str());
    return 0;
}
