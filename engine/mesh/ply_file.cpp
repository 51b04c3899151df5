// SPDX-License-Identifier: MIT
#include "engine/mesh/scanner.h"
#include "engine/mesh/surface_file.h"
#include "engine/mesh/surface_mesh_builder.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace limber {
namespace {

struct Property {
    std::string name;
    NumberType type = NumberType::float32;
    std::optional<NumberType> list_count; // set for lists
};

struct Element {
    std::string name;
    Index count = 0;
    std::vector<Property> properties;
};

struct Header {
    Encoding encoding = Encoding::text;
    std::vector<Element> elements;
};

NumberType read_ply_type(Scanner& scanner) {
    return scanner.type_of({{"char", NumberType::int8},
                            {"int8", NumberType::int8},
                            {"uchar", NumberType::uint8},
                            {"uint8", NumberType::uint8},
                            {"short", NumberType::int16},
                            {"int16", NumberType::int16},
                            {"ushort", NumberType::uint16},
                            {"uint16", NumberType::uint16},
                            {"int", NumberType::int32},
                            {"int32", NumberType::int32},
                            {"uint", NumberType::uint32},
                            {"uint32", NumberType::uint32},
                            {"float", NumberType::float32},
                            {"float32", NumberType::float32},
                            {"double", NumberType::float64},
                            {"float64", NumberType::float64}});
}

Encoding read_format(Scanner& scanner) {
    const std::string_view format = scanner.word();
    if (format != "ascii" && format != "binary_little_endian" && format != "binary_big_endian") {
        scanner.fail(in_quotes(format) + " is no format of a PLY file: export it as ascii or binary_little_endian");
    }
    return format == "ascii"               ? Encoding::text
           : format == "binary_big_endian" ? Encoding::big_endian
                                           : Encoding::little_endian;
}

// "float x", or "list uchar int vertex_indices"
Property read_property(Scanner& scanner) {
    Property property;
    if (scanner.next_word() == "list") {
        scanner.word();
        property.list_count = read_ply_type(scanner);
    }
    property.type = read_ply_type(scanner);
    property.name = scanner.word();
    return property;
}

void read_header_line(Scanner& scanner, Header& header) {
    const std::string_view keyword = scanner.word();
    if (keyword == "format") {
        header.encoding = read_format(scanner);
    } else if (keyword == "element") {
        const std::string name(scanner.word());
        header.elements.push_back({name, scanner.count(NumberType::int32, "elements", 0), {}});
    } else if (keyword == "property" && !header.elements.empty()) {
        header.elements.back().properties.push_back(read_property(scanner));
    } else if (keyword != "comment" && keyword != "obj_info") {
        scanner.fail(in_quotes(keyword) + " stands where a line of the header or end_header should: export it again");
    }
    scanner.rest_of_line();
}

Header read_header(Scanner& scanner) {
    Header header;
    scanner.expect_word("ply");
    while (!scanner.failed() && scanner.next_word() != "end_header") {
        read_header_line(scanner, header);
    }
    scanner.word();
    scanner.rest_of_line();
    return header;
}

// The elements of a PLY file are rows of numbers and lists of numbers; x, y, z of vertices and the corner lists of
// faces are stored.
class PlyBody {
public:
    PlyBody(Scanner& scanner, const Header& header) : scanner_(scanner) {
        for (const Element& element : header.elements) {
            vertex_count_ = element.name == "vertex" ? element.count : vertex_count_;
        }
    }

    /// Keeps the other numbers of vertices, too.
    void keep_numbers(const Element& vertices) {
        for (const Property& property : vertices.properties) {
            if (!property.list_count && axis_named(property.name) < 0) {
                names_.push_back(property.name);
                scales_.push_back(property.type == NumberType::uint8 ? 1.0 / 255.0 : 1.0);
            }
        }
    }

