#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

/// Tests that need something that ./test.sh installs: they are skipped on a machine without it, and fail where CI is
/// set, where it has been installed.
namespace limber::testing {

inline bool is_in_ci() {
    const char* ci = std::getenv("CI");
    return ci != nullptr && !std::string_view(ci).empty();
}

} // namespace limber::testing

#define SKIP_WITHOUT(is_there, what)                                                                                   \
    if (!(is_there)) {                                                                                                 \
        if (::limber::testing::is_in_ci()) {                                                                           \
            FAIL() << "there is no " << (what) << ", and nothing may be skipped where CI is set";                      \
        }                                                                                                              \
        GTEST_SKIP() << "there is no " << (what);                                                                      \
    }
