#include "app/document/scene_description.h"
#include "engine/core/random.h"
#include "tests/support/driven_session.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>

// Laws of random sequences of commands and drags.
namespace limber::app {
namespace {

using limber::testing::DrivenSession;

class RandomCommands : public ::testing::TestWithParam<std::uint64_t> {
protected:
    RandomCommands() {
        EXPECT_TRUE(driven.is_open);
    }

    Pixel on_body() const {
        const Points x = boundary_positions(session.shown().selected, session.state().drawn_motion());
        const Vec3 middle = x.colwise().mean().transpose();
        return pixel_of(session.state().camera.now(), session.viewport().layout.dynamics, middle)
            .value_or(Pixel(500, 300));
    }

    void drag() {
        const Pixel start = on_body();
        const Pixel end = start + Pixel(rng.uniform(-60, 60), rng.uniform(-60, 60));
        const auto button = [&](bool down, const Pixel& at) {
            return MouseButtonChanged{MouseButton::left, down, at.x(), at.y(), false, true, false};
        };
        driven.frame({MouseMoved{start.x(), start.y()}, button(true, start)});
        driven.frame({MouseMoved{end.x(), end.y()}});
        if (rng.below(3) == 0) {
            session.carry_out(Action::leave);
        }
        driven.frame({button(false, end)});
    }

    void edit() {
        CharacterDraft draft = session.editor().draft();
        switch (rng.below(5)) {
        case 0:
            draft.controls.young = rng.uniform(1e4, 1e5);
            break;
        case 1:
            draft.controls.clip_speed = rng.uniform(0.2, 2);
            break;
        case 2:
            draft.controls.rig_offset.col(3) += Vec3(rng.uniform(-1, 1), 0, rng.uniform(-1, 1));
            break;
        case 3:
            draft.controls.gravity = Vec3(0, -rng.uniform(0, 10), 0);
            break;
        default:
            draft.description.clusters = 5 + static_cast<Index>(rng.below(10));
            session.carry_out({EditCharacter{draft}, RebuildCharacter{Stage::clusters}});
            return;
        }
        session.carry_out(EditCharacter{draft});
    }

    void act() {
        constexpr std::array actions{Action::duplicate_character,
                                     Action::remove_character,
                                     Action::unique_character,
                                     Action::next_character,
                                     Action::faster,
                                     Action::release_all_handles,
                                     Action::reset_pose,
                                     Action::play_or_pause,
                                     Action::secondary_motion,
                                     Action::undo,
                                     Action::redo};
        session.carry_out(actions.at(rng.below(actions.size())));
    }

    // One step of a user, and the models that it needs.
    void random_step() {
        switch (rng.below(4)) {
        case 0:
            drag();
            break;
        case 1:
            session.carry_out(EditDocument{[value = rng.uniform(0, 4)](Document& document) {
                document.exaggeration = value;
            }});
            break;
        case 2:
            edit();
            break;
        default:
            act();
            break;
        }
        ASSERT_TRUE(driven.settle());
    }

    void repeat(Action action, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            session.carry_out(action);
            driven.frame();
        }
        ASSERT_TRUE(driven.settle());
    }

    std::string saved_as(ApplicationSession& any, DrivenSession& its, const std::filesystem::path& path) const {
        any.carry_out(SaveDocument{path});
        EXPECT_TRUE(its.frames_until([&] { return !any.editor().is_modified() && std::filesystem::exists(path); }));
        const std::string bytes = limber::testing::bytes_of(path);
        const auto camera = bytes.find("\"camera\""); // is no part of the document
        return bytes.substr(0, camera) + bytes.substr(bytes.find("\"view\"", camera));
    }

    Rng rng{GetParam()};
    limber::testing::ScratchFolder folder;
    DrivenSession driven{limber::testing::write_small_scene(folder)};
    ApplicationSession& session = driven.session;
};

TEST_P(RandomCommands, UndoLeadsToTheStartAndRedoToTheEnd) {
    const Document start = session.editor().document();
    for (int i = 0; i < 25; ++i) {
        random_step();
    }
    const Document end = session.editor().document();
    repeat(Action::redo, 30); // undo may have been one of the steps
    const Document newest = session.editor().document();
    const std::size_t count = session.editor().history().count();
    repeat(Action::undo, count);
    EXPECT_EQ(session.editor().document(), start);
    EXPECT_FALSE(session.editor().is_modified());
    repeat(Action::redo, count);
    EXPECT_EQ(session.editor().document(), newest);
    EXPECT_EQ(session.editor().document() == end, newest == end);
}

TEST_P(RandomCommands, ASavedDocumentOpensAgainAsItWas) {
    for (int i = 0; i < 12; ++i) {
        random_step();
    }
    session.carry_out(EditDocument{[](Document& document) {
        document.exaggeration += 0.5;
    }});
    driven.frame();
    const std::string saved = saved_as(session, driven, folder.path() / "saved.json");
    DrivenSession other(folder.path() / "saved.json");
    ASSERT_TRUE(other.is_open);
    EXPECT_FALSE(other.session.editor().is_modified());
    EXPECT_EQ(other.session.editor().scene().instances.size(), session.editor().scene().instances.size());
    EXPECT_EQ(saved_as(other.session, other, folder.path() / "again.json"), saved);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomCommands, ::testing::Range<std::uint64_t>(1, 13));

} // namespace
} // namespace limber::app