    void read(const Element& element) {
        std::size_t least = 0;
        for (const Property& property : element.properties) {
            least += scanner_.least_bytes(1, property.list_count.value_or(property.type));
        }
        if (least == 0) {
            return;
        }
        scanner_.expect_room(element.count, "elements " + in_quotes(element.name), least);
        for (Index i = 0; i < element.count && !scanner_.failed(); ++i) {
            read_row(element);
        }
    }

    SurfaceMesh mesh() const {
        return builder_.mesh();
    }
    const std::vector<std::string>& names() const {
        return names_;
    }
    Matrix numbers() const {
        using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        return Eigen::Map<const Rows>(numbers_.data(), builder_.vertex_count(), static_cast<Index>(names_.size()));
    }

private:
    // -1: no coordinate
    static Index axis_named(const std::string& name) {
        const std::size_t axis = std::string("xyz").find(name);
        return axis < 3 && name.size() == 1 ? static_cast<Index>(axis) : -1;
    }

    void read_row(const Element& element) {
        const bool keeps_numbers = !names_.empty() && element.name == "vertex";
        std::size_t number_count = 0; // of this row
        Vec3 position = Vec3::Zero();
        for (const Property& property : element.properties) {
            if (property.list_count) {
                read_list(element, property);
            } else {
                const double number = scanner_.real(property.type);
                if (const Index axis = axis_named(property.name); axis >= 0) {
                    position(axis) = number;
                } else if (keeps_numbers) {
                    numbers_.push_back(number * scales_[number_count++]);
                }
            }
        }
        if (element.name == "vertex") {
            builder_.add_vertex(position.x(), position.y(), position.z());
        }
    }

    void read_list(const Element& element, const Property& property) {
        const bool is_polygon =
            element.name == "face" && (property.name == "vertex_indices" || property.name == "vertex_index");
        const Index count =
            scanner_.count(*property.list_count, "entries of a list", scanner_.least_bytes(1, property.type));
        corners_.clear();
        for (Index i = 0; i < count && !scanner_.failed(); ++i) {
            if (is_polygon) {
                corners_.push_back(scanner_.index(property.type, 0, vertex_count_));
            } else {
                scanner_.real(property.type);
            }
        }
        builder_.add_polygon(corners_);
    }

    Scanner& scanner_;
    SurfaceMeshBuilder builder_;
    std::vector<int> corners_; // of the current polygon
    Index vertex_count_ = 0;
    std::vector<std::string> names_; // of the numbers that are kept
    std::vector<double> scales_;
    std::vector<double> numbers_; // those of each vertex in turn
};

} // namespace

Result<Repaired<SurfaceMesh>> parse_ply(std::string_view bytes, std::string_view where) {
    Scanner scanner(bytes, where);
    const Header header = read_header(scanner);
    PlyBody body(scanner, header);
    scanner.set_encoding(header.encoding);
    for (const Element& element : header.elements) {
        body.read(element);
    }
    if (scanner.failed()) {
        return scanner.error();
    }
    return Repaired<SurfaceMesh>{body.mesh(), {}};
}

Result<SurfaceNumbers> parse_ply_numbers(std::string_view bytes, std::string_view where) {
    Scanner scanner(bytes, where);
    const Header header = read_header(scanner);
    PlyBody body(scanner, header);
    scanner.set_encoding(header.encoding);
    const auto vertices = std::ranges::find(header.elements, "vertex", &Element::name);
    if (vertices != header.elements.end()) {
        body.keep_numbers(*vertices);
    }
    // Of several elements of that name only the first is what the names are of.
    const auto count = std::ranges::count(header.elements, "vertex", &Element::name);
    if (count > 1) {
        scanner.fail("the file has vertices twice: export it again");
    }
    for (const Element& element : header.elements) {
        body.read(element);
    }
    if (scanner.failed()) {
        return scanner.error();
    }
    return SurfaceNumbers{body.mesh(), body.names(), body.numbers()};
}

} // namespace limber
