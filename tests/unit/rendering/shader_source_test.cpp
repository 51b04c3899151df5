// SPDX-License-Identifier: MIT
#include "app/rendering/shader_source.h"
#include "tests/support/scratch_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace limber::testing {
namespace {

using namespace limber::app;
using ::testing::HasSubstr;

class ShaderFolder : public ::testing::Test {
protected:
    void SetUp() override {
        std::filesystem::create_directories(folder_ / "common");
    }
    void write(const std::string& file, const std::string& text) const {
        std::ofstream(folder_ / file) << text;
    }
    const ScratchFolder scratch_;
    const std::filesystem::path& folder_ = scratch_.path();
};

TEST_F(ShaderFolder, IncludesEachFileOnce) {
    write("a.frag", "#version 410 core\n#include \"common/b.glsl\"\n#include \"common/c.glsl\"\nvoid main() {}\n");
    write("common/b.glsl", "#include \"common/c.glsl\"\nint b;\n");
    write("common/c.glsl", "int c;\n");
    const auto source = read_shader(folder_, "a.frag");
    ASSERT_TRUE(source);
    EXPECT_EQ(source.value().text, "#version 410 core\nint c;\nint b;\nvoid main() {}\n");
    ASSERT_EQ(source.value().lines.size(), 4u);
    EXPECT_EQ(source.value().lines[2].file, folder_ / "common/b.glsl");
    EXPECT_EQ(source.value().lines[2].line, 2);
    EXPECT_EQ(source.value().lines[3].line, 4);
}

TEST_F(ShaderFolder, ErrorNamesAMissingFile) {
    write("a.frag", "#version 410 core\n#include \"common/gone.glsl\"\n");
    const auto source = read_shader(folder_, "a.frag");
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().where, (folder_ / "common/gone.glsl").string());
}

TEST(ShaderErrors, AreMappedToFileAndLineForEveryDriver) {
    const ShaderSource source{"", {{"a.frag", 1}, {"common/b.glsl", 1}, {"common/b.glsl", 2}, {"a.frag", 3}}};
    for (const std::string log : {"0:3(14): error: no x", "ERROR: 0:3: 'x' : no x", "0(3) : error C1: no x"}) {
        EXPECT_EQ(compiler_error(source, log).where, "common/b.glsl:2") << log;
    }
    EXPECT_THAT(compiler_error(source, "something else").message, HasSubstr("something else"));
}

} // namespace
} // namespace limber::testing
