// SPDX-License-Identifier: MIT
#include "tests/support/mesh_files.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iomanip>
#include <sstream>

namespace limber::testing {
namespace {

class RawBytes {
public:
    explicit RawBytes(std::endian order) : order_(order) {}

    RawBytes& line(const std::string& text) {
        bytes_ += text + "\n";
        return *this;
    }
    template <typename T, typename... Numbers>
    RawBytes& add(Numbers... numbers) {
        (add_one(static_cast<T>(numbers)), ...);
        return *this;
    }
    std::string bytes() const {
        return bytes_;
    }

private:
    template <typename T>
    void add_one(T number) {
        auto raw = std::bit_cast<std::array<char, sizeof(T)>>(number);
        if (order_ != std::endian::native) {
            std::reverse(raw.begin(), raw.end());
        }
        bytes_.append(raw.data(), raw.size());
    }

    std::endian order_;
    std::string bytes_;
};

std::ostringstream text_stream() {
    std::ostringstream out;
    out << std::setprecision(17);
    return out;
}

template <typename Rows>
void print_row(std::ostream& out, const Rows& rows, Index row, int offset = 0) {
    for (Index column = 0; column < rows.cols(); ++column) {
        out << (column ? " " : "") << rows(row, column) + offset;
    }
}

void print_points(std::ostream& out, const Points& X, const char* after = "") {
    for (Index v = 0; v < X.rows(); ++v) {
        print_row(out, X, v);
        out << after << "\n";
    }
}

} // namespace

std::string msh_22_text(const TetMesh& mesh) {
    auto out = text_stream();
    out << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"flesh\"\n$EndPhysicalNames\n";
    out << "$Nodes\n" << mesh.vertex_count() << "\n";
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        out << v + 1 << " ";
        print_row(out, mesh.X, v);
        out << "\n";
    }
    out << "$EndNodes\n$Elements\n" << mesh.tet_count() + 2 << "\n1 15 2 0 1 1\n2 2 2 0 1 1 2 3\n";
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        out << tet + 3 << " 4 2 1 1 ";
        print_row(out, mesh.T, tet, 1);
        out << "\n";
    }
    out << "$EndElements\n";
    return out.str();
}

std::string msh_22_raw(const TetMesh& mesh, std::endian order) {
    RawBytes out(order);
    out.line("$MeshFormat").line("2.2 1 8").add<std::int32_t>(1).line("").line("$EndMeshFormat");
    out.line("$Nodes").line(std::to_string(mesh.vertex_count()));
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        out.add<std::int32_t>(v + 1).add<double>(mesh.X(v, 0), mesh.X(v, 1), mesh.X(v, 2));
    }
    out.line("").line("$EndNodes").line("$Elements").line(std::to_string(mesh.tet_count() + 1));
    out.add<std::int32_t>(2, 1, 2, 1, 0, 1, 1, 2, 3); // one triangle
    out.add<std::int32_t>(4, mesh.tet_count(), 2);
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        out.add<std::int32_t>(tet + 2, 1, 1);
        for (Index k = 0; k < 4; ++k) {
            out.add<std::int32_t>(mesh.T(tet, k) + 1);
        }
    }
    out.line("").line("$EndElements");
    return out.bytes();
}

// Node numbers start at 11 and grow in steps of two, in two blocks of which one is parametric.
std::string msh_41_text(const TetMesh& mesh) {
    auto out = text_stream();
    const auto number = [](Index v) {
        return 11 + 2 * v;
    };
    const Index n = mesh.vertex_count();
    out << "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 1\n1 0 0 0 1 1 1 0 0\n$EndEntities\n";
    out << "$Nodes\n2 " << n << " 11 " << number(n - 1) << "\n2 1 1 1\n" << number(0) << "\n";
    print_row(out, mesh.X, 0);
    out << " 0.5 0.5\n3 1 0 " << n - 1 << "\n";
    for (Index v = 1; v < n; ++v) {
        out << number(v) << "\n";
    }
    print_points(out, mesh.X.bottomRows(n - 1));
    out << "$EndNodes\n$Elements\n2 " << mesh.tet_count() + 1 << " 1 " << mesh.tet_count() + 1;
    out << "\n2 1 2 1\n1 11 13 15\n3 1 4 " << mesh.tet_count() << "\n";
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        out << tet + 2 << " ";
        print_row(out, Eigen::Matrix<Index, 1, 4>(2 * mesh.T.row(tet).cast<Index>()), 0, 11);
        out << "\n";
    }
    out << "$EndElements\n$NodeData\n1\n\"heat\"\n0\n3\n0\n1\n0\n$EndNodeData\n";
    return out.str();
}

