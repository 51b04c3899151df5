// SPDX-License-Identifier: MIT
#include "engine/mesh/tetrahedralise.h"
#include "tests/support/needed.h"
#include "tests/support/surfaceless_egl.h"
#include "tests/unit/cli/command_files.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/small_scene_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;

class RenderCommand : public SmallSceneTest {};

TEST_F(RenderCommand, DrawsAPictureWithoutADisplay) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const Outcome outcome = limber("render " + scene + " --frame 5 --size 160x90 --out " + file("bar.png") + " --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(bytes_of(folder / "bar.png").substr(1, 3), "PNG");
}

TEST_F(RenderCommand, KeepsAPictureOfTheMesh) {
    write_bytes(folder / "box.mtl", "newmtl skin\nmap_Kd tiles.png\n");
    write_bytes(folder / "box.obj", box_obj(1.0, "mtllib box.mtl\nusemtl skin\n"));
    write_bytes(folder / "tiles.png", "a picture");
    const Outcome outcome = limber("render " + file("box.obj") + " --out " + file("tiles.png"));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("tiles.png: is read by this command and would be lost"));
    EXPECT_EQ(bytes_of(folder / "tiles.png"), "a picture");
}

TEST_F(RenderCommand, KeepsAPictureFromTheNumberedOnesOfAFilm) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    write_bytes(folder / "frames_0002.png", "a picture");
    write_bytes(folder / "box.mtl", "newmtl skin\nmap_Kd frames_0002.png\n");
    write_bytes(folder / "box.obj", box_obj(1.0, "mtllib box.mtl\nusemtl skin\n"));
    const Outcome outcome =
        limber("render " + file("box.obj") + " --vertices 200 --frames 3 --out " + file("frames.png"));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("frames_0002.png: is a file of the character and would be lost"));
    EXPECT_EQ(bytes_of(folder / "frames_0002.png"), "a picture");
}

TEST_F(RenderCommand, PaintsModesAndClusters) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const auto picture = [&](const std::string& name, const std::string& options) {
        const Outcome outcome = limber("render " + scene + " --size 160x90 " + options + " --out " + file(name));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return bytes_of(folder / name);
    };
    const std::string plain = picture("plain.png", "");
    const std::string first = picture("first.png", "--paint mode:1");
    const std::string second = picture("second.png", "--paint mode:2");
    const std::string clusters = picture("clusters.png", "--paint clusters");
    EXPECT_NE(first, plain);
    EXPECT_NE(second, first);
    EXPECT_NE(clusters, plain);
    EXPECT_NE(clusters, first);
    const Outcome missing = limber("render " + scene + " --paint mode:1000 --out " + file("a.png"));
    EXPECT_EQ(missing.exit_code, 1);
    EXPECT_THAT(missing.error, HasSubstr("mode 1000 does not exist: the subspace has"));
    for (const char* what : {"mode:0", "mode:", "modes", "strain"}) {
        EXPECT_EQ(limber("render " + scene + " --paint " + what + " --out " + file("a.png")).exit_code, 2) << what;
    }
}

TEST_F(RenderCommand, DrawsAFilmAsNumberedPictures) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const Outcome outcome =
        limber("render " + scene + " --frames 3 --fps 20 --size 64x36 --out " + file("bend.png") + " --json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("frames"), 3.0);
    EXPECT_FALSE(std::filesystem::exists(folder / "bend_0004.png"));
    EXPECT_NE(bytes_of(folder / "bend_0001.png"), bytes_of(folder / "bend_0003.png"));
    const Outcome third = limber("render " + scene + " --frame 6 --size 64x36 --out " + file("third.png"));
    ASSERT_EQ(third.exit_code, 0) << third.error;
    EXPECT_EQ(bytes_of(folder / "third.png").substr(1, 3), "PNG");
    EXPECT_EQ(limber("render " + scene + " --frames 3 --fps 37 --size 64x36 --out " + file("odd.png")).exit_code, 0);
    EXPECT_TRUE(std::filesystem::exists(file("odd_0003.png")));
}

