// SPDX-License-Identifier: MIT
#include "engine/core/lower_case.h"
#include "engine/mesh/scanner.h"
#include "engine/mesh/tet_mesh_builder.h"
#include "engine/mesh/tet_mesh_file.h"

#include <vector>

namespace limber {
namespace {

using NumberType::int32;
constexpr auto int64 = NumberType::int64;

NumberType read_vtk_type(Scanner& scanner) {
    return scanner.type_of({{"char", NumberType::int8},
                            {"unsigned_char", NumberType::uint8},
                            {"short", NumberType::int16},
                            {"unsigned_short", NumberType::uint16},
                            {"int", NumberType::int32},
                            {"unsigned_int", NumberType::uint32},
                            {"vtktypeint32", NumberType::int32},
                            {"long", NumberType::int64},
                            {"unsigned_long", NumberType::uint64},
                            {"vtktypeint64", NumberType::int64},
                            {"vtktypeuint64", NumberType::uint64},
                            {"vtkidtype", NumberType::int32},
                            {"float", NumberType::float32},
                            {"double", NumberType::float64}});
}

// Legacy VTK ("VTK File Formats"), including the cells of version 5.1 (OFFSETS and CONNECTIVITY).
class VtkReader {
public:
    VtkReader(std::string_view bytes, std::string_view where) : scanner_(bytes, where) {}

    Result<Repaired<TetMesh>> read() {
        read_header();
        while (!scanner_.failed() && !has_types_ && !scanner_.next_word().empty()) {
            read_section(lower(scanner_.word()));
        }
        if (!has_types_) {
            scanner_.fail(
                "there is no section CELL_TYPES; the file is truncated or no unstructured grid: export it again");
        }
        for (std::size_t cell = 0; cell < types_.size() && !scanner_.failed(); ++cell) {
            keep_cell(cell);
        }
        if (scanner_.failed()) {
            return scanner_.error();
        }
        return builder_.mesh();
    }

private:
    void read_header() {
        if (!lower(scanner_.rest_of_line()).starts_with("# vtk datafile version")) {
            scanner_.fail("the file does not start with '# vtk DataFile Version', so it is no legacy VTK file: "
                          "export it as one");
        }
        scanner_.rest_of_line(); // the title
        const std::string encoding = lower(scanner_.word());
        if (encoding != "ascii" && encoding != "binary") {
            scanner_.fail(in_quotes(encoding) + " stands where ASCII or BINARY should: export the file again");
        }
        body_ = encoding == "binary" ? Encoding::big_endian : Encoding::text;
        if (lower(scanner_.word()) != "dataset" || lower(scanner_.next_word()) != "unstructured_grid") {
            scanner_.fail("only DATASET UNSTRUCTURED_GRID holds tetrahedra: export the mesh as one");
        }
        scanner_.word();
    }

    void read_section(const std::string& keyword) {
        if (keyword == "points") {
            read_points();
        } else if (keyword == "cells") {
            read_cells();
        } else if (keyword == "cell_types") {
            read_types();
        } else if (keyword == "field") {
            skip_field();
        } else if (keyword == "metadata") {
            skip_metadata();
        } else {
            scanner_.fail(in_quotes(keyword) +
                          " stands where POINTS, CELLS or CELL_TYPES should: export the file again");
        }
    }

    // The body of a section starts on the line after its last word.
    void enter_body() {
        scanner_.rest_of_line();
        scanner_.set_encoding(body_);
    }
    void leave_body() {
        scanner_.set_encoding(Encoding::text);
    }

    std::size_t least_bytes(std::size_t numbers, NumberType type) const {
        return body_ == Encoding::text ? 2 * numbers : numbers * byte_count(type);
    }

    void read_points() {
        const Index count = scanner_.count(int32, "points", least_bytes(3, NumberType::int8));
        const NumberType type = read_vtk_type(scanner_);
        enter_body();
        builder_.reserve_vertices(count);
        for (Index i = 0; i < count && !scanner_.failed(); ++i) {
            const double x = scanner_.real(type);
            const double y = scanner_.real(type);
            const double z = scanner_.real(type);
            builder_.add_vertex(x, y, z);
        }
        leave_body();
    }

    // Before version 5 each cell is its size and its points; since then offsets and points are separate.
    void read_cells() {
        const Index first = scanner_.count(int64, "cells", 1);
        const Index second = scanner_.count(int64, "numbers of cells", 1);
        scanner_.rest_of_line();
        if (lower(scanner_.next_word()) == "offsets") {
            scanner_.word();
            offsets_ = integers(read_vtk_type(scanner_), first);
            if (lower(scanner_.word()) != "connectivity") {
                scanner_.fail("there is no CONNECTIVITY behind OFFSETS: export the file again");
            }
            points_ = integers(read_vtk_type(scanner_), second);
        } else {
            split_cells(first, second);
        }
    }