std::string msh_41_raw(const TetMesh& mesh, std::endian order) {
    using Size = std::uint64_t;
    RawBytes out(order);
    const Index n = mesh.vertex_count();
    out.line("$MeshFormat").line("4.1 1 8").add<std::int32_t>(1).line("").line("$EndMeshFormat");
    out.line("$Nodes").add<Size>(1, n, 1, n).add<std::int32_t>(3, 1, 0).add<Size>(n);
    for (Index v = 0; v < n; ++v) {
        out.add<Size>(v + 1);
    }
    for (Index v = 0; v < n; ++v) {
        out.add<double>(mesh.X(v, 0), mesh.X(v, 1), mesh.X(v, 2));
    }
    out.line("").line("$EndNodes").line("$Elements").add<Size>(1, mesh.tet_count(), 1, mesh.tet_count());
    out.add<std::int32_t>(3, 1, 4).add<Size>(mesh.tet_count());
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        out.add<Size>(tet + 1, mesh.T(tet, 0) + 1, mesh.T(tet, 1) + 1, mesh.T(tet, 2) + 1, mesh.T(tet, 3) + 1);
    }
    out.line("").line("$EndElements");
    return out.bytes();
}

std::string medit_file(const TetMesh& mesh) {
    auto out = text_stream();
    out << "MeshVersionFormatted 1\n# as a mesher writes it\nDimension\n3\nVertices\n" << mesh.vertex_count() << "\n";
    print_points(out, mesh.X, " 0");
    out << "Triangles\n1\n1 2 3 7\nTetrahedra\n" << mesh.tet_count() << "\n";
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        print_row(out, mesh.T, tet, 1);
        out << " 1\n";
    }
    out << "Corners\n1\n1\nEnd\n";
    return out.str();
}

std::pair<std::string, std::string> tetgen_files(const TetMesh& mesh, int first) {
    auto nodes = text_stream();
    nodes << "# nodes, one attribute, with markers\n" << mesh.vertex_count() << "  3  1  1\n";
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        nodes << v + first << "  ";
        print_row(nodes, mesh.X, v);
        nodes << "  0.5  1\n";
    }
    auto elements = text_stream();
    elements << mesh.tet_count() << "  4  1 # one attribute\n";
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        elements << tet + first << "  ";
        print_row(elements, mesh.T, tet, first);
        elements << "  7\n";
    }
    elements << "# Generated by tetgen\n";
    return {nodes.str(), elements.str()};
}

std::string vtk_text(const TetMesh& mesh) {
    auto out = text_stream();
    out << "# vtk DataFile Version 2.0\na title\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS " << mesh.vertex_count();
    out << " double\n";
    print_points(out, mesh.X);
    out << "CELLS " << mesh.tet_count() + 1 << " " << 5 * mesh.tet_count() + 4 << "\n3 0 1 2\n";
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        out << "4 ";
        print_row(out, mesh.T, tet);
        out << "\n";
    }
    out << "CELL_TYPES " << mesh.tet_count() + 1 << "\n5\n";
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        out << "10\n";
    }
    out << "CELL_DATA 1\nSCALARS heat float\n";
    return out.str();
}

std::string vtk_raw(const TetMesh& mesh) {
    RawBytes out(std::endian::big);
    out.line("# vtk DataFile Version 3.0").line("a title").line("BINARY").line("DATASET UNSTRUCTURED_GRID");
    out.line("POINTS " + std::to_string(mesh.vertex_count()) + " double");
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        out.add<double>(mesh.X(v, 0), mesh.X(v, 1), mesh.X(v, 2));
    }
    out.line("").line("CELLS " + std::to_string(mesh.tet_count()) + " " + std::to_string(5 * mesh.tet_count()));
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        out.add<std::int32_t>(4, mesh.T(tet, 0), mesh.T(tet, 1), mesh.T(tet, 2), mesh.T(tet, 3));
    }
    out.line("").line("CELL_TYPES " + std::to_string(mesh.tet_count()));
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        out.add<std::int32_t>(10);
    }
    out.line("");
    return out.bytes();
}

std::string vtk_51_text(const TetMesh& mesh) {
    auto out = text_stream();
    out << "# vtk DataFile Version 5.1\nvtk output\nASCII\nDATASET UNSTRUCTURED_GRID\n";
    out << "FIELD FieldData 1\ntime 1 1 double\n0.5\nPOINTS " << mesh.vertex_count() << " double\n";
    print_points(out, mesh.X);
    out << "METADATA\nINFORMATION 0\n\nCELLS " << mesh.tet_count() + 1 << " " << 4 * mesh.tet_count();
    out << "\nOFFSETS vtktypeint64\n";
    for (Index tet = 0; tet <= mesh.tet_count(); ++tet) {
        out << 4 * tet << " ";
    }
    out << "\nCONNECTIVITY vtktypeint64\n";
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        print_row(out, mesh.T, tet);
        out << "\n";
    }
    out << "CELL_TYPES " << mesh.tet_count() << "\n";
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        out << "10\n";
    }
    return out.str();
}

