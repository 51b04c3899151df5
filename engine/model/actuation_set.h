#pragma once

#include "engine/model/cluster_set.h"

#include <vector>

/// What a step knows of a character's muscles: the constant part of the actuation energy
/// [Benchekroun et al. 2024, Actuators A La Mode, equation 11]
///
///     E_a = 1/2 sum_t gamma_t V_t |F_t - Omega_c Y_t(a)|^2,    Y_t(a) = I + sum_v a_v grad d_v,
///
/// which pulls the body towards the shape x_0 + sum_v a_v d_v, whichever way each cluster c of tets is turned. With
/// gamma = strength * 2 mu it falls apart into
///
///     strength * ( 1/2 tr(x'Lx) - sum_c w_c <Omega_c, H_c> + 3/2 w_sum + p'a + 1/2 a'Q a )
///
/// of which the first part is the elastic one's, diagonal in modal coordinates, and the second has the form of passive
/// clusters (cluster_set.h) with H_c = sum 2 mu V F Y'/ w_c in place of F_c. H_c is linear in the coordinates and
/// in [1 a]: S(a) = S_0 + sum_v a_v S_v, which a step contracts once and then hands to the passive kernel.
namespace limber {

struct ActuationSet {
    ClusterSet rest;                 // S_0: the clusters with Y = I, and their weights w
    std::vector<ClusterSet> muscles; // S_v: what activation 1 of each muscle adds; their w and l are not read
    Vector linear;                   // m [J]      p
    Matrix quadratic;                // m x m [J]  Q
    double w_sum = 0.0;              // [J]        sum_c w_c

    Index muscle_count() const {
        return static_cast<Index>(muscles.size());
    }
};

} // namespace limber
