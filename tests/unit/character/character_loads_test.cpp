// SPDX-License-Identifier: MIT
#include "app/character/character_loads.h"

#include "app/character_build/build_character.h"
#include "app/character_build/earliest_difference.h"
#include "app/document/character_file.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>

/// Loads of a scene's body, for kinds of subspaces that depend on them.
namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_bytes;
using limber::testing::write_small_scene;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class CharacterLoads : public ::testing::Test {
protected:
    CharacterLoads() {
        scene.subspace = SubspaceKind::force_dual;
        scene.modes = 1;
    }
    Result<CharacterPtr> result(const CharacterPtr& previous = nullptr) const {
        return build_character(scene, previous, previous ? Stage::nothing : Stage::mesh, nullptr, {}, Purpose::numbers);
    }
    CharacterPtr built(const CharacterPtr& previous = nullptr) const {
        auto character = result(previous);
        EXPECT_TRUE(character) << sentence(character.error());
        return character ? std::move(character).value() : nullptr;
    }
    // Paint of the half of the surface with the larger x.
    static PaintedRegion far_half(const Character& character) {
        const double middle = character.mesh.X.col(0).mean();
        PaintLevels levels;
        for (const int v : character.boundary_vertices) {
            levels.push_back(character.mesh.X(v, 0) > middle ? 255 : 0);
        }
        return PaintedRegion(levels);
    }

    ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
    Load push{.name = "Push", .kind = LoadKind::region, .region = LoadRegion{Vec3(1, 0.1, 0.1), 0.1, 30.0}};
};

TEST_F(CharacterLoads, OfTheSceneAreThoseOfAFileWithTheSameMembers) {
    const CharacterPtr everywhere = built();
    scene.loads = {{push}};
    const CharacterPtr own = built(everywhere);
    EXPECT_FALSE(own->variances.isApprox(everywhere->variances, 1e-3));
    scene.loads.clear();
    write_bytes(folder / "push.json", R"({"format": "limber-loads", "version": 1, "loads": [{"kind": "region",
                                         "centre": [1, 0.1, 0.1], "radius": 0.1, "decay": 30}]})");
    scene.subspace_file = folder / "push.json";
    const CharacterPtr of_file = built(own);
    EXPECT_TRUE(own->variances.isApprox(of_file->variances, 1e-9));
    scene.loads = {{push}};
    EXPECT_TRUE(built()->loads->blocks.isApprox(2.0 * own->loads->blocks, 1e-12)) << "those of both add up";
}

TEST_F(CharacterLoads, ActWhereTheyArePainted) {
    const CharacterPtr plain = built();
    scene.loads = {{{.name = "Painted", .kind = LoadKind::field}, far_half(*plain)}};
    const CharacterPtr painted = built(plain);
    const double middle = plain->mesh.X.col(0).mean();
    double near = 0.0;
    double far = 0.0;
    for (Index v = 0; v < plain->vertex_count(); ++v) {
        const double variance = painted->loads->blocks.middleRows<3>(3 * v).trace();
        const bool is_near = plain->mesh.X(v, 0) < middle - 0.1;
        (is_near ? near : far) += variance;
    }
    EXPECT_GT(far, 0.0);
    EXPECT_LT(near, 0.02 * far) << "but for what the paint of the middle has inside";
}

TEST_F(CharacterLoads, CountTheTimeOfTheWeightsForThem) {
    scene.subspace = SubspaceKind::force_dual_skinning;
    EXPECT_GT(built()->seconds.eigen, 0.0);
}

TEST_F(CharacterLoads, RebuildTheSubspaceThatDependsOnThem) {
    CharacterDescription other = scene;
    other.loads = {{push}};
    EXPECT_EQ(earliest_difference(scene, other), Stage::subspace);
    scene.loads = other.loads;
    scene.loads.front().load.name = "Renamed";
    EXPECT_EQ(earliest_difference(scene, other), Stage::state) << "a name changes no subspace";
    scene.loads.clear();
    scene.subspace = other.subspace = SubspaceKind::skinning;
    EXPECT_GE(earliest_difference(scene, other), Stage::state) << "skinning modes do not depend on them";
}

