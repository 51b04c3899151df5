// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/instance_batch.h"
#include "app/rendering/shader_program.h"

namespace limber::app {

/// Sets what common/tet_faces.glsl reads in the program in use. Precondition: the batch is drawn by its tets.
void bind_tet_faces(const ShaderProgram& program, const InstanceBatch& batch);
void draw_tet_faces(const InstanceBatch& batch);

} // namespace limber::app
