// SPDX-License-Identifier: MIT
#include "app/interaction/cut_tool.h"

#include "app/interaction/view_options.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace limber::app {
namespace {

const BoundingBox box{Vec3(-1, 0, -2), Vec3(1, 3, 2)};

TEST(CutView, PlaneIsAtItsShareOfTheBox) {
    const CutPlane whole = cut_plane({}, box);
    EXPECT_EQ(whole.normal, (std::array{0.0F, 0.0F, 0.0F}));
    const CutPlane below = cut_plane({.axis = 1, .place = 0.25}, box);
    EXPECT_EQ(below.normal, (std::array{0.0F, 1.0F, 0.0F}));
    EXPECT_FLOAT_EQ(below.offset, 0.75F);
    const CutPlane above = cut_plane({.axis = 1, .place = 0.25, .flipped = true}, box);
    EXPECT_FLOAT_EQ(above.normal[1], -1.0F);
    EXPECT_FLOAT_EQ(above.offset, -0.75F);
}

TEST(CutMark, LiesInThePlaneAndMovesWithTheBody) {
    Affine map;
    map << Eigen::AngleAxisd(0.8, Vec3(1, 2, 2).normalized()).toRotationMatrix(), Vec3(4, 5, 6);
    const CutMark mark = cut_mark({.axis = 2, .place = 0.7}, box, map);
    const Vec3 normal = map.col(2);
    for (const Vec3& corner : mark.corners) {
        EXPECT_NEAR((corner - mark.centre()).dot(normal), 0.0, 1e-12);
    }
    EXPECT_NEAR((mark.high - mark.low).norm(), 4.0, 1e-12);
}

TEST(CutMark, PlaceIsUnderTheMouse) {
    const CutMark mark = cut_mark({.axis = 0, .place = 0.5}, box, identity_affine());
    for (const double place : {0.1, 0.5, 0.9}) {
        const Vec3 eye(3, 2, 9);
        const Vec3 target = mark.low + place * (mark.high - mark.low);
        const auto found = place_at(mark, {eye, (target - eye).normalized()});
        ASSERT_TRUE(found);
        EXPECT_NEAR(*found, place, 1e-9);
    }
    EXPECT_FALSE(place_at(mark, {Vec3(9, 1.5, 0), -Vec3::UnitX()})) << "looking along the axis";
}

class CutToolTest : public ::testing::Test {
protected:
    CutToolTest() {
        scene.area = {0, 0, 800, 600};
        scene.camera.target = Vec3(0, 1.5, 0);
        scene.character = reinterpret_cast<const Character*>(this); // only compared with null
        tool.set_mark(cut_mark(cut, box, identity_affine()));
    }
    Mouse mouse_at(double place) const {
        const CutMark mark = cut_mark({.axis = 0, .place = place}, box, identity_affine());
        return {.at = pixel_of(scene.camera, scene.area, mark.centre()).value()};
    }
    double place_after(const Commands& commands) const {
        ViewOptions view;
        view.cut = cut;
        for (const Command& command : commands) {
            std::get<EditView>(command).change(view);
        }
        return view.cut.place;
    }

    CutView cut{.axis = 0, .place = 0.4};
    Touchable scene;
    CutTool tool;
};

TEST_F(CutToolTest, IsFoundAtItsDotAndDraggedAlongItsAxis) {
    EXPECT_FALSE(tool.find(mouse_at(0.9), {}, scene));
    EXPECT_EQ(tool.find(mouse_at(0.4), {}, scene), Layer::mark);
    tool.press(mouse_at(0.4), {}, scene);
    tool.drag(mouse_at(0.7), scene);
    EXPECT_NEAR(place_after(tool.take_edits(scene)), 0.7, 1e-6);
    EXPECT_TRUE(tool.take_edits(scene).empty()) << "moves replace each other";
    tool.drag({.at = {1e6, 300}}, scene);
    const double end = place_after(tool.take_edits(scene));
    EXPECT_GE(end, 0.0);
    EXPECT_LE(end, 1.0);
}

TEST_F(CutToolTest, CancellingADragRestoresThePlace) {
    tool.find(mouse_at(0.4), {}, scene);
    tool.press(mouse_at(0.4), {}, scene);
    tool.drag(mouse_at(0.8), scene);
    tool.take_edits(scene);
    tool.cancel();
    EXPECT_FALSE(tool.is_holding());
    cut.place = 0.8;
    EXPECT_NEAR(place_after(tool.take_edits(scene)), 0.4, 1e-12);
}

} // namespace
} // namespace limber::app
