// SPDX-License-Identifier: MIT
#include "engine/mesh/tet_mesh_file.h"
#include "tests/support/mesh_files.h"
#include "tests/support/meshes.h"
#include "tests/support/scratch_folder.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace limber::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TetMesh sample() {
    Rng rng(7);
    TetMesh mesh = bar_mesh(2, 1, 1);
    mesh.X = shaken(mesh.X, 0.01, rng);
    return mesh;
}

struct Flavour {
    std::string name;
    std::string bytes;
    Result<Repaired<TetMesh>> (*parse)(std::string_view bytes, std::string_view where);

    friend std::ostream& operator<<(std::ostream& out, const Flavour& flavour) {
        return out << flavour.name;
    }
};

std::vector<Flavour> flavours() {
    const TetMesh mesh = sample();
    return {{"msh_22_text", msh_22_text(mesh), parse_msh},
            {"msh_22_raw_little", msh_22_raw(mesh, std::endian::little), parse_msh},
            {"msh_22_raw_big", msh_22_raw(mesh, std::endian::big), parse_msh},
            {"msh_41_text", msh_41_text(mesh), parse_msh},
            {"msh_41_raw_little", msh_41_raw(mesh, std::endian::little), parse_msh},
            {"msh_41_raw_big", msh_41_raw(mesh, std::endian::big), parse_msh},
            {"msh_written_by_us", msh_bytes(mesh), parse_msh},
            {"medit", medit_file(mesh), parse_medit},
            {"medit_written_by_us", medit_text(mesh), parse_medit},
            {"vtk_text", vtk_text(mesh), parse_vtk},
            {"vtk_raw", vtk_raw(mesh), parse_vtk},
            {"vtk_51_text", vtk_51_text(mesh), parse_vtk},
            {"vtk_51_raw", vtk_51_raw(mesh), parse_vtk}};
}

class TetMeshFlavour : public ::testing::TestWithParam<Flavour> {};

TEST_P(TetMeshFlavour, ReadsTheSameBits) {
    const auto mesh = GetParam().parse(GetParam().bytes, "a file");
    ASSERT_TRUE(mesh) << sentence(mesh.error());
    EXPECT_EQ(mesh.value().value.X, sample().X);
    EXPECT_EQ(mesh.value().value.T, sample().T);
    EXPECT_THAT(mesh.value().warnings, IsEmpty());
}

