// SPDX-License-Identifier: MIT
#include "app/cli/progress_output.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace limber::app {
namespace {

using ::testing::ElementsAre;

// The lines about these reports, with the second of each.
std::vector<std::string> lines_of(ProgressLines lines, const std::vector<ProgressReport>& reports) {
    std::vector<std::string> printed;
    for (const ProgressReport& report : reports) {
        if (lines.is_due(report)) {
            printed.push_back(std::to_string(static_cast<int>(report.seconds)) + " " + lines.line(report));
        }
    }
    return printed;
}

std::vector<ProgressReport> two_phases() {
    std::vector<ProgressReport> reports;
    for (double second = 0.0; second < 25.0; second += 0.25) {
        reports.push_back({second < 12.5 ? "mesh" : "modes", second / 25.0, second, time_left_unknown});
    }
    return reports;
}

TEST(ProgressLines, ComeEverySecondAtATerminal) {
    EXPECT_EQ(lines_of(ProgressLines(1.0), two_phases()).size(), 24U);
}

TEST(ProgressLines, ComeEveryTenSecondsAndAtEachPhaseInALog) {
    EXPECT_THAT(lines_of(ProgressLines(10.0), two_phases()),
                ElementsAre("1 limber: mesh, 4 %", "11 limber: mesh, 44 %", "12 limber: modes, 50 %",
                            "22 limber: modes, 90 %"));
}

// Of a computation in rounds, and of two that take turns.
TEST(ProgressLines, AreFewInALogWhateverThePhasesAreCalled) {
    std::vector<ProgressReport> reports;
    for (int i = 0; i < 400; ++i) {
        const std::string phase = i < 200 ? "modes, round " + std::to_string(i) : i % 8 < 4 ? "moving" : "factorising";
        reports.push_back({phase, i / 400.0, 0.25 * i, time_left_unknown});
    }
    EXPECT_LE(lines_of(ProgressLines(10.0), reports).size(), 12U); // in 100 seconds of three phases
}

TEST(ProgressLines, SayThatItTakesLongerOnlyAfterAnEstimate) {
    const std::vector<ProgressReport> reports = {{"mesh", 0.1, 1.0, time_left_used_up},
                                                 {"mesh", 0.2, 2.0, 1.5},
                                                 {"mesh", 0.3, 3.0, time_left_unknown},
                                                 {"mesh", 0.4, 4.0, time_left_used_up}};
    EXPECT_THAT(lines_of(ProgressLines(1.0), reports),
                ElementsAre("1 limber: mesh, 10 %", "2 limber: mesh, 20 %, 2 s left", "3 limber: mesh, 30 %",
                            "4 limber: mesh, 40 %, longer than expected"));
}

TEST(ProgressLines, HaveAShareThatDoesNotFall) {
    const std::vector<ProgressReport> reports = {{"modes", 0.2, 1.0, time_left_unknown},
                                                 {"derivatives", 0.21, 2.0, time_left_unknown},
                                                 {"modes", 0.2, 3.0, time_left_unknown},
                                                 {"modes", 0.22, 4.0, time_left_unknown}};
    EXPECT_THAT(lines_of(ProgressLines(1.0), reports),
                ElementsAre("1 limber: modes, 20 %", "2 limber: derivatives, 21 %", "3 limber: modes, 21 %",
                            "4 limber: modes, 22 %"));
}

// Each computation reports its own progress from 0 to 1, as if it were alone.
TEST(CommandProgress, GrowsOverAllComputationsOfACommand) {
    CommandProgress all;
    std::vector<double> fractions;
    const auto work = [&](Progress* progress) {
        for (const double own : {0.0, 0.5, 1.0}) {
            progress->report("modes", own);
            fractions.push_back(progress->latest().fraction);
        }
        return true;
    };
    const std::vector<double> ends{0.0, 0.25, 0.5, 1.0};
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        const PartOfProgress part(&all.progress, ends[i], ends[i + 1]);
        EXPECT_TRUE(with_progress(all, work));
    }
    EXPECT_THAT(fractions, ElementsAre(0.0, 0.125, 0.25, 0.25, 0.375, 0.5, 0.5, 0.75, 1.0));
}

} // namespace
} // namespace limber::app
