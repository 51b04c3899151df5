// SPDX-License-Identifier: MIT
// Pokes a body that hangs on one handle, and prints how the poked point swings: poke_a_body MESH
#include "engine/body/body_step.h"
#include "engine/body/build_body.h"
#include "engine/mesh/tet_mesh_file.h"

#include <array>
#include <cstdio>

int main(int argc, char** argv) {
    using namespace limber;
    const auto mesh = read_tet_mesh(argc > 1 ? argv[1] : "");
    if (!mesh) {
        std::fprintf(stderr, "%s\n", sentence(mesh.error()).c_str());
        return 1;
    }
    const TetMesh& tets = mesh.value().value;
    const auto built = build_body(tets, affine_handle(tets), {.material = {.young = 2e4}, .modes = 12});
    if (!built) {
        std::fprintf(stderr, "%s\n", sentence(built.error()).c_str());
        return 1;
    }
    const Body& body = built.value();
    BodyWorkspace workspace(body);
    Controls controls = rest_controls(body);
    State state = rest_state(body, controls.P);

    // A spring on the highest vertex pulls it aside for half a second. Its stiffness (2 pi f)^2 m is that at which the
    // whole mass would swing at f = 0.5 Hz.
    Index highest = 0;
    tets.X.col(1).maxCoeff(&highest);
    const std::array vertex{static_cast<int>(highest)};
    const BodyPoint point = body_point(body, vertex, std::array{1.0});
    const double size = (tets.X.colwise().maxCoeff() - tets.X.colwise().minCoeff()).norm();
    controls.handles = {{point, 10.0 * body.model.mass, tets.X.row(highest).transpose() + Vec3(0.3 * size, 0, 0)}};
    for (int frame = 0; frame < 120; ++frame) {
        if (frame == 30) {
            controls.handles.clear();
        }
        step(body, controls, state, workspace);
        const Vec3 at = positions(body, state).row(highest);
        std::printf("%.3f s  %.4f %.4f %.4f m\n", state.time, at.x(), at.y(), at.z());
    }
}
