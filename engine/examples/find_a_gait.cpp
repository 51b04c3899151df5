// SPDX-License-Identifier: MIT
// Searches for a gait of a free body on a floor and writes the best: find_a_gait MESH GENERATIONS OUT.json
#include "engine/actuation/gait_file.h"
#include "engine/body/body_step.h"
#include "engine/body/build_body.h"
#include "engine/control/gait_search.h"
#include "engine/mesh/tet_mesh_file.h"

#include <cstdio>
#include <cstdlib>

using namespace limber;

namespace {

Walker walker_on_a_floor(const Body& body) {
    Walker walker;
    walker.model = std::make_shared<const ReducedModel>(body.model);
    walker.controls = rest_controls(body);
    walker.controls.contact.points = contact_points_of(body);
    const Vec3 lowest(0.0, body.mesh.X.col(1).minCoeff(), 0.0);
    walker.controls.contact.obstacles = std::make_shared<const Obstacles>(Obstacles{{HalfSpace{lowest}}});
    walker.start = rest_state(body.model, walker.controls.P, walker.controls.contact.points->count());
    walker.length = (body.mesh.X.colwise().maxCoeff() - body.mesh.X.colwise().minCoeff()).norm();
    return walker;
}

Result<Done> search(const char* file, int generations, const char* out) {
    const auto mesh = read_tet_mesh(file);
    const auto body =
        mesh ? build_free_body(mesh.value().value, {.material = {.young = 5e4}, .muscles = 4}) : mesh.error();
    if (!body) {
        return body.error();
    }
    Walker walker = walker_on_a_floor(body.value());
    if (auto settled = settle(walker, 300); !settled) {
        return settled;
    }
    GaitSearch search(walker, GaitSpace{.muscles = 4}, Objective{}, {.generations = generations, .steps = 120});
    ThreadPool threads(Threads{});
    while (!search.is_done()) {
        search.advance(threads);
        std::printf("%d: %.4f\n", search.generation(), search.best_cost());
    }
    return write_gait(search.best(), out);
}

} // namespace

int main(int argc, char** argv) {
    const auto done = argc == 4 ? search(argv[1], std::atoi(argv[2]), argv[3])
                                : Error{ErrorKind::bad_input, "MESH GENERATIONS OUT.json", argv[0]};
    if (!done) {
        std::fprintf(stderr, "%s\n", sentence(done.error()).c_str());
    }
    return done ? 0 : 1;
}
