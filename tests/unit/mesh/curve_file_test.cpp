// SPDX-License-Identifier: MIT
#include "engine/mesh/curve_file.h"

#include "tests/support/scratch_folder.h"

#include <fstream>
#include <gmock/gmock.h>
#include <string>

namespace limber::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string refusal_of_curve(std::string_view bytes) {
    const auto curve = parse_obj_curve(bytes, "a file");
    return curve ? std::string() : sentence(curve.error());
}

constexpr std::string_view square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(CurveFile, HasThePolylinesOfAnObj) {
    const auto curve =
        parse_obj_curve(std::string(square) + "vt 0 0\nl 1/1 2/1 3/1\nf 1 2 3\nl -1 -4 # closes it\n", "");
    ASSERT_TRUE(curve) << sentence(curve.error());
    EXPECT_THAT(curve.value().warnings, IsEmpty());
    EXPECT_EQ(curve.value().value.V, (Points(4, 3) << 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0).finished());
    EXPECT_EQ(curve.value().value.E, (Edges(3, 2) << 0, 1, 1, 2, 3, 0).finished());
}

TEST(CurveFile, ContinuesALineBehindABackslash) {
    const auto curve = parse_obj_curve(std::string(square) + "l 1 2 \\\n 3 4\n", "");
    ASSERT_TRUE(curve) << sentence(curve.error());
    EXPECT_EQ(curve.value().value.E, (Edges(3, 2) << 0, 1, 1, 2, 2, 3).finished());
}

TEST(CurveFile, MayNameVerticesThatFollow) {
    const auto curve = parse_obj_curve("l 1 2\nv 0 0 0\nv 1 0 0\n", "");
    ASSERT_TRUE(curve) << sentence(curve.error());
    EXPECT_EQ(curve.value().value.E, (Edges(1, 2) << 0, 1).finished());
}

TEST(CurveFile, DropsRepeatedEdgesAndVerticesOfNone) {
    const auto curve = parse_obj_curve(std::string(square) + "l 3 2\nl 2 3 2\nl 4 3\n", "");
    ASSERT_TRUE(curve) << sentence(curve.error());
    EXPECT_EQ(curve.value().value.V, (Points(3, 3) << 1, 0, 0, 1, 1, 0, 0, 1, 0).finished());
    EXPECT_EQ(curve.value().value.E, (Edges(2, 2) << 1, 0, 2, 1).finished());
    EXPECT_THAT(curve.value().warnings,
                ElementsAre("2 edges are there twice and dropped once", "1 vertex of no edge is removed"));
}

// As exporters write two lines that meet.
TEST(CurveFile, JoinsVerticesInTheSamePlace) {
    const auto curve = parse_obj_curve("v 0 0 0\nv 1 0 0\nv 1 0 0\nv 1 1 0\nl 1 2\nl 3 4\nl 1 3\n", "");
    ASSERT_TRUE(curve) << sentence(curve.error());
    EXPECT_EQ(curve.value().value.V, (Points(3, 3) << 0, 0, 0, 1, 0, 0, 1, 1, 0).finished());
    EXPECT_EQ(curve.value().value.E, (Edges(2, 2) << 0, 1, 1, 2).finished());
    EXPECT_THAT(curve.value().warnings, ElementsAre("1 vertex stands in the place of another and is joined with it",
                                                    "1 edge is there twice and dropped once"));
}

TEST(CurveFile, ReportsAJointThatIsFolded) {
    const auto curve = parse_obj_curve("v 0 0 0\nv 1 0 0\nv 0.5 0 0\nl 1 2 3\n", "");
    ASSERT_TRUE(curve) << sentence(curve.error());
    EXPECT_EQ(curve.value().value.E.rows(), 2);
    EXPECT_THAT(curve.value().warnings, ElementsAre("1 joint is folded: two of its edges lie on each other"));
}

TEST(CurveFile, IsRefusedWithItsLine) {
    EXPECT_THAT(refusal_of_curve(square), HasSubstr("a file: has no polyline"));
    EXPECT_THAT(refusal_of_curve(std::string(square) + "l 1\n"),
                HasSubstr("a file:5: a polyline has fewer than two vertices"));
    EXPECT_THAT(refusal_of_curve(std::string(square) + "l 1 5\n"), HasSubstr("a file:5: a polyline names vertex 5"));
    EXPECT_THAT(refusal_of_curve(std::string(square) + "l 1 0\n"), HasSubstr("names vertex 0"));
    EXPECT_THAT(refusal_of_curve("v 0 0 0\nl -1 -2\nv 1 0 0\n"), HasSubstr("names vertex -2"));
    EXPECT_THAT(refusal_of_curve(std::string(square) + "l 1 two\n"), HasSubstr("'two' stands where a vertex"));
    EXPECT_THAT(refusal_of_curve("v 0 0\nv 1 0 0\nl 1 2\n"),
                HasSubstr("a file:1: a vertex has fewer than three coordinates"));
    EXPECT_THAT(refusal_of_curve("v 0 0 nan\nv 1 0 0\nl 1 2\n"), HasSubstr("a file:1: "));
    EXPECT_THAT(refusal_of_curve("v 1 0 0\nv 1 0 0\nl 1 2\n"), HasSubstr("between vertices 1 and 2 has no length"));
}

TEST(CurveFile, IsReadFromAnObjOnly) {
    const ScratchFolder folder;
    std::ofstream(folder / "rope.OBJ") << square << "l 1 2 3\n";
    const auto curve = read_curve(folder / "rope.OBJ");
    ASSERT_TRUE(curve) << sentence(curve.error());
    EXPECT_EQ(curve.value().value.E.rows(), 2);
    EXPECT_FALSE(read_curve(folder / "rope.ply"));
    EXPECT_FALSE(read_curve(folder / "none.obj"));
}

} // namespace
} // namespace limber::testing