    void split_cells(Index cell_count, Index number_count) {
        scanner_.set_encoding(body_);
        offsets_ = {0};
        points_.reserve(static_cast<std::size_t>(number_count));
        for (Index cell = 0; cell < cell_count && !scanner_.failed(); ++cell) {
            const Index size = scanner_.count(int32, "points of a cell", scanner_.least_bytes(1, int32));
            for (Index k = 0; k < size && !scanner_.failed(); ++k) {
                points_.push_back(scanner_.integer(int32));
            }
            offsets_.push_back(static_cast<std::int64_t>(points_.size()));
        }
        leave_body();
    }

    std::vector<std::int64_t> integers(NumberType type, Index count) {
        enter_body();
        std::vector<std::int64_t> numbers;
        for (Index i = 0; i < count && !scanner_.failed(); ++i) {
            numbers.push_back(scanner_.integer(type));
        }
        leave_body();
        return numbers;
    }

    void read_types() {
        const Index count = scanner_.count(int32, "cell types", least_bytes(1, int32));
        types_ = integers(int32, count);
        has_types_ = true;
        if (!scanner_.failed() && types_.size() + 1 != offsets_.size()) {
            scanner_.fail("there are " + std::to_string(types_.size()) +
                          " cell types for another count of cells: "
                          "export the file again");
        }
    }

    // FIELD name count, then for each array: name, components, tuples, type, numbers.
    void skip_field() {
        scanner_.word();
        const Index array_count = scanner_.count(int32, "arrays", 8);
        for (Index array = 0; array < array_count && !scanner_.failed(); ++array) {
            scanner_.word();
            const Index components = scanner_.count(int32, "components", 0);
            const Index tuples = scanner_.count(int32, "tuples", 0);
            const NumberType type = read_vtk_type(scanner_);
            enter_body();
            for (Index i = 0; i < components * tuples && !scanner_.failed(); ++i) {
                skip_number(type);
            }
            leave_body();
        }
    }

    void skip_number(NumberType type) {
        if (body_ != Encoding::text) {
            scanner_.skip_bytes(byte_count(type));
        } else if (scanner_.word().empty()) {
            scanner_.fail("the file ends inside a field, it is truncated: export it again");
        }
    }

    // Up to the next empty line.
    void skip_metadata() {
        scanner_.rest_of_line();
        while (scanner_.bytes_left() > 0 && !scanner_.rest_of_line().empty()) {
        }
    }

    // In curved tets (quadratic 24, Lagrange 71, Bezier 78) the corners come first.
    void keep_cell(std::size_t cell) {
        const std::int64_t type = types_[cell];
        const bool is_curved = type == 24 || type == 71 || type == 78;
        if (type != 10 && !is_curved) {
            const bool is_other_solid = (type >= 11 && type <= 14) || (type >= 25 && type <= 33) || type == 42;
            builder_.skip_elements(is_other_solid ? 1 : 0);
            return;
        }
        const std::int64_t begin = offsets_[cell];
        const std::int64_t end = offsets_[cell + 1];
        if (begin < 0 || end < begin + 4 || end > static_cast<std::int64_t>(points_.size())) {
            scanner_.fail("cell " + std::to_string(cell) +
                          " (from 0) is a tet without four points: export the file again");
            return;
        }
        std::array<int, 4> tet{};
        for (std::size_t k = 0; k < 4; ++k) {
            tet[k] = point_of(cell, points_[static_cast<std::size_t>(begin) + k]);
        }
        builder_.add_tet(tet);
        if (is_curved) {
            builder_.add_curved_tet();
        }
    }

    int point_of(std::size_t cell, std::int64_t point) {
        if (point < 0 || point >= builder_.vertex_count()) {
            scanner_.fail("cell " + std::to_string(cell) + " (from 0) names point " + std::to_string(point) +
                          ", but the points are 0 to " + std::to_string(builder_.vertex_count() - 1) +
                          ": export the file again");
            return 0;
        }
        return static_cast<int>(point);
    }

    Scanner scanner_;
    Encoding body_ = Encoding::text;
    TetMeshBuilder builder_;
    std::vector<std::int64_t> offsets_; // number of cells + 1
    std::vector<std::int64_t> points_;
    std::vector<std::int64_t> types_;
    bool has_types_ = false;
};

} // namespace

Result<Repaired<TetMesh>> parse_vtk(std::string_view bytes, std::string_view where) {
    return VtkReader(bytes, where).read();
}

} // namespace limber
