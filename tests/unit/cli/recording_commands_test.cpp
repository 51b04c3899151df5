// SPDX-License-Identifier: MIT
#include "engine/core/json.h"
#include "engine/core/json_bytes.h"
#include "engine/mesh/tet_mesh_file.h"
#include "tests/support/meshes.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/small_scene_test.h"

#include <gmock/gmock.h>

#include <cstdlib>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;

// JSON must be, for other programs.
bool is_utf8(const std::string& text) {
    return escaped_bytes(unescaped_bytes(text)) == text;
}

class Recordings : public SmallSceneTest {};

TEST_F(Recordings, AreReplayedBitForBitOnOneThreadAndOnTwo) {
    const Outcome made = limber("record " + scene + " --frames 30 --threads 1 --json --out " + file("tape.json"));
    ASSERT_EQ(made.exit_code, 0) << made.error;
    for (const std::string threads : {"1", "2"}) {
        const Outcome outcome = limber("replay " + file("tape.json") + " --json --threads " + threads);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_EQ(outcome.number("steps"), 30);
        EXPECT_EQ(outcome.number("compared"), 30);
        EXPECT_EQ(outcome.value("matches_recording"), "true");
        EXPECT_EQ(outcome.value("hash"), made.value("hash"));
    }
}

TEST_F(Recordings, ContainInputAndOptions) {
    write_bytes(folder / "hand.json", R"({"format": "limber-controls", "version": 1, "events": [
      {"step": 5, "handle": {"id": 1, "vertex": 17, "stiffness": 200, "target": [0, 1, 0]}}, {"step": 20, "release": 1}]})");
    const std::string hand = " --modes 5 --frames 30 --controls " + file("hand.json");
    const Outcome made = limber("record " + scene + hand + " --json --out " + file("tape.json"));
    ASSERT_EQ(made.exit_code, 0) << made.error;
    EXPECT_EQ(made.value("hash"), limber("simulate " + scene + hand + " --json").value("hash"));
    EXPECT_EQ(limber("replay " + file("tape.json")).exit_code, 0);
}

// With contact and muscles; the points are chosen anew when it is replayed.
TEST_F(Recordings, RepeatNewtonsMethod) {
    write_bytes(folder / "hand.json", R"({"format": "limber-controls", "version": 1, "events": [
      {"step": 5, "handle": {"id": 1, "vertex": 17, "stiffness": 200, "target": [0, 1, 0]}}, {"step": 20, "release": 1}]})");
    const std::string words = " --newton stable-neo-hookean --cubature-points 20 --modes 2 --muscles 2 --frames 30 "
                              "--controls " +
                              file("hand.json");
    const Outcome made = limber("record " + scene + words + " --json --out " + file("tape.json"));
    ASSERT_EQ(made.exit_code, 0) << made.error;
    const Outcome simulated = limber("simulate " + scene + words + " --json");
    EXPECT_EQ(simulated.value("hash"), made.value("hash"));
    EXPECT_LE(simulated.number("points"), 20);
    EXPECT_GT(simulated.number("training_error"), 0.0);
    const Outcome again = limber("replay " + file("tape.json") + " --json");
    EXPECT_EQ(again.exit_code, 0) << again.error;
    EXPECT_EQ(again.value("hash"), made.value("hash"));
    EXPECT_NE(limber("simulate " + scene + " --modes 2 --muscles 2 --frames 30 --json --controls " + file("hand.json"))
                  .value("hash"),
              made.value("hash"));
}

