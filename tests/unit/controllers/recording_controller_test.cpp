// SPDX-License-Identifier: MIT
#include "app/controllers/recording_controller.h"

#include "app/motion/controls_recording.h"
#include "tests/support/controls_files.h"
#include "tests/support/edited_bar.h"
#include "tests/support/scoped_environment.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::read_controls;
using ::testing::HasSubstr;
using ::testing::Not;

class RecordingOfABar : public limber::testing::EditedBar {
protected:
    Session recorded() {
        set_scene({role_of(bar, original)});
        simulation.apply(RecordRequest{});
        take_steps(3);
        return simulation.take_recording();
    }
    bool can_be_read(const std::filesystem::path& path) const {
        return bool(read_controls(path, *original, starting_controls(*original)));
    }
};

TEST_F(RecordingOfABar, IsWrittenWhereItIsToBe) {
    const auto path = folder / "bar.recording.json";
    EXPECT_TRUE(write_or_keep(recorded(), path));
    EXPECT_TRUE(can_be_read(path));
}

#ifdef __linux__
TEST_F(RecordingOfABar, IsKeptInTheCacheWhereItsPlaceCannotBeWritten) {
    limber::testing::ScopedEnvironment environment;
    environment.set("LIMBER_CACHE", nullptr);
    environment.set("XDG_CACHE_HOME", (folder / "cache").c_str());
    const auto path = folder / "no such folder" / "bar.recording.json";
    const auto written = write_or_keep(recorded(), path);
    ASSERT_FALSE(written);
    EXPECT_FALSE(std::filesystem::exists(path));
    std::vector<std::filesystem::path> kept;
    for (const auto& file : std::filesystem::directory_iterator(folder / "cache/limber/failures")) {
        kept.push_back(file.path());
    }
    ASSERT_EQ(kept.size(), 1u);
    EXPECT_THAT(written.error().message, HasSubstr("the recording is in " + kept.front().string() + " instead"));
    EXPECT_TRUE(can_be_read(kept.front()));
}
#endif

TEST_F(RecordingOfABar, IsReportedWhereItCanBeKeptNowhere) {
    const auto written = write_or_keep(recorded(), folder / "no such folder" / "bar.recording.json"); // without a cache
    ASSERT_FALSE(written);
    EXPECT_THAT(written.error().message, Not(HasSubstr("instead")));
}

} // namespace
} // namespace limber::app
