// SPDX-License-Identifier: MIT
#include "engine/core/file_bytes.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/rig/rig_file.h"
#include "tests/support/driven_session.h"
#include "tests/support/meshes.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"
#include "tests/support/walker_bvh.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>

// Clips that are added and removed while the character moves, driven with commands and without a window.
namespace limber::app {
namespace {

using ::testing::HasSubstr;

class ClipsInASession : public ::testing::Test {
protected:
    const Snapshot& shown() const {
        return session.shown().selected;
    }
    bool has_clips(std::size_t count) {
        return driven.frames_until([&] { return driven.is_settled() && shown().character->clips.size() == count; });
    }

    limber::testing::ScratchFolder folder;
    limber::testing::DrivenSession driven{limber::testing::write_small_scene(folder)};
    ApplicationSession& session = driven.session;
};

TEST_F(ClipsInASession, AreAddedPlayedRemovedAndUndone) {
    ASSERT_TRUE(has_clips(1));
    std::filesystem::copy_file(folder / "bend.json", folder / "again.json");
    session.carry_out(AddClip{folder / "again.json"});
    ASSERT_TRUE(driven.frames_until([&] {
        EXPECT_TRUE(shown().clip == 0 || shown().character->clips.size() == 2) << "the old one plays until then";
        return driven.is_settled() && shown().character->clips.size() == 2;
    }));
    EXPECT_EQ(session.editor().controls().clip, 1);
    EXPECT_TRUE(driven.keeps_stepping());
    session.carry_out(RemoveClip{0});
    ASSERT_TRUE(has_clips(1));
    EXPECT_EQ(session.editor().controls().clip, 0);
    EXPECT_EQ(session.editor().description().clips.front().filename(), "again.json");
    session.carry_out(Action::undo);
    ASSERT_TRUE(has_clips(2));
    EXPECT_EQ(session.editor().controls().clip, 1);
    session.carry_out(Action::undo);
    ASSERT_TRUE(has_clips(1));
    EXPECT_EQ(session.editor().description().clips.front().filename(), "bend.json");
}

TEST_F(ClipsInASession, AreBuiltAgainWithAnotherStrideAndUndone) {
    ASSERT_TRUE(has_clips(1));
    const auto has_stride = [&](double stride) {
        return driven.frames_until([&] {
            const CharacterPtr& character = shown().character;
            return driven.is_settled() && retargeting_of(character->description, folder / "bend.json").stride == stride;
        });
    };
    const int model = session.editor().instance()->model;
    session.carry_out(
        {EditDocument{[&](Document& document) {
                          set_retargeting(document.scene.models.at(model), folder / "bend.json", {{}, 0.9});
                      },
                      "Change stride"},
         RebuildOutdated{}});
    EXPECT_TRUE(has_stride(0.9));
    session.carry_out(Action::undo);
    EXPECT_TRUE(has_stride(1.0));
}

// As `limber FILE --clip again.json`.
TEST_F(ClipsInASession, OfTheCommandLinePlayInPlaceOfThoseOfTheFirstScene) {
    std::filesystem::copy_file(folder / "bend.json", folder / "again.json");
    SessionOptions options;
    options.clips.files = {folder / "again.json"};
    limber::testing::DrivenSession with_clip(limber::testing::write_small_scene(folder), options);
    const auto plays = [&] {
        const CharacterPtr& character = with_clip.session.shown().selected.character;
        return with_clip.is_settled() && character->description.clips == options.clips.files;
    };
    ASSERT_TRUE(with_clip.frames_until(plays));
    EXPECT_EQ(with_clip.session.editor().description().clips, options.clips.files);
    EXPECT_EQ(with_clip.session.editor().controls().clip, 0);
    with_clip.session.carry_out(Action::undo);
    ASSERT_TRUE(with_clip.settle());
    EXPECT_TRUE(plays()) << "the scene opened with it";
    with_clip.session.carry_out(OpenScene{limber::testing::write_small_scene(folder)});
    ASSERT_TRUE(with_clip.settle());
    EXPECT_EQ(with_clip.session.editor().description().clips.front().filename(), "bend.json");
}

// The time of a saved scene is that of its own clip.
TEST_F(ClipsInASession, OfTheCommandLinePlayFromTheirStart) {
    std::filesystem::copy_file(folder / "bend.json", folder / "again.json");
    const std::string scene = limber::testing::write_small_scene(folder).filename().string();
    ASSERT_TRUE(write_file(folder / "saved.json", R"({"format": "limber-scene", "version": 1, "name": "Saved", )"
                                                  R"("characters": [{"scene": ")" +
                                                      scene + R"(", "clip_time": 0.25}]})"));
    SessionOptions options;
    options.is_playing = false;
    limber::testing::DrivenSession own(folder / "saved.json", options);
    ASSERT_TRUE(own.settle());
    EXPECT_EQ(own.session.shown().selected.clip_time, 0.25);
    options.clips.files = {folder / "again.json"};
    limber::testing::DrivenSession with_clip(folder / "saved.json", options);
    ASSERT_TRUE(with_clip.settle());
    const Snapshot& snapshot = with_clip.session.shown().selected;
    EXPECT_EQ(snapshot.character->description.clips, options.clips.files);
    EXPECT_EQ(snapshot.clip, 0);
    EXPECT_EQ(snapshot.clip_time, 0.0);
    EXPECT_EQ(with_clip.session.editor().instance()->clip_start, 0.0);
}

