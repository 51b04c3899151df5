// SPDX-License-Identifier: MIT
#include "engine/formats/looked_surface.h"

#include "engine/core/file_bytes.h"
#include "engine/core/random.h"
#include "tests/support/mutant_count.h"
#include "tests/support/png_bytes.h"
#include "tests/support/scratch_folder.h"

#include <gmock/gmock.h>

#include <array>

namespace limber {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::ScratchFolder;

// A folded strip of two squares: the left one has a picture, and both name the corners of the fold.
const std::string strip = R"(mtllib look.mtl
v 0 0 0
v 0 1 0
v 1 1 0
v 1 0 0
v 1 1 -1
v 1 0 -1
vt 0 0
vt 0 1
vt 0.5 1
vt 0.5 0
usemtl tiles
f 1/1 4/4 3/3 2/2
usemtl paint
f -3 -1 -2 -4
)";
const std::string looks = R"(newmtl tiles
Kd 0.1 0.2 0.3
map_Kd -clamp on -s 2 1 1 -o 0.25 0 0 pictures\tile one.png
map_d pictures/tile one.png
newmtl paint
Kd 0.25 0.5 1
)";

class LookOfObj : public ::testing::Test {
protected:
    LookOfObj() {
        std::filesystem::create_directory(folder / "pictures");
        const auto png = testing::png_bytes(1, 1, {1, 2, 3, 255});
        EXPECT_TRUE(write_file(folder / "pictures" / "tile one.png", std::string(png.begin(), png.end())));
        EXPECT_TRUE(write_file(folder / "look.mtl", looks));
    }
    Repaired<LookedSurface> read(const std::string& text) {
        EXPECT_TRUE(write_file(folder / "strip.obj", text));
        auto surface = read_looked_surface(folder / "strip.obj");
        EXPECT_TRUE(surface) << sentence(surface.error());
        return std::move(surface).value();
    }

    ScratchFolder folder;
};

TEST_F(LookOfObj, HasItsObjects) {
    std::string text = strip;
    text.insert(text.find("usemtl tiles"), "o Body\n");
    text.insert(text.find("usemtl paint"), "o Hair\n");
    const SurfaceLook look = read(text).value.look;
    EXPECT_THAT(look.objects, ElementsAre("Body", "Hair"));
    EXPECT_EQ(look.object_of, (std::vector{0, 0, 0, 0, 1, 1, 1, 1}));
    EXPECT_EQ(read(strip).value.look.objects.size(), 1U);
}

TEST_F(LookOfObj, HasItsMaterialsAndPictures) {
    const auto [looked, warnings] = read(strip);
    EXPECT_THAT(warnings, ElementsAre());
    EXPECT_EQ(looked.surface.V.rows(), 8); // the fold is a seam
    EXPECT_EQ(looked.surface.F.rows(), 4);
    const SurfaceLook& look = looked.look;
    ASSERT_EQ(look.materials.size(), 2U);
    EXPECT_EQ(look.materials[0],
              (SurfaceMaterial{{1, 1, 1, 1}, 0, PictureEdge::clamp, PictureEdge::clamp, 0.5, "tiles"}));
    EXPECT_EQ(look.materials[1].colour, (std::array{0.25, 0.5, 1.0, 1.0}));
    EXPECT_EQ(look.materials[1].name, "paint");
    ASSERT_EQ(look.pictures.size(), 1U);
    EXPECT_EQ(look.pictures[0].bytes, testing::png_bytes(1, 1, {1, 2, 3, 255}));
    EXPECT_EQ(look.material_of, (std::vector{0, 0, 0, 0, 1, 1, 1, 1}));
    EXPECT_EQ(look.places.row(0), Eigen::RowVector2d(0.25, 1)); // from the picture's top
    EXPECT_EQ(look.places.row(2), Eigen::RowVector2d(1.25, 0));
}

TEST_F(LookOfObj, IsSmoothAcrossSeamsWithoutNormals) {
    const auto looked = read(strip).value;
    for (const Index corner : {Index{1}, Index{2}}) { // of the fold
        bool is_shared = false;
        for (Index other = 4; other < 8; ++other) {
            if (looked.surface.V.row(other) == looked.surface.V.row(corner)) {
                EXPECT_EQ(looked.look.normals.row(other), looked.look.normals.row(corner));
                is_shared = true;
            }
        }
        EXPECT_TRUE(is_shared);
    }
    EXPECT_NEAR(looked.look.normals.row(0).dot(Eigen::RowVector3d(0, 0, 1)), 1.0, 1e-12);
}

