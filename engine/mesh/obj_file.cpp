// SPDX-License-Identifier: MIT
#include "engine/mesh/scanner.h"
#include "engine/mesh/surface_file.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <tiny_obj_loader.h>
#include <vector>

namespace limber {
namespace {

// The loader reads "nan" and "0,5" as 0, accepts indices out of range and any count. So it only gets lines that were
// checked here: positions, and polygons split into triangles, because it also counts a polygon's corners in one byte.
class ObjFilter {
public:
    ObjFilter(std::string_view bytes, std::string_view where) : scanner_(bytes, where, '#') {
        for (Scanner lines(bytes, where, '#'); lines.bytes_left() > 0; lines.rest_of_line()) {
            vertex_count_ += !lines.is_line_end() && lines.next_word() == "v";
        }
    }

    Result<std::string> checked_lines() {
        while (!scanner_.failed() && scanner_.bytes_left() > 0) {
            check_line();
            scanner_.rest_of_line();
        }
        if (scanner_.failed()) {
            return scanner_.error();
        }
        return std::move(text_);
    }

    std::int64_t vertex_count() const {
        return vertex_count_;
    }
    std::int64_t triangle_count() const {
        return triangle_count_;
    }

private:
    void check_line() {
        if (is_line_end()) {
            return;
        }
        const std::string_view keyword = scanner_.word();
        if (keyword == "v") {
            check_vertex();
        } else if (keyword == "f") {
            check_face();
        } else if (!is_known(keyword)) {
            scanner_.fail(in_quotes(keyword) + " starts no line of a Wavefront file: export the surface again");
        }
        while (!is_line_end()) {
            scanner_.word();
        }
    }

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

    static bool is_known(std::string_view keyword) {
        constexpr std::string_view known[] = {
            "vt",     "vn",     "vp",         "vw",        "g",      "o",     "s",     "usemtl",   "mtllib", "l",
            "p",      "deg",    "bmat",       "step",      "cstype", "curv",  "curv2", "surf",     "parm",   "trim",
            "hole",   "scrv",   "sp",         "end",       "con",    "mg",    "bevel", "c_interp", "lod",    "d_interp",
            "usemap", "maplib", "shadow_obj", "trace_obj", "ctech",  "stech", "call",  "t",        "fo",     "csh"};
        return std::find(std::begin(known), std::end(known), keyword) != std::end(known);
    }

    void check_vertex() {
        text_ += "v";
        for (int axis = 0; axis < 3; ++axis) {
            if (is_line_end()) {
                scanner_.fail("a vertex has fewer than three coordinates: correct it or export the file again");
            }
            const std::string_view number = scanner_.next_word();
            scanner_.real(NumberType::float64);
            text_.append(" ").append(number);
        }
        text_ += "\n";
        ++vertices_so_far_;
    }

    void check_face() {
        corners_.clear();
        while (!scanner_.failed() && !is_line_end()) {
            corners_.push_back(corner(scanner_.next_word()));
            scanner_.word();
        }
        if (corners_.size() < 3) {
            scanner_.fail("a face has fewer than three corners: correct it or export the file again");
        }
        for (std::size_t k = 2; k < corners_.size(); ++k) {
            text_ += "f " + std::to_string(corners_[0]) + " " + std::to_string(corners_[k - 1]) + " " +
                     std::to_string(corners_[k]) + "\n";
            ++triangle_count_;
        }
    }

    // "12", "12/3", "12/3/4" or "12//4"; negative numbers count back from the last vertex read.
    std::int64_t corner(std::string_view word) {
        const std::string_view digits = word.substr(0, word.find('/'));
        std::int64_t number = 0;
        const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (status != std::errc{} || end != digits.data() + digits.size()) {
            scanner_.fail(in_quotes(word) + " stands where a corner of a face such as 12 or 12/3/4 should: correct it "
                                            "or export the file again");
            return 1;
        }
        const std::int64_t from_one = number < 0 ? vertices_so_far_ + 1 + number : number;
        if (from_one < 1 || from_one > vertex_count_) {
            scanner_.fail("a face names vertex " + std::to_string(number) + ", but the file has " +
                          std::to_string(vertex_count_) + " vertices: correct it or export the file again");
            return 1;
        }
        return from_one;
    }

    Scanner scanner_;
    std::string text_;
    std::vector<std::int64_t> corners_; // of the current face, counted from one
    std::int64_t vertex_count_ = 0;
    std::int64_t vertices_so_far_ = 0;
    std::int64_t triangle_count_ = 0;
};

SurfaceMesh surface_of(const tinyobj::attrib_t& attributes, const std::vector<tinyobj::shape_t>& shapes) {
    std::vector<int> corners;
    for (const auto& shape : shapes) {
        for (const auto& index : shape.mesh.indices) {
            corners.push_back(index.vertex_index);
        }
    }
    return {Eigen::Map<const Points>(attributes.vertices.data(), static_cast<Index>(attributes.vertices.size() / 3), 3),
            Eigen::Map<const Triangles>(corners.data(), static_cast<Index>(corners.size() / 3), 3)};
}

} // namespace

Result<Repaired<SurfaceMesh>> parse_obj(std::string_view bytes, std::string_view where) {
    ObjFilter filter(bytes, where);
    auto lines = filter.checked_lines();
    if (!lines) {
        return lines.error();
    }
    tinyobj::attrib_t attributes;
    std::vector<tinyobj::shape_t> shapes;
    std::vector<tinyobj::material_t> materials;
    std::string complaint;
    std::istringstream stream(std::move(lines).value());
    const bool is_read =
        tinyobj::LoadObj(&attributes, &shapes, &materials, nullptr, &complaint, &stream, nullptr, false, false);
    SurfaceMesh surface = surface_of(attributes, shapes);
    if (!is_read || surface.V.rows() != filter.vertex_count() || surface.F.rows() != filter.triangle_count()) {
        return Error{ErrorKind::bad_input, "the surface cannot be read (" + complaint + "): export it again",
                     std::string(where)};
    }
    return Repaired<SurfaceMesh>{std::move(surface), {}};
}

} // namespace limber
