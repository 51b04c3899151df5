// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

/// Cycles of includes. A header and its source are one unit: "engine/mesh/topology" for topology.h and topology.cpp.
namespace limber::testing {

/// Unit -> included unit -> the include, as "file: line of text".
using IncludeGraph = std::map<std::string, std::map<std::string, std::string>>;

/// The includes of one cycle in their order; the last one closes it.
using IncludeCycle = std::vector<std::string>;

/// For each set of units that include each other, one of its shortest cycles. Empty: there are none.
std::vector<IncludeCycle> cycles_of(const IncludeGraph& graph);

/// The graph of all sources below "engine" and "app". Includes of other folders are left out.
IncludeGraph include_graph();

} // namespace limber::testing
