#include "app/scene/controls_file.h"
#include "app/scene/drawables.h"
#include "app/scene/replaying.h"
#include "app/scene/scene_file.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json_document.h"
#include "engine/linalg/json_matrices.h"
#include "engine/model/stored.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace limber::app {
namespace {

// A recording that lies in recordings/ is a test: a bar that falls, is pulled at, grows soft and is let go. It is made
// anew, where another motion is meant, as the golden runs are, or by `limber record bar.json --controls hand.json
// --instruction-set baseline --out bar_recorded.json`, which writes the same steps:
//
//     LIMBER_WRITE_GOLDEN=1 build/test/tests/regression/regression_tests --gtest_filter='RecordingsThatLieHere.*'
class RecordingsThatLieHere : public ::testing::Test {
protected:
    static CharacterPtr built(const SceneDescription& scene) {
        const auto character = build_character(scene, nullptr, Stage::mesh);
        EXPECT_TRUE(character) << sentence(character.error());
        return character ? character.value() : nullptr;
    }

    // Eigenvectors come out with other last digits where the factorisation is another, or rounds otherwise.
    static std::string bits_of_model(const Character& character) {
        return hex(Fingerprinter().add(to_bytes(character.model)).made());
    }

    static Vec3 middle_of(const Motion& motion) {
        return body_positions(motion.character(), motion.state()).colwise().mean();
    }

    void write_anew() const {
        const auto scene = read_scene(folder / "bar.json");
        ASSERT_TRUE(scene) << sentence(scene.error());
        const CharacterPtr character = built(scene.value().value);
        const LiveControls start = starting_controls(*character);
        const auto hand = read_controls(folder / "hand.json", *character, start);
        ASSERT_TRUE(hand) << sentence(hand.error());
        Motion motion(character, InstructionSet::baseline);
        start_of_recording(hand.value().value, start, motion);
        Recorder recorder = Recorder::from_rest(motion);
        for (std::uint64_t step = 0; step < hand.value().value.step_count; ++step) {
            const LiveControls& now = controls_at(hand.value().value, step, start);
            motion.step(now);
            recorder.note(now, motion.state());
        }
        ASSERT_TRUE(write_recording(recorder.recording(), start, scene.value().value, file));
        ASSERT_TRUE(write_file(facts, to_text(Json::Object{{"model", bits_of_model(*character)},
                                                           {"middle", to_json(middle_of(motion))}})));
    }

    const std::filesystem::path folder = std::filesystem::path(LIMBER_SOURCE_DIR) / "tests/regression/recordings";
    const std::filesystem::path file = folder / "bar_recorded.json";
    const std::filesystem::path facts = folder / "bar_facts.json"; // of the model, and where the bar ends [m]
};

// Where the model comes out with other bits, every state has others too, and then the way is the same, as it is for
// the golden runs.
TEST_F(RecordingsThatLieHere, AreReplayedBitForBit) {
    if (std::getenv("LIMBER_WRITE_GOLDEN") != nullptr) {
        write_anew();
    }
    const auto scene = read_recorded_scene(file);
    ASSERT_TRUE(scene) << sentence(scene.error());
    const CharacterPtr character = built(scene.value().value);
    const LiveControls start = starting_controls(*character);
    const auto read = read_controls(file, *character, start);
    ASSERT_TRUE(read) << sentence(read.error());
    const auto known = JsonDocument::read(facts);
    ASSERT_TRUE(known) << sentence(known.error());
    Recording recording = read.value().value;
    ASSERT_EQ(recording.hashes.size(), 60u);
    ASSERT_EQ(recording.instruction_set, "baseline");

    if (known.value().root().member("model").text() != bits_of_model(*character)) {
        recording.hashes.clear();
        recording.final_hash = 0;
    }
    Motion motion(character, InstructionSet::baseline);
    const Replay replay = replayed(recording, start, motion);
    EXPECT_EQ(replay.steps, 60u);
    EXPECT_FALSE(replay.first_failure);
    EXPECT_FALSE(replay.first_difference) << "step " << replay.first_difference.value_or(0) << " leads elsewhere";
    const JsonNode middle = known.value().root().member("middle");
    const Vec3 then(middle[0].number(), middle[1].number(), middle[2].number());
    EXPECT_LT((middle_of(motion) - then).norm(), 1e-3) << middle_of(motion).transpose();
}

} // namespace
} // namespace limber::app