TEST_F(ClipsInASession, OfTheCommandLineTakeItsStrideAndJoints) {
    SessionOptions options;
    options.clips.stride = 0.9;
    options.clips.joints = folder / "joints.json";
    limber::testing::DrivenSession with_stride(limber::testing::write_small_scene(folder), options);
    ASSERT_TRUE(with_stride.settle());
    const ClipRetargeting expected{folder / "joints.json", 0.9};
    EXPECT_EQ(retargeting_of(with_stride.session.editor().description(), folder / "bend.json"), expected);
}

// The bar's clip has no joints that the file could name.
TEST_F(ClipsInASession, OfTheCommandLineWithUnreadableJointsAreSaidThoughNoClipNeedsThem) {
    const auto open_with = [&](const std::string& text) {
        ASSERT_TRUE(write_file(folder / "joints.json", text));
        SessionOptions options;
        options.clips.joints = folder / "joints.json";
        limber::testing::DrivenSession with_joints(limber::testing::write_small_scene(folder), options);
        ASSERT_TRUE(with_joints.settle());
        const auto& messages = *with_joints.session.ui_state().messages;
        const auto said = std::ranges::count_if(
            messages, [](const Message& message) { return message.text.find("joints.json") != std::string::npos; });
        EXPECT_EQ(said, text == "{}" ? 0 : 1) << text;
        EXPECT_EQ(with_joints.session.editor().description().clips.front().filename(), "bend.json");
    };
    open_with("{");
    open_with("{}");
}

TEST_F(ClipsInASession, OfTheCommandLineDoNotMoveARecordingOfOthersWhichIsSaid) {
    const std::filesystem::path recording = folder / "motion.recording.json";
    ASSERT_TRUE(driven.frames_until([&] { return shown().step_count > 3; }));
    session.carry_out(Action::save_recording);
    ASSERT_TRUE(driven.frames_until([&] { return !session.take_window_requests().empty(); })) << "asks for the file";
    session.carry_out({FileChosen{}, SaveRecording{recording}});
    ASSERT_TRUE(driven.frames_until([&] { return std::filesystem::exists(recording); }));
    std::filesystem::copy_file(folder / "bend.json", folder / "again.json");
    for (const char* clip : {"bend.json", "again.json"}) {
        SessionOptions options;
        options.clips.files = {folder / clip};
        limber::testing::DrivenSession replayed(recording, options);
        ASSERT_TRUE(replayed.settle());
        EXPECT_EQ(replayed.session.editor().description().clips.front().filename(), "bend.json");
        EXPECT_EQ(replayed.has_message("is a recording of other clips"), std::string(clip) == "again.json") << clip;
    }
}

