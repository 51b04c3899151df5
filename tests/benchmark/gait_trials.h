#pragma once

#include "app/character/character.h"
#include "engine/control/gait_search.h"

#include <array>
#include <string>
#include <vector>

/// What the figures of Actuators A La Mode have in common: characters at any resolution, searches under one budget, and
/// the ways that gaits lead. Whatever fails ends the program with its sentence.
namespace limber {

/// "creature:bat" or a file, as a scene.
app::CharacterDescription scene_of(const std::string& name);
/// One of our walkers, with about so many vertices.
app::CharacterDescription remeshed_walker(const std::string& name, Index vertices);
app::CharacterPtr character_of(const app::CharacterDescription& scene);
/// The same character with other shapes to pull itself into, 3n x m [m], at activation 1.
app::CharacterPtr with_shapes(const app::Character& character, const Matrix& D);
/// Modes whose frequencies lie close come in any order, and each with any sign. The fine body with its own modes, in
/// the order, with the signs and at the scale of the coarse one's, so that a gait means the same to both.
app::CharacterPtr aligned(const app::Character& fine, const app::Character& coarse);
/// The same character, pulled by the points of a cage around its box in so many cells.
app::CharacterPtr with_cage(const app::Character& character, const std::array<Index, 3>& cells);
Walker walker_of(const app::CharacterPtr& character);
/// To touch something at those vertices of this body that are nearest to the other's points.
void touch_where_the_other_does(const app::Character& character, Walker& walker, const app::Character& other,
                                const Walker& other_walker);

/// [s] of all threads of this process, since it began.
double processor_seconds();

struct GaitSearchStatus {
    Gait gait;
    Scores scores;
    double seconds = 0.0;           // of processor time, on all threads
    std::vector<double> best_costs; // so far, one a generation

    double cost() const {
        return best_costs.back();
    }
    /// The first generation, counted from 1, whose best is within this share of the last one's.
    int generations_until(double share) const;
    /// [s] of processor time until then.
    double seconds_until(double share) const;
};

/// When a search has had enough, besides its last generation: once the best has not become better by `share` of itself
/// for so many generations.
struct Patience {
    int generations = 0; // 0: endless
    double share = 0.01;
};

GaitSearchStatus start_search(const Walker& walker, const GaitSpace& space, const Objective& objective,
                              const GaitSearchOptions& options, const Patience& patience = {});

/// Of the centre of mass, one a step and one for the start [m].
std::vector<Vec3> path_of(const Walker& walker, const Gait& gait, int steps);
double cost_of(const Walker& walker, const Gait& gait, const Objective& objective, int steps);
/// [s] of processor time a step under this gait: of several runs the fastest, with which others on the machine
/// interfered least.
double step_seconds(const Walker& walker, const Gait& gait, int steps);

} // namespace limber
