// SPDX-License-Identifier: MIT
#include "engine/core/file_bytes.h"
#include "engine/mesh/surface_file.h"
#include "engine/replay/motion_reader.h"
#include "engine/rig/rig_file.h"
#include "tests/support/gltf_files.h"
#include "tests/support/gltf_sampler.h"
#include "tests/support/needed.h"
#include "tests/support/surfaceless_egl.h"
#include "tests/support/vrm_files.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/promised_keys.h"
#include "tests/unit/cli/small_scene_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Export : public SmallSceneTest {};

// The first of its frames is the state before the first step.
TEST_F(Export, EndsInTheStateOfSimulate) {
    const std::string hash = limber("simulate " + scene + " --frames 11 --json").value("hash");
    for (const std::string name : {"motion.glb", "motion.usda", "motion.pc2", "motion.mdd", "motion.obj"}) {
        const Outcome outcome = limber("export " + scene + " --frames 12 --json --out " + file(name));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_EQ(outcome.value("hash"), hash) << name;
        EXPECT_EQ(outcome.number("frames"), 12) << name;
    }
    EXPECT_TRUE(std::filesystem::exists(file("motion_0012.obj")));
    EXPECT_TRUE(std::filesystem::exists(file("motion_rest.obj")));
}

TEST_F(Export, TakesTheFramesThatWereAskedFor) {
    const std::string hash = limber("simulate " + scene + " --frames 23 --json").value("hash");
    const Outcome outcome =
        limber("export " + scene + " --frames 10 --fps 30 --warm-up 5 --json --out " + file("motion.glb"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.value("hash"), hash);
    EXPECT_EQ(outcome.number("frames"), 10);
    EXPECT_EQ(outcome.number("frames_per_second"), 30);
}

// Also where the time step was written with a few digits.
TEST_F(Export, HasAWholeNumberOfFramesASecond) {
    const auto rate_with = [&](const std::string& dt) {
        return limber("export " + scene + " --frames 2 --json --dt " + dt + " --out " + file("motion.glb"))
            .number("frames_per_second");
    };
    EXPECT_EQ(rate_with("0.016667"), 60);
    EXPECT_LT(rate_with("0.0167"), 59.9);
}

TEST_F(Export, BeginsWithTheClipsFirstPose) {
    ASSERT_EQ(limber("export " + scene + " --frames 1 --dynamics 0 --out " + file("first.pc2")).exit_code, 0);
    ASSERT_EQ(limber("export " + scene + " --frames 3 --dynamics 0 --out " + file("three.pc2")).exit_code, 0);
    const auto first = read_motion(file("first.pc2")).value();
    const auto three = read_motion(file("three.pc2")).value();
    const auto rest = read_surface(file("three_rest.obj"));
    ASSERT_TRUE(rest) << sentence(rest.error());
    ASSERT_EQ(first.size(), 1U);
    ASSERT_EQ(three.size(), 3U);
    EXPECT_EQ(first.front(), three.front());
    EXPECT_LT((three.front() - rest.value().value.V).cwiseAbs().maxCoeff(), 1e-6) << "where the bar's clip begins";
    EXPECT_GT((three[1] - three[0]).cwiseAbs().maxCoeff(), 1e-4);
}

// Frames between two steps lie between them, and those on a step are its state.
TEST_F(Export, InterpolatesFramesBetweenSteps) {
    ASSERT_EQ(limber("export " + scene + " --frames 61 --out " + file("steps.pc2")).exit_code, 0);
    const auto steps = read_motion(file("steps.pc2")).value();
    for (const double rate : {24.0, 25.0, 30.0, 90.0, 144.0}) {
        const int count = static_cast<int>(rate) + 1;
        const Outcome outcome = limber("export " + scene + " --json --fps " + std::to_string(rate) + " --frames " +
                                       std::to_string(count) + " --out " + file("rate.pc2"));
        ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_EQ(outcome.number("frames_per_second"), rate);
        const auto frames = read_motion(file("rate.pc2")).value();
        ASSERT_EQ(frames.size(), static_cast<std::size_t>(count));
        EXPECT_EQ(frames.back(), steps.back());
        for (int k = 0; k + 1 < count; ++k) {
            const double place = 60.0 * k / rate;
            const auto step = static_cast<std::size_t>(place + 1e-9);
            const double share = place - static_cast<double>(step);
            const Points expected = (1.0 - share) * steps[step] + share * steps[step + 1];
            ASSERT_LT((frames[static_cast<std::size_t>(k)] - expected).cwiseAbs().maxCoeff(), 1e-5) << rate << " " << k;
        }
    }
    const Outcome second = limber("export " + scene + " --fps 24 --json --out " + file("rate.pc2"));
    EXPECT_EQ(second.number("frames"), 97) << "240 steps are four seconds";
}

TEST_F(Export, WarnsOfABodyThatIsTurnedInsideOut) {
    std::string text = bytes_of(scene);
    text.insert(1, R"("step": {"gravity": [-90000, -90000, -90000]}, )");
    write_bytes(scene, text);
    const Outcome simulated = limber("simulate " + scene + " --frames 20 --json --young 2000");
    ASSERT_EQ(simulated.exit_code, 0) << simulated.error;
    ASSERT_GT(simulated.number("inverted_clusters"), 0);
    const Outcome outcome = limber("export " + scene + " --frames 21 --json --young 2000 --out " + file("wild.pc2"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_GT(outcome.number("inverted_clusters"), 0);
    EXPECT_THAT(outcome.out, HasSubstr("turned inside out in the last state"));
}

TEST_F(Export, SaysThatSpringBonesAreNotUsed) {
    write_bytes(file("tail.vrm"), vrm_1_glb());
    for (const std::string& command : {std::string("check"), std::string("simulate"), std::string("export")}) {
        const std::string more = command == "check" ? "" : " --frames 2";
        const Outcome outcome = limber(command + " " + file("tail.vrm") + " --vertices 200 --json" + more +
                                       (command == "export" ? " --out " + file("tail.pc2") : ""));
        ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_THAT(outcome.out, HasSubstr("tail has 2 spring bones, which are not used")) << command;
    }
    EXPECT_THAT(limber("check " + scene + " --json").out, Not(HasSubstr("spring bones")));
}

TEST_F(Export, SoftensByTheSpringBonesWhereItIsAsked) {
    write_bytes(file("tail.vrm"), vrm_1_glb());
    const std::string words = "simulate " + file("tail.vrm") + " --vertices 200 --frames 5 --json";
    const Outcome plain = limber(words);
    const Outcome soft = limber(words + " --soften-by-springs");
    ASSERT_EQ(plain.exit_code, 0) << plain.error;
    ASSERT_EQ(soft.exit_code, 0) << soft.error;
    EXPECT_THAT(soft.out, Not(HasSubstr("spring bones")));
    EXPECT_NE(soft.value("hash"), plain.value("hash"));
    const Outcome without = limber("simulate " + scene + " --frames 2 --json --soften-by-springs");
    ASSERT_EQ(without.exit_code, 0) << without.error;
    EXPECT_THAT(without.out, HasSubstr("has no spring bones: --soften-by-springs leaves it as it is"));
    EXPECT_EQ(without.value("hash"), limber("simulate " + scene + " --frames 2 --json").value("hash"));
}

// The window's exaggeration is a view, which no file has.
TEST_F(Export, WarnsOfAnExaggerationThatTheWindowShows) {
    write_bytes(file("larger.json"), R"({"format": "limber-scene", "version": 2, "characters": [{"scene": "bar.json"}],
        "view": {"exaggeration": 2}})");
    const Outcome outcome = limber("export " + file("larger.json") + " --frames 3 --json --out " + file("larger.pc2"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("2 times as large"));
    const Outcome plain = limber("export " + scene + " --frames 3 --json --out " + file("plain.pc2"));
    EXPECT_THAT(plain.out, Not(HasSubstr("times as large")));
    EXPECT_EQ(bytes_of(file("larger.pc2")), bytes_of(file("plain.pc2")));
}

/// The bar with a clip that ends bent, and so does not loop.
class ExportOfAClipThatEndsElsewhere : public Export {
protected:
    ExportOfAClipThatEndsElsewhere() {
        const Rig rig = small_rig(small_bar());
        Clip clip = bending_clip(rig.skeleton);
        clip.keys.resize(clip.keys.size() / 4 + 1);
        clip.looping = false;
        clip.frame_rate = 10.0;
        (void) !write_clip(clip, rig.skeleton, folder / "bend.json");
        steps = static_cast<int>(std::lround(60.0 * clip.duration()));
    }

    int steps = 0; // of the clip
};

TEST_F(ExportOfAClipThatEndsElsewhere, HoldsItsLastPose) {
    const std::string rig = "export " + scene + " --dynamics 0 --frames " + std::to_string(2 * steps) + " --out ";
    ASSERT_EQ(limber(rig + file("held.pc2")).exit_code, 0);
    const auto held = read_motion(file("held.pc2")).value();
    EXPECT_LT((held.back() - held[held.size() - 4]).cwiseAbs().maxCoeff(), 1e-6);
    ASSERT_EQ(limber(rig + file("again.pc2") + " --repeat").exit_code, 0);
    const auto again = read_motion(file("again.pc2")).value();
    EXPECT_GT((again.back() - again[again.size() - 4]).cwiseAbs().maxCoeff(), 1e-3);
    EXPECT_EQ(limber(rig + file("both.pc2") + " --repeat --no-loop").exit_code, 2);
}

TEST_F(ExportOfAClipThatEndsElsewhere, EndsWithTheClip) {
    const auto frames_of = [&](const std::string& options) {
        return limber("export " + scene + options + " --json --out " + file("clip.pc2")).number("frames");
    };
    EXPECT_EQ(frames_of(""), steps + 1);
    EXPECT_EQ(frames_of(" --clip-out 0.05"), 4) << "three steps of 1/60 s";
    EXPECT_EQ(frames_of(" --warm-up " + std::to_string(steps - 2)), 3) << "the clip plays meanwhile";
    EXPECT_EQ(frames_of(" --repeat"), 241) << "it has no end";
    EXPECT_EQ(frames_of(" --frames 7"), 7);
}

TEST_F(ExportOfAClipThatEndsElsewhere, ReportsTheSeamOfTheClipAndBlendsIt) {
    const auto largest_step = [&](const std::string& options, double& seam, std::string& said) {
        const Outcome outcome = limber("export " + scene + " --loop --json --out " + file("loop.pc2") + options);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        seam = outcome.number("loop_seam");
        said = outcome.out;
        const auto frames = read_motion(file("loop.pc2")).value();
        EXPECT_EQ(frames.front(), frames.back());
        double largest = 0.0;
        for (std::size_t i = 1; i < frames.size(); ++i) {
            largest = std::max(largest, (frames[i] - frames[i - 1]).rowwise().norm().maxCoeff());
        }
        return largest;
    };
    double seam = 0.0, seam_of_cut = 0.0;
    std::string said, said_of_cut;
    const double blended = largest_step("", seam, said);
    const double cut = largest_step(" --cross-fade 0 --loop-blend 1", seam_of_cut, said_of_cut);
    EXPECT_GT(seam, 0.05) << "of the size";
    EXPECT_NEAR(seam_of_cut, seam, 0.2 * seam);
    EXPECT_LT(blended, 0.6 * cut);
    EXPECT_THAT(said, Not(HasSubstr("the loop jumps")));
    EXPECT_THAT(said_of_cut, HasSubstr("the loop jumps"));
}

// There are no steps outside of the blend to compare with.
TEST_F(ExportOfAClipThatEndsElsewhere, SaysThatALoopJumpsThatIsBlendedAllAlong) {
    const std::string loop = "export " + scene + " --loop --loop-blend 1000 --json --out " + file("loop.pc2");
    EXPECT_THAT(limber(loop + " --cross-fade 0").out, HasSubstr("the loop jumps"));
    EXPECT_THAT(limber(loop).out, Not(HasSubstr("the loop jumps")));
}

// A film of a loop is said to jump as its other files are.
TEST_F(ExportOfAClipThatEndsElsewhere, SaysThatALoopOfAFilmJumps) {
    const std::string film = "export " + scene + " --loop --size 64x36 --json --out " + file("film.png");
    const Outcome cut = limber(film + " --cross-fade 0 --loop-blend 1");
    ASSERT_EQ(cut.exit_code, 0) << cut.error;
    EXPECT_THAT(cut.out, HasSubstr("the loop jumps"));
    EXPECT_THAT(limber(film).out, Not(HasSubstr("the loop jumps")));
}

// Between the ends of a cut there is nothing to interpolate.
TEST_F(ExportOfAClipThatEndsElsewhere, HasNoFrameInsideOfACut) {
    const std::string cut = "export " + scene + " --repeat --cross-fade 0 --frames ";
    const int count = 3 * steps;
    ASSERT_EQ(limber(cut + std::to_string(count + 1) + " --out " + file("steps.pc2")).exit_code, 0);
    const auto at_steps = read_motion(file("steps.pc2")).value();
    const auto moved = [&](std::size_t step) {
        return (at_steps[step + 1] - at_steps[step]).rowwise().norm().maxCoeff();
    };
    double largest = 0.0;
    for (std::size_t step = 0; step + 1 < at_steps.size(); ++step) {
        largest = std::max(largest, moved(step));
    }
    const Outcome outcome =
        limber(cut + std::to_string(4 * count + 1) + " --fps 240 --json --out " + file("frames.pc2"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    const auto frames = read_motion(file("frames.pc2")).value();
    int cuts = 0;
    for (std::size_t k = 0; k + 1 < frames.size(); ++k) {
        const std::size_t step = k / 4;
        const double share = 0.25 * static_cast<double>(k % 4);
        const bool is_cut = moved(step) > 0.5 * largest;
        cuts += is_cut && k % 4 == 0 ? 1 : 0;
        const Points expected = is_cut ? at_steps[share < 0.5 ? step : step + 1]
                                       : Points((1.0 - share) * at_steps[step] + share * at_steps[step + 1]);
        ASSERT_LT((frames[k] - expected).cwiseAbs().maxCoeff(), 1e-5) << k;
    }
    EXPECT_GE(cuts, 2);
}

// The bar's clip has 40 steps.
TEST_F(Export, OfALoopEndsWhereItBegins) {
    const Outcome outcome = limber("export " + scene + " --loop --json --out " + file("loop.pc2"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("frames"), 41);
    EXPECT_EQ(outcome.number("loop_blended"), 10);
    EXPECT_GT(outcome.number("loop_seam"), 1e-5) << "one pass does not settle";
    const auto loop = read_motion(file("loop.pc2"));
    ASSERT_TRUE(loop) << sentence(loop.error());
    const std::vector<Points>& frames = loop.value();
    EXPECT_EQ(frames.front(), frames.back());
    // The steps around the seam are no larger than those of the motion itself.
    const auto step = [&](std::size_t i) {
        return (frames[i] - frames[i - 1]).rowwise().norm().maxCoeff();
    };
    double usual = 0.0;
    for (std::size_t i = 1; i <= 30; ++i) {
        usual = std::max(usual, step(i));
    }
    for (std::size_t i = 31; i <= 40; ++i) {
        EXPECT_LT(step(i), 1.2 * usual) << i;
    }
    // The velocity goes on too: the last step equals the step that led into the first frame.
    const Outcome two = limber("export " + scene + " --frames 41 --json --out " + file("before.pc2"));
    ASSERT_EQ(two.exit_code, 0) << two.error;
    const auto before = read_motion(file("before.pc2"));
    ASSERT_TRUE(before);
    EXPECT_LT((before.value().back() - frames.front()).cwiseAbs().maxCoeff(), 1e-6);
    const Points into = before.value()[40] - before.value()[39];
    const Points last = frames[40] - frames[39];
    EXPECT_LT((last - into).rowwise().norm().maxCoeff(), 0.2 * into.rowwise().norm().maxCoeff());
}

TEST_F(Export, OfALoopHasWholeFrames) {
    const Outcome outcome =
        limber("export " + scene + " --loop --fps 20 --clip-in 0.1 --clip-out 0.62 --json --out " + file("loop.glb"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("frames"), 11); // 10.4 frames of 0.52 s
    EXPECT_NEAR(outcome.number("loop_speed"), 1.04, 1e-6);
    const Outcome both = limber("export " + scene + " --loop --frames 9 --out " + file("loop.glb"));
    EXPECT_EQ(both.exit_code, 2);
    EXPECT_THAT(both.error, HasSubstr("--frames: cannot be used with --loop"));
    const Outcome once = limber("export " + scene + " --loop --no-loop --out " + file("loop.glb"));
    EXPECT_EQ(once.exit_code, 1);
    EXPECT_THAT(once.error, HasSubstr("--loop: needs a clip that loops"));
    const Outcome late = limber("export " + scene + " --frames 9 --clip-in 500 --out " + file("late.glb"));
    EXPECT_EQ(late.exit_code, 2);
    EXPECT_THAT(late.error, HasSubstr("--clip-in: must lie before the end of the clip, which lasts "));
}

// The bar's clip has 40 steps.
TEST_F(Export, DrawsALoopWithEachOfItsFramesOnce) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const Outcome outcome =
        limber("export " + scene + " --loop --fps 20 --size 64x36 --out " + file("loop.png") + " --json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("frames"), outcome.number("loop_blended") > 0 ? 13.0 : 0.0);
    EXPECT_TRUE(std::filesystem::exists(folder / "loop_0013.png"));
    EXPECT_FALSE(std::filesystem::exists(folder / "loop_0014.png"));
}

TEST_F(Export, OfNoDynamicsIsTheRigAlone) {
    ASSERT_EQ(limber("export " + scene + " --frames 21 --out " + file("all.pc2")).exit_code, 0);
    ASSERT_EQ(limber("export " + scene + " --frames 21 --dynamics 1 --out " + file("one.pc2")).exit_code, 0);
    ASSERT_EQ(limber("export " + scene + " --frames 21 --dynamics 0.5 --out " + file("half.pc2")).exit_code, 0);
    ASSERT_EQ(limber("export " + scene + " --frames 21 --dynamics 0 --out " + file("rig.pc2")).exit_code, 0);
    const auto frames_of = [&](const std::string& name) {
        return read_motion(file(name)).value();
    };
    EXPECT_EQ(file_bytes(file("all.pc2")).value(), file_bytes(file("one.pc2")).value()) << "bit for bit";
    const auto all = frames_of("all.pc2"), half = frames_of("half.pc2"), rig = frames_of("rig.pc2");
    EXPECT_GT((all.back() - rig.back()).cwiseAbs().maxCoeff(), 1e-3);
    EXPECT_LT((0.5 * (all.back() + rig.back()) - half.back()).cwiseAbs().maxCoeff(), 1e-6);
    // A stiff body follows the rig.
    ASSERT_EQ(limber("export " + scene + " --frames 21 --young 1e12 --out " + file("stiff.pc2")).exit_code, 0);
    EXPECT_LT((frames_of("stiff.pc2").back() - rig.back()).cwiseAbs().maxCoeff(), 1e-3);
    EXPECT_EQ(limber("export " + scene + " --dynamics 2 --out " + file("rig.pc2")).exit_code, 2);
}

TEST_F(Export, LeavesOutDisabledCharactersAndSaysSo) {
    write_bytes(folder / "two.json", R"({"format": "limber-scene", "version": 2, "name": "Two", "characters": [
        {"scene": "bar.json", "live": {"enabled": false}}, {"scene": "bar.json"}]})");
    const Outcome outcome = limber("export " + file("two.json") + " --frames 3 --json --out " + file("two.glb"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("characters"), 1);
    EXPECT_THAT(outcome.out, HasSubstr("Bar is disabled and was left out"));
    write_bytes(folder / "none.json", R"({"format": "limber-scene", "version": 2, "name": "None", "characters": [
        {"scene": "bar.json", "live": {"enabled": false}}]})");
    const Outcome none = limber("export " + file("none.json") + " --frames 3 --out " + file("none.glb"));
    EXPECT_EQ(none.exit_code, 1);
    EXPECT_THAT(none.error, HasSubstr("all characters are disabled: enable one"));
}

TEST_F(Export, KeepsWhatItReads) {
    const std::filesystem::path rest = file("motion_rest.obj");
    ASSERT_EQ(limber("export " + scene + " --frames 1 --out " + file("motion.pc2")).exit_code, 0);
    const Outcome outcome = limber("export " + rest.string() + " --frames 1 --out " + file("motion.pc2"));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("would be lost"));
}

TEST_F(Export, RefusesOtherFormats) {
    const Outcome outcome = limber("export " + scene + " --out " + file("motion.fbx"));
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.error, HasSubstr("--out: must end in one of .glb, .usda, .pc2, .mdd, .obj"));
    EXPECT_THAT(limber("export " + scene).error, HasSubstr("--out: is missing; name the file to write"));
}

TEST_F(Export, WritesASkinOnDemand) {
    const Outcome outcome = limber("export " + scene + " --frames 20 --joints 6 --json --out " + file("skin.glb"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    for (const std::string& key : promised_keys("`export --joints`")) {
        EXPECT_TRUE(has_key(outcome.out, key)) << key << "\n" << outcome.out;
    }
    EXPECT_GT(outcome.number("error_max"), 0.0);
    EXPECT_LT(outcome.number("error_max"), 0.05);
    EXPECT_LE(outcome.number("error_rms"), outcome.number("error_max"));
    EXPECT_FALSE(has_key(outcome.out, "targets"));
    const Outcome refused = limber("export " + scene + " --joints 6 --out " + file("motion.pc2"));
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.error, HasSubstr("--joints: is of a .glb"));
    EXPECT_EQ(limber("export " + scene + " --joints 0 --out " + file("skin.glb")).exit_code, 2);
}

// The made-up sibling of tests/independent/real_characters_check.py.
TEST_F(Export, OfACharacterInGltfIsTheFilesOwnWithTheRigAlone) {
    ASSERT_TRUE(write_file(file("tower.glb"), tower_glb()));
    const std::string tower = file("tower.glb") + " --vertices 200 --json";
    const Outcome simulated = limber("simulate " + tower + " --frames 49");
    EXPECT_EQ(simulated.number("inverted_clusters"), 0) << simulated.error;
    const Outcome whole = limber("export " + tower + " --frames 50 --out " + file("whole.pc2"));
    const Outcome alone = limber("export " + tower + " --frames 50 --dynamics 0 --out " + file("alone.pc2"));
    EXPECT_EQ(whole.value("hash"), simulated.value("hash"));
    EXPECT_EQ(alone.value("hash"), simulated.value("hash"));
    const auto rest = read_surface(file("alone_rest.obj"));
    ASSERT_TRUE(rest) << sentence(rest.error());
    const Points& X = rest.value().value.V;
    ASSERT_EQ(X.rows(), 12);
    for (Index i = 0; i < X.rows(); ++i) {
        const Vec3 corner((i % 4) == 1 || (i % 4) == 2 ? 1.0 : 0.0, static_cast<double>(i / 4),
                          (i % 4) >= 2 ? 1.0 : 0.0);
        EXPECT_LT((X.row(i).transpose() - corner).norm(), 1e-6);
    }
    const auto frames = read_motion(file("alone.pc2"));
    const auto with_dynamics = read_motion(file("whole.pc2"));
    ASSERT_TRUE(frames && with_dynamics && frames.value().size() == 50U);
    double secondary = 0.0;
    for (std::size_t f = 0; f < 50; ++f) {
        // The joint at y = 1 turns by 90 degrees about z in a second; the uppermost vertices follow it.
        const double angle = 0.5 * 3.14159265358979 * static_cast<double>(f) / 60.0;
        const Mat3 R = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
        for (Index i = 0; i < 12; ++i) {
            const Vec3 p = X.row(i).transpose();
            const Vec3 expected = i < 8 ? p : Vec3(R * (p - Vec3::UnitY()) + Vec3::UnitY());
            EXPECT_LT((frames.value()[f].row(i).transpose() - expected).norm(), 1e-4 * std::sqrt(6.0)) << f << " " << i;
        }
        secondary = std::max(secondary, (frames.value()[f] - with_dynamics.value()[f]).cwiseAbs().maxCoeff());
    }
    EXPECT_GT(secondary, 1e-3);
    EXPECT_LT(secondary, 1.0);
}

// Read by code that shares nothing with the writer.
void expect_positions_of(const std::string& glb, const std::string& pc2) {
    const auto expected = read_motion(pc2);
    ASSERT_TRUE(expected) << sentence(expected.error());
    const Points& first = expected.value().front();
    const double size = (first.colwise().maxCoeff() - first.colwise().minCoeff()).norm();
    GltfSampler sampler(bytes_of(glb));
    for (std::size_t frame = 0; frame < expected.value().size(); ++frame) {
        sampler.play(0, static_cast<double>(frame) / 60.0);
        const Points off = sampler.points() - expected.value()[frame];
        ASSERT_LT(off.rowwise().norm().maxCoeff(), 1e-5 * size) << glb << " " << frame;
    }
}

TEST_F(Export, HasExactAndFittedMorphTargets) {
    ASSERT_TRUE(write_file(file("tower.glb"), tower_glb()));
    const std::vector<std::string> inputs{scene, scene + " --kind displacement", scene + " --dynamics 0.5",
                                          file("tower.glb") + " --vertices 200"};
    for (const std::string& input : inputs) {
        ASSERT_EQ(limber("export " + input + " --frames 40 --out " + file("motion.pc2")).exit_code, 0) << input;
        for (const std::string encoding : {"exact", "fitted"}) {
            const Outcome outcome = limber("export " + input + " --frames 40 --json --morphs " + encoding + " --out " +
                                           file(encoding + ".glb"));
            ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
            EXPECT_THAT(outcome.out, HasSubstr("\"morphs\": [\"" + encoding + "\"]")) << input;
            EXPECT_LT(outcome.number("error_max"), 5e-6);
            EXPECT_EQ(outcome.number("bytes"),
                      static_cast<double>(std::filesystem::file_size(file(encoding + ".glb"))));
            expect_positions_of(file(encoding + ".glb"), file("motion.pc2"));
        }
    }
}

TEST_F(Export, FitsWhatIsCorrectedWhenItIsShown) {
    const Outcome outcome =
        limber("export " + scene + " --kind warped --frames 20 --json --morphs exact --out " + file("warped.glb"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("\"morphs\": [\"fitted\"]"));
    EXPECT_THAT(outcome.out, HasSubstr("not linear in its coordinates"));
}

// Where bones move what the file's own target has displaced, a position is a product of coordinates.
TEST_F(Export, FitsTheMotionOfTheFilesOwnTargets) {
    ASSERT_TRUE(write_file(file("tower.glb"), tower_glb()));
    const std::string swell = "export " + file("tower.glb") + " --vertices 200 --clip '" + file("tower.glb") +
                              "#4' --frames 40 --json --out ";
    ASSERT_EQ(limber(swell + file("motion.pc2")).exit_code, 0);
    const Outcome outcome = limber(swell + file("fitted.glb") + " --morphs exact");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("\"morphs\": [\"fitted\"]"));
    expect_positions_of(file("fitted.glb"), file("motion.pc2"));
}

TEST_F(Export, HasMorphTargetsInAGlbAlone) {
    for (const std::string wrong : {"--morphs exact --out motion.pc2", "--morphs exact --joints 5 --out motion.glb",
                                    "--morphs best --out motion.glb"}) {
        const Outcome refused = limber("export " + scene + " " + wrong);
        EXPECT_EQ(refused.exit_code, 2) << wrong;
        EXPECT_THAT(refused.error, HasSubstr("--morphs")) << wrong;
    }
}

TEST_F(Export, PrintsEveryKeyInTheManual) {
    const Outcome outcome = limber("export " + scene + " --frames 4 --json --out " + file("motion.glb"));
    const std::vector<std::string> keys = promised_keys("`export`");
    EXPECT_GT(keys.size(), 6U);
    for (const std::string& key : keys) {
        EXPECT_TRUE(has_key(outcome.out, key)) << key << "\n" << outcome.out;
    }
}

} // namespace
} // namespace limber::testing
