// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/draw_list.h"
#include "app/rendering/gpu_mesh.h"
#include "app/rendering/shader_program.h"
#include "app/rendering/skinning_pass.h"

#include <functional>
#include <vector>

/// The items that share a mesh are drawn as instances, with one call in each pass. The pose, colour and paint of each
/// instance lie in buffers that the shaders read by instance number. Each pass draws some of the instances: a range of
/// the list `SkinnedMesh::members`.
namespace limber::app {

/// A range of a batch's list of instances.
struct InstanceRange {
    int first = 0;
    int count = 0;
};

struct InstanceBatch {
    const GpuMesh* mesh = nullptr;
    const GpuMesh* fading = nullptr;
    const SkinnedMesh* skinned = nullptr;
    std::vector<const DrawItem*> items; // in the order of the draw list
    InstanceRange shadow_casters;       // cast a shadow
    InstanceRange solid;
    InstanceRange outlined;
    InstanceRange tets;                     // the one item, if it shows its tets; the others are of the skin
    InstanceRange wires;                    // without their skin
    std::vector<InstanceRange> transparent; // a range for each, drawn one after the other
};

/// Groups the items of a view by mesh, in the order in which the meshes first appear. A batch holds at most as many
/// instances as the driver's buffers.
std::vector<InstanceBatch> instance_batches(const std::vector<DrawItem>& items, std::size_t texels_max,
                                            const std::function<const GpuMesh&(MeshHandle)>& mesh_of);

/// Uploads the appearance of each instance and the list of instances of each pass.
void upload_looks(InstanceBatch& batch);

/// Bind the skinned vertices and the looks to a texture unit of the program in use.
void bind_skin(const ShaderProgram& program, int unit, const InstanceBatch& batch);
void bind_looks(const ShaderProgram& program, int unit, const InstanceBatch& batch);

/// Draws all triangles of these instances with one call; an empty range draws nothing. A surface with materials may be
/// open: draw_surface shows both of its sides.
void draw_instances(const InstanceBatch& batch, const InstanceRange& members);
void draw_surface(const InstanceBatch& batch, const InstanceRange& members);

} // namespace limber::app
