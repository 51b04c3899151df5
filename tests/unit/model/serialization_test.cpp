// SPDX-License-Identifier: MIT
#include "engine/core/random.h"
#include "engine/model/serialization.h"
#include "tests/support/muscled_bar.h"

#include <gtest/gtest.h>

namespace limber::testing {
namespace {

template <typename T>
void expect_round_trip(const T& value) {
    const std::string bytes = to_bytes(value);
    const auto back = from_bytes<T>(bytes);
    ASSERT_TRUE(back);
    EXPECT_EQ(to_bytes(*back), bytes);
}

// Truncated, extended and changed bytes make only the value invalid.
template <typename T>
void expect_no_harm(const T& value) {
    const std::string bytes = to_bytes(value);
    const std::size_t stride = 1 + bytes.size() / 500;
    for (std::size_t size = 0; size < bytes.size(); size += stride) {
        EXPECT_FALSE(from_bytes<T>(bytes.substr(0, size))) << size;
    }
    EXPECT_FALSE(from_bytes<T>(bytes + "x"));
    Rng rng(1);
    for (int i = 0; i < 300; ++i) {
        std::string changed = bytes;
        changed[rng.below(std::min<std::size_t>(bytes.size(), 64))] = static_cast<char>(rng.below(256));
        static_cast<void>(from_bytes<T>(changed));
    }
}

template <typename T>
void expect_stored_well(const T& value) {
    expect_round_trip(value);
    expect_no_harm(value);
}

SkinningModes modes_of(const LivingBar& bar) {
    SkinningModes modes;
    modes.W = bar.W;
    modes.lambda = Vector::LinSpaced(bar.W.cols(), 0.0, 3.0);
    modes.residual_max = 1e-9;
    modes.constraint_violation = -0.0;
    return modes;
}

TEST(Serialization, RoundTripIsBitExactOrFails) {
    LivingBar bar = living_bar(3, 3);
    expect_stored_well(modes_of(bar));
    expect_stored_well(bar.clusters);
    expect_stored_well(Repaired<TetMesh>{bar.mesh, {"one tet was turned", ""}});
    expect_stored_well(Repaired<Vector>{Vector::LinSpaced(20, 0.0, 1.0), {"a warning"}});
    expect_stored_well(bar.model());
    bar.material.poisson(0) = 0.3; // a second set of clusters
    expect_stored_well(bar.model());
    DisplacementModes modes;
    modes.D = Matrix::Random(12, 2);
    modes.lambda = Vector::Ones(2);
    expect_stored_well(modes);
    expect_stored_well(*muscled(bar, 2, bar.clusters).model().actuation);
    expect_stored_well(HandleWeights{Matrix::Random(12, 2), Matrix::Random(12, 2), 1e-9});
}

TEST(Serialization, LoadedModelStepsWithTheSameLanes) {
    const ReducedModel model = living_bar(3, 3).model();
    const auto back = from_bytes<ReducedModel>(to_bytes(model));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->sets.front().GKB, model.sets.front().GKB);
    EXPECT_EQ(back->sets.front().GKB_single, model.sets.front().GKB_single);
    EXPECT_EQ(back->sets.front().w_single, model.sets.front().w_single);
    EXPECT_EQ(back->sets.front().l, model.sets.front().l);
}

TEST(Serialization, RejectsLabelsAndIndicesOutOfRange) {
    const LivingBar bar = living_bar(3, 3);
    Clusters clusters = bar.clusters;
    clusters.of_tet.back() = clusters.count;
    EXPECT_FALSE(from_bytes<Clusters>(to_bytes(clusters)));
    Repaired<TetMesh> mesh{bar.mesh, {}};
    mesh.value.T(0, 0) = static_cast<int>(bar.mesh.vertex_count());
    EXPECT_FALSE(from_bytes<Repaired<TetMesh>>(to_bytes(mesh)));
    SkinningModes modes = modes_of(bar);
    modes.lambda.conservativeResize(1);
    EXPECT_FALSE(from_bytes<SkinningModes>(to_bytes(modes)));
    EXPECT_FALSE(from_bytes<HandleWeights>(to_bytes(HandleWeights{Matrix::Ones(12, 2), Matrix::Ones(12, 1), 0.0})));
    ActuationSet muscles = *muscled(bar, 2, bar.clusters).model().actuation;
    muscles.muscles.back() = bar.model().sets.front();
    muscles.muscles.back().cluster_count -= 1;
    EXPECT_FALSE(from_bytes<ActuationSet>(to_bytes(muscles)));
}

TEST(Serialization, DifferentInputsHaveDifferentKeys) {
    const LivingBar bar = living_bar(3, 3);
    TetMesh moved = bar.mesh;
    moved.X(0, 0) = std::nextafter(moved.X(0, 0), 1.0);
    EXPECT_NE(fingerprint(moved), fingerprint(bar.mesh));
    Material softer = bar.material;
    softer.young(0) *= 0.5;
    EXPECT_NE(fingerprint(softer), fingerprint(bar.material));
    EXPECT_NE(fingerprint(Matrix::Zero(2, 3)), fingerprint(Matrix::Zero(3, 2)));
    EXPECT_EQ(fingerprinter_of_this_build().digest(), fingerprinter_of_this_build().digest());
    EXPECT_NE(fingerprinter_of_this_build().digest(), Fingerprinter().digest());
}

} // namespace
} // namespace limber::testing
