// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// The linear map from affine transforms to displacements that a set of skinning weights spans (FCD equation 7): u = B
/// Z with Z 4m x 3, the affine maps stacked. The textbook's 3n x 12m basis is I_3 (x) B. Rest positions are centred and
/// scaled to unit size, because the condition number of B'MB grows with the square of the distance from the origin; the
/// span is the same.
namespace limber {

struct RestFrame {
    Vec3 centre = Vec3::Zero(); // [m]
    double scale = 1.0;         // [m]
};

RestFrame rest_frame(const Points& X);

/// n x 3: (X - centre) / scale.
Points in_frame(const Points& X, const RestFrame& frame);

/// n x 4m: the row of vertex i has w_ij [X^_i 1] for every mode j, X^ in the frame.
Matrix skinning_basis(const Points& X, const Matrix& W, const RestFrame& frame);

/// 3n x 3c: each column of B (n x c) as a displacement along x, y and z; vertex by vertex.
Matrix on_three_axes(const Matrix& B);

/// 4m x 3: converts maps that act on rest positions in the frame to maps that act on X itself.
AffineStack out_of_frame(const AffineStack& maps, const RestFrame& frame);

} // namespace limber
