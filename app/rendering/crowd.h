#pragma once

#include "app/rendering/draw_list.h"
#include "app/rendering/gpu_mesh.h"
#include "app/rendering/shader_program.h"
#include "app/rendering/skinning_pass.h"

#include <functional>
#include <vector>

/// Those who share a mesh are drawn together: one call for all of them in each pass, whoever they are. What sets one
/// apart from the others, its pose, its colour, its paint, lies in buffers that the shaders read by the instance's
/// number. Not every pass draws all of them, so that each has a list of those it draws, a part of
/// `SkinnedMesh::members`.
namespace limber::app {

/// Some of a crowd: a part of the list of its members.
struct Members {
    int first = 0;
    int count = 0;
};

struct Crowd {
    const GpuMesh* mesh = nullptr;
    const GpuMesh* fading = nullptr;
    const SkinnedMesh* skinned = nullptr;
    std::vector<const DrawItem*> items; // in the order of the list
    Members casting;                    // a shadow
    Members solid;
    Members outlined;
    std::vector<Members> ghosts; // one each: what is seen through is drawn one after the other
};

/// The items of a view by the mesh that they show, in the order in which each is first met; no more together than a
/// driver's buffers hold.
std::vector<Crowd> crowds_of(const std::vector<DrawItem>& items, std::size_t texels_max,
                             const std::function<const GpuMesh&(MeshHandle)>& mesh_of);

/// Sends how each is to look, and who is drawn by which pass.
void fill_looks(Crowd& crowd);

/// For the program in use: where it finds vertices and looks, from this texture unit on.
void bind_skin(const ShaderProgram& program, int unit, const Crowd& crowd);
void bind_looks(const ShaderProgram& program, int unit, const Crowd& crowd);

/// Every triangle of these members, in one call; none where there are none.
void draw_members(const Crowd& crowd, const Members& members);

} // namespace limber::app