// A scene that was saved with such a load opens again.
TEST_F(CharacterLoads, ThatCannotActAreLeftOutWithAWarning) {
    const CharacterPtr everywhere = built();
    scene.loads = {{push}};
    const CharacterPtr pushed = built(everywhere);
    const auto expect_left_out = [&](const BodyLoad& load, const std::string& reason) {
        scene.loads = {load};
        const CharacterPtr alone = built(everywhere);
        EXPECT_THAT(alone->warnings, Contains(HasSubstr(reason)));
        EXPECT_TRUE(alone->loads->blocks.isApprox(everywhere->loads->blocks, 1e-12)) << reason;
        scene.loads = {load, {push}};
        EXPECT_TRUE(built(everywhere)->loads->blocks.isApprox(pushed->loads->blocks, 1e-12)) << reason;
    };
    const std::size_t count = everywhere->boundary_vertices.size();
    expect_left_out({{.name = "Nowhere", .kind = LoadKind::field}}, "the load \"Nowhere\" needs a \"field\"");
    expect_left_out({{.kind = LoadKind::field}, PaintedRegion(PaintLevels(count, 0))},
                    "loads[0] holds no vertex: paint one, or remove the load");
    expect_left_out({{.name = "Foreign", .kind = LoadKind::field}, PaintedRegion(PaintLevels(12, 9))},
                    "the load \"Foreign\" was painted on a surface of 12 vertices");
    expect_left_out({{.name = "Inflates", .kind = LoadKind::pocket}, far_half(*everywhere)}, "the load \"Inflates\"");
    const CharacterPtr faulty = built(everywhere);
    scene.loads = {{push}};
    EXPECT_THAT(built(faulty)->warnings, Not(Contains(HasSubstr("Inflates")))) << "it was removed";
}

TEST_F(CharacterLoads, WithoutAnAmountAreWarnedOf) {
    const CharacterPtr everywhere = built();
    push.amount = 0.0;
    scene.loads = {{push}};
    EXPECT_THAT(built(everywhere)->warnings, Contains(HasSubstr("the amount of each load that acts is 0")));
    Load far{.name = "Far", .kind = LoadKind::handles, .points = {Vec3(900, 0, 0)}};
    scene.loads = {{push}, {far}};
    const CharacterPtr pulled = built(everywhere);
    EXPECT_THAT(pulled->warnings, Not(Contains(HasSubstr("amount"))));
    EXPECT_THAT(pulled->warnings, Contains(HasSubstr("the load \"Far\" has a point far from the body")));
}

// Also in the window, where the decay goes up to 1,000.
TEST_F(CharacterLoads, ThatFallOffSteeplyLeaveFewerColumnsWithAWarning) {
    push.region = LoadRegion{Vec3(1, 0.1, 0.1), 0.01, 1000.0};
    scene.loads = {{push}};
    scene.modes = 8;
    for (const SubspaceKind kind : {SubspaceKind::force_dual, SubspaceKind::force_dual_skinning}) {
        scene.subspace = kind;
        const CharacterPtr steep = built();
        ASSERT_TRUE(steep);
        const Index wanted = kind == SubspaceKind::force_dual ? 12 * scene.modes : scene.modes;
        EXPECT_GE(steep->variances.size(), 1);
        EXPECT_LE(steep->variances.size(), wanted);
        const auto is_told = Contains(HasSubstr("fall off so steeply"));
        if (steep->variances.size() < wanted) {
            EXPECT_THAT(steep->warnings, is_told);
        } else {
            EXPECT_THAT(steep->warnings, Not(is_told));
        }
    }
}

TEST_F(CharacterLoads, OfPocketsThatAreNotThereAreShownNowhere) {
    const CharacterPtr plain = built();
    const PaintLevels shown = place_of({{.name = "Air", .kind = LoadKind::pocket}}, *plain).levels();
    EXPECT_EQ(shown, PaintLevels(plain->boundary_vertices.size(), 0)) << "the bar is solid";
}

TEST_F(CharacterLoads, WithoutAFieldIgnoreTheirPaint) {
    const CharacterPtr everywhere = built();
    scene.loads = {{{.name = "Switched", .kind = LoadKind::everywhere}, PaintedRegion(PaintLevels(12, 0))}};
    const CharacterPtr switched = built(everywhere);
    EXPECT_TRUE(switched->loads->blocks.isApprox(everywhere->loads->blocks, 1e-12));
    EXPECT_THAT(switched->warnings, Not(Contains(HasSubstr("Switched"))));
}