TEST_F(ClipsInASession, OfTheCommandLineAreRefusedInASentenceAndTheSceneOpens) {
    ASSERT_TRUE(write_file(folder / "walk.bvh", limber::testing::person_bvh(1, 3)));
    SessionOptions options;
    options.clips.files = {folder / "walk.bvh"};
    limber::testing::DrivenSession with_clip(limber::testing::write_small_scene(folder), options);
    const auto& messages = *with_clip.session.ui_state().messages;
    const auto is_refused = [](const Message& message) {
        return message.text.find("another kind of body") != std::string::npos;
    };
    ASSERT_TRUE(with_clip.frames_until([&] { return std::ranges::any_of(messages, is_refused); }));
    ASSERT_TRUE(with_clip.settle());
    EXPECT_EQ(with_clip.session.editor().description().clips.front().filename(), "bend.json");
}

TEST_F(ClipsInASession, OfAnotherKindOfBodyAreRefusedAndTheCharacterStays) {
    ASSERT_TRUE(write_file(folder / "walk.bvh", limber::testing::person_bvh(1, 3)));
    const Document before = session.editor().document();
    session.carry_out(OpenFile{folder / "walk.bvh"}); // as a dropped file
    const auto& messages = *session.ui_state().messages;
    ASSERT_TRUE(driven.frames_until([&] { return !messages.empty(); }));
    EXPECT_THAT(messages.front().text, HasSubstr("another kind of body"));
    ASSERT_TRUE(has_clips(1));
    EXPECT_EQ(session.editor().description().clips.size(), 1U);
    EXPECT_EQ(session.editor().controls().clip, 0) << "the refused clip would have been number 1";
    EXPECT_EQ(session.editor().document(), before);
}

TEST_F(ClipsInASession, OfAnotherKindOfBodyAreMatchedByHandAndUndone) {
    const std::filesystem::path walk = folder / "walk.bvh";
    ASSERT_TRUE(write_file(walk, limber::testing::person_bvh(1, 3)));
    session.carry_out(AddClip{walk});
    const auto& messages = *session.ui_state().messages;
    ASSERT_TRUE(driven.frames_until([&] { return driven.is_settled() && !messages.empty(); }));
    const Message refusal = messages.front();
    EXPECT_EQ(refusal.offer, Message::Offer::match_joints);
    EXPECT_EQ(refusal.part, walk);
    EXPECT_THAT(refusal.text, HasSubstr("is a motion of another kind of body"));
    EXPECT_THAT(refusal.text, HasSubstr("Or press Match by hand, and choose which bone follows which joint."));
    EXPECT_THAT(refusal.text, ::testing::Not(HasSubstr("{\"joint\"")));
    EXPECT_THAT(refusal.text, ::testing::Not(HasSubstr("--clip-map")));
    session.carry_out(MatchJoints{refusal.model, refusal.part});
    ASSERT_TRUE(driven.frames_until([&] { return session.ui_state().matching.joints != nullptr; }));
    EXPECT_EQ(session.ui_state().matching.clip, walk);
    EXPECT_THAT(*session.ui_state().matching.joints, ::testing::Contains("Hips"));
    session.carry_out(AddClip{walk, {{"Hips", "root"}}});
    ASSERT_TRUE(has_clips(2));
    EXPECT_EQ(retargeting_of(shown().character->description, walk).bones.at("Hips"), "root");
    ASSERT_TRUE(shown().character->carried_clips.at(1));
    EXPECT_EQ(shown().character->carried_clips.at(1)->matches.front().from, "Hips");
    driven.frame();
    EXPECT_EQ(session.ui_state().matching.joints, nullptr) << "the clip was added";
    EXPECT_EQ(session.ui_state().edits.undo_name, "Add a clip");
    session.carry_out(Action::undo);
    ASSERT_TRUE(has_clips(1));
    EXPECT_TRUE(session.editor().description().retargeting.empty());
}

