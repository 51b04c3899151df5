#include "tests/regression/golden_scenes.h"

#include "engine/rig/complementarity.h"
#include "engine/stepper/step.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/support/meshes.h"
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
    Script script; // what changes before each frame
};

Golden played(const PreparedBody& body, const ReducedModel& model, Take take, InstructionSet set) {
    Workspace workspace(model, 8, set);
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

// Two bones dance, with flesh of every stiffness and Poisson's ratio between them.
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

// A ball whose middle is held and whose skin is pulled, let go, and pulled elsewhere; by BDF2 and with damped strain.
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

// No rig holds it, no constraint: thrown, tumbling and wobbling, in the arithmetic that is the default.
Golden run_thrown_bar(InstructionSet set) {
    LivingBar bar = patchy_bar(13);
    bar.rig = affine_handle(bar.mesh);
    bar.C.resize(bar.mesh.vertex_count(), 0);
    const SkinningModes modes = skinning_modes(bar.mesh, bar.material, bar.C, {.count = 8, .tolerance = 1e-12}).value();
    bar.W = modes.W;
    const PreparedBody body = with_clusters({std::move(bar), modes.lambda}, 15);
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

} // namespace

std::vector<GoldenScene> golden_scenes() {
    return {
        {"dancing bar", &run_dancing_bar, Arithmetic::double_precision},
            {"poked ball", &run_poked_ball, Arithmetic::double_precision},
            {"thrown bar", &run_thrown_bar, Arithmetic::single_precision},
#if LIMBER_WITH_APP
        {
            "character from files", &run_character_from_files, Arithmetic::single_precision
        }
#endif
    };
}

} // namespace limber::testing
