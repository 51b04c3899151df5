// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/gl_objects.h"
#include "app/rendering/gpu_mesh.h"
#include "app/rendering/instance_batch.h"
#include "app/rendering/shader_program.h"
#include "app/rendering/view_block.h"
#include "engine/core/result.h"

#include <filesystem>
#include <vector>

namespace limber::app {

/// Shadow map of the key light: the depth of the characters, for self-shadowing, and their soft shadow on the ground.
/// The ground is a plane, so its shadow is an image that is blurred once a frame, little for occluders near the ground
/// and much for occluders far above it. A ground pixel then needs two texture reads instead of dozens.
class ShadowPass {
public:
    static Result<ShadowPass> create(const std::filesystem::path& shader_folder, int size);

    /// Changes the bound framebuffer.
    void draw(const ViewBlock& block, const std::vector<InstanceBatch>& batches) const;

    void bind_depth(int unit) const;
    void bind_near_shadow(int unit) const;
    void bind_far_shadow(int unit) const;

private:
    ShadowPass(ShaderProgram depth, ShaderProgram tet_depth, ShaderProgram coverage, ShaderProgram blur);
    void make_targets(int size);
    void draw_depth(const std::vector<InstanceBatch>& batches) const;
    void draw_coverage(const ViewBlock& block) const;
    void blur(const GlTexture& from, const GlTexture& across, const GlTexture& to, int size) const;

    ShaderProgram depth_program_;
    ShaderProgram tet_depth_program_;
    ShaderProgram coverage_program_;
    ShaderProgram blur_program_;
    GlVertexArray empty_array_; // a full-screen triangle has no attributes
    GlFramebuffer framebuffer_;
    GlFramebuffer depth_framebuffer_;
    GlTexture depth_;
    GlTexture near_;
    GlTexture near_scratch_;
    GlTexture far_;
    GlTexture far_scratch_;
    int size_ = 0;
};

} // namespace limber::app
