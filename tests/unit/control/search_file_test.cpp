// SPDX-License-Identifier: MIT
#include "engine/control/search_file.h"

#include "engine/actuation/gait_file.h"
#include "engine/core/file_bytes.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

#include <set>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;

const GaitSpace space_of_two{.muscles = 2};
constexpr GaitSearchOptions few{.generations = 3, .population = 6, .steps = 10, .seed = 3};

Walker small_walker() {
    const FreeBody body = free_body(bar_mesh(4, 1, 1, Vec3(1.0, 0.2, 0.3)),
                                    {.modes = 3, .clusters = 3, .contact_points = 8, .young = 5e4, .muscles = 2});
    Walker walker;
    walker.model = std::make_shared<const ReducedModel>(body.model);
    walker.controls = body.controls();
    walker.controls.gravity = Vec3(0.0, -9.81, 0.0);
    walker.controls.contact.points = body.points;
    walker.controls.contact.obstacles = std::make_shared<const Obstacles>(Obstacles{{HalfSpace{}, 0.8, 0.0}});
    walker.start = body.start();
    return walker;
}

GaitSearch begun_search() {
    GaitSearch search(small_walker(), space_of_two, {}, few);
    ThreadPool alone({1});
    search.advance(alone);
    search.advance(alone);
    return search;
}

std::filesystem::path scratch(const char* name) {
    return std::filesystem::path(::testing::TempDir()) / name;
}

std::string written_search() {
    const GaitSearch search = begun_search();
    const auto path = scratch("limber_search.json");
    EXPECT_TRUE(write_search(search.state(), 7, search.terms(), path));
    return file_bytes(path).value();
}

// The text with another value of a member, or without the member.
std::string with(std::string text, const std::string& member, const std::string& value) {
    const std::size_t line = text.find("\n  \"" + member + "\":"); // a member of the root
    EXPECT_NE(line, std::string::npos) << member;
    const std::size_t name = line + 3;
    std::size_t to = text.find("\n  \"", name + 1);                                   // the next member
    const std::size_t comma = to == std::string::npos ? text.rfind(',', name) : name; // before the last one
    const std::size_t from = value.empty() ? comma : text.find(':', name) + 1;
    to = to == std::string::npos ? text.rfind("\n}") : (value.empty() ? text.find('"', to) : to - 1);
    return text.replace(from, to - from, value);
}

// Compares all members. The structured binding stops compiling when a member is added.
void expect_same(const CmaEsState& a, const CmaEsState& b) {
    const auto& [mean, sigma, C, p_sigma, p_C, population, generation, of_run, runs, stalled, flat, best, best_cost] =
        a;
    EXPECT_EQ(mean, b.mean);
    EXPECT_EQ(sigma, b.sigma);
    EXPECT_EQ(C, b.C);
    EXPECT_EQ(p_sigma, b.p_sigma);
    EXPECT_EQ(p_C, b.p_C);
    EXPECT_EQ(population, b.population);
    EXPECT_EQ(generation, b.generation);
    EXPECT_EQ(of_run, b.generation_of_run);
    EXPECT_EQ(runs, b.runs);
    EXPECT_EQ(stalled, b.stalled);
    EXPECT_EQ(flat, b.flat);
    EXPECT_EQ(best, b.best);
    EXPECT_EQ(best_cost, b.best_cost);
}

TEST(SearchFile, RoundTrips) {
    const GaitSearchState state = begun_search().state();
    const auto read = search_from(written_search(), "search.json", 7, dimension(space_of_two));
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().best_costs, state.best_costs);
    EXPECT_EQ(read.value().evolution.generation, 2);
    expect_same(read.value().evolution, state.evolution);
    EXPECT_FALSE(search_from(written_search(), "search.json", 8, dimension(space_of_two)));
    EXPECT_FALSE(search_from(written_search(), "search.json", 7, dimension(space_of_two) + 1));
}

