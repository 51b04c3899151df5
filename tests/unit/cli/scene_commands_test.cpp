// SPDX-License-Identifier: MIT
#include "tests/support/small_scene.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/promised_keys.h"

#include <gmock/gmock.h>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;

class MultiCharacterCommands : public ::testing::Test {
protected:
    MultiCharacterCommands() {
        write_small_scene(folder);
        write_bytes(two, R"({"format": "limber-scene", "version": 1, "name": "Two", "characters": [
            {"scene": "bar.json"}, {"scene": "bar.json", "at": [3, 0, 0], "clip_time": 0.25,
                                    "changes": {"material": {"young": 3e4}}}]})");
    }

    ScratchFolder folder;
    std::string two = (folder / "two.json").string();
};

TEST_F(MultiCharacterCommands, CheckCountsAllCharacters) {
    const Outcome outcome = limber("check " + two + " --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("characters"), 2);
    EXPECT_EQ(outcome.number("models"), 1);
    EXPECT_EQ(outcome.number("vertices"), 2 * 144);
}

TEST_F(MultiCharacterCommands, SimulatePrintsEveryKeyInTheReadme) {
    write_bytes(folder / "tape.json", R"({"format": "limber-controls", "version": 1, "steps": 2,
      "hash": "0123456789abcdef", "events": []})");
    const Outcome outcome = limber("simulate " + two + " --json --controls " + (folder / "tape.json").string());
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    for (const std::string& key : promised_keys("`simulate`")) {
        EXPECT_TRUE(has_key(outcome.out, key)) << key << "\n" << outcome.out;
    }
}

TEST_F(MultiCharacterCommands, RigidBodiesAreReportedRecordedAndReplayed) {
    write_bytes(folder / "rigid.json", R"({"format": "limber-scene", "version": 3, "characters": [
      {"scene": "bar.json", "at": [0, 1, 0], "rigid": {"mass": 2, "velocity": [1, 0, 0]}},
      {"scene": "bar.json", "at": [3, 0, 0], "rigid": {"mass": 5}}],
      "obstacles": [{"shape": "ground", "point": [0, 0, 0], "normal": [0, 1, 0]}]})");
    const std::string rigid = (folder / "rigid.json").string();
    const Outcome outcome = limber("simulate " + rigid + " --frames 12 --json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    const std::vector<std::string> keys = promised_keys("`simulate` of rigid bodies");
    EXPECT_EQ(keys.size(), 2u);
    for (const std::string& key : keys) {
        EXPECT_TRUE(has_key(outcome.out, key)) << key << "\n" << outcome.out;
    }
    EXPECT_EQ(outcome.number("rigid_bodies"), 2);
    const std::string recording = (folder / "r.json").string();
    ASSERT_EQ(limber("record " + rigid + " --frames 12 --out " + recording).exit_code, 0);
    const Outcome again = limber("replay " + recording + " --json");
    EXPECT_EQ(again.exit_code, 0) << again.error << again.out;
    EXPECT_EQ(again.value("hash"), outcome.value("hash"));
}

TEST_F(MultiCharacterCommands, RecordingIsReplayedBitForBit) {
    const std::string recording = (folder / "r.json").string();
    const Outcome made = limber("record " + two + " --frames 12 --out " + recording + " --json");
    ASSERT_EQ(made.exit_code, 0) << made.error << made.out;
    EXPECT_EQ(made.number("characters"), 2);
    const Outcome again = limber("replay " + recording + " --json");
    EXPECT_EQ(again.exit_code, 0) << again.error << again.out;
    EXPECT_EQ(again.number("compared"), 12);
    const Outcome simulated = limber("simulate " + two + " --frames 12 --json");
    const std::string hash = simulated.out.substr(simulated.out.find("\"hash\""), 26);
    EXPECT_THAT(made.out, HasSubstr(hash));
    EXPECT_THAT(again.out, HasSubstr(hash));
}

