// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"
#include "engine/core/random.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/mesh/tetrahedralise.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/force_dual_modes.h"
#include "engine/subspace/load_responses.h"
#include "engine/subspace/sampled_load_modes.h"
#include "tests/oracle/compiled_solvers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <vector>

/// The time to compute a force-dual subspace of the dragon, pinned at its feet, beside that of other methods:
///
///     diagonal   20 displacements for forces around its snout, beside the smallest eigenvectors of H Sigma^-1 H
///                [Force-Dual Modes, equation 34], whose condition number is the square of that of H
///     low rank   20 displacements for 60 springs, beside responses that are solved one by one
///     sampled    10 displacements, beside the principal components of sampled responses [figure 15]
///
/// Before these the time of a reduced solve over the number of displacements [inset of section 8.4].
///
/// All times are processor time, on one thread, include operators and factorisation, and end with orthonormal
/// displacements; each method runs once a size. Errors are those of variances, relative to ours, whose residual is
/// beside them, and the sine of the largest angle between both spans.
///
///     force_dual_bench [VERTICES ...]
namespace limber {
namespace {

constexpr Index mode_count = 20;
constexpr Index sampled_count = 10;
constexpr std::size_t spring_count = 60;
constexpr Index extra_columns = 10; // of the iteration with the squared form
constexpr int iterations_max = 100; // likewise
constexpr double same_value = 1e-6; // of a variance, from one iteration to the next
constexpr int solves_min = 5;
constexpr double seconds_of_solves = 0.2;
constexpr double foot_height = 0.03; // [m]
constexpr double young = 2e4;        // [Pa]
const LoadRegion around_snout{Vec3(0.0, 0.89, 0.34), 0.1, 10.0};

/// Processor time of the process, which other programs do not change.
class ProcessorWatch {
public:
    double seconds() const {
        return static_cast<double>(std::clock() - start_) / static_cast<double>(CLOCKS_PER_SEC);
    }

private:
    std::clock_t start_ = std::clock();
};

struct Body {
    TetMesh mesh;
    Material material;
    Vector mass;
    Supports supports;
};

struct Subspace {
    Matrix B;         // 3n x m, orthonormal in the mass
    Vector variances; // m, falling
    double seconds = 0.0;
};

Result<Body> dragon_of(Index vertices) {
    MeshingOptions options;
    options.target_vertices = vertices;
    auto meshed = tetrahedralise(makers::solid_of(makers::dragon()), options);
    if (!meshed) {
        return meshed.error();
    }
    TetMesh mesh = std::move(meshed).value().value;
    const Material material = uniform_material({.young = young, .poisson = 0.3}, mesh.tet_count());
    const Vector mass = lumped_mass(mesh, material.density);
    const Vector pinned = (mesh.X.col(1).array() < foot_height).cast<double>();
    const Matrix no_rig(mesh.vertex_count(), 0);
    return Body{std::move(mesh), material, mass, Supports(no_rig, pinned)};
}

// Springs between vertices in equal steps of their numbers, without those that are pinned.
LoadDistribution springs_on(const Body& body) {
    std::vector<int> free;
    for (Index i = 0; i < body.mass.size(); ++i) {
        if (body.supports.pinned(i) < 1.0) {
            free.push_back(static_cast<int>(i));
        }
    }
    const auto at = [&](std::size_t step) {
        return free[step * (free.size() - 1) / spring_count];
    };
    std::vector<std::array<int, 2>> springs;
    for (std::size_t i = 0; i < spring_count; ++i) {
        springs.push_back({at(i), at(i + 1)});
    }
    return spring_loads(body.mesh.X, springs);
}

Matrix orthonormal_columns(const Matrix& columns) {
    const Eigen::HouseholderQR<Matrix> qr(columns);
    return qr.householderQ() * Matrix::Identity(columns.rows(), columns.cols());
}

// A in the norm of the mass (load_responses.h).
SparseMatrix normalised(const LoadProblem& problem) {
    const Vector root = problem.mass.cwiseSqrt().cwiseInverse();
    return root.asDiagonal() * problem.K * root.asDiagonal();
}

struct Eigenpairs {
    Vector values; // falling
    Matrix vectors;
};

// The largest eigenvalues of the inverse, by subspace iteration; nullopt if they are not finite.
std::optional<Eigenpairs> largest_of_inverse(const SparseCholesky& factor) {
    constexpr std::uint64_t seed = 1;
    Rng rng(seed);
    const Index width = mode_count + extra_columns;
    Matrix Y = orthonormal_columns(Matrix::NullaryExpr(factor.size(), width, [&rng] { return rng.uniform() - 0.5; }));
    Eigenpairs found{Vector::Zero(mode_count), {}};
    for (int iteration = 0; iteration < iterations_max; ++iteration) {
        const Matrix Z = factor.solve(Y);
        if (!Z.allFinite()) {
            return std::nullopt;
        }
        const Matrix product = Y.transpose() * Z;
        const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Matrix(0.5 * (product + product.transpose())));
        const Vector before = found.values;
        found = {eigen.eigenvalues().reverse().head(mode_count),
                 Y * eigen.eigenvectors().rowwise().reverse().leftCols(mode_count)};
        if (((found.values - before).array().abs() <= same_value * found.values.array().abs()).all()) {
            break;
        }
        Y = orthonormal_columns(Z * eigen.eigenvectors());
    }
    return found;
}

struct SquaredForm {
    SparseMatrix matrix;
    std::vector<Index> places; // of its rows, in those of all vertices
    Vector mass;               // of all
};

// A diag(1 / t) A of the vertices that are not pinned, where t are the variances of the forces over the mass. The
// blocks of the loads must be diagonal, and positive there.
SquaredForm squared_form(const Body& body, const LoadDistribution& loads) {
    const LoadProblem problem = displacement_responses(body.mesh, body.material, body.supports, loads);
    const SparseMatrix all = normalised(problem);
    std::vector<int> place(static_cast<std::size_t>(all.rows()), -1);
    std::vector<Index> places;
    std::vector<double> inverse;
    for (Index i = 0; i < all.rows(); ++i) {
        if (body.supports.pinned(i / 3) < 1.0) {
            place[static_cast<std::size_t>(i)] = static_cast<int>(inverse.size());
            places.push_back(i);
            inverse.push_back(problem.mass(i) / loads.blocks(i, i % 3));
        }
    }
    std::vector<Eigen::Triplet<double>> entries;
    for (Index column = 0; column < all.outerSize(); ++column) {
        for (SparseMatrix::InnerIterator entry(all, column); entry; ++entry) {
            const int row = place[static_cast<std::size_t>(entry.row())];
            const int other = place[static_cast<std::size_t>(column)];
            if (row >= 0 && other >= 0) {
                entries.emplace_back(row, other, entry.value());
            }
        }
    }
    const auto count = static_cast<Index>(inverse.size());
    SparseMatrix A(count, count);
    A.setFromTriplets(entries.begin(), entries.end());
    const SparseMatrix scaled = Eigen::Map<const Vector>(inverse.data(), count).asDiagonal() * A;
    return {A * scaled, std::move(places), problem.mass};
}

Result<Subspace> by_squared_form(const Body& body, const LoadDistribution& loads) {
    const ProcessorWatch watch;
    try {
        const SquaredForm form = squared_form(body, loads);
        const auto factor = SparseCholesky::factorise(form.matrix);
        if (!factor) {
            return factor.error();
        }
        const auto pairs = largest_of_inverse(factor.value());
        if (!pairs) {
            return Error{ErrorKind::not_converged, "its responses are not finite", {}};
        }
        Matrix B = Matrix::Zero(form.mass.size(), mode_count);
        for (Index row = 0; row < pairs->vectors.rows(); ++row) {
            const Index place = form.places[static_cast<std::size_t>(row)];
            B.row(place) = pairs->vectors.row(row) / std::sqrt(form.mass(place));
        }
        return Subspace{std::move(B), pairs->values, watch.seconds()};
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::not_converged, "its factor does not fit into memory", {}};
    }
}

