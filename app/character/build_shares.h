// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/muscle_description.h"
#include "engine/core/progress.h"

/// How a build's progress is divided among its stages, so that it grows evenly and the remaining time can be estimated.
namespace limber::app {

inline constexpr double read_share = 0.15; // at the end of the mesh, where it is only read
inline constexpr double muscles_share_begin = 0.88;
inline constexpr double muscles_share_end = 0.98;

/// The shares of a usual build, in which the mesh is read and a body has few muscles, mapped to those of another one.
struct BuildShares {
    double mesh_end = read_share;
    double muscles_weight = 1.0; // how many times longer than usual the muscles take

    /// The share of this build at the share of a usual one.
    double of(double usual) const;
};

/// From the number of modes that are solved for: the time of their orthogonalisation grows with its square.
double muscles_weight(const MuscleDescription& muscles);

/// A part of the range of a computation's progress.
struct ProgressPart {
    Progress* progress = nullptr; // null: nothing is reported
    double from = 0.0;
    double to = 1.0;

    /// Maps the following reports from [0, 1] to this range of the part.
    void set_range(double begin, double end) const {
        if (progress) {
            progress->set_range(from + (to - from) * begin, from + (to - from) * end);
        }
    }
};

} // namespace limber::app
