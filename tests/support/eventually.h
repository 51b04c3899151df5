// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace limber::testing {

/// Waits for another thread, at most some minutes.
inline bool eventually(const std::function<bool()>& is_so) {
    for (int i = 0; i < 24000; ++i) {
        if (is_so()) {
            return true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

} // namespace limber::testing
