// SPDX-License-Identifier: MIT
#include "engine/mesh/surface_file.h"
#include "engine/mesh/topology.h"
#include "tests/support/mesh_files.h"
#include "tests/support/meshes.h"
#include "tests/support/scratch_folder.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;

// The octahedron at positions that are exact in single precision.
SurfaceMesh sample_surface() {
    SurfaceMesh surface;
    surface.V.resize(6, 3);
    surface.V << 1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0, 0, 0, -1.25;
    surface.F.resize(8, 3);
    surface.F << 0, 1, 2, 1, 3, 2, 3, 4, 2, 4, 0, 2, 1, 0, 5, 3, 1, 5, 4, 3, 5, 0, 4, 5;
    return surface;
}

struct SurfaceFormat {
    std::string name;
    std::string bytes;
    Result<Repaired<SurfaceMesh>> (*parse)(std::string_view bytes, std::string_view where);

    friend std::ostream& operator<<(std::ostream& out, const SurfaceFormat& flavour) {
        return out << flavour.name;
    }
};

std::vector<SurfaceFormat> surface_formats() {
    return {{"obj", obj_file(sample_surface()), parse_obj},
            {"stl_text", stl_text(sample_surface()), parse_stl},
            {"stl_raw", stl_raw(sample_surface()), parse_stl},
            {"ply_text", ply_text(sample_surface()), parse_ply},
            {"ply_raw_little", ply_raw(sample_surface(), std::endian::little), parse_ply},
            {"ply_raw_big", ply_raw(sample_surface(), std::endian::big), parse_ply}};
}

class SurfaceFlavour : public ::testing::TestWithParam<SurfaceFormat> {};

TEST_P(SurfaceFlavour, ReadsTheSameBits) {
    const auto surface = GetParam().parse(GetParam().bytes, "a file");
    ASSERT_TRUE(surface) << sentence(surface.error());
    EXPECT_EQ(surface.value().value.F.rows(), 8);
    ASSERT_EQ(surface.value().value.V.rows(), 6);
    for (Index face = 0; face < 8; ++face) {
        for (Index k = 0; k < 3; ++k) {
            EXPECT_EQ(surface.value().value.V.row(surface.value().value.F(face, k)),
                      sample_surface().V.row(sample_surface().F(face, k)));
        }
    }
}

