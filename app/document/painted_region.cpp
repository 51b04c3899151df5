// SPDX-License-Identifier: MIT
#include "app/document/painted_region.h"

#include "app/document/vertex_neighbours.h"
#include "engine/core/json.h"
#include "engine/core/member_reader.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace limber::app {
namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::size_t run_min = 4;                         // a count saves no text in shorter runs
constexpr std::size_t vertices_max = std::size_t{1} << 22; // limits the memory that a short text can request
constexpr int sweeps_max = 400;
constexpr double sweeps_until = 1e-4; // largest change in a sweep; one paint level is 4e-3

std::string pair_of(std::uint8_t level) {
    return {hex_digits[level >> 4U], hex_digits[level & 15U]};
}

std::string text_of(const PaintLevels& levels) {
    std::string text;
    bool is_open = false; // the last word is a plain list of levels
    for (auto from = levels.begin(); from != levels.end();) {
        const auto to = std::find_if(from, levels.end(), [&](std::uint8_t level) { return level != *from; });
        const auto length = static_cast<std::size_t>(to - from);
        if (length >= run_min) {
            text += (text.empty() ? "" : " ") + pair_of(*from) + "*" + std::to_string(length);
            is_open = false;
        } else {
            text += text.empty() || is_open ? "" : " ";
            for (; from != to; ++from) {
                text += pair_of(*from);
            }
            is_open = true;
        }
        from = to;
    }
    return text;
}

std::optional<std::uint8_t> level_of(std::string_view pair) {
    const auto high = hex_digits.find(pair[0]);
    const auto low = hex_digits.find(pair[1]);
    if (high == std::string_view::npos || low == std::string_view::npos) {
        return std::nullopt;
    }
    return static_cast<std::uint8_t>(16 * high + low);
}

// Parses a count up to `most`; 0 if it is invalid.
std::size_t count_in(std::string_view text, std::size_t most) {
    std::size_t count = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') {
            return 0;
        }
        count = 10 * count + static_cast<std::size_t>(c - '0');
        if (count > most) {
            return 0;
        }
    }
    return count;
}

// Appends a word such as "3fff80" or "00*310"; returns false if it is malformed.
bool append_word(std::string_view word, std::size_t room, PaintLevels& levels) {
    const std::size_t star = word.find('*');
    const std::string_view pairs = word.substr(0, star);
    if (pairs.empty() || pairs.size() % 2 != 0 || (star != std::string_view::npos && pairs.size() != 2)) {
        return false;
    }
    const std::size_t times = star == std::string_view::npos ? 1 : count_in(word.substr(star + 1), room);
    if (times == 0 || pairs.size() / 2 * times > room) {
        return false;
    }
    for (std::size_t at = 0; at < pairs.size(); at += 2) {
        const auto level = level_of(pairs.substr(at, 2));
        if (!level) {
            return false;
        }
        levels.insert(levels.end(), times, *level);
    }
    return true;
}

PaintLevels levels_in(const JsonNode& node, std::size_t count) {
    const std::string text = node.text();
    const std::string_view all = text;
    PaintLevels levels;
    for (std::size_t from = 0; from < all.size() && node.is_sound();) {
        const std::size_t to = std::min(all.find(' ', from), all.size());
        if (to > from && !append_word(all.substr(from, to - from), count - levels.size(), levels)) {
            node.refuse("must be pairs of the digits 0 to f, and \"ff*12\" for twelve times ff, for " +
                        std::to_string(count) + " vertices; it goes wrong at vertex " + std::to_string(levels.size()));
        }
        from = to + 1;
    }
    if (levels.size() < count) {
        node.refuse("speaks of " + std::to_string(levels.size()) + " vertices, and \"vertices\" of " +
                    std::to_string(count));
    }
    return levels;
}

double mean_around(const Vector& w, const VertexNeighbours& neighbours, Index i) {
    const std::span<const int> around = neighbours.of(i);
    double sum = 0.0;
    for (const int j : around) {
        sum += w(j);
    }
    return around.empty() ? 0.0 : sum / static_cast<double>(around.size());
}

// Symmetric Gauss-Seidel, so that the boundary values cross the body in few sweeps.
void spread_inwards(Vector& w, const std::vector<Index>& inside, const VertexNeighbours& neighbours) {
    double change = 1.0;
    const auto relax = [&](Index i) {
        const double mean = mean_around(w, neighbours, i);
        change = std::max(change, std::abs(mean - w(i)));
        w(i) = mean;
    };
    for (int sweep = 0; sweep < sweeps_max && change > sweeps_until; ++sweep) {
        change = 0.0;
        std::for_each(inside.begin(), inside.end(), relax);
        std::for_each(inside.rbegin(), inside.rend(), relax);
    }
}

// n weights: the levels over `most` on the surface, extended inwards.
Vector extended(const PaintedRegion& painted, double most, const Tets& T, const std::vector<int>& surface,
                Index vertex_count) {
    EXPECTS(painted.levels().size() == surface.size());
    Vector w = Vector::Zero(vertex_count);
    std::vector<bool> is_outside(static_cast<std::size_t>(vertex_count), false);
    for (std::size_t i = 0; i < surface.size(); ++i) {
        w(surface[i]) = static_cast<double>(painted.levels()[i]) / most;
        is_outside[static_cast<std::size_t>(surface[i])] = true;
    }
    std::vector<Index> inside;
    for (Index i = 0; i < vertex_count; ++i) {
        if (!is_outside[static_cast<std::size_t>(i)]) {
            inside.push_back(i);
        }
    }
    spread_inwards(w, inside, VertexNeighbours(T, vertex_count));
    return w;
}

} // namespace

const PaintLevels& PaintedRegion::levels() const {
    static const PaintLevels none;
    return levels_ ? *levels_ : none;
}

bool PaintedRegion::is_blank() const {
    return std::ranges::all_of(levels(), [](std::uint8_t level) { return level == 0; });
}

void read_value(const JsonNode& node, PaintedRegion& painted) {
    MemberReader members(node);
    std::size_t count = 0;
    members.read("vertices", count);
    if (count > vertices_max) {
        node.refuse("must have at most " + std::to_string(vertices_max) + " \"vertices\"");
        return;
    }
    if (const auto levels = members.take("levels")) {
        painted = PaintedRegion(levels_in(*levels, count));
    } else {
        node.refuse("must have \"levels\"");
    }
}

Json painted_json(const PaintedRegion& painted) {
    return Json::object_t{{"vertices", static_cast<std::int64_t>(painted.levels().size())},
                          {"levels", text_of(painted.levels())}};
}

Result<Done> fits(const PaintedRegion& painted, const std::string& what, const std::string& member,
                  std::size_t surface_vertices) {
    if (painted.levels().size() == surface_vertices) {
        return Done{};
    }
    return Error{ErrorKind::bad_input,
                 what + " was painted on a surface of " + std::to_string(painted.levels().size()) +
                     " vertices, and this mesh's has " + std::to_string(surface_vertices) +
                     ": it belongs to another mesh; paint it again or remove it",
                 member};
}

Vector paint_weights(const PaintedRegion& painted, const Tets& T, const std::vector<int>& surface, Index vertex_count) {
    return extended(painted, 255.0, T, surface, vertex_count);
}

Vector region_weights(const PaintedRegion& painted, const Tets& T, const std::vector<int>& surface,
                      Index vertex_count) {
    EXPECTS(!painted.is_blank());
    return extended(painted, static_cast<double>(std::ranges::max(painted.levels())), T, surface, vertex_count);
}

} // namespace limber::app
