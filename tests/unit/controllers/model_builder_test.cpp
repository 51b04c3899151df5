// SPDX-License-Identifier: MIT
#include "app/controllers/model_builder.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

TEST(ProgressOfJob, HasOneClockAndNamesTheStagesAfterTheBuild) {
    const ProgressReport modes{"finding the modes", 0.9, 40.0, 3.0};
    const ProgressReport building = progress_of_job(modes, JobStage::building, 46.0);
    EXPECT_EQ(building.phase, "finding the modes");
    EXPECT_EQ(building.fraction, 0.9);
    EXPECT_EQ(building.seconds, 46.0) << "since the start of the job";
    for (const JobStage stage : {JobStage::drawing, JobStage::simulating}) {
        const ProgressReport after = progress_of_job({}, stage, 50.0);
        EXPECT_NE(after.phase, "");
        EXPECT_NE(after.phase, building.phase);
        EXPECT_EQ(after.fraction, 1.0) << "never back to the start";
        EXPECT_EQ(after.seconds, 50.0);
        EXPECT_LT(after.seconds_left, 0.0) << "unknown";
    }
}

} // namespace
} // namespace limber::app
