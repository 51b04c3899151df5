// SPDX-License-Identifier: MIT
#include "engine/mesh/curve_file.h"

#include "engine/core/lower_case.h"
#include "engine/mesh/mesh_file.h"
#include "engine/mesh/scanner.h"
#include "engine/mesh/simplex_groups.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace limber {
namespace {

/// Reads vertices and polylines; other lines are skipped.
class PolylineReader {
public:
    PolylineReader(std::string_view bytes, std::string_view where) : scanner_(bytes, where, '#'), where_(where) {
        for (Scanner lines(bytes, where, '#'); lines.bytes_left() > 0; lines.rest_of_line()) {
            vertex_count_ += !lines.is_line_end() && lines.next_word() == "v";
        }
    }

    Result<CurveMesh> read() {
        for (; scanner_.bytes_left() > 0 && !scanner_.failed(); scanner_.rest_of_line()) {
            if (scanner_.is_line_end()) {
                continue;
            }
            const std::string_view keyword = scanner_.word();
            if (keyword == "v") {
                read_vertex();
            } else if (keyword == "l") {
                read_polyline();
            }
        }
        if (scanner_.failed()) {
            return scanner_.error();
        }
        if (vertices_read() != vertex_count_) {
            return Error{ErrorKind::bad_input, "the curves cannot be read: export them again", where_};
        }
        if (edges_.empty()) {
            return Error{ErrorKind::bad_input,
                         "has no polyline, which is a line that starts with l: export curves, or use it as a surface",
                         where_};
        }
        CurveMesh curve{Eigen::Map<const Points>(coordinates_.data(), vertices_read(), 3),
                        Edges(static_cast<Index>(edges_.size()), 2)};
        for (std::size_t e = 0; e < edges_.size(); ++e) {
            curve.E.row(static_cast<Index>(e)) << edges_[e][0], edges_[e][1];
        }
        return curve;
    }

private:
    // A backslash at the end of a line continues it.
    bool is_line_end() {
        while (!scanner_.is_line_end()) {
            if (scanner_.next_word() != "\\") {
                return false;
            }
            scanner_.rest_of_line();
        }
        return true;
    }

    void read_vertex() {
        for (int axis = 0; axis < 3; ++axis) {
            if (is_line_end()) {
                scanner_.fail("a vertex has fewer than three coordinates: correct it or export the file again");
            }
            coordinates_.push_back(scanner_.real(NumberType::float64));
        }
    }

    void read_polyline() {
        int before = vertex();
        do {
            const int after = vertex();
            if (!scanner_.failed()) {
                edges_.push_back({before, after});
            }
            before = after;
        } while (!scanner_.failed() && !is_line_end());
    }

    // The word is "12" or "12/3"; negative numbers count back from the last vertex read.
    int vertex() {
        if (is_line_end()) {
            scanner_.fail("a polyline has fewer than two vertices: correct it or export the file again");
            return 0;
        }
        const std::string_view word = scanner_.word();
        const std::string_view digits = word.substr(0, word.find('/'));
        std::int64_t number = 0;
        const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (status != std::errc{} || end != digits.data() + digits.size()) {
            scanner_.fail(in_quotes(word) + " stands where a vertex of a polyline such as 12 or 12/3 should: correct "
                                            "it or export the file again");
            return 0;
        }
        if (number == 0 || number > vertex_count_ || number < -vertices_read()) {
            scanner_.fail("a polyline names vertex " + std::to_string(number) + ", but the file has " +
                          std::to_string(vertex_count_) + " vertices: correct it or export the file again");
            return 0;
        }
        return static_cast<int>(number < 0 ? vertices_read() + number : number - 1);
    }

    std::int64_t vertices_read() const {
        return static_cast<std::int64_t>(coordinates_.size() / 3);
    }

