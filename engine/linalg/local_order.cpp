// SPDX-License-Identifier: MIT
#include "engine/linalg/local_order.h"

#include <cstddef>
#include <vector>

namespace limber {
namespace {

using RowList = std::vector<int>;

// Appends all rows reachable from `start`, breadth first, and marks them in `seen`.
void append_reached(const SparseMatrix& A, int start, std::vector<char>& seen, RowList& reached) {
    std::size_t next = reached.size();
    const auto visit = [&](int row) {
        if (!seen[static_cast<std::size_t>(row)]) {
            seen[static_cast<std::size_t>(row)] = 1;
            reached.push_back(row);
        }
    };
    visit(start);
    for (; next < reached.size(); ++next) {
        for (SparseMatrix::InnerIterator entry(A, reached[next]); entry; ++entry) {
            visit(static_cast<int>(entry.row()));
        }
    }
}

} // namespace

Order local_order(const SparseMatrix& A) {
    const auto n = static_cast<std::size_t>(A.cols());
    std::vector<char> seen(n, 0);
    std::vector<char> ordered_rows(n, 0);
    RowList first_pass;
    RowList rows;
    for (int i = 0; i < A.cols(); ++i) {
        if (!ordered_rows[static_cast<std::size_t>(i)]) {
            append_reached(A, i, seen, first_pass);
            append_reached(A, first_pass.back(), ordered_rows, rows); // from the farthest row
        }
    }
    Order order(A.cols());
    for (std::size_t place = 0; place < n; ++place) {
        order.indices()(rows[place]) = static_cast<int>(place);
    }
    return order;
}

SparseMatrix ordered(const SparseMatrix& A, const Order& order) {
    SparseMatrix unsorted;
    unsorted = A.twistedBy(order);
    return unsorted.transpose(); // transposing sorts the entries
}

} // namespace limber
