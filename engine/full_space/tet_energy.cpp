// SPDX-License-Identifier: MIT
#include "engine/full_space/tet_energy.h"

#include "engine/model/cluster_lanes.h"
#include "engine/operators/tet_gradient.h"

#include <algorithm>

namespace limber {
namespace {

constexpr std::size_t lanes = cluster_lanes;
constexpr std::size_t blocks_a_task = 64;

std::size_t block_count(const FullSpaceModel& model) {
    return (static_cast<std::size_t>(model.tet_count()) + lanes - 1) / lanes;
}

double& entry(std::vector<double>& matrices, std::size_t tet, int row, int column) {
    return matrices[(tet / lanes * 9 + static_cast<std::size_t>(3 * row + column)) * lanes + tet % lanes];
}

// Writes F of a tet.
void gather(const FullSpaceModel& model, const Points& x, std::size_t tet, std::vector<double>& F) {
    const Mat3 sum = deformation_gradient(model, x, tet);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            entry(F, tet, row, column) = sum(row, column);
        }
    }
}

// Returns the energy of a tet whose F and R are known, and writes its forces.
double scatter(const FullSpaceModel& model, std::size_t tet, double l_scale, TetEnergy& scratch) {
    Mat3 R;
    double product = 0.0;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            R(row, column) = entry(scratch.R, tet, row, column);
            product += R(row, column) * entry(scratch.F, tet, row, column);
        }
    }
    const double w = model.w(static_cast<Index>(tet));
    const double l = l_scale * model.l(static_cast<Index>(tet));
    const double stretch = product - 3.0;
    const double pull = l * stretch - w;
    Eigen::Map<Eigen::Matrix<double, 4, 3, Eigen::RowMajor>> forces(scratch.forces.data() + 12 * tet);
    forces = pull * model.gradients[tet] * R.transpose();
    return -w * product + 0.5 * l * stretch * stretch;
}

// The energy of the tets of blocks begin to end.
double energy_of_blocks(const FullSpaceModel& model, const Kernel& kernel, const Points& x, double l_scale,
                        std::size_t begin, std::size_t end, TetEnergy& scratch) {
    const auto tets_end = std::min(end * lanes, static_cast<std::size_t>(model.tet_count()));
    for (std::size_t tet = begin * lanes; tet < tets_end; ++tet) {
        gather(model, x, tet, scratch.F);
    }
    kernel.rotations_double(end - begin, scratch.F.data() + begin * 9 * lanes, scratch.R.data() + begin * 9 * lanes);
    double energy = 0.0;
    for (std::size_t tet = begin * lanes; tet < tets_end; ++tet) {
        energy += scatter(model, tet, l_scale, scratch);
    }
    return energy;
}

Vec3 force_on(const FullSpaceModel& model, std::size_t vertex, const TetEnergy& scratch) {
    Vec3 sum = Vec3::Zero();
    for (int i = model.around.begin[vertex]; i < model.around.begin[vertex + 1]; ++i) {
        const auto corner = static_cast<std::size_t>(model.around.corners[static_cast<std::size_t>(i)]);
        sum += Eigen::Map<const Vec3>(scratch.forces.data() + 3 * corner);
    }
    return sum;
}

} // namespace

TetEnergy tet_energy(const FullSpaceModel& model) {
    const std::size_t blocks = block_count(model);
    const std::size_t entries = blocks * 9 * lanes; // the last block is padded with zeros
    TetEnergy scratch;
    scratch.F.assign(entries, 0.0);
    scratch.R.assign(entries, 0.0);
    scratch.forces.assign(12 * static_cast<std::size_t>(model.tet_count()), 0.0);
    scratch.sums.assign((blocks + blocks_a_task - 1) / blocks_a_task, 0.0);
    return scratch;
}

Mat3 deformation_gradient(const FullSpaceModel& model, const Points& x, std::size_t tet) {
    return gradient_in_tet(x, model.T, static_cast<Index>(tet), model.gradients[tet]);
}

void add_corner_forces(const FullSpaceModel& model, double scale, Threads threads, const TetEnergy& scratch,
                       Points& gradient) {
    constexpr std::size_t vertices_a_task = 2048;
    parallel_for(static_cast<std::size_t>(model.vertex_count()), vertices_a_task, threads,
                 [&](std::size_t begin, std::size_t end, std::size_t) {
                     for (std::size_t vertex = begin; vertex < end; ++vertex) {
                         gradient.row(static_cast<Index>(vertex)) +=
                             scale * force_on(model, vertex, scratch).transpose();
                     }
                 });
}

double add_tet_energy(const FullSpaceModel& model, const Kernel& kernel, const Points& x, double scale, double l_scale,
                      Threads threads, TetEnergy& scratch, Points& gradient) {
    parallel_for(block_count(model), blocks_a_task, threads, [&](std::size_t begin, std::size_t end, std::size_t task) {
        scratch.sums[task] = energy_of_blocks(model, kernel, x, l_scale, begin, end, scratch);
    });
    add_corner_forces(model, scale, threads, scratch, gradient);
    double energy = 0.0;
    for (const double sum : scratch.sums) {
        energy += sum;
    }
    return scale * energy;
}

} // namespace limber