// At the steps in which the body switches between its loads too.
TEST_F(Recordings, RepeatSwitchesBetweenLoads) {
    write_bytes(folder / "ends.json",
                R"({"format": "limber-loads", "version": 1, "mixture": [)"
                R"({"name": "near", "loads": [{"kind": "region", "centre": [0, 0, 0], "radius": 0.2, "decay": 100}]},)"
                R"({"name": "far", "loads": [{"kind": "region", "centre": [1, 0.15, 0.15], "radius": 0.2,)"
                R"( "decay": 100}]}]})");
    write_bytes(folder / "hand.json", R"({"format": "limber-controls", "version": 1, "events": [
      {"step": 0, "handle": {"id": 1, "vertex": 143, "stiffness": 2000, "target": [1, 0.3, 0.4]}},
      {"step": 20, "release": 1},
      {"step": 20, "handle": {"id": 2, "vertex": 0, "stiffness": 2000, "target": [0, 0, 0.1]}}]})");
    const std::string words = " --kind force-dual-skinning --modes 1 --loads " + file("ends.json") +
                              " --switch-loads --frames 50 --controls " + file("hand.json");
    const Outcome made = limber("record " + scene + words + " --json --out " + file("tape.json"));
    ASSERT_EQ(made.exit_code, 0) << made.error;
    const Outcome simulated = limber("simulate " + scene + words + " --json");
    EXPECT_EQ(simulated.value("hash"), made.value("hash"));
    EXPECT_EQ(simulated.number("count"), 2) << simulated.out;
    const Outcome again = limber("replay " + file("tape.json") + " --json");
    EXPECT_EQ(again.exit_code, 0) << again.error;
    EXPECT_EQ(again.value("hash"), made.value("hash"));
}

// The motion that a body had in one subspace, recorded there, makes another one, which is recorded likewise.
TEST_F(Recordings, MakeASubspaceForTheirMotion) {
    const std::string pod = " --kind pod --modes 2 --subspace-file " + file("motion.npy");
    ASSERT_EQ(limber("record " + scene + " --frames 20 --out " + file("tape.json")).exit_code, 0);
    const Outcome baked = limber("simulate " + scene + " --controls " + file("tape.json") +
                                 " --frames 20 --json --out " + file("motion.npy"));
    ASSERT_EQ(baked.exit_code, 0) << baked.error;
    const Outcome made = limber("subspace " + scene + pod + " --json");
    ASSERT_EQ(made.exit_code, 0) << made.error;
    EXPECT_EQ(made.value("kind"), "\"pod\"");
    const Outcome recorded = limber("record " + scene + pod + " --frames 20 --json --out " + file("pod.json"));
    ASSERT_EQ(recorded.exit_code, 0) << recorded.error;
    const Outcome again = limber("replay " + file("pod.json") + " --json");
    EXPECT_EQ(again.exit_code, 0) << again.error;
    EXPECT_EQ(again.value("hash"), recorded.value("hash"));
    const Outcome without = limber("record " + scene + " --kind pod --frames 20 --out " + file("none.json"));
    EXPECT_NE(without.exit_code, 0);
    EXPECT_THAT(without.error, HasSubstr("limber simulate --out MOTION.npy"));
}

// Replayed, their motion is what `simulate` bakes, and makes a subspace for this body and for no other.
TEST_F(Recordings, AreReplayedToTheirMotion) {
    ASSERT_EQ(limber("record " + scene + " --frames 20 --out " + file("tape.json")).exit_code, 0);
    for (const std::string ending : {".npy", ".pc2"}) {
        ASSERT_EQ(limber("simulate " + scene + " --frames 20 --out " + file("baked" + ending)).exit_code, 0);
        const Outcome replayed = limber("replay " + file("tape.json") + " --json --out " + file("motion" + ending));
        ASSERT_EQ(replayed.exit_code, 0) << replayed.error;
        EXPECT_EQ(bytes_of(folder / ("motion" + ending)), bytes_of(folder / ("baked" + ending)));
        const std::string pod = " --kind pod --modes 2 --subspace-file " + file("motion" + ending);
        EXPECT_EQ(limber("subspace " + scene + pod).exit_code, 0);
    }
    const Outcome recording = limber("subspace " + scene + " --kind pod --subspace-file " + file("tape.json"));
    EXPECT_EQ(recording.exit_code, 2) << recording.error;
    EXPECT_THAT(recording.error, HasSubstr("limber replay RECORDING --out MOTION.npy"));
    ASSERT_TRUE(write_tet_mesh(bar_mesh(4, 2, 2, Vec3(1.0, 0.3, 0.3)), folder / "other.mesh"));
    const Outcome other =
        limber("subspace " + file("other.mesh") + " --kind pod --modes 1 --subspace-file " + file("motion.npy"));
    EXPECT_EQ(other.exit_code, 1);
    EXPECT_THAT(other.error, HasSubstr("motion.npy: is the motion of another mesh: it has 144 vertices, but"));
    const Outcome itself = limber("replay " + file("tape.json") + " --out " + file("none/motion.npy"));
    EXPECT_THAT(itself.error, HasSubstr("there is no such folder"));
}