// As the problem of a clip that moves few bones offers it.
TEST_F(ClipsInASession, OfAnotherKindOfBodyThatWereAddedPlayToBeMatchedByHand) {
    const std::filesystem::path walk = folder / "walk.bvh";
    ASSERT_TRUE(write_file(walk, limber::testing::person_bvh(1, 3)));
    session.carry_out(AddClip{walk, {{"Hips", "root"}}});
    ASSERT_TRUE(has_clips(2));
    const int model = session.editor().instance()->model;
    session.carry_out(EditDocument{[](Document& document) {
        document.scene.instances.front().controls.clip = 0;
    }});
    driven.frame();
    session.carry_out(MatchJoints{model, walk});
    EXPECT_EQ(session.editor().controls().clip, 1);
    driven.frame();
    EXPECT_EQ(session.ui_state().edits.undo_name, "Choose clip");
    EXPECT_EQ(session.ui_state().matching.joints, nullptr) << "they are listed beside the clip's other numbers";
    const Document before = session.editor().document();
    session.carry_out(MatchJoints{model, walk});
    EXPECT_EQ(session.editor().document(), before) << "it plays already";
}

// A second press of the button would add it twice.
TEST_F(ClipsInASession, OfAnotherKindOfBodyAreNoLongerListedWhileTheyAreAdded) {
    const std::filesystem::path walk = folder / "walk.bvh";
    ASSERT_TRUE(write_file(walk, limber::testing::person_bvh(1, 3)));
    const auto is_listed = [&] {
        return session.ui_state().matching.joints != nullptr;
    };
    session.carry_out(MatchJoints{session.editor().instance()->model, walk});
    ASSERT_TRUE(driven.frames_until(is_listed));
    const std::uint64_t number = session.ui_state().matching.number;
    session.carry_out(AddClip{walk, {{"Hips", "no such bone"}}});
    EXPECT_FALSE(is_listed());
    ASSERT_TRUE(driven.frames_until(is_listed)) << "the build was refused";
    EXPECT_EQ(session.ui_state().matching.number, number) << "the choices are kept";
    EXPECT_EQ(session.editor().description().clips.size(), 1U);
    session.carry_out(AddClip{walk, {{"Hips", "root"}}});
    EXPECT_FALSE(is_listed());
    ASSERT_TRUE(has_clips(2));
    driven.frame();
    EXPECT_FALSE(is_listed());
}

// The bones of the file that was opened first fit no character, which a message would say.
TEST_F(ClipsInASession, AreAddedInPlaceOfAFileThatIsStillBeingRead) {
    ASSERT_TRUE(has_clips(1));
    ASSERT_TRUE(write_file(folder / "person.glb", limber::testing::person_glb(1, 3)));
    ASSERT_TRUE(write_file(folder / "walk.bvh", limber::testing::person_bvh(1, 3)));
    ASSERT_TRUE(write_file(folder / "walk.map.json", R"({"Hips": "root"})"));
    session.carry_out(OpenFile{folder / "person.glb"});
    EXPECT_TRUE(session.ui_state().build.is_running) << "it is being read";
    session.carry_out(OpenFile{folder / "walk.bvh"});
    ASSERT_TRUE(has_clips(2));
    EXPECT_EQ(session.editor().description().clips.back(), folder / "walk.bvh");
    for (const Message& message : *session.ui_state().messages) {
        EXPECT_THAT(message.text, ::testing::Not(HasSubstr("person.glb")));
    }
}