TEST_F(LookOfObj, TakesGivenNormals) {
    const auto looked = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 2\nvn 3 0 4\nf 1//1 2//2 3//1\n").value;
    EXPECT_EQ(looked.look.normals.row(0), Eigen::RowVector3d(0, 0, 1));
    EXPECT_LT((looked.look.normals.row(1) - Eigen::RowVector3d(0.6, 0, 0.8)).norm(), 1e-12);
}

TEST_F(LookOfObj, SaysWhatIsMissing) {
    std::filesystem::remove(folder / "pictures" / "tile one.png");
    EXPECT_THAT(read(strip).warnings, ElementsAre(HasSubstr("a picture is missing")));
    std::string other = strip;
    other.replace(other.find("paint"), 5, "chalk");
    EXPECT_THAT(read(other).warnings, ::testing::Contains(HasSubstr("'chalk' is in none of its files")));
    std::filesystem::remove(folder / "look.mtl");
    EXPECT_THAT(read(strip).warnings, ElementsAre(HasSubstr("its materials are missing")));
    std::filesystem::create_directory(folder / "look.mtl"); // not a file
    EXPECT_THAT(read(strip).warnings, ElementsAre(HasSubstr("its materials are missing")));
}

TEST_F(LookOfObj, NamesOfLibrariesMayHaveSpaces) {
    std::filesystem::rename(folder / "look.mtl", folder / "two parts.mtl");
    std::string other = strip;
    other.replace(other.find("look.mtl"), 8, "two parts.mtl");
    const auto [looked, warnings] = read(other);
    EXPECT_THAT(warnings, ElementsAre());
    EXPECT_EQ(looked.look.materials.size(), 2U);
}

TEST_F(LookOfObj, IsPlainForOtherFormatsAndLateVertices) {
    ASSERT_TRUE(
        write_file(folder / "flat.ply",
                   "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float "
                   "z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 "
                   "0\n3 0 1 2\n"));
    const auto flat = read_looked_surface(folder / "flat.ply");
    ASSERT_TRUE(flat) << sentence(flat.error());
    EXPECT_EQ(flat.value().value.look.materials, std::vector{SurfaceMaterial{}});
    const auto late = read("v 0 0 0\nf 1 2 3\nv 1 0 0\nv 0 1 0\n").value;
    EXPECT_EQ(late.surface.F.rows(), 1);
    EXPECT_EQ(late.look.materials, std::vector{SurfaceMaterial{}});
}

TEST_F(LookOfObj, IsReadSoundlyOrRefusedInASentenceWhateverItsBytes) {
    int accepted = 0;
    for (std::uint64_t seed = 0; seed < testing::mutant_count(300); ++seed) {
        Rng rng(seed);
        std::string obj = strip;
        std::string mtl = looks;
        for (std::string* const bytes : {&obj, &mtl}) {
            (*bytes)[static_cast<std::size_t>(rng.below(bytes->size()))] = "0123456789-.e/ \nfvtn\xFF"[rng.below(21)];
        }
        ASSERT_TRUE(write_file(folder / "strip.obj", obj) && write_file(folder / "look.mtl", mtl));
        const auto read = read_looked_surface(folder / "strip.obj");
        if (!read) {
            continue;
        }
        ++accepted;
        const auto& [surface, look] = read.value().value;
        const auto n = static_cast<std::size_t>(surface.V.rows());
        ASSERT_TRUE(surface.V.allFinite() && look.normals.allFinite() && look.places.allFinite()) << seed;
        ASSERT_TRUE(surface.F.minCoeff() >= 0 && static_cast<std::size_t>(surface.F.maxCoeff()) < n) << seed;
        ASSERT_TRUE(look.material_of.size() == n && look.places.rows() == surface.V.rows()) << seed;
        for (const int material : look.material_of) {
            ASSERT_TRUE(material >= 0 && static_cast<std::size_t>(material) < look.materials.size()) << seed;
        }
        for (const SurfaceMaterial& material : look.materials) {
            ASSERT_TRUE(material.picture < static_cast<int>(look.pictures.size())) << seed;
            ASSERT_TRUE(material.colour[0] >= 0.0 && material.colour[0] <= 1.0) << seed;
        }
    }
    EXPECT_GT(5 * accepted, static_cast<int>(testing::mutant_count(300)));
}

} // namespace
} // namespace limber