TEST_F(MultiCharacterCommands, DamagedRecordingIsRejected) {
    const std::string recording = (folder / "r.json").string();
    ASSERT_EQ(limber("record " + two + " --frames 3 --out " + recording).exit_code, 0);
    std::string bytes = bytes_of(recording);
    bytes.replace(bytes.find("\"steps\": 3"), 10, "\"steps\": 2");
    write_bytes(recording, bytes);
    const Outcome outcome = limber("replay " + recording + " --json");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.out + outcome.error, HasSubstr("damaged"));
}

TEST_F(MultiCharacterCommands, CompareNamesTheCharacterThatItCompares) {
    const std::string compare = " --kinds skinning --modes 1 --frames 2 --json";
    const Outcome outcome = limber("compare " + two + compare);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("only Bar is compared, the first of 2 characters of the scene"));
    const Outcome alone = limber("compare " + (folder / "bar.json").string() + compare);
    EXPECT_EQ(alone.out.find("is compared"), std::string::npos);
}

TEST_F(MultiCharacterCommands, SubspaceNeedsASingleCharacter) {
    EXPECT_THAT(limber("subspace " + two + " --json").out, HasSubstr("several characters"));
    const std::string out = (folder / "out.json").string();
    const Outcome gait = limber("gait " + two + " --out " + out);
    EXPECT_EQ(gait.exit_code, 1);
    EXPECT_THAT(gait.error, HasSubstr("a gait is searched for one"));
    EXPECT_FALSE(std::filesystem::exists(out));
    const Outcome baked = limber("simulate " + two + " --frames 2 --out " + (folder / "m.npy").string());
    EXPECT_EQ(baked.exit_code, 1);
    EXPECT_THAT(baked.error, HasSubstr("bakes the motion of one"));
}

TEST_F(MultiCharacterCommands, AListOfOneIsBakedLikeItsScene) {
    write_bytes(folder / "list.json", R"({"format": "limber-scene", "version": 1, "name": "List",
        "characters": [{"scene": "bar.json"}]})");
    const auto baked = [&](const std::string& scene, const std::string& out) {
        const Outcome outcome =
            limber("simulate " + (folder / scene).string() + " --frames 5 --out " + (folder / out).string());
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return bytes_of(folder / out);
    };
    EXPECT_EQ(baked("list.json", "list.npy"), baked("bar.json", "bar.npy"));
}