TEST_F(RenderCommand, TurnsItsCameraAndFollows) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const auto last_of = [&](const std::string& name, const std::string& options) {
        const Outcome outcome = limber("render " + scene + " --frames 3 --fps 20 --size 64x36 " + options + " --out " +
                                       file(name + ".png"));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return std::pair(bytes_of(folder / (name + "_0001.png")), bytes_of(folder / (name + "_0003.png")));
    };
    const auto still = last_of("still", "");
    const auto turned = last_of("turned", "--turntable 90");
    const auto followed = last_of("followed", "--follow");
    EXPECT_EQ(turned.first, still.first);
    EXPECT_EQ(followed.first, still.first);
    EXPECT_NE(turned.second, still.second);
    EXPECT_NE(followed.second, still.second);
    EXPECT_EQ(limber("render " + scene + " --frames 3 --turntable 1e9 --out " + file("a.png")).exit_code, 2);
}

TEST_F(RenderCommand, FollowsACharacterThatItsClipCarriesAway) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const auto last_of = [&](const std::string& name, const std::string& options) {
        const Outcome outcome = limber("render " + scene + " --frames 3 --fps 4 --dynamics 0 --size 64x36 " + options +
                                       " --out " + file(name + ".png"));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return bytes_of(folder / (name + "_0003.png"));
    };
    EXPECT_EQ(last_of("default", ""), last_of("still", "--no-follow")) << "the clip stays in its place";
    write_carrying_clip(folder);
    const std::string carried = last_of("carried", "");
    EXPECT_EQ(carried, last_of("followed", "--follow"));
    EXPECT_NE(carried, last_of("left", "--no-follow"));
    EXPECT_EQ(limber("render " + scene + " --follow --no-follow --out " + file("a.png")).exit_code, 2);
}

TEST_F(RenderCommand, FollowsWithTheCameraOfTheSceneFromItsStart) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    std::string text = bytes_of(scene);
    text.insert(text.find('{') + 1, R"("camera": {"eye": [1, 1, 3], "target": [0, 0, 0]},)");
    write_bytes(folder / "seen.json", text);
    const Outcome outcome =
        limber("render " + file("seen.json") + " --frames 2 --follow --size 64x36 --out " + file("seen.png"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_TRUE(std::filesystem::exists(folder / "seen_0002.png"));
}

// The encoder is a program that counts what it reads.
TEST_F(RenderCommand, HandsTheFramesOfAVideoToFfmpeg) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    write_bytes(folder / "ffmpeg", "#!/bin/sh\nfor last; do :; done\nwc -c > \"$last\"\n");
    std::filesystem::permissions(folder / "ffmpeg", std::filesystem::perms::owner_all);
    const std::string video = " render " + scene + " --frames 4 --size 64x36 --out " + file("bend.mp4");
    const std::string path = "env PATH='" + file("") + "':\"$PATH\" ";
    const Outcome outcome = limber(video, path);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(std::stoi(bytes_of(folder / "bend.mp4")), 4 * 64 * 36 * 3);
    write_bytes(folder / "ffmpeg", "#!/bin/sh\necho 'no such encoder' >&2\nexit 1\n");
    const Outcome refused = limber(video, path);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.error, HasSubstr("ffmpeg could not write the video"));
    EXPECT_EQ(std::stoi(bytes_of(folder / "bend.mp4")), 4 * 64 * 36 * 3) << "the old video stays";
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        EXPECT_FALSE(entry.is_directory()) << "the encoder's folder is left: " << entry.path();
    }
    write_bytes(folder / "ffmpeg", "#!/bin/sh\nfor last; do :; done\nwc -c > \"$last\"\n");
    std::filesystem::create_directory(folder / "kept");
    std::filesystem::rename(folder / "bend.mp4", folder / "kept" / "old.mp4");
    std::filesystem::create_symlink("kept/old.mp4", folder / "bend.mp4");
    write_bytes(folder / "kept" / "old.mp4", "old");
    ASSERT_EQ(limber(video, path).exit_code, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "bend.mp4"));
    EXPECT_EQ(std::stoi(bytes_of(folder / "kept" / "old.mp4")), 4 * 64 * 36 * 3);
    const std::string in_folder = "cd '" + file("") + "' && " + path;
    const Outcome here = limber(" render " + scene + " --frames 4 --size 64x36 --out here.mp4", in_folder);
    EXPECT_EQ(here.exit_code, 0) << here.error;
    EXPECT_EQ(std::stoi(bytes_of(folder / "here.mp4")), 4 * 64 * 36 * 3) << "a name alone";
    const Outcome missing = limber(video, "env PATH=/nowhere ");
    EXPECT_EQ(missing.exit_code, 1);
    EXPECT_THAT(missing.error, HasSubstr("ffmpeg, which is not installed"));
}

} // namespace
} // namespace limber::testing