TEST_F(ClipsInASession, OfAnotherKindOfBodyAreLeftOut) {
    const std::filesystem::path walk = folder / "walk.bvh";
    ASSERT_TRUE(write_file(walk, limber::testing::person_bvh(1, 3)));
    const Document before = session.editor().document();
    session.carry_out(MatchJoints{session.editor().instance()->model, walk});
    ASSERT_TRUE(driven.frames_until([&] { return session.ui_state().matching.joints != nullptr; }));
    session.carry_out(LeaveClipOut{});
    driven.frame();
    EXPECT_EQ(session.ui_state().matching.joints, nullptr);
    EXPECT_EQ(session.editor().document(), before);
    session.carry_out(MatchJoints{session.editor().instance()->model, folder / "missing.bvh"});
    const auto& messages = *session.ui_state().messages;
    ASSERT_TRUE(driven.frames_until([&] { return !messages.empty(); }));
    EXPECT_THAT(messages.front().text, HasSubstr("missing.bvh: has no joints with names"));
}

TEST_F(ClipsInASession, OfAnotherKindOfBodyAreMatchedAnewInAnotherScene) {
    ASSERT_TRUE(write_file(folder / "walk.bvh", limber::testing::person_bvh(1, 3)));
    const auto number_of_choice = [&] {
        session.carry_out(MatchJoints{session.editor().instance()->model, folder / "walk.bvh"});
        EXPECT_TRUE(driven.frames_until([&] { return session.ui_state().matching.joints != nullptr; }));
        return session.ui_state().matching.number;
    };
    const std::uint64_t first = number_of_choice();
    EXPECT_NE(first, 0U);
    EXPECT_EQ(number_of_choice(), first);
    session.carry_out(OpenScene{folder / "bar.json"});
    ASSERT_TRUE(driven.settle());
    EXPECT_NE(number_of_choice(), first);
}

// Only its bones are read: what they move is missing.
TEST_F(ClipsInASession, OfAFileWithoutMeshesAreOfferedToTheOpenCharacter) {
    const std::string whole = limber::testing::person_glb(1, 3);
    const auto json_size = static_cast<unsigned char>(whole[12]) + 256U * static_cast<unsigned char>(whole[13]);
    std::string bones = whole.substr(0, 20 + json_size);
    for (std::size_t byte = 0; byte < 4; ++byte) { // the size in its header is that of the file
        bones[8 + byte] = static_cast<char>(bones.size() >> (8 * byte));
    }
    ASSERT_TRUE(write_file(folder / "walk.glb", bones));
    const Document before = session.editor().document();
    session.carry_out(OpenFile{folder / "walk.glb"}); // as a dropped file
    const auto& messages = *session.ui_state().messages;
    ASSERT_TRUE(driven.frames_until([&] { return !messages.empty(); }));
    EXPECT_THAT(messages.front().text, HasSubstr("no character that is open has bones with the names of its joints"));
    EXPECT_THAT(messages.front().text, HasSubstr("Or add it to Bar."));
    EXPECT_EQ(messages.front().offer, Message::Offer::add_clip);
    EXPECT_EQ(messages.front().part, folder / "walk.glb");
    EXPECT_EQ(session.editor().document(), before);
}

// A bar and a person beside it; the bar is selected.
class ClipsOfSeveralCharacters : public ::testing::Test {
protected:
    static std::filesystem::path written(const limber::testing::ScratchFolder& folder) {
        limber::testing::write_small_scene(folder);
        Rng rng(1);
        const TetMesh mesh = limber::testing::bar_mesh(3, 5, 3, Vec3(0.4, 1.6, 0.3));
        Rig rig{limber::testing::other_person(0.1, 0.4, 0.0, rng), {}, {}};
        rig.W = Matrix::Zero(mesh.vertex_count(), rig.skeleton.bone_count());
        rig.W.col(0).setOnes();
        EXPECT_TRUE(write_tet_mesh(mesh, folder / "person.mesh"));
        EXPECT_TRUE(write_rig(rig, folder / "person_rig.json"));
        limber::testing::write_bytes(
            folder / "person.json",
            R"({"format": "limber-scene", "version": 1, "name": "Person", "mesh": "person.mesh", )"
            R"("rig": "person_rig.json", "modes": 2, "clusters": {"count": 5}})");
        limber::testing::write_bytes(
            folder / "two.json",
            R"({"format": "limber-scene", "version": 2, "name": "Two", "characters": [{"scene": "bar.json"}, )"
            R"({"scene": "person.json", "at": [3, 0, 0]}]})");
        limber::testing::write_bytes(folder / "walk.bvh", limber::testing::person_bvh(1, 3));
        return folder / "two.json";
    }

