// SPDX-License-Identifier: MIT
#include "app/creatures/manifest_lines.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

TEST(ManifestLines, ReadPathsAndHashes) {
    const auto lines =
        manifest_lines("meshes/ray.msh\t0123456789abcdef\tMIT\ta ray\nrigs/ray.json\tfedcba9876543210\n");
    ASSERT_TRUE(lines);
    const std::vector<ManifestLine> expected = {{"meshes/ray.msh", "0123456789abcdef"},
                                                {"rigs/ray.json", "fedcba9876543210"}};
    EXPECT_EQ(*lines, expected);
}

TEST(ManifestLines, RejectPathsOutsideTheFolder) {
    for (const char* path : {"/etc/passwd", "../ray.msh", "meshes/../../ray.msh", ""}) {
        EXPECT_FALSE(manifest_lines(std::string(path) + "\t0123456789abcdef\tMIT\n")) << path;
    }
}

TEST(ManifestLines, RejectALineWithoutAHash) {
    for (const char* line : {"meshes/ray.msh", "meshes/ray.msh\t0123\t", "\n", "meshes/ray.msh\t0123456789ABCDEF"}) {
        EXPECT_FALSE(manifest_lines(line)) << line;
    }
}

} // namespace
} // namespace limber::app