TEST(SearchFile, StatesItsTarget) {
    const GaitSpace space{.muscles = 2,
                          .harmonics = 2,
                          .common_period = false,
                          .ramp = 0.1,
                          .phase = 0.25,
                          .parts = {Participation::always, Participation::if_chosen},
                          .fixed = {{}, {{.amplitude = 1.0 / 3.0}, {.period = 0.7, .phase = 0.1}}}};
    Objective objective{.direction = Vec3(0.6, 0.0, 0.8), .target = Vec3(1.0 / 3.0, 0.0, 2.0), .approach = 2.0};
    objective.energy = 0.3;
    const GaitSearch search(small_walker(), space, objective,
                            {.generations = 5, .population = 6, .restarts = 2, .seed = 8});
    const auto path = scratch("limber_search_terms.json");
    ASSERT_TRUE(write_search(search.state(), 7, search.terms(), path));
    const auto terms = search_terms_from(file_bytes(path).value(), path);
    ASSERT_TRUE(terms) << sentence(terms.error());
    GaitSpace expected = space;
    expected.muscles = 0; // a property of the character
    EXPECT_EQ(terms.value().space, expected);
    EXPECT_EQ(terms.value().objective, objective);
    EXPECT_EQ(terms.value().options, search.options());
    EXPECT_EQ(terms.value().start, search.terms().start);
    EXPECT_THAT(sentence(search_terms_from(with(written_search(), "terms", ""), path).error()), HasSubstr("--resume"));
    EXPECT_THAT(sentence(search_terms_from("{\"format\": \"limber-gait\"}", path).error()),
                HasSubstr("is not a search"));
}

TEST(SearchFile, IsRejectedIfAnythingIsMissing) {
    const std::string text = written_search();
    for (const char* member : {"generation", "generation_of_run", "runs", "still", "flat", "population", "sigma",
                               "best_cost", "best", "mean", "p_sigma", "p_C", "best_costs", "C"}) {
        const auto read = search_from(with(text, member, ""), "search.json", 7, dimension(space_of_two));
        ASSERT_FALSE(read) << member;
        EXPECT_THAT(sentence(read.error()), HasSubstr("lacks \"" + std::string(member) + "\""));
    }
}

TEST(SearchFile, IsRejectedWithInvalidNumbers) {
    const std::string text = written_search();
    for (const auto& [member, value] :
         std::initializer_list<std::pair<const char*, const char*>>{{"generation", " -1"},
                                                                    {"generation_of_run", " -1"},
                                                                    {"generation_of_run", " 99"},
                                                                    {"runs", " 0"},
                                                                    {"runs", " -3"},
                                                                    {"still", " -1"},
                                                                    {"flat", " -1"},
                                                                    {"population", " 2"},
                                                                    {"population", " -6"},
                                                                    {"sigma", " 0"},
                                                                    {"best_costs", " [1]"},
                                                                    {"mean", " [0.5]"}}) {
        const auto read = search_from(with(text, member, value), "search.json", 7, dimension(space_of_two));
        ASSERT_FALSE(read) << member << value;
        EXPECT_THAT(sentence(read.error()), HasSubstr(member));
    }
}

// One equal number for each parameter.
std::string list_of(const std::string& number) {
    std::string list = " [" + number;
    for (Index i = 1; i < dimension(space_of_two); ++i) {
        list += ", " + number;
    }
    return list + "]";
}

TEST(SearchFile, IsRejectedIfItsNumbersWouldOverflow) {
    const std::string text = written_search();
    for (const auto& [member, number] : std::initializer_list<std::pair<const char*, const char*>>{
             {"mean", "1e300"}, {"p_sigma", "-1e300"}, {"p_C", "1e300"}, {"best", "1.5"}, {"best", "-0.1"}}) {
        const auto read = search_from(with(text, member, list_of(number)), "search.json", 7, dimension(space_of_two));
        ASSERT_FALSE(read) << member << number;
        EXPECT_THAT(sentence(read.error()), HasSubstr(member));
    }
    EXPECT_FALSE(search_from(with(text, "sigma", " 1e300"), "search.json", 7, dimension(space_of_two)));
    const Index n = dimension(space_of_two);
    std::string row = list_of("1e300");
    std::string rows = " [" + row;
    for (Index i = 1; i < n; ++i) {
        rows += "," + row;
    }
    EXPECT_FALSE(search_from(with(text, "C", rows + "]"), "search.json", 7, n));
}

