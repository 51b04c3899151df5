// SPDX-License-Identifier: MIT
#pragma once

#include "engine/cubature/cubature.h"
#include "engine/cubature/cubature_fibres.h"
#include "engine/cubature/cubature_pressure.h"
#include "engine/operators/hyperelasticity.h"

#include <vector>

/// The constant data of a step of Newton's method in a linear subspace, x = B z + J P, with an elastic energy for each
/// cubature point. F at point p is F(i, j) = S.col(9 p + i + 3 j)' z + (P' rig.col(3 p + j))(i).
namespace limber {

struct CubatureModel {
    GeneralModel body; // with its muscles, without its elastic energy and its clusters
    ElasticEnergy energy = ElasticEnergy::stable_neo_hookean;
    Cubature cubature;
    std::vector<Lame> lame;    // c [J] mu and lambda, times volume and weight
    Matrix S;                  // k x 9c [kg^-1/2 / m]
    Matrix rig;                // 4b x 3c
    CubaturePressure pressure; // of the gas in pockets; empty: there is none
    CubatureFibres fibres;     // under tension; empty: there are none
    double force_scale = 0.0;  // [N / kg^1/2] of the elastic forces at rest, which cancel: the scale of their round-off

    Index point_count() const {
        return static_cast<Index>(lame.size());
    }
};

/// Precondition: tets of the body's mesh, with a weight each.
CubatureModel cubature_model(const ElasticBody& body, Cubature cubature);

} // namespace limber
