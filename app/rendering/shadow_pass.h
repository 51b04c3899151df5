#pragma once

#include "app/rendering/crowd.h"
#include "app/rendering/gl_objects.h"
#include "app/rendering/gpu_mesh.h"
#include "app/rendering/shader_program.h"
#include "app/rendering/view_block.h"
#include "engine/core/result.h"

#include <filesystem>
#include <vector>

namespace limber::app {

/// What the key light sees: the depth of the characters, from which they shade themselves, and their soft shadow
/// on the ground. The ground is a plane, so its shadow is a picture that can be blurred once a frame, a
/// little for what stands on the ground and much for what is high above it, and costs a pixel of the ground two
/// looks instead of dozens.
class ShadowPass {
public:
    static Result<ShadowPass> create(const std::filesystem::path& shader_folder, int size);

    /// Leaves another framebuffer bound.
    void draw(const ViewBlock& block, const std::vector<Crowd>& crowds) const;

    void bind_depth(int unit) const;
    void bind_near_shadow(int unit) const;
    void bind_far_shadow(int unit) const;

private:
    ShadowPass(ShaderProgram depth, ShaderProgram coverage, ShaderProgram blur);
    void make_targets(int size);
    void draw_depth(const std::vector<Crowd>& crowds) const;
    void draw_coverage(const ViewBlock& block) const;
    void blur(const GlTexture& from, const GlTexture& across, const GlTexture& to, int size) const;

    ShaderProgram depth_program_;
    ShaderProgram coverage_program_;
    ShaderProgram blur_program_;
    GlVertexArray nothing_; // a full-screen triangle has no attributes
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
