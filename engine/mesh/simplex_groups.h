// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/contract.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <span>
#include <vector>

/// Groups simplices with the same vertices: faces shared by two tets, edges shared by several triangles, duplicate
/// tets. Counting sort by the lowest vertex, then a small sort for each vertex: linear in practice, and the same order
/// on every machine.
namespace limber {

/// Calls visit(members) for each set of simplices with the same vertices in any order; members are their ascending
/// indices in `simplices`, a std::span<const int>. Sets come in lexicographic order.
template <std::size_t K, typename Visit>
void for_each_group(std::vector<std::array<int, K>> simplices, Visit&& visit) {
    struct Item {
        std::array<int, K - 1> others;
        int place;
        auto operator<=>(const Item&) const = default;
    };
    int vertex_count = 0;
    for (auto& simplex : simplices) {
        std::sort(simplex.begin(), simplex.end());
        EXPECTS(simplex.front() >= 0);
        vertex_count = std::max(vertex_count, simplex.back() + 1);
    }
    std::vector<std::size_t> begin(static_cast<std::size_t>(vertex_count) + 1, 0);
    for (const auto& simplex : simplices) {
        ++begin[static_cast<std::size_t>(simplex.front()) + 1];
    }
    for (std::size_t v = 1; v < begin.size(); ++v) {
        begin[v] += begin[v - 1];
    }
    std::vector<Item> items(simplices.size());
    std::vector<std::size_t> next(begin.begin(), begin.end());
    for (std::size_t s = 0; s < simplices.size(); ++s) {
        Item& item = items[next[static_cast<std::size_t>(simplices[s].front())]++];
        std::copy(simplices[s].begin() + 1, simplices[s].end(), item.others.begin());
        item.place = static_cast<int>(s);
    }
    std::vector<int> members;
    for (std::size_t v = 0; v + 1 < begin.size(); ++v) {
        std::sort(items.begin() + static_cast<std::ptrdiff_t>(begin[v]),
                  items.begin() + static_cast<std::ptrdiff_t>(begin[v + 1]));
        for (std::size_t i = begin[v]; i < begin[v + 1];) {
            members.clear();
            const std::size_t first = i;
            for (; i < begin[v + 1] && items[i].others == items[first].others; ++i) {
                members.push_back(items[i].place);
            }
            visit(std::span<const int>(members));
        }
    }
}

} // namespace limber