TEST_F(CharacterLoads, RebuildTheSubspaceWithTheFieldsThatTheyName) {
    const PaintedRegion paint(PaintLevels(12, 7));
    scene.muscles.regions = {{.name = "Leg", .bones = {}, .painted = paint},
                             {.name = "Arm", .bones = {}, .painted = paint}};
    scene.material.parts = {{.name = "Bone", .painted = paint}};
    scene.loads = {{{.name = "Pull", .kind = LoadKind::muscle, .field = "Leg", .from = "Bone", .to = "tip"}}};
    CharacterDescription other = scene;
    other.muscles.regions[0].painted = PaintedRegion(PaintLevels(12, 9));
    EXPECT_EQ(earliest_difference(scene, other), Stage::subspace);
    other = scene;
    other.material.parts[0].name = "Horn";
    EXPECT_EQ(earliest_difference(scene, other), Stage::subspace);
    other = scene;
    other.muscles.regions[1].painted = PaintedRegion(PaintLevels(12, 9));
    EXPECT_GT(earliest_difference(scene, other), Stage::subspace) << "no load names it";
    scene.loads[0].painted = paint; // in place of "Leg"
    other = scene;
    other.muscles.regions[0].painted = PaintedRegion(PaintLevels(12, 9));
    EXPECT_GT(earliest_difference(scene, other), Stage::subspace);
}

// A file may name any field, such as this muscle's region.
TEST_F(CharacterLoads, OfAFileRebuildTheSubspaceWithTheFieldsThatItMayName) {
    const CharacterPtr plain = built();
    scene.muscles.regions = {{.name = "Leg", .bones = {}, .painted = far_half(*plain)}};
    write_bytes(folder / "leg.json", R"({"format": "limber-loads", "version": 1, "loads": [{"kind": "field",
                                        "field": "Leg"}]})");
    scene.subspace_file = folder / "leg.json";
    const CharacterPtr before = built(plain);
    const CharacterDescription described = scene;
    const PaintLevels whole(plain->boundary_vertices.size(), 255);
    scene.muscles.regions[0].painted = PaintedRegion(whole);
    EXPECT_EQ(earliest_difference(described, scene), Stage::subspace);
    const CharacterPtr after = built(before);
    EXPECT_FALSE(after->loads->blocks.isApprox(before->loads->blocks, 1e-3));
    EXPECT_TRUE(after->loads->blocks.isApprox(built()->loads->blocks, 1e-12)) << "as built from nothing";
    scene = described;
    scene.muscles.regions[0].name = "Arm";
    EXPECT_EQ(earliest_difference(described, scene), Stage::subspace);
    scene = described;
    scene.muscles.regions.push_back({.name = "Tail", .bones = {}, .painted = {}});
    EXPECT_GT(earliest_difference(described, scene), Stage::subspace) << "a region without paint is no field";
    scene = described;
    scene.subspace = SubspaceKind::skinning;
    CharacterDescription other = scene;
    other.muscles.regions[0].painted = PaintedRegion(whole);
    EXPECT_GT(earliest_difference(scene, other), Stage::subspace) << "skinning modes do not depend on loads";
}

TEST_F(CharacterLoads, RebuildTheSubspaceWithAFieldBesideTheirIgnoredPaint) {
    const PaintedRegion paint(PaintLevels(12, 7));
    scene.muscles.regions = {{.name = "Leg", .bones = {}, .painted = paint}};
    Load near = push;
    near.field = "Leg";
    scene.loads = {{near, paint}};
    CharacterDescription other = scene;
    other.muscles.regions[0].painted = PaintedRegion(PaintLevels(12, 9));
    EXPECT_EQ(earliest_difference(scene, other), Stage::subspace) << "paint does not limit a load of this kind";
}