TEST_F(Recordings, ThatDifferExitWithThreeAndNameTheStep) {
    ASSERT_EQ(limber("record " + scene + " --frames 30 --out " + file("tape.json")).exit_code, 0);
    std::string text = bytes_of(folder / "bend.json");
    text.insert(text.find("\"frame_rate\": ") + 14, "1");
    write_bytes(folder / "bend.json", text);
    const Outcome outcome = limber("replay " + file("tape.json") + " --json");
    EXPECT_EQ(outcome.exit_code, 3) << outcome.error;
    EXPECT_EQ(outcome.number("first_difference"), 1);
    EXPECT_THAT(outcome.value("error"), HasSubstr("its step 1 of 30 leads to another state"));
}

TEST_F(Recordings, ThatAreDamagedOrMissingAreInputErrors) {
    ASSERT_EQ(limber("record " + scene + " --frames 30 --out " + file("tape.json")).exit_code, 0);
    std::string text = bytes_of(folder / "tape.json");
    text[text.find("\"hashes\"") + 100] ^= 1;
    write_bytes(folder / "flipped.json", text);
    write_bytes(folder / "cut.json", text.substr(0, text.size() / 2));
    const std::vector<std::pair<std::string, std::string>> refusals = {
        {file("flipped.json"), "damaged or edited"},
        {file("cut.json"), "not valid JSON"},
        {scene, "must say \"format\": \"limber-controls\""},
        {file("none.json"), "none.json"},
    };
    for (const auto& [name, words] : refusals) {
        const Outcome outcome = limber("replay " + name);
        EXPECT_EQ(outcome.exit_code, 1) << name;
        EXPECT_THAT(outcome.error, HasSubstr(words));
    }
}

TEST_F(Recordings, OfSeveralSegmentsAreReplayedInOrder) {
    std::string segments;
    for (const std::string modes : {"4", "6"}) {
        const std::string tape = file(modes + ".json");
        ASSERT_EQ(limber("record " + scene + " --frames 7 --modes " + modes + " --out " + tape).exit_code, 0);
        const std::string text = bytes_of(tape);
        segments += (segments.empty() ? "" : ", ") + std::string(R"({"characters": [)") +
                    text.substr(0, text.rfind(",\n  \"checksum\"")) + "}]}";
    }
    write_bytes(folder / "session.json",
                R"({"format": "limber-controls", "version": 1, "segments": [)" + segments + "]}");
    const Outcome outcome = limber("replay " + file("session.json") + " --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("segments"), 2);
    EXPECT_EQ(outcome.number("steps"), 14);

    const std::size_t second = segments.rfind("\"hashes\"");
    const std::size_t digit = segments.find('"', segments.find('[', second)) + 1;
    segments[digit] = segments[digit] == '0' ? '1' : '0';
    write_bytes(folder / "otherwise.json",
                R"({"format": "limber-controls", "version": 1, "segments": [)" + segments + "]}");
    const Outcome otherwise = limber("replay " + file("otherwise.json") + " --json");
    EXPECT_EQ(otherwise.exit_code, 3);
    EXPECT_EQ(otherwise.number("first_difference"), 8);
}

TEST_F(Recordings, OfAnotherInstructionSetAreNotReportedAsDifferent) {
    ASSERT_EQ(limber("record " + scene + " --frames 5 --instruction-set baseline --out " + file("tape.json")).exit_code,
              0);
    EXPECT_EQ(limber("replay " + file("tape.json") + " --json").value("instruction_set"), "\"baseline\"");
    EXPECT_EQ(limber("simulate " + scene + " --json --controls " + file("tape.json")).value("matches_recording"),
              "true");
    std::string text = bytes_of(folder / "tape.json");
    text.replace(text.find("baseline"), 8, "AVX-1024");
    write_bytes(folder / "tape.json", text.substr(0, text.rfind(",\n  \"checksum\"")) + "}");
    const Outcome outcome = limber("replay " + file("tape.json"));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("AVX-1024, which this machine does not support"));
}