TEST(SearchKey, DependsOnEverythingThatASearchUses) {
    const Walker walker = small_walker();
    std::set<std::uint64_t> keys;
    const auto key_of = [](const Walker& body, const GaitSpace& space, const Objective& command,
                           GaitSearchOptions options) {
        return GaitSearch(body, space, command, options).key();
    };
    const std::uint64_t plain = key_of(walker, space_of_two, {}, few);
    EXPECT_EQ(key_of(walker, space_of_two, {}, {.generations = 9, .population = 6, .steps = 10, .seed = 3}), plain);
    keys.insert(plain);
    keys.insert(key_of(walker, space_of_two, {.energy = 1e-3}, few));
    keys.insert(key_of(walker, space_of_two, {.target = Vec3(1.0, 0.0, 0.0), .approach = 1.0}, few));
    keys.insert(key_of(walker, space_of_two, {.target = Vec3(1.0, 0.0, 0.1), .approach = 1.0}, few));
    keys.insert(key_of(walker, space_of_two, {.direction = Vec3(1.0, 0.0, 0.0)}, few));
    keys.insert(key_of(walker, {.muscles = 2, .phase = 0.0}, {}, few));
    keys.insert(key_of(walker, {.muscles = 2, .fixed = {{{.phase = 0.0}}}}, {}, few));
    keys.insert(key_of(walker, {.muscles = 2, .fixed = {{}, {{.phase = 0.0}}}}, {}, few));
    keys.insert(key_of(walker, {.muscles = 2, .taking_part = 1, .fixed = {{}, {{.phase = 0.0}}}}, {}, few));
    keys.insert(key_of(walker, {.muscles = 2, .taking_part = 1, .fixed = {{}, {{.phase = 0.1}}}}, {}, few));
    keys.insert(key_of(walker, space_of_two, {}, {.generations = 3, .population = 6, .steps = 10, .seed = 4}));
    Walker other = walker;
    other.controls.young_scale = 1.1;
    keys.insert(key_of(other, space_of_two, {}, few));
    other = walker;
    const Ball far_away{Vec3(50.0, 0.0, 0.0), 1.0};
    other.controls.contact.obstacles =
        std::make_shared<const Obstacles>(Obstacles{{HalfSpace{}, 0.8, 0.0}, {far_away, 0.8, 0.0}});
    keys.insert(key_of(other, space_of_two, {}, few));
    other = walker;
    ReducedModel stiffer = *walker.model;
    stiffer.stiffness *= 1.001;
    other.model = std::make_shared<const ReducedModel>(stiffer);
    keys.insert(key_of(other, space_of_two, {}, few));
    EXPECT_EQ(keys.size(), 14u);
}

TEST(GaitSpace, HasOnlyGaitsThatAFileCanStore) {
    EXPECT_TRUE(fault_in(GaitSpace{.muscles = 2, .period = 0.00001}).has_value());
    EXPECT_TRUE(fault_in(GaitSpace{.muscles = 2, .harmonics = 16, .period_min = 1e-4}).has_value());
    EXPECT_TRUE(fault_in(GaitSpace{.muscles = 2, .amplitude_max = 1e9}).has_value());
    EXPECT_FALSE(fault_in(GaitSpace{.muscles = 2, .harmonics = 16, .period_min = 0.1}).has_value());
}

TEST(GaitFile, UnreadableGaitIsNotWritten) {
    Gait gait;
    gait.waveforms = {{{0.5, 1e-9, 0.0}}};
    const auto written = write_gait(gait, scratch("limber_gait.json"));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, ErrorKind::bad_input);
}

TEST(Walker, ReportsIfItCannotSettle) {
    Walker walker = small_walker();
    EXPECT_TRUE(settle(walker, 5));
    EXPECT_GT(walker.stopped_at, 0.0) << "five steps are not enough";
    EXPECT_TRUE(settle(walker, 1000));
    EXPECT_EQ(walker.stopped_at, 0.0);
    walker.controls.gravity = Vec3(0.0, -1e300, 0.0);
    EXPECT_FALSE(settle(walker, 5));
}

} // namespace
} // namespace limber::testing
