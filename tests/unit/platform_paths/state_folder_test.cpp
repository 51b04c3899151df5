// SPDX-License-Identifier: MIT
#include "app/platform_paths/state_folder.h"

#include "tests/support/scoped_environment.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

#ifdef __linux__
TEST(StateFolder, IsNamedByAnAbsolutePathInTheEnvironment) {
    testing::ScopedEnvironment environment;
    environment.set("HOME", "/home/me");
    environment.set("XDG_STATE_HOME", "/states");
    EXPECT_EQ(state_folder(), std::filesystem::path("/states/limber"));
    for (const char* ignored : {"relative", "", static_cast<const char*>(nullptr)}) {
        environment.set("XDG_STATE_HOME", ignored);
        EXPECT_EQ(state_folder(), std::filesystem::path("/home/me/.local/state/limber"));
    }
    environment.set("HOME", nullptr);
    EXPECT_EQ(state_folder(), std::nullopt);
}
#endif

} // namespace
} // namespace limber::app