Result<Subspace> one_by_one(const Body& body, const LoadDistribution& loads) {
    const ProcessorWatch watch;
    const LoadProblem problem = displacement_responses(body.mesh, body.material, body.supports, loads);
    const auto factor = SparseCholesky::factorise(normalised(problem));
    if (!factor) {
        return factor.error();
    }
    Matrix responses(problem.mass.size(), problem.forces.patterns.cols());
    for (Index j = 0; j < responses.cols(); ++j) {
        responses.col(j) = factor.value().solve(Matrix(problem.forces.patterns.col(j)));
    }
    const Matrix Q = orthonormal_columns(responses);
    const Eigen::JacobiSVD<Matrix> svd(Matrix(Q.transpose() * responses), Eigen::ComputeThinU);
    const Vector inverse_root = problem.mass.cwiseSqrt().cwiseInverse();
    Matrix B = inverse_root.asDiagonal() * Matrix(Q * svd.matrixU().leftCols(mode_count));
    return Subspace{std::move(B), svd.singularValues().head(mode_count).cwiseAbs2(), watch.seconds()};
}

// The sine of the largest angle between two spans, whose columns are orthonormal in the mass.
double angle_between(const Matrix& A, const Matrix& B, const Vector& mass) {
    const Vector root = mass.transpose().replicate(3, 1).reshaped().cwiseSqrt();
    const Matrix P = root.asDiagonal() * A;
    const Matrix Q = root.asDiagonal() * B;
    const Matrix outside = Q - P * (P.transpose() * Q);
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Matrix(outside.transpose() * outside));
    return std::sqrt(std::max(0.0, eigen.eigenvalues().maxCoeff()));
}

