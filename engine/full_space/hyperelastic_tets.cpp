// SPDX-License-Identifier: MIT
#include "engine/full_space/hyperelastic_tets.h"

#include "engine/operators/hessian_spectrum.h"

#include <algorithm>

namespace limber {
namespace {

constexpr std::size_t tets_a_task = 256;
constexpr std::size_t vertices_a_task = 256;

// mu and lambda of a tet times its volume [J].
Lame lame_of(const FullSpaceModel& model, std::size_t tet, double l_scale) {
    const auto t = static_cast<Index>(tet);
    return {0.5 * model.w(t), l_scale * model.l(t)};
}

double energy_of_tets(const FullSpaceModel& model, const Points& x, double l_scale, std::size_t begin, std::size_t end,
                      TetEnergy& scratch) {
    double energy = 0.0;
    for (std::size_t tet = begin; tet < end; ++tet) {
        const auto [density, stress] =
            energy_and_stress(model.energy, lame_of(model, tet, l_scale), deformation_gradient(model, x, tet));
        Eigen::Map<Eigen::Matrix<double, 4, 3, Eigen::RowMajor>> forces(scratch.forces.data() + 12 * tet);
        forces = model.gradients[tet] * stress.transpose();
        energy += density;
    }
    return energy;
}

Mat9 hessian_of(const FullSpaceModel& model, std::size_t tet, double l_scale, const Mat3& F,
                Definiteness definiteness) {
    const Lame lame = lame_of(model, tet, l_scale);
    return definiteness == Definiteness::projected ? positive_semidefinite_part(hessian_spectrum(model.energy, lame, F))
                                                   : stress_derivative(model.energy, lame, F);
}

bool has_pattern(const SparseMatrix& a, const SparseMatrix& b) {
    return a.rows() == b.rows() && a.nonZeros() == b.nonZeros() &&
           std::equal(a.outerIndexPtr(), a.outerIndexPtr() + a.cols() + 1, b.outerIndexPtr()) &&
           std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), b.innerIndexPtr());
}

// The vertices below the diagonal that share a tet or an entry of A with a vertex, and itself.
std::vector<int> neighbours(const FullSpaceModel& model, const SparseMatrix& A, int vertex) {
    std::vector<int> found{vertex};
    const auto v = static_cast<std::size_t>(vertex);
    for (int s = model.around.begin[v]; s < model.around.begin[v + 1]; ++s) {
        const int tet = model.around.corners[static_cast<std::size_t>(s)] / 4;
        for (int a = 0; a < 4; ++a) {
            found.push_back(model.T(tet, a));
        }
    }
    for (SparseMatrix::InnerIterator it(A, vertex); it; ++it) {
        found.push_back(static_cast<int>(it.row()));
    }
    std::erase_if(found, [&](int other) { return other < vertex; });
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

void compute_pattern(const FullSpaceModel& model, const SparseMatrix& A, HyperelasticHessian& hessian) {
    const auto n = static_cast<int>(model.vertex_count());
    hessian.rows.clear();
    hessian.begin.assign(1, 0);
    for (int v = 0; v < n; ++v) {
        const std::vector<int> found = neighbours(model, A, v);
        hessian.rows.insert(hessian.rows.end(), found.begin(), found.end());
        hessian.begin.push_back(static_cast<int>(hessian.rows.size()));
    }
    SparseMatrix& matrix = hessian.matrix;
    matrix.resize(3 * n, 3 * n);
    matrix.resizeNonZeros(static_cast<Index>(9 * hessian.rows.size()));
    for (int column = 0; column < 3 * n; ++column) {
        const auto v = static_cast<std::size_t>(column / 3);
        const int count = hessian.begin[v + 1] - hessian.begin[v];
        const int begin = 9 * hessian.begin[v] + 3 * count * (column % 3);
        matrix.outerIndexPtr()[column] = begin;
        for (int i = 0; i < 3 * count; ++i) {
            matrix.innerIndexPtr()[begin + i] =
                3 * hessian.rows[static_cast<std::size_t>(hessian.begin[v] + i / 3)] + i % 3;
        }
    }
    matrix.outerIndexPtr()[3 * n] = static_cast<int>(9 * hessian.rows.size());
}

/// The entries of the three columns of one vertex, which are stored one after the other.
class VertexColumns {
public:
    VertexColumns(HyperelasticHessian& hessian, std::size_t vertex)
        : rows_(hessian.rows.data() + hessian.begin[vertex]), count_(hessian.begin[vertex + 1] - hessian.begin[vertex]),
          values_(hessian.matrix.valuePtr() + 9 * hessian.begin[vertex], 3 * count_, 3) {
        values_.setZero();
    }

    // The block at a row of vertices.
    auto block(int vertex) {
        const auto slot = std::lower_bound(rows_, rows_ + count_, vertex) - rows_;
        return values_.block<3, 3>(3 * slot, 0);
    }

private:
    const int* rows_;
    Index count_;
    Eigen::Map<Matrix> values_; // 3 count x 3
};

// The derivative of the force on one corner by the position of another: sum_jl g_j H_ij,kl g'_l.
Mat3 corner_block(const Mat9& H, const Vec3& g, const Vec3& other) {
    Eigen::Matrix<double, 9, 3> columns;
    columns = H.leftCols<3>() * other(0) + H.middleCols<3>(3) * other(1) + H.rightCols<3>() * other(2);
    return g(0) * columns.topRows<3>() + g(1) * columns.middleRows<3>(3) + g(2) * columns.bottomRows<3>();
}

void add_tets_around(const FullSpaceModel& model, const HyperelasticHessian& hessian, std::size_t vertex,
                     VertexColumns& columns) {
    for (int s = model.around.begin[vertex]; s < model.around.begin[vertex + 1]; ++s) {
        const int corner = model.around.corners[static_cast<std::size_t>(s)];
        const auto tet = static_cast<std::size_t>(corner / 4);
        const auto& g = model.gradients[tet];
        for (int a = 0; a < 4; ++a) {
            const int other = model.T(corner / 4, a);
            if (other >= static_cast<int>(vertex)) {
                columns.block(other) += corner_block(hessian.of_tet[tet], g.row(a), g.row(corner % 4));
            }
        }
    }
}

} // namespace

