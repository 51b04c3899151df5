// SPDX-License-Identifier: MIT
#include "engine/stepper/kernel.h"

#include "engine/linalg/nearest_rotation.h"
#include "engine/model/cluster_set.h"
#include "engine/stepper/no_denormals.h"
#include "tests/oracle/compiled_solvers.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <type_traits>
#include <vector>

namespace limber::testing {
namespace {

std::vector<InstructionSet> sets_that_run_here() {
    std::vector<InstructionSet> sets;
    for (const InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        if (runs_here(set)) {
            sets.push_back(set);
        }
    }
    return sets;
}

Mat3 random_matrix(Rng& rng) {
    return Mat3::NullaryExpr([&] { return rng.uniform(-1.0, 1.0); });
}

// A random matrix of every kind that a degenerate pose can contain.
Mat3 extreme_matrix(std::size_t kind, Rng& rng) {
    const Mat3 turn = random_rotation(rng);
    switch (kind % 8) {
    case 0:
        return std::pow(10.0, rng.uniform(-14.0, 14.0)) * random_matrix(rng);
    case 1: // nearly flat or flat
        return turn * Vec3(1.0, rng.uniform(), std::pow(10.0, rng.uniform(-16.0, 0.0))).asDiagonal() *
               random_rotation(rng);
    case 2: // a reflection
        return turn * Vec3(1.0, 1.0, -1.0).asDiagonal() * turn.transpose();
    case 3: // half a turn
        return Eigen::AngleAxisd(std::numbers::pi, turn.col(0)).toRotationMatrix();
    case 4:
        return Mat3::Zero();
    case 5: // inside out
        return -turn;
    case 6: // as a body in motion has it
        return turn * (Mat3::Identity() + 0.3 * random_matrix(rng));
    default:
        return random_matrix(rng);
    }
}

template <typename Real>
struct Limits;
template <>
struct Limits<float> {
    static constexpr double rotation = 3e-6;
    static constexpr double sum = 1e-5;
    static void rotations(const Kernel& kernel, std::size_t blocks, const float* F, float* R) {
        kernel.rotations_single(blocks, F, R);
    }
    static PassSums pass(const Kernel& kernel, const ClusterPass<float>& pass, float* pull) {
        return kernel.pass_single(pass, pull);
    }
};
template <>
struct Limits<double> {
    static constexpr double rotation = 1e-12;
    static constexpr double sum = 1e-12;
    static void rotations(const Kernel& kernel, std::size_t blocks, const double* F, double* R) {
        kernel.rotations_double(blocks, F, R);
    }
    static PassSums pass(const Kernel& kernel, const ClusterPass<double>& pass, double* pull) {
        return kernel.pass_double(pass, pull);
    }
};

std::size_t place(std::size_t cluster, int entry) {
    return (cluster / cluster_lanes * 9 + static_cast<std::size_t>(entry)) * cluster_lanes + cluster % cluster_lanes;
}

template <typename Real>
void put(const Mat3& matrix, std::size_t cluster, LaneArray<Real>& lanes) {
    for (int e = 0; e < 9; ++e) {
        lanes[place(cluster, e)] = static_cast<Real>(matrix(e / 3, e % 3));
    }
}

template <typename Real>
Mat3 matrix_at(const LaneArray<Real>& lanes, std::size_t cluster) {
    Mat3 matrix;
    for (int e = 0; e < 9; ++e) {
        matrix(e / 3, e % 3) = static_cast<double>(lanes[place(cluster, e)]);
    }
    return matrix;
}

// A rotation R is the nearest to F if and only if S = R'F is symmetric with tr(S) I - S positive semidefinite.
double distance_from_optimal(const Mat3& R, const Mat3& F) {
    const double size = F.norm() + 1e-300;
    const Mat3 S = R.transpose() * F;
    const Mat3 H = (S.trace() * Mat3::Identity() - 0.5 * (S + S.transpose())) / size;
    const double asymmetry = (S - S.transpose()).norm() / size;
    // Uses the principal minors of H + e I, because the smallest root of the characteristic polynomial loses digits.
    const Mat3 A = H + 1e-5 * Mat3::Identity();
    double least = A.determinant();
    for (Index i = 0; i < 3; ++i) {
        const Index j = (i + 1) % 3;
        least = std::min({least, A(i, i), A(i, i) * A(j, j) - A(i, j) * A(j, i)});
    }
    const bool semidefinite = least > -1e-14;
    const double bent = (R.transpose() * R - Mat3::Identity()).norm() + (R.determinant() > 0 ? 0.0 : 1.0);
    return asymmetry + bent + (semidefinite ? 0.0 : 1.0);
}

TEST(DistanceFromOptimal, DetectsAMissedHalfTurn) {
    for (Index axis = 0; axis < 3; ++axis) {
        const Mat3 half_turn = 2.0 * Mat3::Identity().col(axis) * Mat3::Identity().row(axis) - Mat3::Identity();
        EXPECT_GE(distance_from_optimal(Mat3::Identity(), half_turn), 1.0) << axis;
        EXPECT_EQ(distance_from_optimal(half_turn, half_turn), 0.0) << axis;
    }
}

template <typename Real>
void expect_nearest(InstructionSet set, std::size_t block_count, Rng& rng) {
    const std::size_t count = block_count * cluster_lanes;
    LaneArray<Real> F(9 * count);
    LaneArray<Real> R(9 * count);
    for (std::size_t c = 0; c < count; ++c) {
        // Most lanes are regular and some extreme, so that one vector uses both branches of the kernel.
        put(c % 5 == 0 ? extreme_matrix(c / 5, rng) : random_matrix(rng), c, F);
    }
    {
        const NoDenormals as_in_a_step;
        Limits<Real>::rotations(kernel(set), block_count, F.data(), R.data());
    }
    double worst = 0.0;
    for (std::size_t c = 0; c < count; ++c) {
        const double distance = distance_from_optimal(matrix_at(R, c), matrix_at(F, c));
        if (!(distance <= Limits<Real>::rotation)) {
            ADD_FAILURE() << name_of(set) << " is off by " << distance << " at\n" << matrix_at(F, c);
            return;
        }
        worst = std::max(worst, distance);
    }
    EXPECT_GT(worst, 0.0);
}

TEST(Kernel, FindsTheNearestRotationsOfTenMillionMatrices) {
    Rng rng(1);
    for (int round = 0; round < 50; ++round) {
        expect_nearest<float>(widest_instruction_set(), 12500, rng);
    }
}

TEST(Kernel, FindsTheNearestRotationOnEveryInstructionSetAndInBothPrecisions) {
    Rng rng(2);
    for (const InstructionSet set : sets_that_run_here()) {
        expect_nearest<float>(set, 2000, rng);
        expect_nearest<double>(set, 2000, rng);
    }
}

// Every kind of matrix without a well-separated nearest rotation, and extreme scales, in a frame of its own.
Mat3 irregular_matrix(std::size_t kind, double largest_exponent, Rng& rng) {
    const Mat3 left = kind % 2 == 0 ? random_rotation(rng) : Mat3(Mat3::Identity());
    const Mat3 right = kind % 3 == 0 ? Mat3(left.transpose()) : random_rotation(rng);
    const double stretch = rng.uniform(0.1, 1.0);
    const double tiny = std::pow(10.0, rng.uniform(-17.0, -1.0));
    const auto of_stretches = [&](double a, double b, double c) {
        return Mat3(left * Vec3(a, b, c).asDiagonal() * right);
    };
    switch (kind / 6 % 16) {
    case 0:
        return of_stretches(1.0, rng.uniform(), -rng.uniform()); // a reflection
    case 1:
        return of_stretches(1.0, stretch, 0.0); // rank two
    case 2:
        return of_stretches(1.0, 0.0, 0.0); // rank one
    case 3:
        return Mat3::Zero();
    case 4:
        return of_stretches(1.0, -1.0, -1.0); // half a turn
    case 5:
        return of_stretches(1.0, 1.0, -1.0);
    case 6:
        return of_stretches(-1.0, -1.0, -1.0);
    case 7:
        return of_stretches(1.0, stretch, -stretch); // any turn about the first axis is nearest
    case 8:
        return of_stretches(1.0, stretch * (1.0 + tiny), -stretch);
    case 9:
        return of_stretches(1.0, 1.0, -stretch);
    case 10:
        return of_stretches(1.0, 1.0 - tiny, -stretch);
    case 11:
        return of_stretches(1.0, tiny, -tiny);
    case 12:
        return of_stretches(1.0, tiny, -tiny * tiny);
    case 13:
        return of_stretches(1.0, 1.0 - tiny, -(1.0 - 2.0 * tiny));
    case 14: {
        Mat3 F = Mat3::Zero(); // a single entry or two
        F(static_cast<Index>(kind % 3), static_cast<Index>(kind % 2)) = 1.0;
        F(static_cast<Index>(kind % 2), static_cast<Index>(kind % 3)) -= 1.0;
        return F;
    }
    default:
        return std::pow(10.0, rng.uniform(-largest_exponent, largest_exponent)) * of_stretches(1.0, stretch, -tiny);
    }
}

// How much the sum of products <R, F> misses its maximum over all rotations, as a share of |F|. The maximum is the sum
// of the singular values, the smallest negative for a reflection.
double distance_from_maximum(const Mat3& R, const Mat3& F) {
    const Eigen::JacobiSVD<Mat3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Vec3 s = svd.singularValues();
    const bool reflects = svd.matrixU().determinant() * svd.matrixV().determinant() < 0.0;
    const double maximum = s(0) + s(1) + (reflects ? -s(2) : s(2));
    return (maximum - R.cwiseProduct(F).sum()) / (F.norm() + 1e-300);
}

template <typename Real>
void expect_a_maximum_for_irregular_matrices(InstructionSet set, Rng& rng) {
    constexpr std::size_t blocks = 600;
    constexpr double largest_exponent = std::is_same_v<Real, float> ? 30.0 : 290.0; // above the denormal numbers
    LaneArray<Real> F(9 * blocks * cluster_lanes);
    LaneArray<Real> R(F.size());
    for (std::size_t c = 0; c < blocks * cluster_lanes; ++c) {
        put(irregular_matrix(c, largest_exponent, rng), c, F);
    }
    {
        const NoDenormals as_in_a_step;
        Limits<Real>::rotations(kernel(set), blocks, F.data(), R.data());
    }
    for (std::size_t c = 0; c < blocks * cluster_lanes; ++c) {
        const Mat3 given = matrix_at(F, c);
        const Mat3 exact = given / std::max(given.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
        const Mat3 found = matrix_at(R, c);
        ASSERT_LE(std::abs(distance_from_maximum(found, exact)), Limits<Real>::rotation)
            << name_of(set) << " " << c / 6 % 16 << "\n"
            << exact;
        ASSERT_LE(distance_from_optimal(found, exact), Limits<Real>::rotation)
            << name_of(set) << " " << c / 6 % 16 << "\n"
            << exact;
    }
}

TEST(Kernel, ReachesTheMaximumForIrregularMatricesOfEveryKind) {
    Rng rng(6);
    for (const InstructionSet set : sets_that_run_here()) {
        expect_a_maximum_for_irregular_matrices<float>(set, rng);
        expect_a_maximum_for_irregular_matrices<double>(set, rng);
    }
}

template <typename Real>
void expect_the_same_bits_in_every_lane(InstructionSet set, std::size_t kind, Rng& rng) {
    constexpr std::size_t blocks = 3; // pairs of vectors and a single one
    const Mat3 irregular = irregular_matrix(kind, 30.0, rng);
    Mat3 first;
    for (std::size_t c = 0; c < blocks * cluster_lanes; ++c) {
        LaneArray<Real> F(9 * blocks * cluster_lanes);
        LaneArray<Real> R(F.size());
        for (std::size_t other = 0; other < blocks * cluster_lanes; ++other) {
            put(other % 7 == 0 ? extreme_matrix(other, rng) : random_matrix(rng), other, F);
        }
        put(irregular, c, F);
        Limits<Real>::rotations(kernel(set), blocks, F.data(), R.data());
        first = c == 0 ? matrix_at(R, 0) : first;
        ASSERT_EQ(matrix_at(R, c), first) << name_of(set) << " lane " << c << " of\n" << irregular;
    }
}

TEST(Kernel, RotationOfAnIrregularMatrixDependsOnItAlone) {
    Rng rng(7);
    for (const InstructionSet set : sets_that_run_here()) {
        for (std::size_t kind = 0; kind < 96; kind += 5) {
            if (kind / 6 == 4) { // a half turn is regular
                continue;
            }
            expect_the_same_bits_in_every_lane<float>(set, kind, rng);
            expect_the_same_bits_in_every_lane<double>(set, kind, rng);
        }
    }
}

TEST(Kernel, RestIsExactBesideIrregularMatrices) {
    LaneArray<float> F(9 * cluster_lanes);
    LaneArray<float> R(9 * cluster_lanes);
    for (std::size_t c = 0; c < cluster_lanes; ++c) {
        put(c % 4 == 1 ? Mat3(-Mat3::Identity()) : Mat3(Mat3::Identity()), c, F);
    }
    for (const InstructionSet set : sets_that_run_here()) {
        kernel(set).rotations_single(1, F.data(), R.data());
        for (std::size_t c = 0; c < cluster_lanes; c += 2) {
            EXPECT_EQ(matrix_at(R, c), Mat3::Identity().eval()) << name_of(set);
        }
    }
}

TEST(Kernel, ReturnsNoNaN) {
    const std::size_t count = cluster_lanes;
    LaneArray<float> F(9 * count);
    LaneArray<float> R(9 * count);
    for (std::size_t c = 0; c < count; ++c) {
        put(Mat3::Identity(), c, F);
    }
    F[place(3, 4)] = std::numeric_limits<float>::quiet_NaN();
    for (const InstructionSet set : sets_that_run_here()) {
        kernel(set).rotations_single(1, F.data(), R.data());
        const Mat3 broken = matrix_at(R, 3);
        EXPECT_TRUE(broken == Mat3::Identity() || !broken.allFinite()) << "an answer made up: " << broken;
        EXPECT_EQ(matrix_at(R, 2), Mat3::Identity().eval());
        EXPECT_EQ(matrix_at(R, 4), Mat3::Identity().eval());
    }
}

// Rotated by 0 to 180 degrees about x, y, z and other axes, and stretched with ratios up to 200.
Mat3 turned_matrix(std::size_t kind, Rng& rng) {
    const Vec3 axis =
        kind % 4 < 3 ? Vec3(Mat3::Identity().col(static_cast<Index>(kind % 4))) : Vec3(random_rotation(rng).col(0));
    const auto twelfths = static_cast<double>(kind / 4 % 13);
    const Mat3 turn = twelfths == 12.0 ? Mat3(2.0 * axis * axis.transpose() - Mat3::Identity())
                                       : Eigen::AngleAxisd(std::numbers::pi / 12.0 * twelfths, axis).toRotationMatrix();
    Vec3 stretch(rng.uniform(0.3, 2.0), rng.uniform(0.3, 2.0), rng.uniform(0.3, 2.0));
    if (kind % 5 == 0) {
        stretch = Vec3(10.0, 1.0, 0.05);
    }
    const Mat3 Q = kind % 3 == 0 ? Mat3(Mat3::Identity()) : random_rotation(rng);
    return turn * Q * stretch.asDiagonal() * Q.transpose();
}

enum class PoseKind { regular, rotated, degenerate };

Mat3 matrix_in(PoseKind pose_kind, std::size_t cluster, Rng& rng) {
    switch (pose_kind) {
    case PoseKind::rotated:
        return turned_matrix(cluster, rng);
    case PoseKind::degenerate:
        return extreme_matrix(cluster, rng);
    case PoseKind::regular:
        break;
    }
    return Mat3::Identity();
}

// Clusters with random gradients, in regular, rotated and degenerate poses.
template <typename Real>
struct Pose {
    ClusterSet clusters;
    LaneArray<Real> rig_F;
    LaneArray<Real> Z;
    LaneArray<Real> S;
    LaneArray<Real> w;
    LaneArray<Real> l;
    LaneArray<Real> pull_lanes;
    LaneArray<Real> rotations;
    LaneArray<Real> pull;

    Pose(Index modes, Index count, PoseKind pose_kind, Rng& rng) {
        const Index k = 4 * modes;
        const Matrix GKB = Matrix::NullaryExpr(3 * count, k, [&] { return rng.normal(); });
        const Vector weights = Vector::NullaryExpr(count, [&] { return rng.uniform(0.5, 2.0); });
        clusters = cluster_set(GKB, Matrix::Zero(3 * count, 4), weights, 3.0 * weights);
        rig_F.resize(clusters.block_count() * 9 * cluster_lanes);
        rotations.resize(rig_F.size());
        for (std::size_t c = 0; c < clusters.block_count() * cluster_lanes; ++c) {
            const bool idle = c >= static_cast<std::size_t>(count);
            put(matrix_in(idle ? PoseKind::regular : pose_kind, c, rng), c, rig_F);
        }
        // Small for rotated clusters, so that none becomes flat.
        const double size = (pose_kind == PoseKind::rotated ? 0.01 : 0.2) / std::sqrt(static_cast<double>(k));
        for (Index i = 0; i < 3 * k; ++i) {
            Z.push_back(static_cast<Real>(size * rng.normal()));
        }
        S.assign(clusters.GKB.begin(), clusters.GKB.end());
        w.assign(clusters.w.begin(), clusters.w.end());
        l.assign(clusters.l.begin(), clusters.l.end());
        pull_lanes.resize(Z.size() * cluster_lanes);
        pull.resize(Z.size());
    }

    ClusterPass<Real> pass() {
        return {
            clusters.block_count(), Z.size() / 3,    S.data(), rig_F.data(), w.data(), l.data(), Real(0.5), Z.data(),
            pull_lanes.data(),      rotations.data()};
    }
};

struct PlainSums {
    Matrix pull; // k x 3
    double stretch = 0.0;
    double volume = 0.0;
    double reach = 0.0; // bound on the error of the pull for an error of F: the sum of the condition numbers
};

// The smallest eigenvalue of tr(S) I - S: the conditioning of the rotation.
double gap_of(const Mat3& R, const Mat3& F) {
    const Mat3 S = R.transpose() * F;
    const Mat3 H = S.trace() * Mat3::Identity() - 0.5 * (S + S.transpose());
    return Eigen::SelfAdjointEigenSolver<Mat3>(H, Eigen::EigenvaluesOnly).eigenvalues()(0);
}

// The same pass with the exact rotation of each cluster.
template <typename Real>
PlainSums plain_pass(const Pose<Real>& pose) {
    const Index k = static_cast<Index>(pose.Z.size()) / 3;
    const Matrix GKB = unpacked(LaneArray<double>(pose.S.begin(), pose.S.end()), pose.clusters.cluster_count, k);
    Matrix Z(k, 3);
    for (Index i = 0; i < Z.size(); ++i) {
        Z(i / 3, i % 3) = static_cast<double>(pose.Z[static_cast<std::size_t>(i)]);
    }
    PlainSums sums{Matrix::Zero(k, 3)};
    for (Index c = 0; c < pose.clusters.cluster_count; ++c) {
        const auto at = static_cast<std::size_t>(c);
        const Mat3 F = (GKB.middleRows(3 * c, 3) * Z).transpose() + matrix_at(pose.rig_F, at);
        const Mat3 R = nearest_rotation(F);
        const double t = R.cwiseProduct(F).sum() - 3.0;
        const double w = static_cast<double>(pose.w[at]);
        const double l = 0.5 * static_cast<double>(pose.l[at]);
        sums.stretch += w * t;
        sums.volume += 0.5 * l * t * t;
        sums.pull += ((w - l * t) * R * GKB.middleRows(3 * c, 3)).transpose();
        const double bend = std::abs(w - l * t) * F.norm() / std::max(gap_of(R, F), 1e-300);
        sums.reach += (bend + l * F.norm() + w) * GKB.middleRows(3 * c, 3).norm();
    }
    return sums;
}

template <typename Real>
void expect_the_plain_pass(InstructionSet set, Index modes, Index count, PoseKind pose_kind) {
    Rng rng(static_cast<std::uint64_t>(100 * modes + count));
    Pose<Real> pose(modes, count, pose_kind, rng);
    const PassSums sums = Limits<Real>::pass(kernel(set), pose.pass(), pose.pull.data());
    const PlainSums plain = plain_pass(pose);
    const double limit = Limits<Real>::sum;
    EXPECT_NEAR(sums.stretch, plain.stretch, limit * static_cast<double>(count) * (1.0 + std::abs(plain.stretch)));
    EXPECT_NEAR(sums.volume, plain.volume, limit * static_cast<double>(count) * (1.0 + plain.volume));
    double worst = 0.0;
    for (std::size_t i = 0; i < pose.pull.size(); ++i) {
        const auto at = static_cast<Index>(i);
        worst = std::max(worst, std::abs(static_cast<double>(pose.pull[i]) - plain.pull(at / 3, at % 3)));
    }
    const double reach = pose_kind == PoseKind::rotated ? 0.1 * plain.reach : 10.0 * plain.pull.norm();
    EXPECT_LT(worst, limit * reach) << name_of(set) << " m " << modes << " r " << count << " pose_kind "
                                    << static_cast<int>(pose_kind);
}

TEST(Kernel, EqualsPlainLoopsForRestingAndDegeneratePoses) {
    for (const InstructionSet set : sets_that_run_here()) {
        for (const Index modes : {1, 5, 16, 40}) {
            for (const Index count : {1, 15, 16, 17, 33, 100, 500}) {
                for (const PoseKind pose_kind : {PoseKind::regular, PoseKind::rotated, PoseKind::degenerate}) {
                    expect_the_plain_pass<double>(set, modes, count, pose_kind);
                }
                // Near a reflection the nearest rotation depends on digits of F that single precision does not have.
                for (const PoseKind pose_kind : {PoseKind::regular, PoseKind::rotated}) {
                    expect_the_plain_pass<float>(set, modes, count, pose_kind);
                }
            }
        }
    }
}

TEST(Kernel, HasTheSameBitsEveryTime) {
    for (const InstructionSet set : sets_that_run_here()) {
        Rng rng(9);
        Pose<float> pose(16, 100, PoseKind::degenerate, rng);
        const PassSums first = kernel(set).pass_single(pose.pass(), pose.pull.data());
        const LaneArray<float> pull = pose.pull;
        const LaneArray<float> rotations = pose.rotations;
        const PassSums second = kernel(set).pass_single(pose.pass(), pose.pull.data());
        EXPECT_EQ(std::memcmp(&first, &second, sizeof(first)), 0);
        EXPECT_EQ(std::memcmp(pull.data(), pose.pull.data(), pull.size() * sizeof(float)), 0);
        EXPECT_EQ(std::memcmp(rotations.data(), pose.rotations.data(), rotations.size() * sizeof(float)), 0);
    }
}

using RowsOfFloats = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// `factor` has the reciprocals of its diagonal on it, and anything below it.
void expect_rows_solved(const Kernel& k, const std::vector<float>& factor, Index columns, Rng& rng) {
    Matrix U = Eigen::Map<const RowsOfFloats>(factor.data(), columns, columns).cast<double>();
    U.diagonal() = U.diagonal().cwiseInverse();
    const Index rows = 7; // several at once, and single ones
    const RowsOfFloats B = Matrix::NullaryExpr(rows, columns, [&] { return rng.normal(); }).cast<float>();
    RowsOfFloats solved = B;
    k.solve_rows(static_cast<std::size_t>(columns), factor.data(),
                 {static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), solved.data()});
    const Matrix product = solved.cast<double>() * U.triangularView<Eigen::Upper>();
    EXPECT_LT((product - B.cast<double>()).norm(), 1e-5 * B.cast<double>().norm()) << columns;
}

TEST(Kernel, SolvesALowRankUpdateLikeADenseSolver) {
    Rng rng(4);
    for (const InstructionSet set : sets_that_run_here()) {
        const Kernel& k = kernel(set);
        for (const Index columns : {16, 48, 112}) {
            const Index rows = 60;
            RowsOfFloats V(rows, columns);
            V = Matrix::NullaryExpr(rows, columns, [&] { return rng.normal(); }).cast<float>();
            const Eigen::VectorXf scale =
                Vector::NullaryExpr(rows, [&] { return rng.uniform(0.1, 2.0); }).cast<float>();
            std::vector<float> triangle(static_cast<std::size_t>(columns * columns));
            const Columns wide{static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), V.data()};
            k.gram(wide, scale.data(), triangle.data());
            const Matrix exact = Matrix::Identity(columns, columns) * 3.0 +
                                 V.cast<double>().transpose() * scale.cast<double>().asDiagonal() * V.cast<double>();
            for (Index c = 0; c < columns; ++c) {
                triangle[static_cast<std::size_t>(c * columns + c)] += 3.0f;
            }
            k.cholesky(static_cast<std::size_t>(columns), triangle.data());
            Eigen::VectorXf x = Vector::NullaryExpr(columns, [&] { return rng.normal(); }).cast<float>();
            const Vector expected = exact.llt().solve(Vector(x.cast<double>()));
            k.cholesky_solve(static_cast<std::size_t>(columns), triangle.data(), x.data());
            EXPECT_LT((x.cast<double>() - expected).norm() / expected.norm(), 1e-4) << name_of(set) << columns;
            expect_rows_solved(k, triangle, columns, rng);

            Eigen::VectorXf product = Eigen::VectorXf::Zero(rows);
            k.add_product(wide, x.data(), product.data());
            EXPECT_LT((product - V * x).norm(), 1e-4f * product.norm());
            Eigen::VectorXf back = Eigen::VectorXf::Ones(columns);
            k.add_transposed(wide, product.data(), back.data());
            EXPECT_LT((back - Eigen::VectorXf::Ones(columns) - V.transpose() * product).norm(), 1e-4f * back.norm());
        }
    }
}

TEST(Kernel, MultipliesVectorsOfAnyLength) {
    Rng rng(5);
    for (const InstructionSet set : sets_that_run_here()) {
        for (Index count = 0; count < 70; ++count) {
            const Vector a = Vector::NullaryExpr(count, [&] { return rng.normal(); });
            Vector b = Vector::NullaryExpr(count, [&] { return rng.normal(); });
            const auto size = static_cast<std::size_t>(count);
            EXPECT_NEAR(kernel(set).dot(size, a.data(), b.data()), a.dot(b), 1e-12);
            const Vector expected = b + 0.7 * a;
            kernel(set).add_scaled(size, 0.7, a.data(), b.data());
            EXPECT_LT(count == 0 ? 0.0 : (b - expected).cwiseAbs().maxCoeff(), 1e-15);
        }
    }
}

} // namespace
} // namespace limber::testing
