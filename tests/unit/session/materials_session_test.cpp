// SPDX-License-Identifier: MIT
#include "app/document/material_file.h"
#include "engine/core/file_bytes.h"
#include "engine/replay/motion_file.h"
#include "tests/support/driven_session.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <algorithm>

// Materials that are kept, settings that are copied and paint from files, driven with commands and without a window.
namespace limber::app {
namespace {

using ::testing::HasSubstr;

// Two bars side by side, the second with other settings and more vertices.
std::filesystem::path write_two_bars(const limber::testing::ScratchFolder& folder) {
    limber::testing::write_small_scene(folder);
    limber::testing::write_bytes(
        folder / "two.json",
        R"({"format": "limber-scene", "version": 2, "name": "Two", "characters": [{"scene": "bar.json"}, )"
        R"({"scene": "bar.json", "at": [0, 0, 2], "changes": {"name": "Other", "modes": 9, "leak": {"amount": 0.25}, )"
        R"("material": {"young": 50000, "poisson": 0.2}, "step": {"damping": 1.5, "iterations": 7}}}]})");
    return folder / "two.json";
}

class MaterialsInASession : public ::testing::Test {
protected:
    struct Setting {
        explicit Setting(const limber::testing::ScratchFolder& folder) {
            environment.set("XDG_STATE_HOME", folder.path().c_str());
        }
        limber::testing::ScopedEnvironment environment;
    };

    const Editor& editor() const {
        return session.editor();
    }
    int id_of(std::size_t place) const {
        return editor().scene().instances[place].id;
    }
    void select(std::size_t place) {
        session.carry_out(SelectCharacter{id_of(place)});
        EXPECT_TRUE(driven.settle());
    }
    std::size_t surface_vertices() const {
        return session.shown().selected.character->boundary_vertices.size();
    }
    PaintedRegion rising_paint() const {
        PaintLevels levels(surface_vertices());
        for (std::size_t i = 0; i < levels.size(); ++i) {
            levels[i] = static_cast<std::uint8_t>(i % 256);
        }
        return PaintedRegion(levels);
    }

