// SPDX-License-Identifier: MIT
#include "engine/control/cma_es.h"
#include "engine/control/gait_space.h"
#include "engine/control/search_terms.h"
#include "engine/core/json.h"
#include "engine/core/json_document.h"
#include "engine/core/random.h"

#include <gtest/gtest.h>

#include <algorithm>

/// Style control (AALM section 4): every candidate has the fixed values, of all muscles or of one, bit for bit.
namespace limber::testing {
namespace {

std::optional<double> perhaps(Rng& rng, double low, double high) {
    return rng.uniform() < 0.4 ? std::optional(low + (high - low) * rng.uniform()) : std::nullopt;
}

Index up_to(Rng& rng, Index most) {
    return static_cast<Index>(rng.below(static_cast<std::uint64_t>(most + 1)));
}

GaitSpace random_space(Rng& rng) {
    GaitSpace space;
    space.muscles = 1 + up_to(rng, 5);
    space.harmonics = 1 + up_to(rng, 2);
    space.common_period = rng.uniform() < 0.5;
    space.taking_part = up_to(rng, space.muscles);
    space.amplitude_max = 0.3 + rng.uniform();
    space.amplitude = perhaps(rng, 0.1, 2.0);
    space.period = perhaps(rng, 0.3, 2.0);
    space.phase = perhaps(rng, -1.0, 1.0);
    for (Index i = 0; i < space.muscles; ++i) {
        const Index part = up_to(rng, 4);
        space.parts.push_back(part < 3    ? Participation::if_chosen
                              : part == 3 ? Participation::always
                                          : Participation::never);
    }
    space.fixed.resize(static_cast<std::size_t>(up_to(rng, space.muscles)));
    for (FixedWaveform& waveform : space.fixed) {
        waveform.resize(static_cast<std::size_t>(up_to(rng, 3)));
        for (FixedSinusoid& one : waveform) {
            one = {perhaps(rng, 0.1, 2.0), perhaps(rng, 0.3, 2.0), perhaps(rng, -1.0, 1.0)};
        }
    }
    return space;
}

// A thousand random search spaces, or fewer if the function returns false.
template <typename Law>
void for_each_space(const Law& law) {
    Rng rng(11);
    int seen = 0;
    for (int i = 0; i < 1000; ++i) {
        const GaitSpace space = random_space(rng);
        if (!fault_in(space)) {
            ++seen;
            law(space, rng);
        }
    }
    EXPECT_GT(seen, 500);
}

Vector random_point(Rng& rng, Index n) {
    return Vector::NullaryExpr(n, [&] { return rng.uniform(); });
}

std::optional<double> of_one_or_all(const std::optional<double>& own, const std::optional<double>& all) {
    return own ? own : all;
}

void expect_fixed(const GaitSpace& space, const Gait& gait) {
    ASSERT_EQ(gait.waveforms.size(), static_cast<std::size_t>(space.muscles));
    for (std::size_t i = 0; i < gait.waveforms.size(); ++i) {
        const Waveform& waveform = gait.waveforms[i];
        EXPECT_FALSE(space.parts[i] == Participation::always && waveform.empty());
        EXPECT_FALSE(space.parts[i] == Participation::never && !waveform.empty());
        for (std::size_t j = 0; j < waveform.size(); ++j) {
            const bool has_own = i < space.fixed.size() && j < space.fixed[i].size();
            const FixedSinusoid own = has_own ? space.fixed[i][j] : FixedSinusoid{};
            const auto beat = space.common_period ? static_cast<double>(j + 1) : 1.0;
            const auto all = space.period ? std::optional(*space.period / beat) : std::nullopt;
            EXPECT_EQ(waveform[j].amplitude,
                      of_one_or_all(own.amplitude, space.amplitude).value_or(waveform[j].amplitude));
            EXPECT_EQ(waveform[j].period, of_one_or_all(own.period, all).value_or(waveform[j].period));
            EXPECT_EQ(waveform[j].phase, of_one_or_all(own.phase, space.phase).value_or(waveform[j].phase));
            EXPECT_LE(waveform[j].amplitude, gait.limit) << "no amplitude is cut";
        }
        if (i < space.fixed.size() && !waveform.empty()) {
            const auto last = std::ranges::find_if(space.fixed[i].rbegin(), space.fixed[i].rend(),
                                                   [](const FixedSinusoid& one) { return one.is_there(); });
            EXPECT_GE(waveform.size(), static_cast<std::size_t>(space.fixed[i].rend() - last));
        }
    }
}

TEST(FixedStyle, IsBitExactInEveryGaitOfTheSpace) {
    for_each_space([](const GaitSpace& space, Rng& rng) {
        for (int k = 0; k < 5; ++k) {
            expect_fixed(space, gait_at(space, random_point(rng, dimension(space))));
        }
    });
}

TEST(FixedStyle, IsBitExactInEveryCandidateOfAResumedSearch) {
    GaitSpace space{.muscles = 4, .taking_part = 3, .parts = std::vector(4, Participation::if_chosen)};
    space.fixed = {{{.amplitude = 1.0 / 3.0}}, {}, {{}, {.period = 0.7, .phase = 0.1}}};
    ASSERT_FALSE(fault_in(space));
    const Index n = dimension(space);
    CmaEsOptions options{.population = 8, .sigma = 0.5, .seed = 5, .generations_max = 20};
    options.lower = Vector::Zero(n);
    options.upper = Vector::Ones(n);
    options.periodic = periodic_coordinates(space);
    CmaEs search(Vector::Constant(n, 0.5), options);
    for (int generation = 0; generation < 20; ++generation) {
        const Matrix points = search.ask();
        for (Index i = 0; i < points.cols(); ++i) {
            expect_fixed(space, gait_at(space, points.col(i)));
        }
        search.tell((points.array() - 0.9).matrix().colwise().squaredNorm().transpose());
        if (generation == 9) {
            const CmaEsState kept = search.state();
            search = CmaEs(Vector::Constant(n, 0.5), options, kept);
        }
    }
}

TEST(FixedStyle, RoundTrips) {
    for_each_space([](const GaitSpace& space, Rng&) {
        const auto document = JsonDocument::parsed(to_text(space_json(space)), "a space");
        ASSERT_TRUE(document);
        GaitSpace read;
        read_value(document.value().root(), read);
        read.muscles = space.muscles; // a property of the character
        EXPECT_FALSE(document.value().fault());
        EXPECT_EQ(read, space);
    });
}

// The ranges of free coordinates do not change.
TEST(FixedStyle, LeavesTheRestToTheSearch) {
    for_each_space([](const GaitSpace& space, Rng& rng) {
        const Index n = dimension(space);
        Vector u = random_point(rng, n);
        const Gait before = gait_at(space, u);
        for (Index k = 0; k < n; ++k) {
            Vector other = u;
            other(k) = u(k) < 0.5 ? u(k) + 0.4 : u(k) - 0.4;
            const bool moves = gait_at(space, other) != before;
            const bool is_sigma = participation_at(space, other) != participation_at(space, u);
            const bool may_rest = space.taking_part > 0;
            EXPECT_TRUE(moves || is_sigma || may_rest) << k;
        }
    });
}

TEST(FixedStyle, HasNoCoordinate) {
    GaitSpace space{.muscles = 2, .harmonics = 1};
    EXPECT_EQ(dimension(space), 1 + 2 * 2);
    space.fixed = {{{.amplitude = 0.4}}, {{.phase = 0.25}}};
    EXPECT_EQ(dimension(space), 1 + 2);
    space.fixed[1][0].period = 0.5;
    EXPECT_EQ(dimension(space), 1 + 2) << "the other muscle keeps the period";
    space.fixed[0][0].period = 0.6;
    EXPECT_EQ(dimension(space), 2) << "no muscle does";
    space.common_period = false;
    EXPECT_EQ(dimension(space), 2);
    space.fixed[0][0].period.reset();
    EXPECT_EQ(dimension(space), 3) << "an own period";
}

TEST(FixedStyle, RejectsInvalidValues) {
    const auto refusal = [](GaitSpace space) {
        const auto fault = fault_in(space);
        return fault ? fault->message : std::string();
    };
    EXPECT_NE(refusal({.muscles = 1, .fixed = {{}, {{.amplitude = 0.3}}}}).find("muscle 2"), std::string::npos);
    EXPECT_NE(refusal({.muscles = 2, .taking_part = 1, .fixed = {{}, {{.period = -1.0}}}}).find("no gait's"),
              std::string::npos);
    EXPECT_NE(refusal({.muscles = 1, .fixed = {FixedWaveform(17)}}).find("16 harmonics"), std::string::npos);
    EXPECT_NE(refusal({.muscles = 1, .fixed = {{{0.4, 0.5, 0.0}}}}).find("everything is fixed"), std::string::npos);
}

} // namespace
} // namespace limber::testing
