// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/operators/scalar_operators.h"

#include <vector>

/// Strain and stress on a body's surface. Of each tet, with E = (F'F - I) / 2 and dev E its part without trace,
///
///     equivalent strain    sqrt(2/3 dev E : dev E)        1 for a small uniaxial strain at constant volume
///     von Mises stress     sqrt(3/2) |2 mu dev E|         [Pa], of the second Piola-Kirchhoff stress
///
/// and of each vertex of the surface the mean over the tets around it, weighted by volume. The strain does not change
/// when the body moves rigidly.
namespace limber::app {

class SurfaceStrain {
public:
    explicit SurfaceStrain(const Character& character);

    struct Values {
        std::vector<float> strains;  // s
        std::vector<float> stresses; // s [Pa]
    };
    /// x: n x 3 [m]. `young_scale`: of the material, as in the controls of a step.
    Values at(const Points& x, double young_scale) const;

private:
    Tets T_;
    TetGradients gradients_;      // t
    Vector mu_;                   // t [Pa]
    Vector volumes_;              // t
    std::vector<int> surface_;    // s, indices of vertices
    std::vector<double> weights_; // n, the volume around each vertex
};

} // namespace limber::app
