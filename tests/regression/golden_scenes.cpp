// SPDX-License-Identifier: MIT
#include "tests/regression/golden_scenes.h"

#include "engine/actuation/muscles.h"
#include "engine/mesh/topology.h"
#include "engine/rig/complementarity.h"
#include "engine/stepper/step.h"
#include "engine/subspace/displacement_modes.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/support/meshes.h"
#include "tests/support/muscled_bar.h"
#include "tests/support/prepared_body.h"

#include <functional>

namespace limber::testing {
namespace {

using Script = std::function<void(int frame, Controls& controls)>;

struct Take {
    const char* scene;
    int frames = 60;
    State start;
    Controls controls;
    Script script; // called before each frame
};

Golden played(const PreparedBody& body, const ReducedModel& model, Take take, InstructionSet set) {
    const ContactControls& contact = take.controls.contact;
    Workspace workspace(model, 8, set, contact.points ? contact.points->count() : 0);
    State state = take.start;
    StepReport report;
    for (int frame = 1; frame <= take.frames; ++frame) {
        take.script(frame, take.controls);
        report = step(model, take.controls, state, workspace);
    }
    const Points x = positions(body.bar, model, state);
    const Index last = x.rows() - 1;
    Golden golden{take.scene,
                  static_cast<double>(body.bar.clusters.count),
                  body.lambda,
                  report.elastic_energy,
                  report.kinetic_energy,
                  Points(3, 3)};
    golden.x << x.row(0), x.row(last / 2), x.row(last);
    return golden;
}

// Two moving bones, with varying stiffness and Poisson's ratio between them.
Golden run_dancing_bar(InstructionSet set) {
    const PreparedBody body = with_clusters(with_modes(patchy_bar(11), 8), 20);
    const ReducedModel model = body.bar.model();
    Take take{"dancing bar", 60, rest_state(model, dancing_maps(body.bar, 0)), {}, {}};
    take.controls.gravity = Vec3(0, -9.81, 0);
    take.controls.damping = 1.0;
    take.controls.arithmetic = Arithmetic::double_precision;
    take.script = [&](int frame, Controls& controls) {
        controls.P = dancing_maps(body.bar, frame);
    };
    return played(body, model, std::move(take), set);
}

LivingBar lumpy_ball(std::uint64_t seed) {
    Rng rng(seed);
    LivingBar ball;
    ball.mesh = ball_mesh(4);
    ball.mesh.X = shaken(ball.mesh.X, 0.02, rng);
    ball.material = uniform_material({2e4, 0.3, 1000.0}, ball.mesh.tet_count());
    ball.rig = affine_handle(ball.mesh);
    return ball;
}

// A ball with a fixed centre whose surface is pulled, released, and pulled elsewhere; with BDF2 and strain damping.
Golden run_poked_ball(InstructionSet set) {
    const PreparedBody body = with_clusters(with_modes(lumpy_ball(12), 10), 40);
    const ReducedModel model = body.bar.model();
    Take take{"poked ball", 80, {}, {}, {}};
    take.controls.P = skinning_maps(body.bar.rig.skeleton, rest_pose(body.bar.rig.skeleton));
    take.start = rest_state(model, take.controls.P);
    take.controls.integrator = Integrator::bdf2;
    take.controls.strain_damping = 5e-3;
    take.controls.time_step = 1.0 / 120.0;
    take.controls.arithmetic = Arithmetic::double_precision;
    take.script = [&](int frame, Controls& controls) {
        controls.handles.clear();
        if (frame < 30) {
            controls.handles = {{middle_of(body.bar, model, {300, 280}), 3e3, Vec3(1.5, 1.0, 0.5)}};
        } else if (frame > 50) {
            controls.handles = {{middle_of(body.bar, model, {200, 308}), 2e3, Vec3(-1.0, 1.5, 0.2)}};
        }
    };
    return played(body, model, std::move(take), set);
}

// A body without a rig and constraint.
PreparedBody free_of_its_rig(std::uint64_t seed) {
    LivingBar bar = patchy_bar(seed);
    bar.rig = affine_handle(bar.mesh);
    bar.C.resize(bar.mesh.vertex_count(), 0);
    const SkinningModes modes = skinning_modes(bar.mesh, bar.material, bar.C, {.count = 8, .tolerance = 1e-12}).value();
    bar.W = modes.W;
    return with_clusters({std::move(bar), modes.lambda}, 15);
}

// A free body that is thrown, rotates and vibrates, in the default precision.
Golden run_thrown_bar(InstructionSet set) {
    const PreparedBody body = free_of_its_rig(13);
    const ReducedModel model = body.bar.model();
    Take take{"thrown bar", 20, {}, {}, {}};
    take.controls.P = skinning_maps(body.bar.rig.skeleton, rest_pose(body.bar.rig.skeleton));
    take.start = rest_state(model, take.controls.P);
    take.controls.gravity = Vec3(0, -9.81, 0);
    take.script = [&](int frame, Controls& controls) {
        controls.handles.clear();
        if (frame <= 5) {
            controls.handles = {{middle_of(body.bar, model, {3, 12}), 5e3, Vec3(0.6, 0.9, 0.4)}};
        }
    };
    return played(body, model, std::move(take), set);
}

// Three vibration modes as muscles, with two groups of tets for their target.
void give_muscles(const PreparedBody& body, ReducedModel& model) {
    const LivingBar& bar = body.bar;
    const Matrix D = displacement_modes(bar.mesh, bar.material, {.count = 3, .tolerance = 1e-12}).value().D;
    Clusters halves{{}, 2};
    for (Index t = 0; t < bar.mesh.tet_count(); ++t) {
        halves.of_tet.push_back(2 * t < bar.mesh.tet_count() ? 0 : 1);
    }
    model.actuation =
        actuation_set(bar.mesh, bar.material, bar.rig, bar.W, model, halves, scaled_muscles(bar.mesh, D)).value();
}

// A bar with active muscles that falls on the ground and on the edge of a step.
Golden run_crawling_bar(InstructionSet set) {
    const PreparedBody body = free_of_its_rig(14);
    const LivingBar& bar = body.bar;
    ReducedModel model = bar.model();
    give_muscles(body, model);
    Take take{"crawling bar", 40, {}, {}, {}};
    const std::vector<int> touching = farthest_points(bar.mesh.X, boundary_vertices(bar.mesh.T), 16);
    take.controls.contact.points =
        std::make_shared<const ContactPoints>(contact_points(model, bar.mesh.X, bar.rig, bar.W, touching));
    Box edge{identity_affine(), Vec3(1.0, 0.1, 0.2)};
    edge.placement.col(3) = Vec3(0.2, -0.1, 0.8);
    take.controls.contact.obstacles =
        std::make_shared<const Obstacles>(Obstacles{{HalfSpace{Vec3(0.0, -0.1, 0.0)}, 0.6, 0.0}, {edge, 0.4, 0.3}});
    take.controls.P = skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton));
    take.controls.gravity = Vec3(0, -9.81, 0);
    take.controls.arithmetic = Arithmetic::double_precision;
    take.start = rest_state(model, take.controls.P, static_cast<Index>(touching.size()));
    take.script = [](int frame, Controls& controls) {
        controls.activation = lively_activation(3, frame / 60.0);
    };
    return played(body, model, std::move(take), set);
}

} // namespace

std::vector<GoldenScene> golden_scenes() {
    return {
        {"dancing bar", &run_dancing_bar, Arithmetic::double_precision},
            {"poked ball", &run_poked_ball, Arithmetic::double_precision},
            {"thrown bar", &run_thrown_bar, Arithmetic::single_precision},
            {"crawling bar", &run_crawling_bar, Arithmetic::double_precision},
#if LIMBER_WITH_APP
        {
            "character from files", &run_character_from_files, Arithmetic::single_precision
        }
#endif
    };
}

} // namespace limber::testing
