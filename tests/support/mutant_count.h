// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace limber::testing {

/// How many mutants of a file a test reads: `usual`, or as many as LIMBER_MUTANTS says.
inline std::uint64_t mutant_count(std::uint64_t usual) {
    const char* const wanted = std::getenv("LIMBER_MUTANTS");
    return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : usual;
}

/// Files of which mutants are read, too: those that LIMBER_MUTATED_FILES names, with colons between them.
inline std::vector<std::filesystem::path> mutated_files() {
    const char* const named = std::getenv("LIMBER_MUTATED_FILES");
    std::istringstream names(named != nullptr ? named : "");
    std::vector<std::filesystem::path> files;
    for (std::string name; std::getline(names, name, ':');) {
        files.emplace_back(name);
    }
    return files;
}

} // namespace limber::testing
