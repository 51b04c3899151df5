#include "engine/core/file_bytes.h"
#include "engine/mesh/tet_mesh_file.h"
#include "tests/support/mesh_files.h"
#include "tests/support/meshes.h"

#include <iostream>

/// Writes the valid half of the corpus: `write_corpus tests/fuzz/corpus`. The other half was found
/// by the fuzzers.
namespace limber::testing {
namespace {

SurfaceMesh tetrahedron() {
    return {one_tet().X, (Triangles(4, 3) << 1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1).finished()};
}

std::vector<std::pair<std::string, std::string>> files() {
    const TetMesh mesh = two_tets();
    const SurfaceMesh surface = tetrahedron();
    const auto [nodes, elements] = tetgen_files(mesh, 1);
    return {{"msh/text_22", msh_22_text(mesh)},
            {"msh/raw_22_little", msh_22_raw(mesh, std::endian::little)},
            {"msh/raw_22_big", msh_22_raw(mesh, std::endian::big)},
            {"msh/text_41", msh_41_text(mesh)},
            {"msh/raw_41_little", msh_41_raw(mesh, std::endian::little)},
            {"msh/raw_41_big", msh_41_raw(mesh, std::endian::big)},
            {"msh/written_by_us", msh_bytes(mesh)},
            {"medit/from_a_mesher", medit_file(mesh)},
            {"medit/written_by_us", medit_text(mesh)},
            {"tetgen/from_one", nodes + "\f" + elements},
            {"vtk/text", vtk_text(mesh)},
            {"vtk/raw", vtk_raw(mesh)},
            {"vtk/text_51", vtk_51_text(mesh)},
            {"vtk/raw_51", vtk_51_raw(mesh)},
            {"obj/from_a_modeller", obj_file(surface)},
            {"stl/text", stl_text(surface)},
            {"stl/raw", stl_raw(surface)},
            {"ply/text", ply_text(surface)},
            {"ply/raw_little", ply_raw(surface, std::endian::little)},
            {"ply/raw_big", ply_raw(surface, std::endian::big)}};
}

} // namespace
} // namespace limber::testing

int main(int argument_count, char** arguments) {
    if (argument_count != 2) {
        std::cerr << "usage: write_corpus FOLDER\n";
        return 2;
    }
    for (const auto& [name, bytes] : limber::testing::files()) {
        const auto path = std::filesystem::path(arguments[1]) / name;
        std::filesystem::create_directories(path.parent_path());
        if (const auto written = limber::write_file(path, bytes); !written) {
            std::cerr << limber::sentence(written.error()) << "\n";
            return 1;
        }
    }
    return 0;
}
