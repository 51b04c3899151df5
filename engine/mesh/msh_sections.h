// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/scanner.h"
#include "engine/mesh/tet_mesh_builder.h"

/// The two sections of a Gmsh file that contain the mesh, in versions 2.2 and 4.1 (Gmsh reference manual, chapter "MSH
/// file format").
namespace limber {

struct MshContent {
    Encoding encoding = Encoding::text;
    VertexNumbers numbers;
    TetMeshBuilder builder;
};

/// Called after "$Nodes" or "$Elements"; read up to the closing keyword. Errors are stored in the scanner.
void read_msh_22_nodes(Scanner& scanner, MshContent& content);
void read_msh_22_elements(Scanner& scanner, MshContent& content);
void read_msh_41_nodes(Scanner& scanner, MshContent& content);
void read_msh_41_elements(Scanner& scanner, MshContent& content);

/// The number of nodes of an element of this Gmsh type, or 0 for an unknown type.
int msh_node_count(std::int64_t type);
/// The same, but an unknown type is an error, because the position of the next element is then unknown.
int known_msh_node_count(Scanner& scanner, std::int64_t type);
/// x y z
void read_msh_vertex(Scanner& scanner, MshContent& content);
/// After the last node: node numbers must be unique.
void finish_msh_nodes(Scanner& scanner, MshContent& content);
/// Reads the nodes of one element and stores it if it is a tet, straight or curved.
void read_msh_element_nodes(Scanner& scanner, NumberType number, std::int64_t type, MshContent& content);

} // namespace limber