TEST_P(SurfaceFlavour, TruncatedFileIsRejectedOrShorter) {
    const std::string& bytes = GetParam().bytes;
    for (std::size_t tenth = 0; tenth < 10; ++tenth) {
        const auto surface = GetParam().parse(std::string_view(bytes).substr(0, bytes.size() * tenth / 10), "a file");
        // An OBJ file has no counts: if it ends between two lines, it is only smaller.
        EXPECT_TRUE(!surface || GetParam().name == "obj") << tenth;
        if (!surface) {
            EXPECT_THAT(surface.error().where, HasSubstr("a file"));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Of, SurfaceFlavour, ::testing::ValuesIn(surface_formats()),
                         [](const auto& flavour) { return flavour.param.name; });

TEST(SurfaceFile, IsReadByExtensionAndRepaired) {
    const ScratchFolder folder;
    const auto path = folder / "limber_surface.OBJ";
    std::ofstream(path) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\nf 1 2 3\n";
    const auto surface = read_surface(path);
    ASSERT_TRUE(surface) << sentence(surface.error());
    EXPECT_EQ(surface.value().value.V.rows(), 3);
    EXPECT_THAT(surface.value().warnings, ::testing::Contains(HasSubstr("1 unreferenced vertex is removed")));
    EXPECT_THAT(surface.value().warnings, ::testing::Contains(HasSubstr("3 edges are open")));
    EXPECT_THAT(sentence(read_surface("a.msh").error()), HasSubstr("a.msh: '.msh' is no extension of a surface"));
    EXPECT_TRUE(is_surface_file("a.STL"));
    EXPECT_FALSE(is_surface_file("a.msh"));
}

TEST(ObjFile, SplitsPolygonsIntoFansAndSupportsNegativeIndices) {
    const auto surface = parse_obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4 -3 -2 -1\nv 2 2 2\nf 1 2 \\\n 5\n", "f");
    ASSERT_TRUE(surface) << sentence(surface.error());
    EXPECT_EQ(surface.value().value.F, (Triangles(3, 3) << 0, 1, 2, 0, 2, 3, 0, 1, 4).finished());
}

TEST(ObjFile, ReadsPolygonsWithAThousandCorners) {
    std::string text;
    std::string face = "f";
    for (int i = 1; i <= 1000; ++i) {
        text += "v " + std::to_string(i) + " " + std::to_string(i * i) + " 0\n";
        face += " " + std::to_string(i);
    }
    const auto surface = parse_obj(text + face + "\n", "f");
    ASSERT_TRUE(surface) << sentence(surface.error());
    EXPECT_EQ(surface.value().value.F.rows(), 998);
}

TEST(SurfaceFile, ErrorSaysWhatWhereAndWhatToDo) {
    const auto expect = [](const Result<Repaired<SurfaceMesh>>& result, const std::string& part) {
        ASSERT_FALSE(result) << part;
        EXPECT_THAT(sentence(result.error()), HasSubstr(part));
    };
    expect(parse_obj("v 0 0 0\nv 1 nan 0\n", "f.obj"), "f.obj:2: 'nan' is not a finite number");
    expect(parse_obj("v 0 0 0\nv 1 0,5 0\n", "f.obj"), "f.obj:2: '0,5' stands where a number");
    expect(parse_obj("v 0 0 0\nv 1 inf 0\n", "f.obj"), "f.obj:2: 'inf' is not a finite number");
    expect(parse_obj("v 0 0 0\nv 0e500 0 0\n\nv 1 1 1\n", "f.obj"), "f.obj:2: a coordinate is not a finite number");
    expect(parse_obj("v 0 0 0\nv 1\nv 0 0 1\n", "f.obj"), "f.obj:2: a vertex has fewer than three");
    expect(parse_obj("v 0 0 0\nf 1 1 2\n", "f.obj"), "f.obj:2: a face names vertex 2, but the file has 1");
    expect(parse_obj("v 0 0 0\nf 1 1 0\n", "f.obj"), "f.obj:2: a face names vertex 0");
    expect(parse_obj("v 0 0 0\nf 1 1 -2\n", "f.obj"), "f.obj:2: a face names vertex -2");
    expect(parse_obj("v 0 0 0\nf 1 1 x/1\n", "f.obj"), "f.obj:2: 'x/1' stands where a corner");
    expect(parse_obj("v 0 0 0\nf 1 1\n", "f.obj"), "f.obj:2: a face has fewer than three corners");
    expect(parse_obj("\x01\x02 garbage\n", "f.obj"), "f.obj:1: '\?\?' starts no line of a Wavefront file");
    expect(parse_stl("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\n", "f.stl"), "f.stl:4: 'nan'");
    expect(parse_stl("hello", "f.stl"), "f.stl:1: 'hello' stands where a solid should start");
    expect(parse_ply("ply\nformat ascii 2\nelement vertex 1\nproperty half x\n", "f.ply"),
           "f.ply:4: 'half' is no type");
    expect(parse_ply("plx\n", "f.ply"), "f.ply:1: 'plx' stands where 'ply' should");
    expect(parse_ply("ply\nformat zip 1.0\n", "f.ply"), "f.ply:2: 'zip' is no format");
    expect(parse_ply("ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
                     "3 0 1 2\n",
                     "f.ply"),
           "f.ply:6: vertex 0 is named, but there are no vertices before it");
}

// Notepad and some exporters write a byte order mark.
TEST(SurfaceFile, MayStartWithAByteOrderMark) {
    const ScratchFolder folder;
    const auto path = folder / "marked.obj";
    std::ofstream(path, std::ios::binary) << "\xEF\xBB\xBF" << obj_file(sample_surface());
    const auto surface = read_surface(path);
    ASSERT_TRUE(surface) << sentence(surface.error());
    EXPECT_EQ(surface.value().value.F.rows(), 8);
}

TEST(SurfaceNumbers, OfPlyAreAllButThePositions) {
    const std::string head = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
                             "property float z\nproperty uchar red\nproperty float softness\n"
                             "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
    const auto read = parse_ply_numbers(head + "0 0 0 0 0.5\n1 0 0 51 2\n0 1 0 255 -1\n3 0 1 2\n", "a.ply");
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().names, (std::vector<std::string>{"red", "softness"}));
    Matrix expected(3, 2);
    expected << 0, 0.5, 51.0 / 255.0, 2, 1, -1;
    EXPECT_TRUE(read.value().values.isApprox(expected));
    EXPECT_EQ(read.value().surface.F.rows(), 1);
    EXPECT_FALSE(parse_ply_numbers(head + "0 0 0 0 0.5\n1 0 0 51\n", "a.ply"));
    const auto raw = parse_ply_numbers(ply_raw(sample_surface(), std::endian::big), "b.ply");
    ASSERT_TRUE(raw) << sentence(raw.error());
    EXPECT_EQ(raw.value().names, (std::vector<std::string>{"red"}));
    EXPECT_EQ(raw.value().values.rows(), 6);
    EXPECT_EQ(raw.value().surface.V, sample_surface().V);
}

TEST(SurfaceNumbers, OfObjAreTheColoursBehindThePositions) {
    const auto read =
        parse_obj_numbers("# head\nv 0 0 0 1 0.5 0\nv 1 0 0 0 0 1\nv 0 1 0 0.25 0 0 # c\nf 1 2 3\n", "a.obj");
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().names, (std::vector<std::string>{"red", "green", "blue"}));
    EXPECT_EQ(read.value().values.row(0), Eigen::RowVector3d(1, 0.5, 0));
    EXPECT_EQ(read.value().values(2, 0), 0.25);
    const auto plain = parse_obj_numbers("v 0 0 0\nv 1 0 0 1 1 1\nv 0 1 0\nf 1 2 3\n", "b.obj");
    ASSERT_TRUE(plain);
    EXPECT_TRUE(plain.value().names.empty()) << "not of every vertex";
}

} // namespace
} // namespace limber::testing
