// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/control/gait_search.h"

#include <array>
#include <string>
#include <vector>

/// Helpers for the figures of Actuators A La Mode: characters at any resolution, searches with one budget, and the
/// paths of gaits. A failure ends the program with a message.
namespace limber {

/// "creature:bat" or a file, as a scene.
app::CharacterDescription scene_of(const std::string& name);
/// One of our walkers with about `vertices` vertices.
app::CharacterDescription remeshed_walker(const std::string& name, Index vertices);
app::CharacterPtr character_of(const app::CharacterDescription& scene);
/// The same character with other muscles, 3n x m displacements [m] at activation 1.
app::CharacterPtr with_shapes(const app::Character& character, const Matrix& D);
/// Modes of similar frequencies have no defined order and sign. Returns the fine body with its own modes in the order,
/// with the signs and at the scale of the coarse body's, so that a gait means the same for both.
app::CharacterPtr aligned(const app::Character& fine, const app::Character& coarse);
/// The same character with the points of a cage around its bounding box as muscles.
app::CharacterPtr with_cage(const app::Character& character, const std::array<Index, 3>& cells);
Walker walker_of(const app::CharacterPtr& character);
/// Uses the vertices of this body nearest to the other's contact points as contact points.
void touch_where_the_other_does(const app::Character& character, Walker& walker, const app::Character& other,
                                const Walker& other_walker);

/// CPU time of all threads of this process [s].
double processor_seconds();

struct GaitSearchStatus {
    Gait gait;
    Scores scores;
    double seconds = 0.0;           // CPU time on all threads
    std::vector<double> best_costs; // so far, one for each generation

    double cost() const {
        return best_costs.back();
    }
    /// The first generation, counted from 1, whose best cost is within this fraction of the last one.
    int generations_until(double share) const;
    /// CPU time until then [s].
    double seconds_until(double share) const;
};

/// The end of a search besides its last generation: the best cost has not improved by the fraction `share` for this
/// many generations.
struct Patience {
    int generations = 0; // 0: endless
    double share = 0.01;
};

GaitSearchStatus start_search(const Walker& walker, const GaitSpace& space, const Objective& objective,
                              const GaitSearchOptions& options, const Patience& patience = {});

/// Positions of the centre of mass at the start and after each step [m].
std::vector<Vec3> path_of(const Walker& walker, const Gait& gait, int steps);
double cost_of(const Walker& walker, const Gait& gait, const Objective& objective, int steps);
/// CPU time of a step with this gait [s]: the fastest of several runs, which other programs disturbed least.
double step_seconds(const Walker& walker, const Gait& gait, int steps);

} // namespace limber