    Scanner scanner_;
    std::string where_;
    std::int64_t vertex_count_ = 0; // in the file
    std::vector<double> coordinates_;
    std::vector<std::array<int, 2>> edges_;
};

std::vector<std::array<int, 2>> pairs_of(const Edges& E) {
    std::vector<std::array<int, 2>> pairs;
    for (Index e = 0; e < E.rows(); ++e) {
        pairs.push_back({E(e, 0), E(e, 1)});
    }
    return pairs;
}

// Joins vertices in the same place with the first of them, and returns how many.
Index join_equal_vertices(CurveMesh& curve) {
    std::map<std::array<double, 3>, int> first;
    std::vector<int> joined(static_cast<std::size_t>(curve.V.rows()));
    Index count = 0;
    for (int v = 0; v < static_cast<int>(curve.V.rows()); ++v) {
        const auto [known, is_new] = first.emplace(std::array{curve.V(v, 0), curve.V(v, 1), curve.V(v, 2)}, v);
        joined[static_cast<std::size_t>(v)] = known->second;
        count += is_new ? 0 : 1;
    }
    for (int& vertex : curve.E.reshaped()) {
        vertex = joined[static_cast<std::size_t>(vertex)];
    }
    return count;
}

// Vertices at which two edges lie on each other.
Index folded_joints(const CurveMesh& curve) {
    constexpr double same_direction = 1.0 - 1e-9; // cosine
    std::vector<std::vector<Vec3>> directions(static_cast<std::size_t>(curve.V.rows()));
    for (Index e = 0; e < curve.E.rows(); ++e) {
        const Vec3 along = (curve.V.row(curve.E(e, 1)) - curve.V.row(curve.E(e, 0))).transpose().normalized();
        directions[static_cast<std::size_t>(curve.E(e, 0))].push_back(along);
        directions[static_cast<std::size_t>(curve.E(e, 1))].push_back(-along);
    }
    return std::ranges::count_if(directions, [&](const std::vector<Vec3>& here) {
        for (std::size_t i = 1; i < here.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (here[i].dot(here[j]) > same_direction) {
                    return true;
                }
            }
        }
        return false;
    });
}

// The first of equal edges stays.
Index drop_repeated_edges(CurveMesh& curve) {
    std::vector<Index> kept;
    for_each_group(pairs_of(curve.E), [&](std::span<const int> members) { kept.push_back(members.front()); });
    std::sort(kept.begin(), kept.end());
    const Index dropped = curve.E.rows() - static_cast<Index>(kept.size());
    curve.E = Edges(curve.E(kept, Eigen::all));
    return dropped;
}

Index drop_unused_vertices(CurveMesh& curve) {
    std::vector<int> place(static_cast<std::size_t>(curve.V.rows()), -1);
    for (const int vertex : curve.E.reshaped()) {
        place[static_cast<std::size_t>(vertex)] = 0;
    }
    std::vector<Index> kept;
    for (std::size_t v = 0; v < place.size(); ++v) {
        if (place[v] == 0) {
            place[v] = static_cast<int>(kept.size());
            kept.push_back(static_cast<Index>(v));
        }
    }
    const Index dropped = curve.V.rows() - static_cast<Index>(kept.size());
    curve.V = Points(curve.V(kept, Eigen::all));
    for (int& vertex : curve.E.reshaped()) {
        vertex = place[static_cast<std::size_t>(vertex)];
    }
    return dropped;
}

std::optional<Error> fault_in_lengths(const CurveMesh& curve, std::string_view where) {
    if (const auto edge = edge_without_length(curve)) {
        return Error{ErrorKind::bad_input,
                     "the edge between vertices " + std::to_string(curve.E(*edge, 0) + 1) + " and " +
                         std::to_string(curve.E(*edge, 1) + 1) + " has no length: merge them",
                     std::string(where)};
    }
    return std::nullopt;
}

std::string removed(Index count, const std::string& one, const std::string& many) {
    return std::to_string(count) + (count == 1 ? one : many);
}

} // namespace

Result<Repaired<CurveMesh>> parse_obj_curve(std::string_view bytes, std::string_view where) {
    auto read = PolylineReader(bytes, where).read();
    if (!read) {
        return read.error();
    }
    Repaired<CurveMesh> curve{std::move(read).value(), {}};
    if (auto fault = fault_in_lengths(curve.value, where)) {
        return *fault;
    }
    const Index joined = join_equal_vertices(curve.value);
    if (joined > 0) {
        curve.warnings.push_back(removed(joined, " vertex stands in the place of another and is joined with it",
                                         " vertices stand in the place of others and are joined with them"));
    }
    if (const Index count = drop_repeated_edges(curve.value); count > 0) {
        curve.warnings.push_back(
            removed(count, " edge is there twice and dropped once", " edges are there twice and dropped once"));
    }
    if (const Index count = folded_joints(curve.value); count > 0) {
        curve.warnings.push_back(removed(count, " joint is folded: two of its edges lie on each other",
                                         " joints are folded: two of their edges lie on each other"));
    }
    if (const Index count = drop_unused_vertices(curve.value) - joined; count > 0) {
        curve.warnings.push_back(removed(count, " vertex of no edge is removed", " vertices of no edge are removed"));
    }
    return curve;
}

Result<Repaired<CurveMesh>> read_curve(const std::filesystem::path& path) {
    if (extension_of(path) != ".obj") {
        return Error{ErrorKind::bad_input, "is no .obj file, from which curves are read", path.string()};
    }
    return parsed_file(parse_obj_curve, path);
}

} // namespace limber
