// SPDX-License-Identifier: MIT
#include "engine/formats/named_files.h"

#include "tests/support/scratch_folder.h"

#include <gmock/gmock.h>

#include <fstream>

namespace limber {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::ScratchFolder;

void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

TEST(FilesNamedIn, AnObjAreItsLibrariesAndTheirPictures) {
    const ScratchFolder folder;
    write_bytes(folder / "strip.OBJ", "mtllib two looks.mtl\nv 0 0 0\n  mtllib\tother.mtl \r\nmtllib\n");
    write_bytes(folder / "two looks.mtl",
                "newmtl a\nmap_Kd -clamp on -s 2 1 1 pictures\\tile one.png\r\nmap_d d.png\n");
    const auto files = files_named_in(folder / "strip.OBJ");
    for (const char* name : {"two looks.mtl", "other.mtl", "pictures/tile one.png", "d.png"}) {
        EXPECT_THAT(files, Contains(folder / name));
    }
}

TEST(FilesNamedIn, AGltfAreItsBuffersAndPictures) {
    const ScratchFolder folder;
    write_bytes(folder / "fox.gltf", R"({"buffers": [{"uri": "fox%20one.bin"}, {"uri": "data:;base64,AA=="}, {}],
                                         "images": [{"uri": "a/skin.png"}, {"uri": 3}, 7]})");
    EXPECT_THAT(files_named_in(folder / "fox.gltf"), ElementsAre(folder / "fox one.bin", folder / "a/skin.png"));
}

TEST(FilesNamedIn, OtherFilesAreNone) {
    const ScratchFolder folder;
    for (const char* bytes : {"", "{", "[]", R"({"buffers": 3, "images": {"uri": "a"}})"}) {
        write_bytes(folder / "odd.gltf", bytes);
        EXPECT_THAT(files_named_in(folder / "odd.gltf"), IsEmpty()) << bytes;
    }
    EXPECT_THAT(files_named_in(folder / "none.obj"), IsEmpty());
    EXPECT_THAT(files_named_in(""), IsEmpty());
}

} // namespace
} // namespace limber
