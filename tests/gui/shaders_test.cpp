// SPDX-License-Identifier: MIT
#include "app/platform_paths/data_folder.h"
#include "app/rendering/shader_program.h"
#include "app/window/offscreen_context.h"
#include "tests/support/scratch_folder.h"

#include <glad/gl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

namespace limber::testing {
namespace {

using namespace limber::app;
using Names = std::vector<std::string>;

struct Program {
    std::string vertex;
    std::string fragment;
    Names uniforms; // set by C++, sorted
};

// The names of the active uniforms outside blocks, sorted.
Names uniforms_of(const ShaderProgram& program) {
    GLint count = 0;
    glGetProgramiv(program.name(), GL_ACTIVE_UNIFORMS, &count);
    Names names;
    for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
        char name[128] = {};
        GLint size = 0;
        GLenum type = 0;
        glGetActiveUniform(program.name(), i, sizeof name, nullptr, &size, &type, name);
        if (glGetUniformLocation(program.name(), name) >= 0) {
            names.emplace_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

// Every pass with the uniforms that its C++ side sets.
std::vector<Program> programs() {
    return {
        {"skinned_mesh",
         "skinned_mesh",
         {"u_has_materials", "u_labels", "u_looks", "u_materials", "u_outline", "u_pictures", "u_shadow", "u_skin",
          "u_triangles", "u_vertex_count"}},
        {"tet_faces",
         "tet_faces",
         {"u_at_rest", "u_cut", "u_faces", "u_looks", "u_shadow", "u_shows_stress", "u_skin", "u_strongest", "u_tets",
          "u_vertices"}},
        {"tet_depth", "shadow_depth", {"u_at_rest", "u_cut", "u_faces", "u_skin"}},
        {"shadow_depth", "shadow_depth", {"u_skin", "u_vertex_count"}},
        {"full_screen", "ground_coverage", {"u_depth", "u_depth_range", "u_ground_depth"}},
        {"full_screen", "ground_blur", {"u_coverage", "u_step"}},
        {"full_screen", "background", {}},
        {"ground", "ground", {"u_cell", "u_far_shadow", "u_front", "u_near_shadow", "u_reach", "u_side", "u_strength"}},
        {"overlay", "overlay", {}},
    };
}

class Shaders : public ::testing::Test {
protected:
    void SetUp() override {
        auto made = OffscreenContext::create();
        ASSERT_TRUE(made) << sentence(made.error());
        context_ = std::make_unique<OffscreenContext>(std::move(made).value());
    }
    std::filesystem::path folder_ = data_folder("shaders").value();
    std::unique_ptr<OffscreenContext> context_;
};

TEST_F(Shaders, CompileLinkAndUseTheUniformsThatTheProgramSets) {
    for (const Program& program : programs()) {
        const auto linked = ShaderProgram::load(folder_, program.vertex, program.fragment);
        ASSERT_TRUE(linked) << sentence(linked.error());
        EXPECT_EQ(uniforms_of(linked.value()), program.uniforms) << program.fragment;
    }
}

TEST_F(Shaders, SkinningUsesTheUniformsThatTheProgramSets) {
    const auto linked = ShaderProgram::load_capturing(folder_, "skinning", {"v_position", "v_normal"});
    ASSERT_TRUE(linked) << sentence(linked.error());
    EXPECT_EQ(uniforms_of(linked.value()),
              (Names{"u_columns", "u_fading", "u_fading_weights", "u_first_target", "u_map_count", "u_maps",
                     "u_morphed_bone_count", "u_target_count", "u_texels", "u_weights"}));
}

TEST_F(Shaders, EveryFileIsUsedByAPass) {
    std::set<std::string> used = {"skinning.vert"};
    for (const Program& program : programs()) {
        used.insert(program.vertex + ".vert");
        used.insert(program.fragment + ".frag");
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
        if (entry.is_regular_file()) {
            EXPECT_TRUE(used.count(entry.path().filename().string())) << entry.path();
        }
    }
}

TEST_F(Shaders, CompileErrorsNameFileAndLine) {
    const ScratchFolder scratch;
    const auto& broken = scratch.path();
    std::filesystem::create_directories(broken / "common");
    std::filesystem::copy(folder_ / "full_screen.vert", broken, std::filesystem::copy_options::overwrite_existing);
    std::ofstream(broken / "x.frag") << "#version 410 core\n#include \"common/y.glsl\"\nvoid main() {}\n";
    std::ofstream(broken / "common/y.glsl") << "float fine;\n\nfloat wrong = not_there;\n";
    const auto linked = ShaderProgram::load(broken, "full_screen", "x");
    ASSERT_FALSE(linked);
    EXPECT_EQ(linked.error().where, (broken / "common/y.glsl").string() + ":3");
    EXPECT_THAT(linked.error().message, ::testing::HasSubstr("not_there"));
}

} // namespace
} // namespace limber::testing
