// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <functional>
#include <vector>

/// An inside test with a cache. Delaunay refinement tests the same circumcentre once for every facet of its tet, and
/// again in each run on the same body; if the test is a winding number, the cache gives most of the speed. The table
/// has a fixed size, and newer entries replace older ones, which does not change any result.
namespace limber {

class InsideTestCache {
public:
    explicit InsideTestCache(std::function<bool(const Vec3&)> is_inside);

    bool operator()(const Vec3& x);

private:
    struct Answer {
        Vec3 at;
        bool is_inside;
    };

    std::function<bool(const Vec3&)> is_inside_;
    std::vector<Answer> answers_;
};

} // namespace limber
