#pragma once

#include "app/scene/character.h"
#include "engine/control/gait_search.h"

#include <string>
#include <vector>

/// What the figures of Actuators A La Mode have in common: characters at any resolution, searches under one budget, and
/// the ways that gaits lead. Whatever fails ends the program with its sentence.
namespace limber {

/// "creature:bat" or a file, as a scene.
app::SceneDescription scene_of(const std::string& name);
/// One of our walkers, with about so many vertices.
app::SceneDescription remeshed_walker(const std::string& name, Index vertices);
app::CharacterPtr character_of(const app::SceneDescription& scene);
/// The same character with other shapes to pull itself into, 3n x m [m], at activation 1.
app::CharacterPtr with_shapes(const app::Character& character, const Matrix& D);
Walker walker_of(const app::CharacterPtr& character);

/// [s] of all threads of this process, since it began.
double processor_seconds();

struct Learnt {
    Gait gait;
    Scores scores;
    double seconds = 0.0;           // of processor time, on all threads
    std::vector<double> best_costs; // so far, one a generation

    double cost() const {
        return best_costs.back();
    }
    /// The first generation, counted from 1, whose best is within this share of the last one's.
    int generations_until(double share) const;
};

Learnt learn(const Walker& walker, const GaitSpace& space, const Objective& objective,
             const GaitSearchOptions& options);

/// Of the centre of mass, one a step and one for the start [m].
std::vector<Vec3> path_of(const Walker& walker, const Gait& gait, int steps);
double cost_of(const Walker& walker, const Gait& gait, const Objective& objective, int steps);
/// [s] of processor time a step under this gait: of several runs the fastest, with which others on the machine
/// interfered least.
double step_seconds(const Walker& walker, const Gait& gait, int steps);

} // namespace limber
