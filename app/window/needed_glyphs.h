// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string_view>
#include <vector>

/// The characters beyond those that the typeface always has, so that names in every script are drawn without tens of
/// thousands of glyphs that no text uses.
namespace limber::app {

/// The characters of a text in UTF-8. Bytes that are none are left out.
std::vector<unsigned int> code_points_of(std::string_view text);

class NeededGlyphs {
public:
    /// Adds the characters of a text. Those beyond the basic multilingual plane, which the panels cannot draw, are left
    /// out.
    void add(std::string_view text);
    void add_code_point(unsigned int code_point);

    /// Whether characters were added since the last call.
    bool take_news();

    /// Pairs of the first and the last of each range, with a zero behind the last pair.
    std::vector<unsigned short> ranges() const;

private:
    std::set<unsigned short> code_points_;
    bool has_news_ = false;
};

/// The ranges that the typeface always has: Latin, Greek, arrows and mathematical operators.
const std::vector<unsigned short>& usual_glyphs();

} // namespace limber::app
