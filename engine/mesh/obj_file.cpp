// SPDX-License-Identifier: MIT
#include "engine/mesh/scanner.h"
#include "engine/mesh/surface_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <istream>
#include <streambuf>
#include <tiny_obj_loader.h>
#include <vector>

namespace limber {
namespace {

/// Reads a file with tinyobj through a stream of checked words. tinyobj reports no malformed line: it reads "nan" and
/// "0,5" as 0, accepts any index and any number of coordinates, and ends a line at a lone carriage return. Therefore
/// each line is checked first, and tinyobj gets the words that count: positions and the vertices of faces, in place.
class ObjReader final : private std::streambuf {
public:
    ObjReader(std::string_view bytes, std::string_view where) : scanner_(bytes, where, '#'), where_(where) {
        for (Scanner lines(bytes, where, '#'); lines.bytes_left() > 0; lines.rest_of_line()) {
            vertex_count_ += !lines.is_line_end() && lines.next_word() == "v";
        }
    }

    Result<SurfaceMesh> read() {
        coordinates_.reserve(static_cast<std::size_t>(3 * vertex_count_));
        tinyobj::callback_t callback;
        callback.vertex_cb = [](void* reader, double x, double y, double z, double) {
            static_cast<ObjReader*>(reader)->add_vertex(x, y, z);
        };
        callback.index_cb = [](void* reader, tinyobj::index_t* face, int count) {
            static_cast<ObjReader*>(reader)->add_face(face, count);
        };
        std::istream stream(this);
        const bool is_read = tinyobj::LoadObjWithCallback(stream, callback, this);
        if (scanner_.failed()) {
            return scanner_.error();
        }
        if (!is_read || vertices_read() != vertex_count_ || triangles_read() != triangle_count_) {
            return Error{ErrorKind::bad_input, "the surface cannot be read: export it again", where_};
        }
        return SurfaceMesh{Eigen::Map<const Points>(coordinates_.data(), vertices_read(), 3),
                           Eigen::Map<const Triangles>(corners_.data(), triangles_read(), 3)};
    }

private:
    /// Presents the words of the checked lines, with a separator after each.
    int_type underflow() override {
        while (next_piece_ == pieces_.size()) {
            pieces_.clear();
            next_piece_ = 0;
            // The scanner leaves a line only now, so that errors found in callbacks have that line's number.
            if (is_on_line_) {
                scanner_.rest_of_line();
            }
            is_on_line_ = true;
            if (scanner_.failed() || scanner_.bytes_left() == 0) {
                return traits_type::eof();
            }
            check_line();
        }
        const std::string_view piece = pieces_[next_piece_++];
        char* const begin = const_cast<char*>(piece.data()); // setg takes no const; an input buffer is not written
        setg(begin, begin, begin + piece.size());
        return traits_type::to_int_type(piece.front());
    }