std::string vtk_51_raw(const TetMesh& mesh) {
    RawBytes out(std::endian::big);
    out.line("# vtk DataFile Version 5.1").line("vtk output").line("BINARY").line("DATASET UNSTRUCTURED_GRID");
    out.line("FIELD FieldData 1").line("time 1 1 double").add<double>(0.5).line("");
    out.line("POINTS " + std::to_string(mesh.vertex_count()) + " double");
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        out.add<double>(mesh.X(v, 0), mesh.X(v, 1), mesh.X(v, 2));
    }
    out.line("").line("METADATA").line("INFORMATION 0").line("");
    out.line("CELLS " + std::to_string(mesh.tet_count() + 1) + " " + std::to_string(4 * mesh.tet_count()));
    out.line("OFFSETS vtktypeint64");
    for (Index tet = 0; tet <= mesh.tet_count(); ++tet) {
        out.add<std::int64_t>(4 * tet);
    }
    out.line("").line("CONNECTIVITY vtktypeint64");
    for (const int corner : mesh.T.reshaped<Eigen::RowMajor>()) {
        out.add<std::int64_t>(corner);
    }
    out.line("").line("CELL_TYPES " + std::to_string(mesh.tet_count()));
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        out.add<std::int32_t>(10);
    }
    out.line("");
    return out.bytes();
}

std::string obj_file(const SurfaceMesh& surface) {
    auto out = text_stream();
    out << "# as a modeller writes it\nmtllib some.mtl\no body\nvt 0.5 0.5\nvn 0 0 1\n";
    for (Index v = 0; v < surface.V.rows(); ++v) {
        out << "v ";
        print_row(out, surface.V, v);
        out << "\n";
    }
    out << "usemtl skin\ns off\n";
    for (Index face = 0; face < surface.F.rows(); ++face) {
        out << "f " << surface.F(face, 0) + 1 << "/1/1 " << surface.F(face, 1) + 1 << "//1 " << surface.F(face, 2) + 1;
        out << "\n";
    }
    return out.str();
}

std::string stl_text(const SurfaceMesh& surface) {
    auto out = text_stream();
    out << "solid body\n";
    for (Index face = 0; face < surface.F.rows(); ++face) {
        out << "  facet normal nan nan nan\n    outer loop\n";
        for (Index k = 0; k < 3; ++k) {
            out << "      vertex ";
            print_row(out, surface.V, surface.F(face, k));
            out << "\n";
        }
        out << "    endloop\n  endfacet\n";
    }
    out << "endsolid body\n";
    return out.str();
}

std::string stl_raw(const SurfaceMesh& surface) {
    RawBytes out(std::endian::little);
    out.line("solid, but binary" + std::string(62, ' ')).add<std::uint32_t>(surface.F.rows());
    for (Index face = 0; face < surface.F.rows(); ++face) {
        out.add<float>(0, 0, 0);
        for (const int v : surface.F.row(face)) {
            out.add<float>(surface.V(v, 0), surface.V(v, 1), surface.V(v, 2));
        }
        out.add<std::uint16_t>(0);
    }
    return out.bytes();
}

std::string ply_text(const SurfaceMesh& surface) {
    auto out = text_stream();
    out << "ply\nformat ascii 1.0\ncomment as a scanner writes it\nelement vertex " << surface.V.rows();
    out << "\nproperty double x\nproperty double y\nproperty double z\nproperty uchar red\nelement face ";
    out << surface.F.rows() << "\nproperty list uchar int vertex_indices\nproperty float quality\nend_header\n";
    print_points(out, surface.V, " 255");
    for (Index face = 0; face < surface.F.rows(); ++face) {
        out << "3 ";
        print_row(out, surface.F, face);
        out << " 0.5\n";
    }
    return out.str();
}

std::string ply_raw(const SurfaceMesh& surface, std::endian order) {
    RawBytes out(order);
    out.line("ply").line(order == std::endian::little ? "format binary_little_endian 1.0"
                                                      : "format binary_big_endian 1.0");
    out.line("element vertex " + std::to_string(surface.V.rows()));
    out.line("property double x").line("property double y").line("property double z").line("property uchar red");
    out.line("element face " + std::to_string(surface.F.rows()));
    out.line("property list uchar uint vertex_index").line("end_header");
    for (Index v = 0; v < surface.V.rows(); ++v) {
        out.add<double>(surface.V(v, 0), surface.V(v, 1), surface.V(v, 2)).add<std::uint8_t>(255);
    }
    for (Index face = 0; face < surface.F.rows(); ++face) {
        out.add<std::uint8_t>(3);
        out.add<std::uint32_t>(surface.F(face, 0), surface.F(face, 1), surface.F(face, 2));
    }
    return out.bytes();
}

} // namespace limber::testing
