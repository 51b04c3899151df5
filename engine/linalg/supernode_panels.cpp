// SPDX-License-Identifier: MIT
#include "engine/linalg/supernode_panels.h"

#ifdef LIMBER_WITH_CHOLMOD
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace limber {
namespace {

using Ints = std::vector<int>;

// CHOLMOD's layout: columns first[s] to first[s + 1] form supernode s, its rows start at row_begin[s], its entries at
// entry_begin[s], a rectangle column by column.
struct Supernodes {
    Ints first;
    Ints row_begin{0};
    Ints entry_begin{0};
    Ints rows;
};

Supernodes panels_of(const cholmod_factor& symbolic, int columns_max) {
    const auto* first = static_cast<const int*>(symbolic.super);
    const auto* row_begin = static_cast<const int*>(symbolic.pi);
    const auto* rows = static_cast<const int*>(symbolic.s);
    Supernodes panels;
    for (std::size_t s = 0; s < symbolic.nsuper; ++s) {
        for (int column = first[s]; column < first[s + 1]; column += columns_max) {
            const int* begin = rows + row_begin[s] + (column - first[s]);
            panels.first.push_back(column);
            panels.rows.insert(panels.rows.end(), begin, rows + row_begin[s + 1]);
            const int width = std::min(columns_max, first[s + 1] - column);
            const int height = static_cast<int>(panels.rows.size()) - panels.row_begin.back();
            panels.row_begin.push_back(panels.row_begin.back() + height);
            panels.entry_begin.push_back(panels.entry_begin.back() + width * height);
        }
    }
    panels.first.push_back(static_cast<int>(symbolic.n));
    return panels;
}

// The largest update of one supernode by another, and the largest number of rows below a diagonal block: the sizes of
// CHOLMOD's workspaces.
struct Sizes {
    std::size_t update = 1;
    std::size_t below = 1;
};

Sizes sizes_of(const Supernodes& panels) {
    Ints panel_of(static_cast<std::size_t>(panels.first.back()));
    for (std::size_t s = 0; s + 1 < panels.first.size(); ++s) {
        std::fill(panel_of.begin() + panels.first[s], panel_of.begin() + panels.first[s + 1], static_cast<int>(s));
    }
    Sizes sizes;
    for (std::size_t s = 0; s + 1 < panels.first.size(); ++s) {
        const int end = panels.row_begin[s + 1];
        int from = panels.row_begin[s] + panels.first[s + 1] - panels.first[s];
        sizes.below = std::max(sizes.below, static_cast<std::size_t>(end - from));
        while (from < end) {
            const auto panel = [&](int row) {
                return panel_of[static_cast<std::size_t>(panels.rows[static_cast<std::size_t>(row)])];
            };
            int to = from;
            while (to < end && panel(to) == panel(from)) {
                ++to;
            }
            sizes.update =
                std::max(sizes.update, static_cast<std::size_t>(to - from) * static_cast<std::size_t>(end - from));
            from = to;
        }
    }
    return sizes;
}

// One of CHOLMOD's arrays and its new content.
struct Exchange {
    void** array;
    std::size_t size;
    const Ints* values;
};

// Exchanges all arrays or none; returns whether it did.
bool exchange_all(const std::vector<Exchange>& exchanges, cholmod_common& common) {
    std::vector<void*> fresh;
    for (const Exchange& exchange : exchanges) {
        fresh.push_back(cholmod_malloc(exchange.values->size(), sizeof(int), &common));
    }
    const bool is_complete = std::ranges::find(fresh, nullptr) == fresh.end();
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        const Exchange& exchange = exchanges[i];
        if (is_complete) {
            std::ranges::copy(*exchange.values, static_cast<int*>(fresh[i]));
            std::swap(*exchange.array, fresh[i]);
        }
        cholmod_free(is_complete ? exchange.size : exchange.values->size(), sizeof(int), fresh[i], &common);
    }
    return is_complete;
}

} // namespace

bool split_into_panels(cholmod_factor& symbolic, int columns_max, cholmod_common& common) {
    const Supernodes panels = panels_of(symbolic, columns_max);
    const Sizes sizes = sizes_of(panels);
    const std::size_t bounds = symbolic.nsuper + 1;
    if (!exchange_all({{&symbolic.super, bounds, &panels.first},
                       {&symbolic.pi, bounds, &panels.row_begin},
                       {&symbolic.px, bounds, &panels.entry_begin},
                       {&symbolic.s, symbolic.ssize, &panels.rows}},
                      common)) {
        return false;
    }
    symbolic.nsuper = panels.first.size() - 1;
    symbolic.ssize = panels.rows.size();
    symbolic.xsize = static_cast<std::size_t>(panels.entry_begin.back());
    symbolic.maxcsize = sizes.update;
    symbolic.maxesize = sizes.below;
    return true;
}

} // namespace limber
#endif
