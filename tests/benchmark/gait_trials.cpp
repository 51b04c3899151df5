// SPDX-License-Identifier: MIT
#include "tests/benchmark/gait_trials.h"

#include "app/character/material_scales.h"
#include "app/character_build/build_character.h"
#include "app/creatures/creatures.h"
#include "app/creatures/makers/walkers.h"
#include "app/document/character_file.h"
#include "app/document/opening.h"
#include "app/motion/walking.h"
#include "engine/actuation/box_cage.h"
#include "engine/actuation/cage_muscles.h"
#include "engine/actuation/muscles.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>

namespace limber {
namespace {

constexpr int runs = 15; // the fastest counts

template <typename Value>
Value taken(Result<Value> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", sentence(result.error()).c_str());
        std::exit(1);
    }
    return std::move(result).value();
}

Index nearest_vertex(const Points& X, const Vec3& place) {
    Index nearest = 0;
    (X.rowwise() - place.transpose()).rowwise().squaredNorm().minCoeff(&nearest);
    return nearest;
}

// A muscle of the other mesh at the vertices of this one: at the nearest vertex.
Matrix carried_over(const app::Character& to, const app::Character& from) {
    const Points& X = to.mesh.X;
    Matrix D(3 * X.rows(), from.musculature.D->cols());
    for (Index i = 0; i < X.rows(); ++i) {
        const Index nearest = nearest_vertex(from.mesh.X, X.row(i).transpose());
        D.middleRows<3>(3 * i) = from.musculature.D->middleRows<3>(3 * nearest);
    }
    return D;
}

// Whether the best cost has not improved for many generations.
bool has_had_enough(const std::vector<double>& costs, const Patience& patience) {
    const auto count = static_cast<std::size_t>(patience.generations);
    if (count == 0 || costs.size() <= count) {
        return false;
    }
    const double then = costs[costs.size() - 1 - count];
    return then - costs.back() < patience.share * std::abs(then);
}

} // namespace

app::CharacterDescription scene_of(const std::string& name) {
    return taken(app::describe(name)).value;
}

app::CharacterDescription remeshed_walker(const std::string& name, Index vertices) {
    for (makers::Figure& figure : makers::walkers()) {
        if (figure.name == name) {
            figure.name += "_" + std::to_string(vertices);
            figure.vertices = vertices;
            figure.edge_length = 0.0;
            return taken(app::read_scene(taken(app::cached_scene(figure, taken(app::creature_folder()))))).value;
        }
    }
    std::fprintf(stderr, "there is no walker called %s\n", name.c_str());
    std::exit(1);
}

app::CharacterPtr character_of(const app::CharacterDescription& scene) {
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

app::CharacterPtr aligned(const app::Character& fine, const app::Character& coarse) {
    const Matrix& D = *coarse.musculature.D;
    const Matrix there = carried_over(coarse, fine);
    const Matrix alike = D.colwise().normalized().transpose() * there.colwise().normalized();
    Matrix in_order(fine.musculature.D->rows(), D.cols());
    for (Index v = 0; v < D.cols(); ++v) {
        Index same = 0;
        alike.row(v).cwiseAbs().maxCoeff(&same);
        const double scale = D.col(v).norm() / there.col(same).norm();
        in_order.col(v) = std::copysign(scale, alike(v, same)) * fine.musculature.D->col(same);
        std::printf("mode %d of the coarse mesh is mode %d of the fine one, correlation %+.3f\n",
                    static_cast<int>(v) + 1, static_cast<int>(same) + 1, alike(v, same));
    }
    return with_shapes(fine, in_order);
}

app::CharacterPtr with_cage(const app::Character& character, const std::array<Index, 3>& cells) {
    const Matrix D = cage_muscles(box_cage(character.mesh, cells).weights);
    const double peak_strain = character.description.muscles.peak_strain;
    return with_shapes(character, scaled_muscles(character.mesh, D, {.peak_strain = peak_strain}));
}

void touch_where_the_other_does(const app::Character& character, Walker& walker, const app::Character& other,
                                const Walker& other_walker) {
    std::vector<int> vertices;
    for (const int vertex : other_walker.controls.contact.points->vertices) {
        vertices.push_back(static_cast<int>(nearest_vertex(character.mesh.X, other.mesh.X.row(vertex).transpose())));
    }
    walker.controls.contact.points = std::make_shared<const ContactPoints>(
        contact_points(character.model, character.mesh.X, character.rig, character.modes->W, vertices));
}

Walker walker_of(const app::CharacterPtr& character) {
    return taken(app::walker_of(character));
}

double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

int GaitSearchStatus::generations_until(double share) const {
    const double enough = (1.0 - share) * best_costs.back();
    const auto first = std::find_if(best_costs.begin(), best_costs.end(), [&](double cost) { return cost <= enough; });
    return static_cast<int>(first - best_costs.begin()) + 1;
}

double GaitSearchStatus::seconds_until(double share) const {
    return seconds * generations_until(share) / static_cast<double>(best_costs.size());
}

GaitSearchStatus start_search(const Walker& walker, const GaitSpace& space, const Objective& objective,
                              const GaitSearchOptions& options, const Patience& patience) {
    ThreadPool threads;
    const double start = processor_seconds();
    GaitSearch search(walker, space, objective, options);
    GaitSearchStatus search_status;
    while (!search.is_done() && !has_had_enough(search_status.best_costs, patience)) {
        search.advance(threads);
        search_status.best_costs.push_back(search.best_cost());
    }
    search_status.seconds = processor_seconds() - start;
    search_status.gait = search.best();
    search_status.scores = search.scores(search_status.gait);
    return search_status;
}

std::vector<Vec3> path_of(const Walker& walker, const Gait& gait, int steps) {
    WalkerWorkspace workspace(walker);
    const Trace trace = rollout(walker, RolloutMeasures(walker), gait, steps, workspace);
    std::vector<Vec3> path;
    std::transform(trace.stances.begin(), trace.stances.end(), std::back_inserter(path),
                   [](const Stance& stance) { return stance.centre; });
    return path;
}

double cost_of(const Walker& walker, const Gait& gait, const Objective& objective, int steps) {
    WalkerWorkspace workspace(walker);
    return cost_of(rollout(walker, RolloutMeasures(walker), gait, steps, workspace), walker, objective);
}

double step_seconds(const Walker& walker, const Gait& gait, int steps) {
    WalkerWorkspace workspace(walker);
    const RolloutMeasures measures(walker);
    double fastest = std::numeric_limits<double>::infinity();
    for (int run = 0; run < runs; ++run) {
        const double start = processor_seconds();
        rollout(walker, measures, gait, steps, workspace);
        fastest = std::min(fastest, (processor_seconds() - start) / steps);
    }
    return fastest;
}

} // namespace limber
