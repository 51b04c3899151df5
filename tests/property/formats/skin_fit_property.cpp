// SPDX-License-Identifier: MIT
#include "engine/formats/skin_fit.h"

#include "engine/core/random.h"
#include "engine/formats/skin_joints.h"
#include "engine/formats/skin_weights.h"
#include "tests/unit/formats/waving_sheet.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

using testing::waving_strip;

constexpr Index columns = 30;

// Where a strip of three boxes is at time f, each turning about its own axis and growing by its own factor.
Vec3 moved(const Vec3& p, Index box, int f, double growth) {
    const double angle = 0.15 * f * (1.0 + 0.5 * static_cast<double>(box));
    const Vec3 axis = Vec3(1.0, static_cast<double>(box), 0.5).normalized();
    const Vec3 centre(10.0 * static_cast<double>(box) + 5.0, 0.0, 0.5);
    const double scale = 1.0 + growth * std::sin(0.2 * f + static_cast<double>(box));
    return scale * (Eigen::AngleAxisd(angle, axis) * (p - centre)) + centre + Vec3(0.1 * f, 0.02 * f * f, 0.0);
}

// The weights of the three boxes change over `width` columns at their edges; 0: each vertex belongs to one.
BakedSurface boxes(double growth, double width) {
    BakedSurface surface = waving_strip("boxes", columns, 1, 0);
    surface.frames.assign(40, surface.rest);
    for (int f = 0; f < 40; ++f) {
        for (Index i = 0; i < surface.rest.rows(); ++i) {
            const Vec3 p = surface.rest.row(i).cast<double>();
            const double along = p(0) / 10.0;
            const auto box = std::min(static_cast<Index>(along), Index{2});
            const double next =
                width > 0.0 ? std::clamp((p(0) - 10.0 * static_cast<double>(box + 1)) / width + 1.0, 0.0, 1.0) : 0.0;
            const double w = box < 2 ? next : 0.0;
            surface.frames[static_cast<std::size_t>(f)].row(i) =
                ((1.0 - w) * moved(p, box, f, growth) + w * moved(p, box + 1, f, growth)).cast<float>().transpose();
        }
    }
    return surface;
}

double relative_rms(const BakedSurface& surface, const SkinFit& fit) {
    return fit.error_rms / extent(surface);
}

SkinFit fitted(const BakedSurface& surface, Index joints) {
    SkinFitOptions options;
    options.joints = joints;
    return fit_skin(surface, options).value();
}

TEST(SkinFitLaws, RecoversBodiesThatMoveRigidlyExactly) {
    const BakedSurface surface = boxes(0.0, 0.0);
    const SkinFit fit = fitted(surface, 8);
    EXPECT_EQ(fit.joints.size(), 3U); // and no more
    EXPECT_LT(fit.error, 2e-6 * extent(surface));
}

TEST(SkinFitLaws, RecoversUniformScales) {
    const BakedSurface surface = boxes(0.3, 0.0);
    const SkinFit fit = fitted(surface, 8);
    EXPECT_EQ(fit.joints.size(), 3U);
    EXPECT_LT(fit.error, 2e-6 * extent(surface));
}

TEST(SkinFitLaws, BeginsWithTheParts) {
    BakedSurface surface = boxes(0.3, 0.0);
    for (Index i = 0; i < surface.rest.rows(); ++i) {
        surface.part_of.push_back(2 - std::min(static_cast<int>(surface.rest(i, 0) / 10.0F), 2));
    }
    const SkinFit fit = fitted(surface, 3);
    EXPECT_EQ(fit.J(0, 0), 2);
    EXPECT_LT(fit.error, 2e-6 * extent(surface));
    surface.part_of.back() = 50; // more parts than joints
    EXPECT_LT(fitted(surface, 3).error, 2e-6 * extent(surface));
}

TEST(SkinFitLaws, FindsBlendedWeights) {
    const BakedSurface surface = boxes(0.0, 4.0);
    const double hard = relative_rms(surface, fitted(surface, 3));
    EXPECT_LT(hard, 3e-3);
    EXPECT_LT(relative_rms(surface, fitted(surface, 8)), 1e-3);
}

TEST(SkinFitLaws, HasAnErrorThatFallsWithTheJoints) {
    const BakedSurface surface = waving_strip("strip", 60, 50, 5);
    double before = 1.0;
    for (const Index joints : {1, 2, 4, 8, 16, 32}) {
        const SkinFit fit = fitted(surface, joints);
        const double error = relative_rms(surface, fit);
        EXPECT_LT(error, 0.9 * before) << joints;
        EXPECT_EQ(static_cast<Index>(fit.joints.size()), joints);
        before = error;
    }
    EXPECT_LT(before, 5e-3);
}

