// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

#include <bit>
#include <string>
#include <utility>

/// The same mesh in every flavour of every format that Limber reads, as other programs write them:
/// with boundary triangles, comments, attributes and ignored sections. The bytes of a binary flavour are in the given
/// order.
namespace limber::testing {

std::string msh_22_text(const TetMesh& mesh);
std::string msh_22_raw(const TetMesh& mesh, std::endian order);
std::string msh_41_text(const TetMesh& mesh);
std::string msh_41_raw(const TetMesh& mesh, std::endian order);
std::string medit_file(const TetMesh& mesh);
/// .node and .ele, numbered from `first`.
std::pair<std::string, std::string> tetgen_files(const TetMesh& mesh, int first);
std::string vtk_text(const TetMesh& mesh);
std::string vtk_raw(const TetMesh& mesh);
std::string vtk_51_text(const TetMesh& mesh);
std::string vtk_51_raw(const TetMesh& mesh);

std::string obj_file(const SurfaceMesh& surface);
std::string stl_text(const SurfaceMesh& surface);
/// Positions are rounded to float.
std::string stl_raw(const SurfaceMesh& surface);
std::string ply_text(const SurfaceMesh& surface);
std::string ply_raw(const SurfaceMesh& surface, std::endian order);

} // namespace limber::testing
