// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

namespace limber::app {

/// Distances of a body's vertices from those of full space, as a share of the diagonal of its box at rest.
class Distance {
public:
    explicit Distance(const Character& character);

    /// The root of the mean square over the vertices, weighted by mass. x, full: n x 3 [m].
    double mean(const Points& x, const Points& full) const;
    double largest(const Points& x, const Points& full) const;
    /// [m]
    double size() const {
        return diagonal_;
    }

private:
    Vector mass_;     // n [kg]
    double diagonal_; // [m]
};

} // namespace limber::app