double add_hyperelastic_energy(const FullSpaceModel& model, const Points& x, double scale, double l_scale,
                               Threads threads, TetEnergy& scratch, Points& gradient) {
    const auto tets = static_cast<std::size_t>(model.tet_count());
    scratch.sums.assign((tets + tets_a_task - 1) / tets_a_task, 0.0);
    parallel_for(tets, tets_a_task, threads, [&](std::size_t begin, std::size_t end, std::size_t task) {
        scratch.sums[task] = energy_of_tets(model, x, l_scale, begin, end, scratch);
    });
    add_corner_forces(model, scale, threads, scratch, gradient);
    double energy = 0.0;
    for (const double sum : scratch.sums) {
        energy += sum;
    }
    return scale * energy;
}

bool assemble(const FullSpaceModel& model, const SparseMatrix& A, const Points& x, double scale, double l_scale,
              Definiteness definiteness, Threads threads, HyperelasticHessian& hessian) {
    const bool is_new = !has_pattern(hessian.A, A);
    hessian.A = A;
    if (is_new) {
        compute_pattern(model, A, hessian);
    }
    hessian.of_tet.resize(static_cast<std::size_t>(model.tet_count()));
    parallel_for(hessian.of_tet.size(), tets_a_task, threads, [&](std::size_t begin, std::size_t end, std::size_t) {
        for (std::size_t tet = begin; tet < end; ++tet) {
            const Mat9 H = hessian_of(model, tet, l_scale, deformation_gradient(model, x, tet), definiteness);
            hessian.of_tet[tet] = scale * H;
        }
    });
    parallel_for(static_cast<std::size_t>(model.vertex_count()), vertices_a_task, threads,
                 [&](std::size_t begin, std::size_t end, std::size_t) {
                     for (std::size_t vertex = begin; vertex < end; ++vertex) {
                         VertexColumns columns(hessian, vertex);
                         add_tets_around(model, hessian, vertex, columns);
                         for (SparseMatrix::InnerIterator it(A, static_cast<Index>(vertex)); it; ++it) {
                             if (it.row() >= static_cast<Index>(vertex)) {
                                 columns.block(static_cast<int>(it.row())).diagonal().array() += it.value();
                             }
                         }
                     }
                 });
    return is_new;
}

} // namespace limber
