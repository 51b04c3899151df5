// SPDX-License-Identifier: MIT
#include "tests/architecture/source_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

// The page of the structure shows what the includes are.
namespace limber::testing {
namespace {

using Graph = std::map<std::string, std::set<std::string>>; // module -> modules whose headers it includes

std::string module_of(const std::string& path, const std::string& part) {
    const std::string start = part + "/";
    const auto slash = path.find('/', start.size());
    return path.rfind(start, 0) == 0 && slash != path.npos ? path.substr(start.size(), slash - start.size()) : "";
}

Graph includes_between_modules(const std::string& part) {
    Graph graph;
    for (const auto& file : files_below(part, {".h", ".cpp", ".inl"})) {
        const std::string module = module_of(std::filesystem::relative(file, source_dir()).generic_string(), part);
        for (const auto& line : lines_of(file)) {
            const std::string start = "#include \"";
            const std::string other = line.rfind(start, 0) == 0 ? module_of(line.substr(start.size()), part) : "";
            if (!module.empty() && !other.empty() && other != module) {
                graph[module].insert(other);
            }
        }
    }
    return graph;
}

bool reaches(const Graph& graph, const std::string& from, const std::string& to) {
    const auto next = graph.find(from);
    return from == to || (next != graph.end() && std::any_of(next->second.begin(), next->second.end(),
                                                             [&](const auto& n) { return reaches(graph, n, to); }));
}

// Without the arrows that a longer way implies.
std::string diagram_of(const Graph& graph) {
    std::string diagram = "```mermaid\ngraph TD\n";
    for (const auto& [module, needs] : graph) {
        for (const auto& need : needs) {
            const bool is_implied = std::any_of(needs.begin(), needs.end(), [&](const auto& other) {
                return other != need && reaches(graph, other, need);
            });
            diagram += is_implied ? "" : "    " + module + " --> " + need + "\n";
        }
    }
    return diagram + "```\n";
}

TEST(Structure, ThePageOfTheStructureShowsTheIncludes) {
    std::string page;
    for (const auto& line : lines_of(source_dir() / "engine/docs/structure.md")) {
        page += line + "\n";
    }
    for (const std::string part : {"app", "engine"}) {
        const std::string diagram = diagram_of(includes_between_modules(part));
        EXPECT_NE(page.find(diagram), page.npos) << "engine/docs/structure.md must have for " << part << ":\n"
                                                 << diagram;
    }
}

} // namespace
} // namespace limber::testing
