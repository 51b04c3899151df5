#pragma once

#include "engine/mesh/scanner.h"
#include "engine/mesh/tet_gatherer.h"

/// The two sections of a Gmsh file that hold the mesh, as versions 2.2 and 4.1 write them
/// (Gmsh reference manual, chapter "MSH file format").
namespace limber {

struct MshContent {
    Encoding encoding = Encoding::text;
    VertexNumbers numbers;
    TetGatherer gathered;
};

/// Behind "$Nodes" or "$Elements" and up to the closing word. Faults stay in the scanner.
void read_msh_22_nodes(Scanner& scanner, MshContent& content);
void read_msh_22_elements(Scanner& scanner, MshContent& content);
void read_msh_41_nodes(Scanner& scanner, MshContent& content);
void read_msh_41_elements(Scanner& scanner, MshContent& content);

/// How many nodes an element of this Gmsh type has, or 0 for a type that nobody knows.
int msh_node_count(std::int64_t type);
/// The same, and a fault for 0: of such elements nobody knows where the next one starts.
int known_msh_node_count(Scanner& scanner, std::int64_t type);
/// x y z
void read_msh_vertex(Scanner& scanner, MshContent& content);
/// After the last node: numbers may not repeat.
void finish_msh_nodes(Scanner& scanner, MshContent& content);
/// Reads the nodes of one element and keeps it if it is a tet, straight or curved.
void read_msh_element_nodes(Scanner& scanner, NumberType number, std::int64_t type, MshContent& content);

} // namespace limber
