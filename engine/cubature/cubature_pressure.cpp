// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_pressure.h"

#include "engine/core/contract.h"
#include "engine/general_basis/general_objective.h"
#include "engine/linalg/dense_systems.h"
#include "engine/stepper/stress_scale.h"

#include <algorithm>
#include <map>
#include <utility>

namespace limber {
namespace {

double pressure_of(const InflatedPocket& inflated, const Controls& controls) {
    return inflated.pressure * stress_scale(controls, inflated.muscle);
}

void compute_positions(const CubaturePressure& pressure, const Coordinates& Z, PressureScratch& scratch) {
    scratch.x = scratch.rig;
    Eigen::Map<Vector>(scratch.x.data(), scratch.x.size()).noalias() += pressure.B * as_vector(Z);
}

void compute_sums_over_triangles(const CubaturePressure& pressure, const Controls& controls, PressureScratch& scratch) {
    scratch.products.setZero();
    for (const InflatedPocket& one : pressure.pockets) {
        add_pressure_hessian_times(one.pocket, pressure_of(one, controls), scratch.x, pressure.B, scratch.products);
    }
    compute_gram(pressure.B, scratch.products, scratch.hessian);
}

void compute_curvatures(const CubaturePressure& pressure, const Controls& controls, PressureScratch& scratch) {
    scratch.hessian.setZero();
    for (std::size_t i = 0; i < pressure.curvatures.size(); ++i) {
        add_curvature(pressure.curvatures[i], pressure_of(pressure.pockets[i], controls), scratch.of_rig[i], scratch.z,
                      scratch.hessian);
    }
    scratch.hessian.triangularView<Eigen::StrictlyLower>() = scratch.hessian.transpose();
}

} // namespace

CubaturePressure cubature_pressure(const GeneralModel& model, std::vector<InflatedPocket> pockets) {
    std::map<int, int> row; // of each vertex
    for (InflatedPocket& one : pockets) {
        EXPECTS(one.pocket.surface.rows() > 0 && one.muscle >= 0);
        for (Index i = 0; i < one.pocket.surface.size(); ++i) {
            int& vertex = one.pocket.surface.data()[i];
            vertex = row.try_emplace(vertex, static_cast<int>(row.size())).first->second;
        }
    }
    const auto count = static_cast<Index>(row.size());
    CubaturePressure pressure{std::move(pockets), Matrix(3 * count, model.coordinate_count()),
                              Matrix(count, model.J.cols())};
    for (const auto& [vertex, place] : row) {
        EXPECTS(3 * vertex + 3 <= model.B.rows());
        pressure.B.middleRows<3>(3 * place) = model.B.middleRows<3>(3 * vertex);
        pressure.J.row(place) = model.J.row(vertex);
    }
    return pressure;
}

// Of the products with B half would do, because they are symmetric.
bool are_curvatures_shorter(const CubaturePressure& pressure) {
    const auto k = static_cast<double>(pressure.B.cols());
    const double products = 0.5 * static_cast<double>(pressure.B.rows()) * k * k;
    const auto pockets = static_cast<double>(pressure.pockets.size());
    return pockets * curvature_work(pressure.B.cols(), pressure.J.cols()) < products;
}

Result<std::vector<PocketCurvature>> pocket_curvatures(const CubaturePressure& pressure, Progress* progress) {
    const auto count = static_cast<double>(pressure.pockets.size());
    std::vector<PocketCurvature> curvatures;
    for (const InflatedPocket& one : pressure.pockets) {
        const auto before = static_cast<double>(curvatures.size());
        const PartOfProgress part(progress, before / count, (before + 1.0) / count);
        auto curvature = pocket_curvature(one.pocket, pressure.B, pressure.J, progress);
        if (!curvature) {
            return curvature.error();
        }
        curvatures.push_back(std::move(curvature).value());
    }
    return curvatures;
}

PressureScratch pressure_scratch(const CubaturePressure& pressure) {
    const Index v = pressure.vertex_count();
    const Index k = v > 0 ? pressure.B.cols() : 0;
    const std::vector<Vector> of_rig(pressure.curvatures.size(), Vector(k * (k + 1) / 2));
    return {Points(v, 3), Points(v, 3), Points(v, 3), of_rig, Vector(k), Matrix(3 * v, k), Matrix(k, k)};
}

bool has_pressure(const CubaturePressure& pressure, const Controls& controls) {
    return std::ranges::any_of(pressure.pockets,
                               [&](const InflatedPocket& one) { return pressure_of(one, controls) != 0.0; });
}

void prepare_pressure(const CubaturePressure& pressure, const AffineStack& P, PressureScratch& scratch) {
    for (Index i = 0; i < pressure.vertex_count(); ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            scratch.rig(i, axis) = pressure.J.row(i).dot(P.col(axis));
        }
    }
    for (std::size_t i = 0; i < pressure.curvatures.size(); ++i) {
        scratch.of_rig[i].noalias() = pressure.curvatures[i].rig * as_vector(P);
    }
}

double add_pressure_gradient(const CubaturePressure& pressure, const Controls& controls, PressureScratch& scratch,
                             Iterate& at) {
    compute_positions(pressure, at.Z, scratch);
    scratch.force.setZero();
    double energy = 0.0;
    for (const InflatedPocket& one : pressure.pockets) {
        energy += add_pressure_energy(one.pocket, pressure_of(one, controls), scratch.x, scratch.force);
    }
    as_vector(at.gradient).noalias() +=
        pressure.B.transpose() * Eigen::Map<const Vector>(scratch.force.data(), scratch.force.size());
    return energy;
}

void add_pressure_hessian(const CubaturePressure& pressure, const Controls& controls, const Coordinates& Z,
                          PressureScratch& scratch, Matrix& H) {
    if (pressure.curvatures.empty()) {
        compute_positions(pressure, Z, scratch);
        compute_sums_over_triangles(pressure, controls, scratch);
    } else {
        scratch.z = as_vector(Z);
        compute_curvatures(pressure, controls, scratch);
    }
    H += scratch.hessian;
}

} // namespace limber
