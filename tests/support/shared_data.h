// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

/// Files from other sources: in the folder that the environment variable LIMBER_SHARED_DATA names, or beside the
/// checkout, never inside. Tests that use them are skipped if they are missing.
namespace limber::testing {

inline std::filesystem::path shared_data(const std::string& name) {
    const char* elsewhere = std::getenv("LIMBER_SHARED_DATA");
    const std::filesystem::path beside = std::filesystem::path(LIMBER_SOURCE_DIR) / ".." / "shared" / "data";
    return (elsewhere ? std::filesystem::path(elsewhere) : beside) / name;
}

} // namespace limber::testing

#define SKIP_IF_ABSENT(path)                                                                                           \
    if (!std::filesystem::exists(path)) {                                                                              \
        GTEST_SKIP() << (path) << " is not here; LIMBER_SHARED_DATA names the folder of such files";                   \
    }
