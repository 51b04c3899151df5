// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"
#include "engine/stepper/state.h"

#include <memory>
#include <vector>

/// Some of a body's contact points.
namespace limber {

struct ContactSubset {
    std::shared_ptr<const ContactPoints> points; // s of them
    std::vector<Index> rows;                     // s: which of the body's contact points they are, ascending
};

/// All points but those in `left_out`.
ContactSubset contacts_without(const ContactPoints& points, const std::vector<Index>& left_out);

} // namespace limber
