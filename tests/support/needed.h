// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

/// Skips a test whose requirement is missing, and fails it if CI is set, because ./test.sh installs everything.
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
