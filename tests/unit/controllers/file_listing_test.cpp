// SPDX-License-Identifier: MIT
#include "app/controllers/file_listing.h"

#include "tests/support/scoped_environment.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

#ifdef __linux__
TEST(RecentFiles, AreKeptInTheStateFolder) {
    testing::ScopedEnvironment environment;
    environment.set("HOME", "/home/me");
    environment.set("XDG_STATE_HOME", "/states");
    EXPECT_EQ(recent_files_path(), "/states/limber/recent.txt");
    environment.set("XDG_STATE_HOME", "relative");
    EXPECT_EQ(recent_files_path(), "/home/me/.local/state/limber/recent.txt");
    environment.set("XDG_STATE_HOME", nullptr);
    environment.set("HOME", nullptr);
    EXPECT_EQ(recent_files_path(), "");
}
#endif

} // namespace
} // namespace limber::app
