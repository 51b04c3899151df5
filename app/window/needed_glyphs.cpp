// SPDX-License-Identifier: MIT
#include "app/window/needed_glyphs.h"

#include <algorithm>
#include <cstddef>

namespace limber::app {
namespace {

constexpr unsigned int code_point_max = 0xFFFF;

bool is_usual(unsigned int code_point) {
    const std::vector<unsigned short>& usual = usual_glyphs();
    for (std::size_t i = 0; i + 1 < usual.size(); i += 2) {
        if (code_point >= usual[i] && code_point <= usual[i + 1]) {
            return true;
        }
    }
    return false;
}

bool is_control_or_surrogate(unsigned int code_point) {
    return code_point < 0xA0 || (code_point >= 0xD800 && code_point <= 0xDFFF);
}

// The bytes behind the first one of a character; -1: no first byte.
int bytes_behind(unsigned char first) {
    return first < 0x80 ? 0 : first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : -1;
}

} // namespace

const std::vector<unsigned short>& usual_glyphs() {
    static const std::vector<unsigned short> ranges{0x0020, 0x00FF, 0x0100, 0x017F, 0x0370, 0x03FF, 0x2010,
                                                    0x205E, 0x2070, 0x209C, 0x2190, 0x22FF, 0};
    return ranges;
}

std::vector<unsigned int> code_points_of(std::string_view text) {
    std::vector<unsigned int> code_points;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto first = static_cast<unsigned char>(text[i]);
        const int behind = bytes_behind(first);
        if (behind < 0 || i + static_cast<std::size_t>(behind) >= text.size()) {
            continue;
        }
        unsigned int code_point = behind == 0 ? first : first & (0x3FU >> static_cast<unsigned int>(behind));
        bool is_whole = true;
        for (int k = 1; k <= behind; ++k) {
            const auto next = static_cast<unsigned char>(text[i + static_cast<std::size_t>(k)]);
            is_whole = is_whole && (next & 0xC0U) == 0x80U;
            code_point = (code_point << 6U) | (next & 0x3FU);
        }
        if (is_whole) {
            code_points.push_back(code_point);
            i += static_cast<std::size_t>(behind);
        }
    }
    return code_points;
}

void NeededGlyphs::add(std::string_view text) {
    for (const unsigned int code_point : code_points_of(text)) {
        add_code_point(code_point);
    }
}

void NeededGlyphs::add_code_point(unsigned int code_point) {
    if (code_point > code_point_max || is_control_or_surrogate(code_point) || is_usual(code_point)) {
        return;
    }
    has_news_ = code_points_.insert(static_cast<unsigned short>(code_point)).second || has_news_;
}

bool NeededGlyphs::take_news() {
    const bool had_news = has_news_;
    has_news_ = false;
    return had_news;
}

std::vector<unsigned short> NeededGlyphs::ranges() const {
    std::vector<unsigned short> ranges;
    for (const unsigned short code_point : code_points_) {
        if (!ranges.empty() && ranges.back() + 1 == code_point) {
            ranges.back() = code_point;
        } else {
            ranges.insert(ranges.end(), {code_point, code_point});
        }
    }
    ranges.push_back(0);
    return ranges;
}

} // namespace limber::app
