#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

/// Real files that nobody here made, in the folder that the environment variable LIMBER_SHARED_DATA names. They are no
/// part of the repository; tests that use them are skipped where they are absent.
namespace limber::testing {

inline std::filesystem::path shared_data(const std::string& name) {
    const char* folder = std::getenv("LIMBER_SHARED_DATA");
    return folder ? std::filesystem::path(folder) / name : std::filesystem::path();
}

} // namespace limber::testing

#define SKIP_IF_ABSENT(path)                                                                                           \
    if (!std::filesystem::exists(path)) {                                                                              \
        GTEST_SKIP() << (path) << " is not here; LIMBER_SHARED_DATA names the folder of such files";                   \
    }