    void check_line() {
        if (is_line_end()) {
            return;
        }
        const std::string_view keyword = scanner_.word();
        if (keyword == "v") {
            check_vertex(keyword);
        } else if (keyword == "f") {
            check_face(keyword);
        } else if (!is_known(keyword)) {
            scanner_.fail(in_quotes(keyword) + " starts no line of a Wavefront file: export the surface again");
        }
        while (!is_line_end()) {
            scanner_.word();
        }
        if (scanner_.failed()) {
            pieces_.clear();
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

    void present(std::string_view word, std::string_view separator = " ") {
        pieces_.push_back(word);
        pieces_.push_back(separator);
    }

    void check_vertex(std::string_view keyword) {
        present(keyword);
        for (int axis = 0; axis < 3; ++axis) {
            if (is_line_end()) {
                scanner_.fail("a vertex has fewer than three coordinates: correct it or export the file again");
            }
            const std::string_view number = scanner_.next_word();
            scanner_.real(NumberType::float64);
            present(number, axis < 2 ? " " : "\n");
        }
    }

    void check_face(std::string_view keyword) {
        present(keyword);
        std::int64_t corner_count = 0;
        for (; !scanner_.failed() && !is_line_end(); ++corner_count) {
            const std::string_view word = scanner_.word();
            const std::string_view vertex = word.substr(0, word.find('/'));
            check_corner(word, vertex);
            present(vertex);
        }
        if (corner_count < 3) {
            scanner_.fail("a face has fewer than three corners: correct it or export the file again");
        }
        pieces_.back() = "\n";
        triangle_count_ += corner_count - 2;
    }

    // The word is "12", "12/3", "12/3/4" or "12//4"; negative numbers count back from the last vertex read.
    void check_corner(std::string_view word, std::string_view vertex) {
        std::int64_t number = 0;
        const auto [end, status] = std::from_chars(vertex.data(), vertex.data() + vertex.size(), number);
        if (status != std::errc{} || end != vertex.data() + vertex.size()) {
            scanner_.fail(in_quotes(word) + " stands where a corner of a face such as 12 or 12/3/4 should: correct it "
                                            "or export the file again");
            return;
        }
        if (number == 0 || number > vertex_count_ || number < -vertices_read()) {
            scanner_.fail("a face names vertex " + std::to_string(number) + ", but the file has " +
                          std::to_string(vertex_count_) + " vertices: correct it or export the file again");
        }
    }

    // tinyobj multiplies 0e500 out to NaN, which the check before it accepts as zero.
    void add_vertex(double x, double y, double z) {
        if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z)) {
            scanner_.fail("a coordinate is not a finite number: correct it or export the file again");
        }
        coordinates_.insert(coordinates_.end(), {x, y, z});
    }

    // A polygon becomes a fan of triangles around its first corner.
    void add_face(const tinyobj::index_t* face, int count) {
        const auto corner = [&](int k) {
            const std::int64_t number = face[k].vertex_index;
            return static_cast<int>(number < 0 ? vertices_read() + number : number - 1);
        };
        for (int k = 2; k < count; ++k) {
            corners_.insert(corners_.end(), {corner(0), corner(k - 1), corner(k)});
        }
    }

    std::int64_t vertices_read() const {
        return static_cast<std::int64_t>(coordinates_.size() / 3);
    }
    std::int64_t triangles_read() const {
        return static_cast<std::int64_t>(corners_.size() / 3);
    }

    Scanner scanner_;
    std::string where_;
    std::vector<std::string_view> pieces_; // of the current line, none empty
    std::size_t next_piece_ = 0;
    bool is_on_line_ = false;
    std::int64_t vertex_count_ = 0;   // in the file
    std::int64_t triangle_count_ = 0; // in the faces checked so far
    std::vector<double> coordinates_;
    std::vector<int> corners_;
};

} // namespace

Result<Repaired<SurfaceMesh>> parse_obj(std::string_view bytes, std::string_view where) {
    auto surface = ObjReader(bytes, where).read();
    if (!surface) {
        return surface.error();
    }
    return Repaired<SurfaceMesh>{std::move(surface).value(), {}};
}

// Programs write the colour of a vertex behind its position: v x y z r g b.
Result<SurfaceNumbers> parse_obj_numbers(std::string_view bytes, std::string_view where) {
    auto surface = ObjReader(bytes, where).read();
    if (!surface) {
        return surface.error();
    }
    std::vector<double> numbers;
    Scanner lines(bytes, where, '#');
    for (; lines.bytes_left() > 0 && !lines.failed(); lines.rest_of_line()) {
        if (lines.is_line_end() || lines.word() != "v") {
            continue;
        }
        for (int i = 0; i < 6 && !lines.is_line_end() && !lines.failed(); ++i) {
            const double number = lines.real(NumberType::float64);
            if (i >= 3) {
                numbers.push_back(number);
            }
        }
    }
    SurfaceNumbers found{std::move(surface).value(), {}, {}};
    const Index n = found.surface.V.rows();
    if (!lines.failed() && n > 0 && static_cast<Index>(numbers.size()) == 3 * n) {
        found.names = {"red", "green", "blue"};
        found.values = Eigen::Map<const Points>(numbers.data(), n, 3);
    }
    return found;
}

} // namespace limber
