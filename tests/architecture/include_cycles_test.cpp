// SPDX-License-Identifier: MIT
#include "tests/architecture/include_cycles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace limber::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string sentence(const IncludeCycle& cycle) {
    std::string text = "files that include each other:\n";
    for (const auto& include : cycle) {
        text += "    " + include + (&include == &cycle.back() ? "    closes the cycle\n" : "\n");
    }
    return text;
}

TEST(IncludeCycles, AGraphWithoutCyclesHasNone) {
    const IncludeGraph graph{{"a", {{"b", "a.h: b"}, {"c", "a.cpp: c"}}}, {"b", {{"c", "b.h: c"}}}, {"c", {}}};
    EXPECT_THAT(cycles_of(graph), IsEmpty());
}

TEST(IncludeCycles, TheShortestCycleIsNamedAndItsLastIncludeClosesIt) {
    const IncludeGraph graph{{"a", {{"b", "a.h: b"}}},
                             {"b", {{"c", "b.h: c"}}},
                             {"c", {{"d", "c.cpp: d"}, {"a", "c.cpp: a"}}},
                             {"d", {{"a", "d.h: a"}}},
                             {"e", {{"a", "e.h: a"}}}};
    const auto cycles = cycles_of(graph);
    ASSERT_EQ(cycles.size(), 1u);
    EXPECT_THAT(cycles.front(), ElementsAre("a.h: b", "b.h: c", "c.cpp: a"));
    EXPECT_EQ(sentence(cycles.front()), "files that include each other:\n    a.h: b\n    b.h: c\n"
                                        "    c.cpp: a    closes the cycle\n");
}

TEST(IncludeCycles, CyclesApartAreToldApart) {
    const IncludeGraph graph{
        {"a", {{"b", "a: b"}}}, {"b", {{"a", "b: a"}, {"x", "b: x"}}}, {"x", {{"y", "x: y"}}}, {"y", {{"x", "y: x"}}}};
    EXPECT_EQ(cycles_of(graph).size(), 2u);
}

TEST(IncludeCycles, NoFilesOfTheEngineOrTheApplicationIncludeEachOther) {
    const IncludeGraph graph = include_graph();
    EXPECT_GE(graph.size(), 300u);
    for (const auto& cycle : cycles_of(graph)) {
        ADD_FAILURE() << sentence(cycle);
    }
}

} // namespace
} // namespace limber::testing
