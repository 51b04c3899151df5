// SPDX-License-Identifier: MIT
#include "engine/control/gait_space.h"

#include <gmock/gmock.h>

namespace limber {
namespace {

using ::testing::HasSubstr;

std::vector<bool> who_moves(const Gait& gait) {
    std::vector<bool> moves;
    for (const Waveform& waveform : gait.waveforms) {
        moves.push_back(!waveform.empty());
    }
    return moves;
}

// Coordinates: the period, then a share for each candidate muscle, then amplitude and phase of each muscle.
Vector point_with(const GaitSpace& space, const std::vector<double>& sigma) {
    Vector u = Vector::Constant(dimension(space), 0.5);
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        u(1 + static_cast<Index>(i)) = sigma[i];
    }
    return u;
}

TEST(Participation, SelectsTheMusclesWithTheLargestShares) {
    const GaitSpace space{.muscles = 4, .taking_part = 2};
    const Vector u = point_with(space, {0.3, 0.9, 0.1, 0.4});
    EXPECT_EQ(who_moves(gait_at(space, u)), (std::vector<bool>{false, true, false, true}));
    EXPECT_TRUE(participation_at(space, u).isApprox(Vector{{0.3, 0.9, 0.1, 0.4}}, 0.0));
}

TEST(Participation, OfAllMusclesIsComplete) {
    const GaitSpace space{.muscles = 3};
    const Vector u = Vector::Constant(dimension(space), 0.5);
    EXPECT_EQ(who_moves(gait_at(space, u)), (std::vector<bool>{true, true, true}));
    EXPECT_EQ(participation_at(space, u), Vector::Ones(3));
}

TEST(Participation, KeepsFixedMuscles) {
    const GaitSpace space{
        .muscles = 4,
        .taking_part = 2,
        .parts = {Participation::always, Participation::never, Participation::if_chosen, Participation::if_chosen}};
    ASSERT_FALSE(fault_in(space));
    EXPECT_EQ(dimension(space), 1 + 2 + 2 * 3) << "muscles fixed out have no coordinates";
    const Vector u = point_with(space, {0.2, 0.8});
    EXPECT_EQ(who_moves(gait_at(space, u)), (std::vector<bool>{true, false, false, true}));
    EXPECT_TRUE(participation_at(space, u).isApprox(Vector{{1.0, 0.0, 0.2, 0.8}}, 0.0));
}

TEST(Participation, ExcludesMusclesFixedOutEvenIfAllParticipate) {
    const GaitSpace space{.muscles = 3,
                          .parts = {Participation::if_chosen, Participation::never, Participation::always}};
    ASSERT_FALSE(fault_in(space));
    const Vector u = Vector::Constant(dimension(space), 0.5);
    EXPECT_EQ(who_moves(gait_at(space, u)), (std::vector<bool>{true, false, true}));
    EXPECT_EQ(participation_at(space, u), (Vector{{1.0, 0.0, 1.0}}));
}

TEST(Participation, HasOnlyMusclesFixedInIfTheseSuffice) {
    const GaitSpace space{.muscles = 3,
                          .taking_part = 1,
                          .parts = {Participation::if_chosen, Participation::always, Participation::if_chosen}};
    ASSERT_FALSE(fault_in(space));
    EXPECT_EQ(dimension(space), 1 + 2);
    EXPECT_EQ(who_moves(gait_at(space, Vector::Constant(3, 0.5))), (std::vector<bool>{false, true, false}));
}

TEST(Participation, WithoutFixedMusclesGivesTheSameGaitsAsBefore) {
    const GaitSpace plain{.muscles = 5, .harmonics = 2, .taking_part = 3};
    GaitSpace open = plain;
    open.parts.assign(5, Participation::if_chosen);
    ASSERT_EQ(dimension(plain), dimension(open));
    const Vector u = Vector::LinSpaced(dimension(plain), 0.05, 0.95);
    EXPECT_EQ(gait_at(plain, u), gait_at(open, u));
}

TEST(Participation, RejectsInvalidCounts) {
    const auto refusal = [](const GaitSpace& space) {
        const auto fault = fault_in(space);
        return fault ? fault->message : "";
    };
    EXPECT_THAT(refusal({.muscles = 2, .parts = {Participation::never, Participation::never}}), HasSubstr("fixed out"));
    EXPECT_THAT(refusal({.muscles = 2, .taking_part = 1, .parts = {Participation::always, Participation::always}}),
                HasSubstr("more muscles are fixed in"));
    EXPECT_THAT(refusal({.muscles = 2, .parts = {Participation::always}}), HasSubstr("another character"));
}

} // namespace
} // namespace limber
