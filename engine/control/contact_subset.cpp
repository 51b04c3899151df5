// SPDX-License-Identifier: MIT
#include "engine/control/contact_subset.h"

#include <algorithm>

namespace limber {

ContactSubset contacts_without(const ContactPoints& points, const std::vector<Index>& left_out) {
    ContactSubset subset;
    for (Index i = 0; i < points.count(); ++i) {
        if (std::ranges::find(left_out, i) == left_out.end()) {
            subset.rows.push_back(i);
        }
    }
    auto kept = std::make_shared<ContactPoints>();
    for (const Index i : subset.rows) {
        kept->vertices.push_back(points.vertices[static_cast<std::size_t>(i)]);
    }
    kept->phi = points.phi(Eigen::all, subset.rows);
    kept->rig_rows = points.rig_rows(Eigen::all, subset.rows);
    subset.points = std::move(kept);
    return subset;
}

} // namespace limber
