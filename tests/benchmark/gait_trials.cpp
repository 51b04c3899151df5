#include "tests/benchmark/gait_trials.h"

#include "app/creatures/creatures.h"
#include "app/scene/material_scales.h"
#include "app/scene/opening.h"
#include "app/scene/scene_file.h"
#include "app/scene/walking.h"
#include "assets/characters/walkers.h"
#include "engine/actuation/muscles.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>

namespace limber {
namespace {

constexpr int runs = 15; // of which the fastest counts

template <typename Value>
Value taken(Result<Value> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", sentence(result.error()).c_str());
        std::exit(1);
    }
    return std::move(result).value();
}

} // namespace

app::SceneDescription scene_of(const std::string& name) {
    return taken(app::describe(name)).value;
}

app::SceneDescription remeshed_walker(const std::string& name, Index vertices) {
    for (assets::Figure& figure : assets::walkers()) {
        if (figure.name == name) {
            figure.name += "_" + std::to_string(vertices);
            figure.vertices = vertices;
            figure.edge_length = 0.0;
            return taken(app::read_scene(taken(app::kept_scene(figure, taken(app::creature_folder()))))).value;
        }
    }
    std::fprintf(stderr, "there is no walker called %s\n", name.c_str());
    std::exit(1);
}

app::CharacterPtr character_of(const app::SceneDescription& scene) {
    return taken(app::build_character(app::set_free(scene), nullptr, app::Stage::mesh));
}

app::CharacterPtr with_shapes(const app::Character& character, const Matrix& D) {
    auto other = std::make_shared<app::Character>(character);
    const Material material = app::with_volume(other->material, other->description.material);
    other->model.actuation = taken(actuation_set(other->mesh, material, other->rig, other->modes->W, other->model,
                                                 one_cluster(other->mesh.tet_count()), D));
    other->musculature.D = std::make_shared<const Matrix>(D);
    other->gait = {};
    return other;
}

Walker walker_of(const app::CharacterPtr& character) {
    return taken(app::walker_of(character));
}

double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

int Learnt::generations_until(double share) const {
    const double enough = (1.0 - share) * best_costs.back();
    const auto first = std::find_if(best_costs.begin(), best_costs.end(), [&](double cost) { return cost <= enough; });
    return static_cast<int>(first - best_costs.begin()) + 1;
}

Learnt learn(const Walker& walker, const GaitSpace& space, const Objective& objective,
             const GaitSearchOptions& options) {
    ThreadPool threads;
    const double start = processor_seconds();
    GaitSearch search(walker, space, objective, options);
    Learnt learnt;
    while (!search.is_done()) {
        search.advance(threads);
    }
    learnt.seconds = processor_seconds() - start;
    learnt.best_costs = search.state().best_costs;
    learnt.gait = search.best();
    learnt.scores = search.scores(learnt.gait);
    return learnt;
}

std::vector<Vec3> path_of(const Walker& walker, const Gait& gait, int steps) {
    Workspace workspace = workspace_for(walker);
    const Trace trace = rollout(walker, Gauges(*walker.model), gait, steps, workspace);
    std::vector<Vec3> path;
    std::transform(trace.stances.begin(), trace.stances.end(), std::back_inserter(path),
                   [](const Stance& stance) { return stance.centre; });
    return path;
}

double cost_of(const Walker& walker, const Gait& gait, const Objective& objective, int steps) {
    Workspace workspace = workspace_for(walker);
    return cost_of(rollout(walker, Gauges(*walker.model), gait, steps, workspace), walker, objective);
}

double step_seconds(const Walker& walker, const Gait& gait, int steps) {
    Workspace workspace = workspace_for(walker);
    const Gauges gauges(*walker.model);
    double fastest = std::numeric_limits<double>::infinity();
    for (int run = 0; run < runs; ++run) {
        const double start = processor_seconds();
        rollout(walker, gauges, gait, steps, workspace);
        fastest = std::min(fastest, (processor_seconds() - start) / steps);
    }
    return fastest;
}

} // namespace limber