TEST_F(CharacterLoads, GrowAndTurnWithTheBody) {
    const CharacterPtr plain = built();
    const Vec3 end = plain->mesh.X.row(plain->vertex_count() - 1);
    scene.loads = {{push},
                   {{.name = "Near", .kind = LoadKind::field, .decay = 50.0, .mean = {0, -2, 1}}, far_half(*plain)},
                   {{.name = "Pull", .kind = LoadKind::handles, .points = {end}, .mean = {0.1, 0, 0}}},
                   {{.name = "Spring", .kind = LoadKind::springs, .springs = {{Vec3::Zero(), end}}}},
                   {{.name = "Contact", .kind = LoadKind::patch, .mean = {1, 2, 0}}, far_half(*plain)}};
    const CharacterPtr before = built();
    constexpr double s = 2.0;
    change_unit(scene, s * scene.metres_per_unit, 1.0);
    const CharacterPtr larger = built();
    EXPECT_TRUE(larger->mesh.X.isApprox(s * plain->mesh.X, 1e-12));
    EXPECT_TRUE(larger->loads->blocks.isApprox(larger->mass.sum() / plain->mass.sum() * before->loads->blocks, 1e-9));
    EXPECT_LT((scene.loads[2].load.points[0] - s * end).norm(), 1e-12);
    EXPECT_NEAR(scene.loads[2].load.mean[0], 0.2, 1e-15);
    EXPECT_NEAR(scene.loads[1].load.decay, 12.5, 1e-12);
    change_unit(scene, scene.metres_per_unit / s, 1.0);

    scene.turn = {Vec3(1, 2, 3), 40.0};
    const Mat3 R = rotation_of(scene.turn);
    turn(scene.loads, R);
    const CharacterPtr turned = built();
    EXPECT_TRUE(turned->mesh.X.isApprox(plain->mesh.X * R.transpose(), 1e-12));
    for (Index v = 0; v < plain->vertex_count(); ++v) {
        const Mat3 expected = R * before->loads->blocks.middleRows<3>(3 * v) * R.transpose();
        EXPECT_LT((turned->loads->blocks.middleRows<3>(3 * v) - expected).norm(), 1e-9 * (1.0 + expected.norm())) << v;
        EXPECT_LT((turned->loads->mean.segment<3>(3 * v) - R * before->loads->mean.segment<3>(3 * v)).norm(), 1e-9);
    }
    EXPECT_TRUE(turned->variances.isApprox(before->variances, 1e-4));
}

// Its muscles would otherwise be elsewhere.
TEST_F(CharacterLoads, ThatContractGrowAndTurnWithTheBody) {
    scene.subspace = SubspaceKind::skinning;
    Load fibres{.name = "Biceps", .kind = LoadKind::muscle, .field = "tip"};
    fibres.region = LoadRegion{Vec3(0.5, 0.1, 0.1), 0.1, 30.0};
    scene.muscles.fibres = {{fibres}};
    const CharacterPtr before = built();
    const Matrix& D = *before->musculature.D;
    ASSERT_GT(D.norm(), 0.0);
    constexpr double s = 2.0;
    change_unit(scene, s * scene.metres_per_unit, 1.0);
    EXPECT_TRUE(built()->musculature.D->isApprox(s * D, 1e-6)) << "its strain is the same";
    change_unit(scene, scene.metres_per_unit / s, 1.0);
    scene.turn = {Vec3(1, 2, 3), 40.0};
    const Mat3 R = rotation_of(scene.turn);
    turn(scene.muscles.fibres, R);
    const CharacterPtr turned = built();
    const Eigen::Map<const Points> d(D.data(), D.rows() / 3, 3);
    const Eigen::Map<const Points> d_turned(turned->musculature.D->data(), D.rows() / 3, 3);
    EXPECT_TRUE(d_turned.isApprox(d * R.transpose(), 1e-6));
}

// The bones of the same names are where both bodies have them; without bones, the boxes of the bodies are.
TEST_F(CharacterLoads, AreCarriedToTheSamePlacesOfAnotherBody) {
    const CharacterPtr plain = built();
    const Index end = plain->vertex_count() - 1;
    const std::vector<BodyLoad> loads{
        {{.name = "Near", .kind = LoadKind::region, .region = LoadRegion{plain->mesh.X.row(end), 0.1, 30.0}}},
        {{.name = "Pull", .kind = LoadKind::handles, .points = {plain->mesh.X.row(end)}, .mean = {0.1, 0, 0}}},
        {{.name = "Wide", .kind = LoadKind::field, .decay = 50.0, .mean = {0, -2, 1}}, far_half(*plain)},
        {{.name = "Spring", .kind = LoadKind::springs, .springs = {{plain->mesh.X.row(0), plain->mesh.X.row(end)}}}}};
    EXPECT_EQ(carried_loads(loads, *plain, *plain), loads);
    const auto expect_carried = [&](const Character& from, const Character& to) {
        const std::vector<BodyLoad> carried = carried_loads(loads, from, to);
        const Vec3 there = to.mesh.X.row(end);
        EXPECT_LT((carried[0].load.region->centre - there).norm(), 1e-12);
        EXPECT_NEAR(carried[0].load.region->radius, 0.2, 1e-12);
        EXPECT_NEAR(carried[0].load.region->decay, 7.5, 1e-12);
        EXPECT_LT((carried[1].load.points[0] - there).norm(), 1e-12);
        EXPECT_NEAR(carried[1].load.mean[0], 0.2, 1e-12);
        EXPECT_NEAR(carried[2].load.decay, 12.5, 1e-12);
        EXPECT_EQ(carried[2].load.mean, loads[2].load.mean) << "an acceleration";
        EXPECT_EQ(carried[2].painted, loads[2].painted);
        EXPECT_LT((carried[3].load.springs[0][0].transpose() - to.mesh.X.row(0)).norm(), 1e-12);
        EXPECT_LT((carried[3].load.springs[0][1] - there).norm(), 1e-12);
    };
    scene.metres_per_unit *= 2.0;
    expect_carried(*plain, *built());
    Character without_bones = *plain;
    without_bones.rig.skeleton.bones.clear();
    expect_carried(without_bones, *built());
    scene.turn = {Vec3(0, 0, 1), 90.0}; // whose box is as large
    expect_carried(*plain, *built());
}

