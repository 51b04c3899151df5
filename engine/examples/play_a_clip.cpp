// SPDX-License-Identifier: MIT
// Plays a clip with secondary motion and writes it as a point cache: play_a_clip MESH RIG CLIP OUT.pc2
#include "engine/body/body_step.h"
#include "engine/body/build_body.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/replay/motion_file.h"
#include "engine/rig/rig_file.h"

#include <cstdio>
#include <utility>

using namespace limber;

namespace {

Result<Done> play(char** argv) {
    const auto mesh = read_tet_mesh(argv[1]);
    const auto rig = mesh ? read_rig(argv[2], mesh.value().value) : mesh.error();
    const auto clip = rig ? read_clip(argv[3], rig.value().value.skeleton, rig.value().value.targets) : rig.error();
    const auto built = clip ? build_body(mesh.value().value, rig.value().value) : clip.error();
    if (!built) {
        return built.error();
    }
    const Body& body = built.value();
    const ClipSampler sampler(clip.value().value);
    BodyWorkspace workspace(body);
    Controls controls = rest_controls(body);
    controls.P = rig_maps(body.rig, sampler.at(0.0), sampler.weights_at(0.0));
    State state = rest_state(body, controls.P);
    const int frames = 2 * clip.value().value.frame_count(); // twice, so that the motion has settled
    auto opened = MotionWriter::open(argv[4], body.mesh.vertex_count(), frames);
    if (!opened) {
        return opened.error();
    }
    MotionWriter writer = std::move(opened).value();
    for (int frame = 0; frame < frames; ++frame) {
        const double time = state.time + controls.time_step;
        controls.P = rig_maps(body.rig, sampler.at(time), sampler.weights_at(time));
        step(body, controls, state, workspace);
        if (const auto written = writer.append(positions(body, state)); !written) {
            return written.error();
        }
    }
    return writer.close();
}

} // namespace

int main(int argc, char** argv) {
    const auto done = argc == 5 ? play(argv) : Error{ErrorKind::bad_input, "MESH RIG CLIP OUT.pc2", argv[0]};
    if (!done) {
        std::fprintf(stderr, "%s\n", sentence(done.error()).c_str());
    }
    return done ? 0 : 1;
}