void print_row(const std::string& name, const ForceDualModes& ours, double seconds, const Vector& mass,
               const Result<Subspace>& other) {
    std::printf("| %s | %.3g | %.1e | %.1e | ", name.c_str(), seconds,
                ours.variances(ours.variances.size() - 1) / ours.variances(0), ours.residual_max);
    if (!other) {
        std::printf("%s | | | | |\n", sentence(other.error()).c_str());
        return;
    }
    const Index count = std::min(ours.variances.size(), other.value().variances.size());
    const Vector errors =
        (other.value().variances.head(count).cwiseQuotient(ours.variances.head(count)).array() - 1.0).abs();
    std::printf("%.3g | %.3g | %.1e | %.1e | %.1e |\n", other.value().seconds, other.value().seconds / seconds,
                errors(0), errors(count - 1), angle_between(ours.B, other.value().B, mass));
}

template <typename Other>
void compare_with(const std::string& name, const Body& body, const LoadDistribution& loads, const Other& other) {
    const ProcessorWatch watch;
    const auto ours = force_dual_displacements(body.mesh, body.material, body.supports, loads, mode_count);
    const double seconds = watch.seconds();
    if (!ours) {
        std::printf("| %s | %s | | | | | | | |\n", name.c_str(), sentence(ours.error()).c_str());
    } else {
        print_row(name, ours.value(), seconds, body.mass, other(body, loads));
    }
    std::fflush(stdout);
}

void print_header() {
    std::printf("| vertices, loads | ours [s] | smallest variance / largest | residual | other [s] | ratio |"
                " error of the largest variance | of the smallest | angle of the spans |\n"
                "|---|---|---|---|---|---|---|---|---|\n");
}

void compare_constructions(const Body& body) {
    const std::string vertices = std::to_string(body.mesh.vertex_count());
    const Vector share = share_of(around_snout, body.mesh.X);
    compare_with(vertices + ", diagonal", body, loads_within(body.mass, share), by_squared_form);
    compare_with(vertices + ", low rank", body, springs_on(body), one_by_one);
}

