// SPDX-License-Identifier: MIT
#include "engine/actuation/gait_file.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace limber {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Gait crawl() {
    return {"crawl", "Octopus", {{{0.6, 1.0, 0.0}, {0.2, 0.5, 0.25}}, {}, {{0.1 / 3.0, 0.7, 0.5}}}, 0.5, 0.75};
}

std::string refusal(std::string_view json) {
    const auto read = parse_gait(json, "a.json");
    return read ? "" : sentence(read.error());
}

TEST(Waveforms, AreSumsOfSinusoids) {
    const Waveform waveform = {{0.5, 2.0, 0.0}, {0.25, 1.0, 0.25}};
    EXPECT_THAT(value_at(waveform, 0.0), DoubleNear(0.25, 1e-15));
    EXPECT_THAT(value_at(waveform, 0.5), DoubleNear(0.5 - 0.25, 1e-15));
    EXPECT_EQ(value_at({}, 3.0), 0.0);
}

TEST(Waveforms, StayPeriodicAfterADay) {
    const Waveform waveform = {{1.0, 0.25, 0.125}};
    EXPECT_THAT(value_at(waveform, 86400.0 + 0.0625), DoubleNear(value_at(waveform, 0.0625), 1e-9));
}

TEST(GaitTest, StartsSmoothlyFromZero) {
    const Gait gait = crawl();
    EXPECT_EQ(ramp_at(gait, 0.0), 0.0);
    EXPECT_EQ(ramp_at(gait, 0.25), 0.5);
    EXPECT_EQ(ramp_at(gait, 9.0), 1.0);
    EXPECT_EQ(ramp_at(gait, -1.0), 0.0);
    EXPECT_EQ(ramp_at({.ramp = 0.0}, 0.0), 1.0);
}

TEST(GaitTest, KeepsItsLimitAndMusclesWithoutWaveformRest) {
    Gait gait = crawl();
    gait.ramp = 0.0;
    gait.waveforms[0] = {{5.0, 1.0, 0.25}};
    gait.waveforms[2] = {{5.0, 1.0, 0.75}};
    Vector a = Vector::Constant(4, 7.0);
    activate(gait, 0.0, a);
    EXPECT_EQ(a, Vector(Eigen::Vector4d(0.75, 0.0, -0.75, 0.0)));
    Vector fewer(1);
    activate(gait, 0.0, fewer);
    EXPECT_EQ(fewer(0), 0.75);
}

TEST(GaitTest, RoundTripsBitForBit) {
    const Gait gait = crawl();
    const auto read = parse_gait(gait_json(gait), "a.json");
    ASSERT_TRUE(read);
    EXPECT_EQ(read.value().value, gait);
    EXPECT_TRUE(read.value().warnings.empty());
}

TEST(GaitTest, ErrorNamesTheFaultInItsFile) {
    const std::string head = R"({"format": "limber-gait", "version": 1, )";
    EXPECT_THAT(refusal("{}"), HasSubstr("limber-gait"));
    EXPECT_THAT(refusal(head + R"("name": "x"})"), HasSubstr("lacks the list \"waveforms\""));
    EXPECT_THAT(refusal(head + R"("waveforms": [[[1, 0, 0]]]})"), HasSubstr("muscle 1: a period must lie"));
    EXPECT_THAT(refusal(head + R"("waveforms": [[[1, 1]]]})"), HasSubstr("waveforms[0][0] must be [amplitude"));
    EXPECT_THAT(refusal(head + R"("waveforms": [], "limit": 0})"), HasSubstr("limit"));
    EXPECT_THAT(refusal(head + R"("waveforms": [], "ramp": -1})"), HasSubstr("ramp"));
    EXPECT_TRUE(parse_gait(head + R"("waveforms": []})", "a.json"));
    EXPECT_TRUE(fault_in(Gait{.waveforms = {{{nan, 1.0, 0.0}}}}));
}

} // namespace
} // namespace limber
