// SPDX-License-Identifier: MIT
#pragma once

#include "engine/model/reduced_model.h"

namespace limber {

/// k_to x k_from: maps the coordinates of one model of a body to those of another with other modes, by least squares in
/// the mass (n, [kg]). W_to and W_from are the mode weights of the two models.
Matrix projection_between(const ReducedModel& to, const Matrix& W_to, const ReducedModel& from, const Matrix& W_from,
                          const Points& X, const Vector& mass);

} // namespace limber
