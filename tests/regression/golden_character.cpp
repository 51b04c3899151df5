// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/opening.h"
#include "app/motion/motion.h"
#include "app/view/drawables.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/rig/rig_file.h"
#include "tests/regression/golden_scenes.h"
#include "tests/support/prepared_body.h"
#include "tests/support/small_scene.h"

namespace limber::testing {
namespace {

std::filesystem::path write_scene(const ScratchFolder& folder) {
    const LivingBar bar = patchy_bar(14);
    EXPECTS(write_tet_mesh(bar.mesh, folder / "bar.mesh"));
    EXPECTS(write_rig(bar.rig, folder / "bar_rig.json"));
    EXPECTS(write_clip(bending_clip(bar.rig.skeleton), bar.rig.skeleton, folder / "bend.json"));
    write_bytes(folder / "bar.json", R"({"format": "limber-scene", "version": 1, "name": "Bar", "mesh": "bar.mesh",
 "rig": "bar_rig.json", "clips": ["bend.json"], "material": {"young": 20000, "poisson": 0.35},
 "modes": 8, "clusters": {"count": 20}, "step": {"time_step": 0.01, "damping": 0.5}})");
    return folder / "bar.json";
}

} // namespace

Golden run_character_from_files(InstructionSet set) {
    const ScratchFolder folder;
    const auto scene = app::describe(write_scene(folder));
    const app::CharacterPtr character =
        app::build_character(scene.value().value, nullptr, app::Stage::mesh, nullptr, Threads{.count = 1}).value();
    app::Motion motion(character, set);
    const app::LiveControls controls = app::starting_controls(*character);
    StepReport report;
    for (int frame = 0; frame < 90; ++frame) {
        report = motion.step(controls);
    }
    const Points x = app::body_positions(*character, motion.state());
    const Index last = x.rows() - 1;
    Golden golden{"character from files",   static_cast<double>(character->clusters.count),
                  character->modes->lambda, report.elastic_energy,
                  report.kinetic_energy,    Points(3, 3)};
    golden.x << x.row(0), x.row(last / 2), x.row(last);
    return golden;
}

} // namespace limber::testing
