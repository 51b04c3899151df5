// SPDX-License-Identifier: MIT
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/small_scene_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/wait.h>

// Ctrl+C while a command works.
namespace limber::testing {
namespace {

using ::testing::HasSubstr;

class Interrupted : public SmallSceneTest {
protected:
    // Runs `limber arguments`, and interrupts it once the shell's test succeeds.
    Outcome interrupted(const std::string& arguments, const std::string& is_under_way) const {
        const std::string script = std::string(LIMBER_PROGRAM) + " " + arguments + " >" + file("out.txt") + " 2>" +
                                   file("error.txt") +
                                   " & p=$!\n"
                                   "for i in $(seq 1200); do " +
                                   is_under_way + " && break; sleep 0.05; done\nkill -INT $p; wait $p";
        write_bytes(file("script.sh"), script);
        const int status = std::system(("sh " + file("script.sh")).c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, bytes_of(file("out.txt")), bytes_of(file("error.txt"))};
    }
    std::size_t files_called(const std::string& word) const {
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
            count += entry.path().filename().string().find(word) != std::string::npos ? 1U : 0U;
        }
        return count;
    }
    static void expect_said(const Outcome& outcome) {
        EXPECT_EQ(outcome.exit_code, 130) << outcome.error;
        EXPECT_THAT(outcome.error, HasSubstr("was interrupted, and has written no file"));
    }
};

TEST_F(Interrupted, AFilmLeavesNoImage) {
    for (const std::string command : {"export ", "render "}) {
        expect_said(interrupted(command + scene + " --frames 100000 --size 64x36 --out " + file("film.png"),
                                "test -e " + file("film_000003.png")));
        EXPECT_EQ(files_called("film"), 0U) << command;
    }
}

// The encoder is a program that reads all that it gets.
TEST_F(Interrupted, AVideoIsWholeOrNotThere) {
    write_bytes(file("ffmpeg"), "#!/bin/sh\nfor last; do :; done\ntouch " + file("begun") + "\ncat > \"$last\"\n");
    std::filesystem::permissions(file("ffmpeg"), std::filesystem::perms::owner_all);
    write_bytes(file("film.mp4"), "an older one");
    const std::string path = std::getenv("PATH") ? std::getenv("PATH") : "";
    ASSERT_EQ(setenv("PATH", (folder.path().string() + ":" + path).c_str(), 1), 0);
    const Outcome outcome = interrupted("export " + scene + " --frames 100000 --size 64x36 --out " + file("film.mp4"),
                                        "test -e " + file("begun"));
    ASSERT_EQ(setenv("PATH", path.c_str(), 1), 0);
    expect_said(outcome);
    EXPECT_EQ(files_called("film"), 1U);
    EXPECT_EQ(bytes_of(file("film.mp4")), "an older one");
}

TEST_F(Interrupted, AComparisonLeavesNoFile) {
    expect_said(interrupted("compare " + scene + " --kinds skinning,full --frames 100000 --csv " + file("curves.csv") +
                                " --out " + file("full.npy"),
                            "grep -q comparing " + file("error.txt")));
    EXPECT_EQ(files_called("full"), 0U);
    EXPECT_EQ(files_called("curves"), 0U);
    expect_said(interrupted("render " + scene + " --beside full --frames 100000 --size 64x36 --out " + file("film.png"),
                            "grep -q simulating " + file("error.txt")));
    EXPECT_EQ(files_called("film"), 0U);
}

TEST_F(Interrupted, AnExportLeavesNoFile) {
    expect_said(interrupted("export " + scene + " --frames 200000 --out " + file("film.pc2"),
                            "grep -q simulating " + file("error.txt")));
    EXPECT_EQ(files_called("film"), 0U);
    expect_said(interrupted("export " + scene + " --frames 3000 --out " + file("film.obj"),
                            "test -e " + file("film_0003.obj")));
    EXPECT_EQ(files_called("film_"), 0U);
}

TEST_F(Interrupted, ASimulationLeavesNoFile) {
    for (const std::string name : {"motion.npy", "motion.pc2"}) {
        expect_said(interrupted("simulate " + scene + " --frames 1000000 --out " + file(name),
                                "ls " + file(name) + ".*.part >" + file("list.txt") + " 2>&1"));
        EXPECT_EQ(files_called("motion"), 0U) << name;
    }
}

// The shell's limit of a file's size, in blocks of 512 or 1024 bytes.
TEST_F(Interrupted, ASimulationThatExceedsTheSizeOfFilesLeavesNoFile) {
    const Outcome outcome =
        limber("simulate " + scene + " --frames 2000 --out " + file("motion.npy"), "ulimit -f 100; ");
    EXPECT_EQ(outcome.exit_code, 1) << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr("motion.npy"));
    EXPECT_EQ(files_called("motion"), 0U);
}

} // namespace
} // namespace limber::testing