// The window saves version 2.
TEST_F(MultiCharacterCommands, ASavedListOfOneIsUsedLikeItsCharacter) {
    const std::string handle =
        R"({"id": 1, "vertices": [17, 18, 19], "barycentric": [0.2, 0.3, 0.5], "stiffness": 200, "target": [0, 1, 0]})";
    write_bytes(folder / "controls.json", R"({"format": "limber-controls", "version": 1, "events": [
        {"step": 0, "set": {"clip_speed": 0.5}}, {"step": 0, "handle": )" +
                                              handle + R"(}, {"step": 0, "move": [[1,0,0,2],[0,1,0,0],[0,0,1,0]]}]})");
    write_bytes(folder / "saved.json", R"({"format": "limber-scene", "version": 2, "name": "Saved", "characters": [
        {"character": {"name": "Bar", "mesh": "bar.mesh", "rig": "bar_rig.json", "clips": ["bend.json"],
                       "material": {"young": 20000}, "modes": 6, "clusters": {"count": 20}},
         "placement": [[1,0,0,2],[0,1,0,0],[0,0,1,0]], "live": {"clip_speed": 0.5, "handles": [)" +
                                           handle + "]}}]}");
    const std::string saved = (folder / "saved.json").string();
    const std::string bar_scene = (folder / "bar.json").string();
    const std::string bar = bar_scene + " --controls " + (folder / "controls.json").string();
    const Outcome outcome = limber("simulate " + saved + " --frames 10 --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.value("hash"), limber("simulate " + bar + " --frames 10 --json").value("hash"));
    const double energy = limber("simulate " + bar + " --frames 10 --json --rotate '1 2 3 40'").number("energy");
    EXPECT_NEAR(limber("simulate " + saved + " --frames 10 --json --rotate '1 2 3 40'").number("energy"), energy,
                1e-3 * energy)
        << "handles and place turn with the scene";
    EXPECT_NEAR(outcome.number("energy"), energy, 1e-3 * energy);
    const std::string tape = (folder / "tape.json").string();
    const Outcome made = limber("record " + saved + " --frames 10 --json --out " + tape);
    EXPECT_EQ(made.exit_code, 0) << made.error;
    EXPECT_EQ(limber("replay " + tape + " --json").value("hash"), made.value("hash"));
    EXPECT_EQ(limber("subspace " + saved + " --modes 3 --clusters 5 --json").exit_code, 0);
    EXPECT_EQ(limber("check " + saved + " --json").value("tets"),
              limber("check " + bar_scene + " --json").value("tets"));
}

TEST_F(MultiCharacterCommands, LoadsTurnWithTheScene) {
    write_bytes(folder / "loaded.json", R"({"format": "limber-scene", "version": 1, "name": "Loaded",
        "mesh": "bar.mesh", "rig": "bar_rig.json", "clips": ["bend.json"], "material": {"young": 20000},
        "subspace": {"kind": "force-dual"}, "modes": 2, "clusters": {"count": 20},
        "loads": [{"kind": "region", "centre": [1, 0.2, 0], "radius": 0.05, "decay": 40}]})");
    const std::string loaded = "simulate " + (folder / "loaded.json").string() + " --frames 10 --json";
    const Outcome outcome = limber(loaded);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    const double energy = outcome.number("energy");
    EXPECT_NEAR(limber(loaded + " --rotate '1 2 3 140'").number("energy"), energy, 1e-3 * energy);
}

TEST_F(MultiCharacterCommands, CheckHasTheOptionsOfTheOtherCommands) {
    const Outcome outcome = limber("check " + two + " --rig none --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("\"bones\": 1"));
}

TEST_F(MultiCharacterCommands, ControlsInAListOfOneMoveOneCharacter) {
    const std::string controls = R"({"format": "limber-controls", "version": 1, "events": [{"step": 2,
        "handle": {"id": 1, "vertex": 17, "stiffness": 200, "target": [0, 1, 0]}}]})";
    const std::string start = R"({"format": "limber-controls", "version": 1, "characters": [)";
    write_bytes(folder / "alone.json", controls);
    write_bytes(folder / "list.json", start + controls + "]}");
    write_bytes(folder / "both.json", start + controls + ", " + controls + "]}");
    const auto run = [&](const std::string& name) {
        return limber("simulate " + (folder / "bar.json").string() + " --frames 10 --json --controls " +
                      (folder / name).string());
    };
    EXPECT_EQ(run("list.json").value("hash"), run("alone.json").value("hash"));
    EXPECT_THAT(run("both.json").out, HasSubstr("of 2 characters, but the scene has 1"));
}