    limber::testing::ScratchFolder folder;
    Setting setting{folder};
    limber::testing::DrivenSession driven{write_two_bars(folder)};
    ApplicationSession& session = driven.session;
};

TEST_F(MaterialsInASession, AreKeptForAllScenesAndRemoved) {
    ASSERT_TRUE(driven.is_open);
    session.carry_out(SaveMaterial{"Pudding"});
    ASSERT_TRUE(driven.frames_until([&] { return session.ui_state().materials.own->size() == 1; }));
    const UserMaterial kept = session.ui_state().materials.own->front();
    EXPECT_EQ(kept.name, "Pudding");
    EXPECT_EQ(kept.young, editor().controls().young);
    EXPECT_EQ(read_user_materials(user_materials_path()).value().size(), 1U);
    const limber::testing::DrivenSession other{folder / "bar.json"};
    EXPECT_EQ(other.session.ui_state().materials.own->front(), kept) << "another window has it";
    session.carry_out(RemoveMaterial{"Pudding"});
    ASSERT_TRUE(driven.frames_until([&] { return session.ui_state().materials.own->empty(); }));
}

TEST_F(MaterialsInASession, OfABadFileAreReportedInASentence) {
    ASSERT_TRUE(write_file(user_materials_path(), "{}"));
    session.carry_out(SaveMaterial{"Pudding"});
    EXPECT_TRUE(driven.wait_for_message("materials.json"));
    EXPECT_EQ(file_bytes(user_materials_path()).value(), "{}");
}

TEST_F(MaterialsInASession, ArePastedWithTheirPaintInOneUndoEntry) {
    ASSERT_TRUE(driven.is_open);
    session.carry_out(EditDocument{[&, model = editor().instance()->model](Document& document) {
        ModelDescription& description = document.scene.models.at(model);
        description.material.parts = {{"belly", rising_paint(), 0.5, 1.5}};
        description.pins = rising_paint();
        description.leak = {0.75, 0.2, rising_paint()};
        description.contact.painted = rising_paint();
        description.subspace = SubspaceKind::skinning_homogeneous;
        description.loads = {{{.name = "Push", .kind = LoadKind::field}, rising_paint()}};
    }});
    session.carry_out(RebuildOutdated{});
    ASSERT_TRUE(driven.settle());
    session.carry_out(CopySettings{});
    select(1);
    const ModelDescription before = editor().description();
    const CharacterControls controls_before = editor().controls();
    const std::size_t entries = editor().history().count();
    session.carry_out(PasteSettings{});
    ASSERT_TRUE(driven.frames_until([&] { return editor().description().modes == 6 && driven.is_settled(); }));
    const ModelDescription& after = editor().description();
    EXPECT_EQ(after.material.parts.at(0).painted, rising_paint()) << "the same body: the same paint";
    EXPECT_EQ(after.pins, rising_paint());
    EXPECT_EQ(after.leak, (LeakDescription{0.75, 0.2, rising_paint()}));
    EXPECT_EQ(after.contact.painted, rising_paint());
    EXPECT_EQ(after.subspace, SubspaceKind::skinning_homogeneous);
    EXPECT_EQ(after.loads, editor().scene().models.at(editor().scene().instances[0].model).loads);
    EXPECT_EQ(after.loads.size(), 1u);
    EXPECT_EQ(after.name, "Other");
    const CharacterControls& from = editor().scene().instances[0].controls;
    EXPECT_EQ(editor().controls().young, from.young);
    EXPECT_EQ(editor().controls().damping, from.damping);
    EXPECT_EQ(editor().controls().iterations, from.iterations);
    EXPECT_EQ(editor().controls().rig_offset, controls_before.rig_offset) << "it stays where it is";
    EXPECT_EQ(editor().history().count(), entries + 1);
    EXPECT_EQ(editor().history().undo_name(), "Paste settings");
    session.carry_out(Action::undo);
    ASSERT_TRUE(driven.frames_until([&] { return editor().description().modes == 9 && driven.is_settled(); }));
    EXPECT_EQ(editor().description(), before);
    EXPECT_EQ(editor().controls(), controls_before);
}

// On another mesh as paint, instead of the regions there.
TEST_F(MaterialsInASession, ArePastedWithTheRegionsOfLabelledTets) {
    ASSERT_TRUE(driven.is_open);
    const auto tet_count = static_cast<std::size_t>(session.shown().selected.character->mesh.tet_count());
    ASSERT_TRUE(limber::testing::write_labels(std::vector<int>(tet_count, 0), folder / "labels.json"));
    std::filesystem::copy_file(folder / "bar.mesh", folder / "other.mesh");
    const auto has_region = [&](std::size_t place, const MaterialRegion& region) {
        session.carry_out(EditDocument{[&, model = editor().scene().instances[place].model](Document& document) {
            MaterialDescription& material = document.scene.models.at(model).material;
            material.labels = folder / "labels.json";
            material.regions = {region};
        }});
        session.carry_out(RebuildOutdated{});
        return driven.settle();
    };
    const MaterialRegion hard{"hard", 16.0, 2.0};
    ASSERT_TRUE(has_region(0, hard));
    session.carry_out(CopySettings{});
    select(1);
    ASSERT_TRUE(has_region(1, {"soft", 0.25, 1.0}));
    session.carry_out(PasteSettings{});
    ASSERT_TRUE(driven.frames_until([&] { return editor().description().modes == 6 && driven.is_settled(); }));
    EXPECT_EQ(editor().description().material.regions, std::vector{hard}) << "the same tets: the same regions";
    EXPECT_EQ(editor().description().material.labels, folder / "labels.json");
    EXPECT_TRUE(editor().description().material.parts.empty());
    session.carry_out(Action::undo);
    ASSERT_TRUE(driven.frames_until([&] { return editor().description().modes == 9 && driven.is_settled(); }));
    session.carry_out(EditDocument{[&, model = editor().instance()->model](Document& document) {
        document.scene.models.at(model).mesh = folder / "other.mesh";
    }});
    session.carry_out(RebuildOutdated{});
    ASSERT_TRUE(driven.settle());
    session.carry_out(PasteSettings{});
    ASSERT_TRUE(driven.frames_until([&] { return editor().description().modes == 6 && driven.is_settled(); }));
    const MaterialDescription& material = editor().description().material;
    EXPECT_TRUE(material.labels.empty());
    EXPECT_TRUE(material.regions.empty()) << "the soft region would multiply the stiffness";
    const PaintedRegion everywhere(PaintLevels(surface_vertices(), 255));
    EXPECT_EQ(material.parts, (std::vector<MaterialPart>{{"hard", everywhere, 16.0, 2.0}}));
}

TEST_F(MaterialsInASession, ArePastedWithLoadsAtThePlacesOfTheOtherBody) {
    ASSERT_TRUE(driven.is_open);
    const Points before = session.shown().selected.character->mesh.X;
    const Vec3 place = before.row(before.rows() - 1);
    session.carry_out(EditDocument{[&, model = editor().instance()->model](Document& document) {
        ModelDescription& description = document.scene.models.at(model);
        description.loads = {{{.name = "Push", .kind = LoadKind::region, .region = LoadRegion{place, 0.1, 30.0}}}};
    }});
    ASSERT_TRUE(driven.settle());
    session.carry_out(CopySettings{});
    select(1);
    session.carry_out(ChangeUnit{editor().instance()->model, 2.0});
    const auto is_larger = [&] {
        return driven.is_settled() && (session.shown().selected.character->mesh.X - 2.0 * before).norm() < 1e-9;
    };
    ASSERT_TRUE(driven.frames_until(is_larger));
    session.carry_out(PasteSettings{});
    ASSERT_TRUE(driven.frames_until([&] { return editor().description().modes == 6 && driven.is_settled(); }));
    ASSERT_EQ(editor().description().loads.size(), 1u);
    const LoadRegion& region = *editor().description().loads[0].load.region;
    EXPECT_LT((region.centre - 2.0 * place).norm(), 1e-9);
    EXPECT_NEAR(region.radius, 0.2, 1e-12);
}

TEST_F(MaterialsInASession, ProposeTheContactsWithAFloor) {
    ASSERT_TRUE(driven.is_open);
    session.carry_out(EditDocument{[model = editor().instance()->model](Document& document) {
        document.scene.models.at(model).contact.floor = true;
    }});
    session.carry_out(RebuildOutdated{});
    ASSERT_TRUE(driven.frames_until(
        [&] { return driven.is_settled() && session.shown().selected.character->obstacles != nullptr; }));
    session.carry_out(AddProposedLoads{LoadSource::obstacles});
    ASSERT_TRUE(driven.frames_until([&] { return editor().description().loads.size() == 1; }));
    EXPECT_EQ(editor().description().loads[0].load.name, "Contact 1");
    EXPECT_EQ(editor().description().loads[0].load.kind, LoadKind::patch);
    EXPECT_EQ(editor().history().undo_name(), "Add load");
}

// The load of the handles, undone, repeated and in the saved scene.
TEST_F(MaterialsInASession, ProposeTheLoadOfTheHandles) {
    ASSERT_TRUE(driven.is_open);
    session.carry_out(AddProposedLoads{});
    EXPECT_TRUE(driven.wait_for_message("No handle pulls the body"));
    session.carry_out(AddProposedLoads{LoadSource::pockets});
    EXPECT_TRUE(driven.wait_for_message("The body has no pocket"));
    session.carry_out(AddProposedLoads{LoadSource::obstacles});
    EXPECT_TRUE(driven.wait_for_message("No obstacle is near the body"));
    session.carry_out(AddProposedLoads{LoadSource::springs});
    EXPECT_TRUE(driven.wait_for_message("No spring swings a bone"));
    const Character& character = *session.shown().selected.character;
    const int end = static_cast<int>(character.vertex_count()) - 1;
    const Vec3 place = character.mesh.X.row(end);
    const auto change = [id = id_of(0), end, place](Document& document) {
        CharacterInstance& instance = *document.scene.instance(id);
        instance.controls.handles = {{1, {end, 0, 0}, {1, 0, 0}, 100.0, place}};
        document.scene.models.at(instance.model).subspace = SubspaceKind::force_dual;
    };
    session.carry_out(EditDocument{change});
    session.carry_out(RebuildOutdated{});
    ASSERT_TRUE(driven.frames_until([&] { return driven.is_settled() && session.shown().selected.character->linear; }));
    const Vector everywhere = session.shown().selected.character->variances;
    session.carry_out(AddProposedLoads{});
    const auto has_other_variances = [&] {
        const CharacterPtr& shown = session.shown().selected.character;
        return driven.is_settled() && shown->variances.size() < everywhere.size();
    };
    ASSERT_TRUE(driven.frames_until(has_other_variances)) << "three patterns, of which the rig takes none";
    ASSERT_EQ(editor().description().loads.size(), 1u);
    EXPECT_EQ(editor().description().loads[0].load.points, std::vector<Vec3>{place});
    EXPECT_EQ(editor().history().undo_name(), "Add load");
    session.carry_out(AddProposedLoads{});
    EXPECT_EQ(editor().description().loads.size(), 1u) << "in place of the earlier one";
    session.carry_out(SaveDocument{folder / "saved.json"});
    ASSERT_TRUE(driven.frames_until([&] { return std::filesystem::exists(folder / "saved.json"); }));
    const limber::testing::DrivenSession again{folder / "saved.json"};
    EXPECT_EQ(again.session.editor().scene().models.begin()->second.loads, editor().description().loads);
    session.carry_out(Action::undo);
    ASSERT_TRUE(driven.frames_until([&] { return editor().description().loads.empty() && driven.is_settled(); }));
    EXPECT_TRUE(session.shown().selected.character->variances.isApprox(everywhere, 1e-6));
}

TEST_F(MaterialsInASession, ProposingNothingRemovesTheEarlierProposal) {
    ASSERT_TRUE(driven.is_open);
    const auto add_loads = [id = id_of(0)](Document& document) {
        CharacterInstance& instance = *document.scene.instance(id);
        document.scene.models.at(instance.model).loads = {
            {.load = {.name = "Mine", .kind = LoadKind::everywhere}},
            {.load = {.name = "Handles", .kind = LoadKind::handles, .points = {Vec3::Zero()}},
             .source = LoadSource::handles}};
    };
    session.carry_out(EditDocument{add_loads, "Add load"});
    ASSERT_TRUE(driven.frames_until([&] { return driven.is_settled(); })) << "edits of one frame are undone together";
    ASSERT_EQ(editor().description().loads.size(), 2u);
    session.carry_out(AddProposedLoads{LoadSource::handles});
    EXPECT_TRUE(driven.wait_for_message("No handle pulls the body, so that the earlier load of this kind was removed"));
    ASSERT_EQ(editor().description().loads.size(), 1u);
    EXPECT_EQ(editor().description().loads[0].load.name, "Mine");
    ASSERT_EQ(editor().history().undo_name(), "Remove load");
    session.carry_out(Action::undo);
    EXPECT_EQ(editor().description().loads.size(), 2u);
}

TEST_F(MaterialsInASession, TakePaintFromAFileForWhatTheBrushPaints) {
    ASSERT_TRUE(driven.is_open);
    session.carry_out(EditView{[](ViewOptions& view) {
        view.brush.is_held = true;
        view.brush.target = BrushTarget::pins;
    }});
    Vector values = Vector::Zero(static_cast<Index>(surface_vertices()));
    values(3) = 1.0;
    values(5) = 0.5;
    ASSERT_TRUE(write_npy(values, folder / "pins.npy"));
    session.carry_out(AddPaintFromFile{folder / "pins.npy"});
    ASSERT_TRUE(driven.frames_until([&] { return editor().description().pins.is_there() && driven.is_settled(); }));
    const PaintLevels& levels = editor().description().pins.levels();
    EXPECT_EQ(levels[3], 255);
    EXPECT_EQ(levels[5], 128);
    EXPECT_EQ(std::ranges::count(levels, 0), static_cast<std::ptrdiff_t>(levels.size()) - 2);
    EXPECT_EQ(editor().history().undo_name(), "Add paint from a file");
    ASSERT_TRUE(write_npy(values.head(4), folder / "short.npy"));
    session.carry_out(AddPaintFromFile{folder / "short.npy"});
    EXPECT_TRUE(
        driven.wait_for_message("the surface of the tets has " + std::to_string(surface_vertices()) + " vertices"));
}

TEST_F(MaterialsInASession, MakePaintOfRegionsInOneUndoEntry) {
    ASSERT_TRUE(driven.is_open);
    const auto tet_count = static_cast<std::size_t>(session.shown().selected.character->mesh.tet_count());
    ASSERT_TRUE(limber::testing::write_labels(std::vector<int>(tet_count, 1), folder / "labels.json"));
    session.carry_out(EditDocument{[&, model = editor().instance()->model](Document& document) {
        MaterialDescription& material = document.scene.models.at(model).material;
        material.labels = folder / "labels.json";
        material.regions = {{"plain", 1.0, 1.0}, {"hard", 16.0, 2.0}};
    }});
    const ModelDescription before = editor().description();
    EXPECT_FALSE(session.ui_state().materials.can_paint_regions) << "the model does not have them yet";
    session.carry_out(MakePaintOfRegions{});
    EXPECT_EQ(editor().description(), before);
    session.carry_out(RebuildOutdated{});
    ASSERT_TRUE(driven.settle());
    EXPECT_TRUE(session.ui_state().materials.can_paint_regions);
    session.carry_out(MakePaintOfRegions{});
    const MaterialDescription material = editor().description().material;
    EXPECT_TRUE(material.labels.empty());
    EXPECT_TRUE(material.regions.empty());
    const PaintedRegion everywhere(PaintLevels(surface_vertices(), 255));
    EXPECT_EQ(material.parts, (std::vector<MaterialPart>{{"hard", everywhere, 16.0, 2.0}}));
    ASSERT_TRUE(driven.settle());
    EXPECT_EQ(editor().history().undo_name(), "Make paint of regions");
    EXPECT_EQ(session.shown().selected.character->description.material.parts, material.parts);
    session.carry_out(Action::undo);
    EXPECT_EQ(editor().description(), before);
}

} // namespace
} // namespace limber::app