    limber::testing::ScratchFolder folder;
    limber::testing::DrivenSession driven{written(folder)};
    ApplicationSession& session = driven.session;
};

TEST_F(ClipsOfSeveralCharacters, GoToTheOneWhoseBonesHaveTheNamesOfTheJoints) {
    ASSERT_TRUE(driven.is_open);
    ASSERT_EQ(session.editor().description().name, "Bar");
    session.carry_out(OpenFile{folder / "walk.bvh"}); // as a dropped file
    ASSERT_TRUE(driven.frames_until([&] {
        return driven.is_settled() && session.editor().description().name == "Person" &&
               session.editor().description().clips.size() == 1;
    }));
    EXPECT_EQ(session.editor().description().clips.front().filename(), "walk.bvh");
    EXPECT_TRUE(driven.has_message("walk.bvh goes to the character"));
}

TEST_F(ClipsOfSeveralCharacters, AreMatchedByHandForTheOneThatRefusedThem) {
    ASSERT_TRUE(driven.is_open);
    const int model = session.editor().instance()->model;
    session.carry_out(SelectCharacter{session.editor().scene().instances.back().id});
    ASSERT_EQ(session.editor().description().name, "Person");
    session.carry_out(MatchJoints{model, folder / "walk.bvh"});
    EXPECT_EQ(session.editor().description().name, "Bar");
    EXPECT_TRUE(driven.frames_until([&] { return session.ui_state().matching.joints != nullptr; }));
}

TEST_F(ClipsOfSeveralCharacters, OfAFileWithoutMeshesGoToTheOneWhoseBonesHaveTheNamesOfTheJoints) {
    ASSERT_TRUE(driven.is_open);
    ASSERT_TRUE(write_file(folder / "stroll.glb", limber::testing::person_glb(1, 3)));
    session.carry_out(OpenFile{folder / "stroll.glb"}); // as a dropped file
    ASSERT_TRUE(driven.frames_until([&] {
        return driven.is_settled() && session.editor().description().name == "Person" &&
               session.editor().description().clips.size() == 1;
    }));
    EXPECT_EQ(session.editor().description().clips.front().filename(), "stroll.glb");
    EXPECT_TRUE(driven.has_message("stroll.glb goes to the character"));
}

TEST_F(ClipsOfSeveralCharacters, OfAFileWithoutMeshesNameTheCharacterBesideThemThatCanPlayThem) {
    session.carry_out(OpenFile{folder / "bar.json"}); // the person is not open any more
    ASSERT_TRUE(
        driven.frames_until([&] { return driven.is_settled() && session.editor().scene().instances.size() == 1; }));
    ASSERT_TRUE(write_file(folder / "stroll.glb", limber::testing::person_glb(1, 3)));
    session.carry_out(OpenFile{folder / "stroll.glb"}); // as a dropped file
    const auto& messages = *session.ui_state().messages;
    ASSERT_TRUE(driven.frames_until([&] { return !messages.empty(); }));
    EXPECT_THAT(messages.front().text, HasSubstr("may belong to person.mesh"));
    EXPECT_EQ(messages.front().offer, Message::Offer::add_clip);
    EXPECT_EQ(messages.front().part, folder / "stroll.glb");
    EXPECT_EQ(messages.front().file, folder / "person.mesh");
}

} // namespace
} // namespace limber::app