TEST_F(MultiCharacterCommands, EachCharacterHasItsOwnInput) {
    const auto hand = [](const char* vertex) {
        return std::string(R"({"format": "limber-controls", "version": 1, "events": [{"step": 2,
            "handle": {"id": 1, "vertex": )") +
               vertex + R"(, "stiffness": 200, "target": [0, 1, 0]}}]})";
    };
    const auto many = [](const std::string& hands) {
        return R"({"format": "limber-controls", "version": 1, "characters": [)" + hands + "]}";
    };
    write_bytes(folder / "one.json", hand("17"));
    write_bytes(folder / "first.json", many(hand("17")));
    write_bytes(folder / "both.json", many(hand("17") + ", " + hand("20")));
    write_bytes(folder / "three.json", many(hand("1") + ", " + hand("2") + ", " + hand("3")));
    const auto run = [&](const std::string& name) {
        return limber("simulate " + two + " --frames 10 --json --controls " + (folder / name).string());
    };
    const std::string quiet = limber("simulate " + two + " --frames 10 --json").value("hash");
    const std::string one = run("one.json").value("hash");
    EXPECT_NE(one, quiet);
    EXPECT_EQ(run("first.json").value("hash"), one) << "a single input belongs to the first character";
    EXPECT_NE(run("both.json").value("hash"), one);
    EXPECT_THAT(run("three.json").out, HasSubstr("controls of 3 characters, but the scene has 2"));
}

TEST_F(MultiCharacterCommands, InputIsRecordedAndReplayed) {
    write_bytes(folder / "hand.json", R"({"format": "limber-controls", "version": 1, "steps": 9, "events": [
        {"step": 2, "handle": {"id": 1, "vertex": 17, "stiffness": 200, "target": [0, 1, 0]}}]})");
    const std::string tape = (folder / "tape.json").string();
    const Outcome made =
        limber("record " + two + " --json --controls " + (folder / "hand.json").string() + " --out " + tape);
    ASSERT_EQ(made.exit_code, 0) << made.error << made.out;
    EXPECT_EQ(made.number("frames"), 9);
    EXPECT_EQ(limber("replay " + tape + " --json").value("hash"), made.value("hash"));
    EXPECT_EQ(limber("simulate " + two + " --json --controls " + tape).value("hash"), made.value("hash"));
}

TEST_F(MultiCharacterCommands, InputOfSeveralSegmentsIsReferredToReplay) {
    write_bytes(folder / "session.json", R"({"format": "limber-controls", "version": 1, "segments": []})");
    for (const std::string& scene : {two, (folder / "bar.json").string()}) {
        const Outcome outcome = limber("simulate " + scene + " --controls " + (folder / "session.json").string());
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.error, HasSubstr("limber replay"));
    }
}

TEST_F(MultiCharacterCommands, UseTheRequestedInstructionSet) {
    const std::string recording = (folder / "r.json").string();
    const Outcome made =
        limber("record " + two + " --frames 5 --instruction-set baseline --out " + recording + " --json");
    EXPECT_EQ(made.value("instruction_set"), "\"baseline\"") << made.error;
    const Outcome run = limber("simulate " + two + " --frames 5 --instruction-set baseline --json");
    EXPECT_EQ(run.value("instruction_set"), "\"baseline\"");
    EXPECT_EQ(run.value("hash"), made.value("hash"));
    const Outcome played = limber("simulate " + two + " --frames 5 --json --controls " + recording);
    EXPECT_EQ(played.value("instruction_set"), "\"baseline\"") << "the recording's";
    EXPECT_EQ(played.value("hash"), made.value("hash"));
}

TEST_F(MultiCharacterCommands, NumericalFailureSavesARecording) {
    write_bytes(folder / "absurd.json", R"({"format": "limber-controls", "version": 1, "events": [
      {"step": 5, "set": {"gravity": [0, -1e40, 0]}}]})");
    setenv("LIMBER_CACHE", (folder / "prepared").c_str(), 1);
    setenv("XDG_CACHE_HOME", (folder / "cache").c_str(), 1);
    const std::string kept = (folder / "cache/limber/failures/bar-1.json").string();
    const Outcome failed = limber("simulate " + two + " --frames 20 --controls " + (folder / "absurd.json").string());
    const Outcome replayed = limber("replay " + kept);
    setenv("LIMBER_CACHE", "off", 1);
    unsetenv("XDG_CACHE_HOME");
    EXPECT_EQ(failed.exit_code, 3);
    EXPECT_THAT(failed.error, HasSubstr("at frame 6"));
    EXPECT_THAT(failed.error, HasSubstr(kept));
    EXPECT_EQ(replayed.exit_code, 0) << replayed.error;
}

} // namespace
} // namespace limber::testing
