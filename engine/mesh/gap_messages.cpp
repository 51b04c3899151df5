// SPDX-License-Identifier: MIT
#include "engine/mesh/filled_gaps.h"

#include <algorithm>
#include <sstream>

namespace limber {
namespace {

std::string short_text(double length) {
    std::ostringstream text;
    text.precision(3);
    text << length;
    return text.str();
}

// "between the hand and the hip, ", in alphabetical order; empty without names.
std::string names_of_sides(const FilledGap& gap, const std::function<std::string(const Vec3&)>& part_at) {
    if (!part_at) {
        return {};
    }
    const auto [first, second] = std::minmax({part_at(gap.from), part_at(gap.to)});
    if (first.empty()) {
        return {};
    }
    return first == second ? "at " + first + ", " : "between " + first + " and " + second + ", ";
}

} // namespace

std::vector<std::string> messages_of(const std::vector<FilledGap>& gaps, double edge_length, const std::string& remedy,
                                     const std::function<std::string(const Vec3&)>& part_at) {
    if (gaps.empty()) {
        return {};
    }
    const bool is_one = gaps.size() == 1;
    const double width = std::ranges::max(gaps, {}, &FilledGap::width).width;
    return {std::to_string(gaps.size()) + (is_one ? " gap" : " gaps") + " between parts of the surface, " +
            (is_one ? "" : "the largest ") + names_of_sides(gaps.front(), part_at) + short_text(gaps.front().size) +
            " units from corner to corner, " + (is_one ? "is" : "are") + " up to " + short_text(width) +
            " wide, narrow beside the tets' edges of " + short_text(edge_length) + ", and " +
            (is_one ? "was" : "were") + " filled, " + filled_gap_words + "; " + remedy + " to keep them apart"};
}

} // namespace limber
