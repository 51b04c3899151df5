#pragma once

#include "engine/linalg/types.h"

#include <functional>
#include <vector>

/// An inside test that remembers. Delaunay refinement asks about the same circumcentre once for every facet of
/// its tet, and again in each run on the same body; where the answer is a winding number, remembering is
/// most of the speed. A table of fixed size in which a newer answer takes the place of an older one: what is
/// forgotten is asked again, so the answers never depend on it.
namespace limber {

class InsideMemory {
public:
    explicit InsideMemory(std::function<bool(const Vec3&)> is_inside);

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