TEST(SkinFitLaws, HasWeightsAsGltfNeedsThem) {
    const BakedSurface surface = waving_strip("strip", 60, 50, 5);
    const SkinFit fit = fitted(surface, 12);
    for (Index i = 0; i < fit.w.rows(); ++i) {
        EXPECT_NEAR(fit.w.row(i).sum(), 1.0F, 1e-6F);
        EXPECT_GE(fit.w.row(i).minCoeff(), 0.0F);
        for (Index a = 1; a < influences_max; ++a) {
            EXPECT_GE(fit.w(i, a - 1), fit.w(i, a));
            EXPECT_TRUE(fit.w(i, a) > 0.0F ? fit.J(i, a) != fit.J(i, a - 1) : fit.J(i, a) == 0);
            EXPECT_LT(fit.J(i, a), 12);
        }
    }
    for (const SkinJoint& joint : fit.joints) {
        EXPECT_LT((joint.rotations.rowwise().norm().array() - 1.0F).abs().maxCoeff(), 1e-6F);
        EXPECT_GT(joint.scales.minCoeff(), 0.0F);
    }
}

TEST(SkinFitLaws, ReportsTheErrorThatAReaderFinds) {
    const BakedSurface surface = waving_strip("strip", 40, 30, 4);
    const SkinFit fit = fitted(surface, 6);
    double worst = 0.0;
    double squares = 0.0;
    for (Index f = 0; f < 30; ++f) {
        const Points x = positions_of(fit, surface.rest, f);
        const Vector d = (x - surface.frames[static_cast<std::size_t>(f)].cast<double>()).rowwise().norm();
        worst = std::max(worst, d.maxCoeff());
        squares += d.squaredNorm();
    }
    EXPECT_DOUBLE_EQ(fit.error, worst);
    EXPECT_NEAR(fit.error_rms, std::sqrt(squares / (30.0 * 80.0)), 1e-12);
    EXPECT_LE(fit.error_rms, fit.error);
}

TEST(SkinFitLaws, DoesNotDependOnThreadsOrTheUnit) {
    const BakedSurface surface = waving_strip("strip", 200, 20, 4);
    SkinFitOptions options;
    options.joints = 6;
    options.threads = {1};
    const SkinFit one = fit_skin(surface, options).value();
    options.threads = {4};
    const SkinFit four = fit_skin(surface, options).value();
    EXPECT_EQ(one.w, four.w);
    EXPECT_EQ(one.joints[3].places, four.joints[3].places);
    BakedSurface large = surface;
    large.rest *= 1024.0F; // exact in floats
    for (FloatPoints& frame : large.frames) {
        frame *= 1024.0F;
    }
    EXPECT_EQ(fit_skin(large, options).value().w, one.w);
}

TEST(SkinFitLaws, IsFineWithFewVerticesAndFrames) {
    BakedSurface triangle = waving_strip("strip", 2, 1, 3);
    EXPECT_LT(fitted(triangle, 64).error, 1e-5);
    triangle.frames.front().setZero(); // all in one point
    EXPECT_TRUE(std::isfinite(fitted(triangle, 4).error));
    triangle.rest.setZero();
    EXPECT_TRUE(std::isfinite(fitted(triangle, 4).error));
}

// Vertices that are doubled at edges: those of a joint may all be in one point.
TEST(SkinFitLaws, KeepsJointsOfDoubledVerticesInPlace) {
    BakedSurface surface = waving_strip("strip", 10, 30, 4);
    const auto repeated = [](const FloatPoints& x) {
        return FloatPoints(x.replicate<1, 1>()(
            Eigen::VectorXi::LinSpaced(60, 0, 59).unaryExpr([](int i) { return i / 3; }), Eigen::all));
    };
    surface.rest = repeated(surface.rest);
    for (FloatPoints& frame : surface.frames) {
        frame = repeated(frame);
    }
    const SkinFit fit = fitted(surface, 20);
    EXPECT_LT(fit.error, 1e-5 * extent(surface));
    for (const SkinJoint& joint : fit.joints) {
        EXPECT_LT(joint.places.cwiseAbs().maxCoeff(), 2.0F * static_cast<float>(extent(surface)));
        EXPECT_LT(joint.scales.maxCoeff(), 10.0F);
    }
}

TEST(SkinFitLaws, CanBeCancelled) {
    Progress progress;
    progress.cancel();
    const auto fit = fit_skin(waving_strip("strip", 40, 30, 4), {}, &progress);
    ASSERT_FALSE(fit);
    EXPECT_EQ(fit.error().kind, ErrorKind::cancelled);
}

