// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace limber::testing {

/// The fractions of the whole that another thread sees while the work reports its progress, without repetitions.
inline std::vector<double> seen_fractions(const std::function<void(Progress&)>& work) {
    Progress progress;
    std::atomic<bool> has_returned = false;
    std::vector<double> fractions{0.0};
    const auto read = [&] {
        if (const double now = progress.latest().fraction; now != fractions.back()) {
            fractions.push_back(now);
        }
    };
    std::jthread reader([&] {
        while (!has_returned) {
            read();
            std::this_thread::yield();
        }
    });
    work(progress);
    has_returned = true;
    reader.join();
    read();
    return fractions;
}

} // namespace limber::testing
