// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace limber {

/// Numbers from 0 in sets that are joined (union-find). The root of a set is its lowest number.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t count) : parents_(count) {
        std::iota(parents_.begin(), parents_.end(), 0);
    }

    int root(int number) {
        while (parent(number) != number) {
            parent(number) = parent(parent(number));
            number = parent(number);
        }
        return number;
    }

    void join(int one, int other) {
        const auto [low, high] = std::minmax({root(one), root(other)});
        parent(high) = low;
    }

private:
    int& parent(int number) {
        return parents_[static_cast<std::size_t>(number)];
    }

    std::vector<int> parents_;
};

} // namespace limber
