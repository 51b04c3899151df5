// SPDX-License-Identifier: MIT
#pragma once

#include "engine/model/cluster_set.h"

#include <vector>

/// The constant part of the actuation energy of a character's muscles [Benchekroun et al. 2024, Actuators A La Mode,
/// equation 11]
///
///     E_a = 1/2 sum_t gamma_t V_t |F_t - Omega_c Y_t(a)|^2,    Y_t(a) = I + sum_v a_v grad d_v,
///
/// which pulls the body towards the shape x_0 + sum_v a_v d_v, up to a rotation of each cluster c of tets. With gamma =
/// s * 2 mu, s the muscle stiffness scale, it splits into
///
///     s * ( 1/2 tr(x'Lx) - sum_c w_c <Omega_c, H_c> + 3/2 w_sum + p'a + 1/2 a'Q a )
///
/// The first part is that of the elastic energy, diagonal in modal coordinates. The second has the form of passive
/// clusters (cluster_set.h) with H_c = sum 2 mu V F Y'/ w_c in place of F_c. H_c is linear in the coordinates and in [1
/// a]: S(a) = S_0 + sum_v a_v S_v, which a step contracts once and passes to the passive kernel.
namespace limber {

struct ActuationSet {
    ClusterSet rest;                 // S_0: the clusters with Y = I, and their weights w
    std::vector<ClusterSet> muscles; // S_v: the addition of activation 1 of each muscle; their w and l are unused
    Vector linear;                   // m [J]      p
    Matrix quadratic;                // m x m [J]  Q
    double w_sum = 0.0;              // [J]        sum_c w_c

    Index muscle_count() const {
        return static_cast<Index>(muscles.size());
    }
};

} // namespace limber