// The best of all choices of at most two points of six, each by a fine search along the line between them.
double best_pair(const Matrix& a, const Vector& x) {
    double best = 1e300;
    for (Index j = 0; j < a.cols(); ++j) {
        for (Index k = 0; k < a.cols(); ++k) {
            for (int s = 0; s <= 1000; ++s) {
                best = std::min(best, (a.col(j) + s / 1000.0 * (a.col(k) - a.col(j)) - x).squaredNorm());
            }
        }
    }
    return best;
}

TEST(SparseWeightLaws, AreNearTheBestOfAllChoices) {
    Rng random(7);
    int best_found = 0;
    for (int trial = 0; trial < 100; ++trial) {
        Matrix a(9, 6);
        Vector x(9);
        for (double& value : a.reshaped()) {
            value = random.normal();
        }
        for (double& value : x) {
            value = 0.3 * random.normal();
        }
        const Matrix G = (a.colwise() - x).transpose() * (a.colwise() - x);
        const auto column = [&](Index k) {
            return Vector(G.col(k));
        };
        const SparseWeights two = weights_on_simplex(G.diagonal(), column, 2);
        ASSERT_LE(two.joints.size(), 2U);
        double sum = 0.0;
        Vector blend = Vector::Zero(9);
        for (std::size_t k = 0; k < two.joints.size(); ++k) {
            EXPECT_GT(two.weights[k], 0.0);
            sum += two.weights[k];
            blend += two.weights[k] * a.col(two.joints[k]);
        }
        EXPECT_NEAR(sum, 1.0, 1e-9);
        EXPECT_NEAR((blend - x).squaredNorm(), two.error, 1e-9);
        const double best = best_pair(a, x);
        EXPECT_LT(two.error, 2.0 * best);
        best_found += two.error < 1.001 * best ? 1 : 0;
        const SparseWeights four = weights_on_simplex(G.diagonal(), column, 4, two);
        EXPECT_LE(four.error, two.error + 1e-12);
        // All six: no weight can be moved from one point to another with a gain.
        const SparseWeights all = weights_on_simplex(G.diagonal(), column, 6);
        Vector w = Vector::Zero(6);
        for (std::size_t k = 0; k < all.joints.size(); ++k) {
            w(all.joints[k]) = all.weights[k];
        }
        EXPECT_GT((G * w).minCoeff(), all.error - 1e-4 * G.diagonal().mean());
    }
    EXPECT_GT(best_found, 80);
}

// Points whose distances differ by up to six orders of magnitude, nearly on a line: a regular term of the size of the
// farthest point once made the choices of points follow each other in a circle.
TEST(SparseWeightLaws, AreFoundWhereDistancesDifferByOrdersOfMagnitude) {
    Rng random(11);
    for (int trial = 0; trial < 20000; ++trial) {
        const Index count = 6 + trial % 8;
        const Index dimension = 3 + trial % 10;
        const Vector line = Vector::NullaryExpr(dimension, [&] { return random.normal(); });
        const double width = std::pow(10.0, -(trial / 7 % 4));
        Matrix a(dimension, count);
        for (Index j = 0; j < count; ++j) {
            const double distance = std::pow(10.0, -6.0 * random.uniform());
            const Vector aside = Vector::NullaryExpr(dimension, [&] { return random.normal(); });
            a.col(j) = distance * ((j % 2 == 0 ? -1.0 : 1.0) * line + width * aside);
        }
        const Matrix G = a.transpose() * a;
        const SparseWeights found = weights_on_simplex(
            G.diagonal(), [&](Index k) { return Vector(G.col(k)); }, influences_max);
        EXPECT_LE(found.error, G.diagonal().minCoeff()) << trial;
    }
}

TEST(SkinJointLaws, NeverRaiseTheDistance) {
    const BakedSurface surface = waving_strip("strip", 30, 3, 5);
    const Points p = surface.rest.cast<double>();
    const Points x = 2.0 * surface.frames.back().cast<double>();
    std::vector<SparseWeights> weights(60);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double w = 0.1 + 0.8 * static_cast<double>(i) / 60.0;
        weights[i] = {{0, 1 + static_cast<Index>(i) / 30}, {w, 1.0 - w}, 0.0};
    }
    const auto members = members_of(p, weights, 3);
    AffineStack maps = AffineStack::Zero(12, 3);
    for (Index j = 0; j < 3; ++j) {
        maps.block<3, 3>(4 * j, 0).setIdentity();
    }
    double before = (skinned(p, members, maps) - x).norm();
    for (int sweep = 0; sweep < 30; ++sweep) {
        improve_joints(p, x, members, 1, maps);
        const double after = (skinned(p, members, maps) - x).norm();
        EXPECT_LE(after, before * (1.0 + 1e-12));
        before = after;
    }
}

} // namespace
} // namespace limber