void print_samples(const Body& body, const LoadDistribution& loads, const ForceDualModes& ours, double seconds) {
    for (const Index samples : {100, 400, 1600}) {
        const ProcessorWatch watch;
        const auto sampled = sampled_response_modes(body.mesh, body.material, body.supports, loads,
                                                    {.count = sampled_count, .samples = samples});
        const double passed = watch.seconds();
        if (!sampled) {
            std::printf("| %d | %s | | |\n", static_cast<int>(samples), sentence(sampled.error()).c_str());
            continue;
        }
        std::printf("| %d | %.3g | %.3g | %.2g |\n", static_cast<int>(samples), passed, passed / seconds,
                    angle_between(sampled.value().B, ours.B, body.mass));
        std::fflush(stdout);
    }
}

void compare_samples(const Body& body) {
    const LoadDistribution loads = loads_within(body.mass, share_of(around_snout, body.mesh.X));
    const ProcessorWatch watch;
    const auto ours = force_dual_displacements(body.mesh, body.material, body.supports, loads, sampled_count);
    const double seconds = watch.seconds();
    if (!ours) {
        std::printf("%s\n", sentence(ours.error()).c_str());
        return;
    }
    std::printf("\n%d vertices, %d displacements, ours in %.3g s\n", static_cast<int>(body.mesh.vertex_count()),
                static_cast<int>(sampled_count), seconds);
    std::printf("| samples | [s] | ratio | sine of the largest angle to ours |\n|---|---|---|---|\n");
    print_samples(body, loads, ours.value(), seconds);
}

// Of a factorisation and a solve of a dense reduced system; not a number if the solution is not finite.
double seconds_of_solve(Index displacements) {
    Rng rng(1);
    const Matrix A = Matrix::NullaryExpr(displacements, displacements, [&rng] { return rng.uniform() - 0.5; });
    const Matrix H = A * A.transpose() + Matrix::Identity(displacements, displacements);
    Vector x = Vector::Ones(displacements);
    const ProcessorWatch watch;
    int count = 0;
    while (count < solves_min || watch.seconds() < seconds_of_solves) {
        x = Eigen::LLT<Matrix>(H).solve(x).normalized();
        ++count;
    }
    return x.allFinite() ? watch.seconds() / count : std::numeric_limits<double>::quiet_NaN();
}

void print_solves() {
    std::printf("\nsynthetic matrices:\n| displacements | factorisation and solve [us] |\n|---|---|\n");
    for (const Index displacements : {6, 12, 24, 48, 96, 192, 384, 768}) {
        std::printf("| %d | %.3g |\n", static_cast<int>(displacements), 1e6 * seconds_of_solve(displacements));
    }
    std::fflush(stdout);
}

int run(const std::vector<Index>& sizes) {
    std::optional<Body> first; // for samples
    print_solves();
    std::printf("\n");
    print_header();
    for (const Index vertices : sizes) {
        auto body = dragon_of(vertices);
        if (!body) {
            std::fprintf(stderr, "force_dual_bench: %s\n", sentence(body.error()).c_str());
            return 1;
        }
        compare_constructions(body.value());
        if (!first) {
            first = std::move(body).value();
        }
    }
    compare_samples(*first);
    return 0;
}

} // namespace
} // namespace limber

int main(int count, char** words) {
    std::vector<limber::Index> sizes;
    for (int i = 1; i < count; ++i) {
        sizes.push_back(std::atoi(words[i]));
        if (sizes.back() < 100) {
            std::fprintf(stderr, "force_dual_bench [VERTICES ...], each at least 100\n");
            return 2;
        }
    }
    return limber::run(sizes.empty() ? std::vector<limber::Index>{10000, 25000, 100000} : sizes);
}
