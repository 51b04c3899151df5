// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

namespace limber::testing {

/// The bytes that the calling thread has read with system calls, also from caches of the system; nullopt where the
/// system does not count them.
inline std::optional<std::uint64_t> bytes_read_by_this_thread() {
    std::ifstream counters("/proc/thread-self/io");
    std::string name;
    std::uint64_t count = 0;
    while (counters >> name >> count) {
        if (name == "rchar:") {
            return count;
        }
    }
    return std::nullopt;
}

} // namespace limber::testing
