// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_energy.h"

#include "engine/general_basis/general_objective.h"
#include "engine/linalg/dense_systems.h"
#include "engine/operators/hessian_spectrum.h"

namespace limber {
namespace {

Lame scaled_lame(const CubatureModel& model, const Controls& controls, Index p) {
    const Lame& lame = model.lame[static_cast<std::size_t>(p)];
    return {controls.young_scale * lame.mu, controls.young_scale * controls.lambda_scale * lame.lambda};
}

void compute_gradients(const CubatureModel& model, const Coordinates& Z, CubatureScratch& scratch) {
    scratch.F = scratch.rig_F;
    scratch.F.noalias() += model.S.transpose() * as_vector(Z);
}

Mat3 gradient_at(const CubatureScratch& scratch, Index p) {
    return Eigen::Map<const Mat3>(scratch.F.data() + 9 * p);
}

// Of the eigenvalues of each point with this sign.
void add_hessian_of_sign(double sign, const CubatureModel& model, const Controls& controls, const Coordinates& Z,
                         CubatureScratch& scratch, Matrix& H) {
    compute_gradients(model, Z, scratch);
    for (Index p = 0; p < model.point_count(); ++p) {
        const HessianSpectrum spectrum =
            hessian_spectrum(model.energy, scaled_lame(model, controls, p), gradient_at(scratch, p));
        const Mat9 root = spectrum.vectors * (sign * spectrum.values).cwiseMax(0.0).cwiseSqrt().asDiagonal();
        scratch.columns.middleCols<9>(9 * p).noalias() = model.S.middleCols<9>(9 * p).lazyProduct(root);
    }
    add_outer_products(H, sign, scratch.columns);
}

} // namespace

CubatureScratch cubature_scratch(const CubatureModel& model) {
    const Index size = model.S.cols();
    return {Vector(size), Vector(size), Vector(size), Matrix(model.S.rows(), size)};
}

void prepare_cubature(const CubatureModel& model, const AffineStack& P, CubatureScratch& scratch) {
    for (Index column = 0; column < model.rig.cols(); ++column) {
        for (Index axis = 0; axis < 3; ++axis) {
            scratch.rig_F(3 * column + axis) = P.col(axis).dot(model.rig.col(column));
        }
    }
}

double add_cubature_gradient(const CubatureModel& model, const Controls& controls, CubatureScratch& scratch,
                             Iterate& at) {
    compute_gradients(model, at.Z, scratch);
    double energy = 0.0;
    for (Index p = 0; p < model.point_count(); ++p) {
        const EnergyAndStress found =
            energy_and_stress(model.energy, scaled_lame(model, controls, p), gradient_at(scratch, p));
        Eigen::Map<Mat3>(scratch.stress.data() + 9 * p) = found.stress;
        energy += found.energy;
    }
    as_vector(at.gradient).noalias() += model.S * scratch.stress;
    return energy;
}

void add_cubature_hessian(const CubatureModel& model, const Controls& controls, const Coordinates& Z,
                          CubatureScratch& scratch, Matrix& H) {
    add_hessian_of_sign(1.0, model, controls, Z, scratch, H);
}

void add_negative_cubature_hessian(const CubatureModel& model, const Controls& controls, const Coordinates& Z,
                                   CubatureScratch& scratch, Matrix& H) {
    add_hessian_of_sign(-1.0, model, controls, Z, scratch, H);
}

} // namespace limber