// A file name may hold any bytes: here one of Latin-1.
TEST_F(Recordings, HaveNamesThatAreNotUtf8) {
    const std::string odd = "caf\xe9.json";
    std::filesystem::rename(scene, folder / odd);
    std::string text = bytes_of(folder / odd);
    text.replace(text.find("\"Bar\""), 5, json_text("B\xe9r"));
    write_bytes(folder / odd, text);

    const Outcome checked = limber("check " + file(odd) + " --json");
    ASSERT_EQ(checked.exit_code, 0) << checked.error;
    ASSERT_TRUE(is_utf8(checked.out)) << checked.out;
    const auto report = parse_json(checked.out, "check");
    ASSERT_TRUE(report) << sentence(report.error());
    EXPECT_EQ(find_member(report.value(), "file")->get<std::string>(), file(odd));

    const std::string tape = file("taped_caf\xe9.json");
    const Outcome made = limber("record " + file(odd) + " --frames 5 --json --out " + tape);
    ASSERT_EQ(made.exit_code, 0) << made.error;
    ASSERT_TRUE(is_utf8(made.out)) << made.out;
    EXPECT_EQ(find_member(parse_json(made.out, "record").value(), "recording")->get<std::string>(), tape);
    EXPECT_TRUE(is_utf8(bytes_of(tape)));
    const Outcome replayed = limber("replay " + tape + " --json");
    ASSERT_EQ(replayed.exit_code, 0) << replayed.error;
    EXPECT_EQ(replayed.value("hash"), made.value("hash"));
    ASSERT_TRUE(is_utf8(replayed.out)) << replayed.out;
    EXPECT_EQ(find_member(parse_json(replayed.out, "replay").value(), "scene")->get<std::string>(), "B\xe9r");

    const Outcome missing = limber("check " + file("th\xe9.json") + " --json");
    EXPECT_EQ(missing.exit_code, 1);
    ASSERT_TRUE(is_utf8(missing.out)) << missing.out;
    EXPECT_THAT(find_member(parse_json(missing.out, "check").value(), "error")->get<std::string>(),
                HasSubstr("th\xe9.json"));
}

TEST_F(Recordings, PrintEveryKeyInTheReadme) {
    const Outcome made = limber("record " + scene + " --frames 3 --json --out " + file("tape.json"));
    for (const std::string key : {"recording", "frames", "time", "instruction_set", "hash", "warnings"}) {
        EXPECT_NE(made.value(key), "") << key;
    }
    const Outcome outcome = limber("replay " + file("tape.json") + " --json");
    for (const std::string key : {"scene", "steps", "segments", "compared", "matches_recording", "instruction_set",
                                  "time", "hash", "warnings"}) {
        EXPECT_NE(outcome.value(key), "") << key;
    }
}

TEST_F(Recordings, AreSavedOnANumericalFailure) {
    write_bytes(folder / "absurd.json", R"({"format": "limber-controls", "version": 1, "events": [
      {"step": 5, "set": {"gravity": [0, -1e40, 0]}}]})");
    setenv("LIMBER_CACHE", file("prepared").c_str(), 1);
    setenv("XDG_CACHE_HOME", file("cache").c_str(), 1);
    const Outcome failed = limber("simulate " + scene + " --frames 20 --controls " + file("absurd.json"));
    const Outcome replayed = limber("replay " + file("cache/limber/failures/bar-1.json"));
    setenv("LIMBER_CACHE", "off", 1);
    unsetenv("XDG_CACHE_HOME");
    EXPECT_EQ(failed.exit_code, 3);
    EXPECT_THAT(failed.error, HasSubstr("at frame 6"));
    EXPECT_THAT(failed.error, HasSubstr(file("cache/limber/failures/bar-1.json")));
    EXPECT_EQ(replayed.exit_code, 0) << replayed.error;
    EXPECT_THAT(replayed.error, HasSubstr("at step 6, as it did when it was recorded"));
}

TEST_F(Recordings, WithoutASceneAreReferredToSimulate) {
    write_bytes(folder / "hand.json", R"({"format": "limber-controls", "version": 1, "events": []})");
    const Outcome outcome = limber("replay " + file("hand.json"));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("limber simulate SCENE --controls"));
}

} // namespace
} // namespace limber::testing