TEST_F(CharacterLoads, GrowFromTheUnitThatWasBuiltWhereItIsOpen) {
    scene.metres_per_unit = 0.0;
    scene.loads = {{push}};
    change_unit(scene, 0.5, 0.25);
    EXPECT_EQ(scene.metres_per_unit, 0.5);
    EXPECT_EQ(scene.loads[0].load.region->radius, 0.2);
    EXPECT_EQ(scene.loads[0].load.region->decay, 7.5);
}

TEST_F(CharacterLoads, OfAMuscleAreAlongItsFibres) {
    const CharacterPtr plain = built();
    const auto painted_between = [&](double from, double to) {
        PaintLevels levels;
        for (const int v : plain->boundary_vertices) {
            levels.push_back(plain->mesh.X(v, 0) >= from && plain->mesh.X(v, 0) <= to ? 255 : 0);
        }
        return PaintedRegion(levels);
    };
    scene.muscles.regions = {{.name = "Near", .bones = {}, .painted = painted_between(0.0, 0.2)},
                             {.name = "Far", .bones = {}, .painted = painted_between(0.8, 1.0)}};
    scene.loads = {{{.name = "Biceps", .kind = LoadKind::muscle, .from = "Near", .to = "Far", .sections = 2}}};
    const CharacterPtr flexed = built(plain);
    const Matrix& forces = flexed->loads->patterns;
    ASSERT_EQ(forces.cols(), 2);
    double along = 0.0;
    for (Index v = 0; v < flexed->vertex_count(); ++v) {
        along += forces.row(3 * v).squaredNorm();
    }
    EXPECT_GT(along, 0.8 * forces.squaredNorm());
    const PaintLevels shown = place_of(scene.loads[0], *flexed).levels();
    EXPECT_EQ(*std::ranges::max_element(shown), 255) << "where it pulls most";
    EXPECT_LT(std::ranges::count(shown, 255), static_cast<std::ptrdiff_t>(shown.size() / 2))
        << "not on all of the body";
    EXPECT_EQ(names_of_load_fields(*flexed), (std::vector<std::string>{"Near", "Far", "root", "tip"}));
    scene.loads[0].load.to.clear();
    EXPECT_THAT(built(flexed)->warnings, Contains(HasSubstr("the load \"Biceps\" is a muscle with one end")));
}

// The first field of a name is the one that loads take.
TEST_F(CharacterLoads, OfferEachNameOnce) {
    const CharacterPtr plain = built();
    scene.muscles.regions = {{.name = "tip", .bones = {}, .painted = far_half(*plain)}};
    EXPECT_EQ(names_of_load_fields(*built(plain)), (std::vector<std::string>{"tip", "root"}));
}

TEST_F(CharacterLoads, OfHandlesAreAtTheirPlacesOfRest) {
    const CharacterPtr plain = built();
    const Points& X = plain->mesh.X;
    EXPECT_FALSE(load_of_handles(X, {}));
    const PointHandle handle{1, {0, 1, 2}, {0.5, 0.25, 0.25}, 100.0, Vec3(9, 9, 9)};
    const auto load = load_of_handles(X, {handle});
    ASSERT_TRUE(load);
    const Vec3 place = (0.5 * X.row(0) + 0.25 * X.row(1) + 0.25 * X.row(2)).transpose();
    ASSERT_EQ(load->load.points.size(), 1u);
    EXPECT_LT((load->load.points[0] - place).norm(), 1e-15);
    EXPECT_EQ(load->load.stiffness, std::vector<double>{100.0});
    PointHandle mover = handle;
    mover.moves_springs = true;
    EXPECT_EQ(load_of_handles(X, {mover})->load.stiffness, std::vector<double>{0.0}) << "it does not pull";
    scene.loads = {*load};
    const CharacterPtr handled = built(plain);
    EXPECT_EQ(handled->variances.size(), 3) << "three patterns of one handle";
}

} // namespace
} // namespace limber::app