TEST_P(TetMeshFlavour, TruncatedFileIsRejectedWithASentence) {
    const std::string& bytes = GetParam().bytes;
    for (std::size_t tenth = 0; tenth < 10; ++tenth) {
        const auto mesh = GetParam().parse(std::string_view(bytes).substr(0, bytes.size() * tenth / 10), "a file");
        const bool is_whole = mesh && mesh.value().value.T.rows() == sample().T.rows();
        EXPECT_TRUE(!mesh || is_whole) << tenth; // the last section may be ignored
        if (!mesh) {
            EXPECT_EQ(mesh.error().kind, ErrorKind::bad_input);
            EXPECT_THAT(mesh.error().where, HasSubstr("a file"));
            EXPECT_THAT(mesh.error().message, HasSubstr(" "));
        } else {
            EXPECT_GT(tenth, 8u);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Of, TetMeshFlavour, ::testing::ValuesIn(flavours()),
                         [](const auto& flavour) { return flavour.param.name; });

TEST(TetgenFile, IsReadWithIndicesFromZeroOrOne) {
    for (const int first : {0, 1}) {
        const auto [nodes, elements] = tetgen_files(sample(), first);
        const auto mesh = parse_tetgen(nodes, elements, "bar");
        ASSERT_TRUE(mesh) << sentence(mesh.error());
        EXPECT_EQ(mesh.value().value.X, sample().X);
        EXPECT_EQ(mesh.value().value.T, sample().T);
    }
}

TEST(TetgenFile, ErrorNamesTheTruncatedFileOfTheTwo) {
    const auto [nodes, elements] = tetgen_files(sample(), 1);
    for (std::size_t tenth = 0; tenth < 10; ++tenth) {
        const auto no_nodes = parse_tetgen(nodes.substr(0, nodes.size() * tenth / 10), elements, "bar");
        ASSERT_FALSE(no_nodes);
        EXPECT_THAT(no_nodes.error().where, HasSubstr("bar.node"));
        const auto no_elements = parse_tetgen(nodes, elements.substr(0, (elements.size() - 30) * tenth / 10), "bar");
        ASSERT_FALSE(no_elements);
        EXPECT_THAT(no_elements.error().where, HasSubstr("bar.ele"));
    }
}

TEST(TetMeshFile, FormatIsChosenByExtension) {
    const ScratchFolder folder;
    for (const std::string name : {"round_trip.msh", "round_trip.mesh"}) {
        const auto path = folder / name;
        ASSERT_TRUE(write_tet_mesh(sample(), path));
        const auto mesh = read_tet_mesh(path);
        ASSERT_TRUE(mesh) << sentence(mesh.error());
        EXPECT_EQ(mesh.value().value.X, sample().X);
        EXPECT_EQ(mesh.value().value.T, sample().T);
    }
}

TEST(TetMeshFile, TetgenPairIsOpenedByEitherName) {
    const ScratchFolder folder;
    const auto [nodes, elements] = tetgen_files(sample(), 1);
    std::ofstream(folder / "pair.node") << nodes;
    std::ofstream(folder / "pair.ele") << elements;
    for (const std::string name : {"pair.node", "pair.ele"}) {
        const auto mesh = read_tet_mesh(folder / name);
        ASSERT_TRUE(mesh) << sentence(mesh.error());
        EXPECT_EQ(mesh.value().value.T, sample().T);
    }
}

TEST(TetMeshFile, ExtensionIsCaseInsensitive) {
    for (const std::string name : {"a.msh", "a.MESH", "a.node", "a.ele", "folder.obj/a.vtk"}) {
        EXPECT_TRUE(is_tet_mesh_file(name)) << name;
    }
    EXPECT_FALSE(is_tet_mesh_file("a.obj"));
    EXPECT_FALSE(is_tet_mesh_file("msh"));
}

TEST(TetMeshFile, RejectsMissingFilesFoldersAndOtherFormats) {
    const ScratchFolder scratch;
    const auto folder = scratch / "folder.msh";
    std::filesystem::create_directory(folder);
    EXPECT_THAT(sentence(read_tet_mesh("nowhere.msh").error()), HasSubstr("nowhere.msh: there is no such file"));
    EXPECT_THAT(read_tet_mesh(folder).error().message, HasSubstr("folder"));
    EXPECT_THAT(read_tet_mesh("a.xyz").error().message, HasSubstr("'.xyz'"));
    EXPECT_THAT(write_tet_mesh(sample(), "a.vtk").error().message, HasSubstr("'.vtk'"));
    EXPECT_THAT(write_tet_mesh(sample(), "no/such/folder/a.msh").error().message, HasSubstr("cannot be written"));
}

TEST(MshFile, ReadsTheCornersOfCurvedTetsWithAWarning) {
    const std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n10\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
                             "5 .5 0 0\n6 .5 .5 0\n7 0 .5 0\n8 0 0 .5\n9 0 .5 .5\n10 .5 0 .5\n$EndNodes\n"
                             "$Elements\n1\n1 11 2 0 1 1 2 3 4 5 6 7 8 9 10\n$EndElements\n";
    const auto mesh = parse_msh(text, "a file");
    ASSERT_TRUE(mesh) << sentence(mesh.error());
    EXPECT_EQ(mesh.value().value.T, (Tets(1, 4) << 0, 1, 2, 3).finished());
    EXPECT_THAT(mesh.value().warnings, ElementsAre(HasSubstr("1 tets are curved")));
}

TEST(MshFile, SkipsHexahedraWithAWarning) {
    const std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
                             "$EndNodes\n$Elements\n2\n1 4 0 1 2 3 4\n2 5 0 1 2 3 4 1 2 3 4\n$EndElements\n";
    const auto mesh = parse_msh(text, "a file");
    ASSERT_TRUE(mesh) << sentence(mesh.error());
    EXPECT_EQ(mesh.value().value.tet_count(), 1);
    EXPECT_THAT(mesh.value().warnings, ElementsAre(HasSubstr("hexahedra")));
}

struct Refusal {
    std::string name;
    Result<Repaired<TetMesh>> result;
    std::string sentence;

    friend std::ostream& operator<<(std::ostream& out, const Refusal& refusal) {
        return out << refusal.name;
    }
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    return place == std::string::npos ? text : text.replace(place, from.size(), to);
}

const std::string small_medit = "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
                                "Tetrahedra\n1\n1 2 3 4 0\nEnd\n";
const std::string small_msh = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
                              "$EndNodes\n$Elements\n1\n1 4 2 0 1 1 2 3 4\n$EndElements\n";

std::vector<Refusal> refusals() {
    const auto medit = [](const std::string& from, const std::string& to) {
        return parse_medit(replaced(small_medit, from, to), "f.mesh");
    };
    const auto msh = [](const std::string& from, const std::string& to) {
        return parse_msh(replaced(small_msh, from, to), "f.msh");
    };
    std::string shaken_vtk = vtk_text(one_tet());
    return {
        {"nan", medit("1 0 0 0\n0 1", "nan 0 0 0\n0 1"), "f.mesh:6: 'nan' is not a finite number"},
        {"infinity", medit("1 0 0 0\n0 1", "1 -inf 0 0\n0 1"), "f.mesh:6: '-inf' is not a finite number"},
        {"huge", medit("1 0 0 0\n0 1", "1e400 0 0 0\n0 1"), "f.mesh:6: '1e400' stands where a number"},
        {"comma", medit("1 0 0 0\n0 1", "0,5 0 0 0\n0 1"), "f.mesh:6: '0,5' stands where a number"},
        {"index_above", medit("1 2 3 4 0", "1 2 3 5 0"), "f.mesh:11: vertex 5 is named, but the vertices are 1 to 4"},
        {"index_below", medit("1 2 3 4 0", "0 2 3 4 0"), "f.mesh:11: vertex 0 is named"},
        {"index_fraction", medit("1 2 3 4 0", "1.5 2 3 4 0"), "f.mesh:11: '1.5' stands where an integer"},
        {"count_wild", medit("Vertices\n4", "Vertices\n2000000000"), "f.mesh:4: 2000000000 vertices are announced"},
        {"count_negative", medit("Vertices\n4", "Vertices\n-4"), "f.mesh:4: -4 vertices are announced"},
        {"count_small", medit("Vertices\n4", "Vertices\n3"), "f.mesh:8: '0' stands where a section"},
        {"flat_world", medit("Dimension 3", "Dimension 2"), "2 dimensions"},
        {"no_tets", medit("Tetrahedra\n1\n1 2 3 4 0", ""), "there is no section Tetrahedra"},
        {"no_medit", parse_medit("solid", "f.mesh"), "f.mesh:1: the file does not start with MeshVersionFormatted"},
        {"old_gmsh", msh("2.2 0 8", "4.0 0 8"), "f.msh:2: this is version '4.0'"},
        {"small_reals", msh("2.2 0 8", "2.2 0 4"), "8-byte"},
        {"unknown_node", msh("1 1 2 3 4", "1 1 2 3 9"), "f.msh:13: an element names node 9"},
        {"twin_nodes", msh("2 1 0 0", "1 1 0 0"), "two nodes"},
        {"no_end", msh("$EndNodes\n", ""), "f.msh:10: '$Elements' stands where $EndNodes should"},
        {"no_elements", msh("$Elements", "$Other"), "$EndOther"},
        {"order", msh("$Nodes", "$Elements"), "$Elements stands before $Nodes"},
        {"no_msh", parse_msh("hello", "f.msh"), "f.msh:1: 'hello' stands where a section"},
        {"empty_msh", parse_msh("", "f.msh"), "there is no section $Elements"},
        {"byte_order", parse_msh("$MeshFormat\n2.2 1 8\nabcd", "f.msh"), "f.msh, byte 24: the four bytes"},
        {"no_vtk", parse_vtk("hello", "f.vtk"), "f.vtk:1: the file does not start with"},
        {"vtk_grid", parse_vtk(replaced(shaken_vtk, "UNSTRUCTURED_GRID", "POLYDATA"), "f.vtk"), "UNSTRUCTURED_GRID"},
        {"vtk_index", parse_vtk(replaced(shaken_vtk, "4 0 1 2 3", "4 0 1 2 8"), "f.vtk"), "names point 8"},
        {"vtk_type", parse_vtk(replaced(shaken_vtk, "double", "quad"), "f.vtk"), "f.vtk:5: 'quad' is no type"},
    };
}

TEST(TetMeshFile, ErrorSaysWhatWhereAndWhatToDo) {
    for (const Refusal& refusal : refusals()) {
        ASSERT_FALSE(refusal.result) << refusal.name;
        EXPECT_THAT(sentence(refusal.result.error()), HasSubstr(refusal.sentence)) << refusal.name;
    }
}

TEST(TetMeshFile, ErrorNamesTheByteOfANumberThatIsNotFinite) {
    TetMesh mesh = one_tet();
    mesh.X(1, 2) = std::nan("");
    const std::string bytes = msh_22_raw(mesh, std::endian::little);
    const auto refused = parse_msh(bytes, "f.msh");
    ASSERT_FALSE(refused);
    const auto body = bytes.find("$Nodes\n4\n") + 9;
    EXPECT_EQ(refused.error().where, "f.msh, byte " + std::to_string(body + 28 + 4 + 16));
    EXPECT_THAT(refused.error().message, HasSubstr("not finite"));
}

} // namespace
} // namespace limber::testing
