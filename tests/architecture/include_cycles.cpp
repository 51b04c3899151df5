// SPDX-License-Identifier: MIT
#include "tests/architecture/include_cycles.h"

#include "tests/architecture/source_tree.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

namespace limber::testing {
namespace {

// The shortest way along includes from a unit back to itself, breadth first; none where there is none.
std::optional<std::vector<std::string>> shortest_cycle(const IncludeGraph& graph, const std::string& unit) {
    std::map<std::string, std::string> reached_from;
    std::deque<std::string> front{unit};
    while (!front.empty()) {
        const std::string at = front.front();
        front.pop_front();
        const auto includes = graph.find(at);
        if (includes == graph.end()) {
            continue;
        }
        for (const auto& [next, line] : includes->second) {
            if (!reached_from.emplace(next, at).second) {
                continue;
            }
            if (next != unit) {
                front.push_back(next);
                continue;
            }
            std::vector<std::string> units{unit};
            for (std::string u = at; u != unit; u = reached_from.at(u)) {
                units.push_back(u);
            }
            std::reverse(units.begin() + 1, units.end());
            return units;
        }
    }
    return std::nullopt;
}

std::set<std::string> reachable(const IncludeGraph& graph, const std::string& unit) {
    std::set<std::string> found;
    std::deque<std::string> front{unit};
    while (!front.empty()) {
        const auto includes = graph.find(front.front());
        front.pop_front();
        if (includes == graph.end()) {
            continue;
        }
        for (const auto& [next, line] : includes->second) {
            if (found.insert(next).second) {
                front.push_back(next);
            }
        }
    }
    return found;
}

std::string unit_of(const std::string& file) {
    return file.substr(0, file.rfind('.'));
}

} // namespace

std::vector<IncludeCycle> cycles_of(const IncludeGraph& graph) {
    std::map<std::string, std::set<std::string>> reached;
    for (const auto& [unit, includes] : graph) {
        reached[unit] = reachable(graph, unit);
    }
    std::vector<IncludeCycle> cycles;
    std::set<std::string> done;
    for (const auto& [unit, includes] : graph) {
        if (done.count(unit) || !reached[unit].count(unit)) {
            continue;
        }
        std::vector<std::string> shortest;
        for (const auto& other : reached[unit]) {
            if (!reached[other].count(unit)) {
                continue;
            }
            done.insert(other);
            const auto cycle = shortest_cycle(graph, other);
            if (cycle && (shortest.empty() || cycle->size() < shortest.size())) {
                shortest = *cycle;
            }
        }
        IncludeCycle lines;
        for (std::size_t i = 0; i < shortest.size(); ++i) {
            lines.push_back(graph.at(shortest[i]).at(shortest[(i + 1) % shortest.size()]));
        }
        cycles.push_back(lines);
    }
    return cycles;
}

IncludeGraph include_graph() {
    IncludeGraph graph;
    const std::string start = "#include \"";
    for (const std::string part : {"engine", "app"}) {
        for (const auto& file : files_below(part, {".h", ".cpp", ".inl"})) {
            const std::string name = std::filesystem::relative(file, source_dir()).generic_string();
            auto& includes = graph[unit_of(name)];
            for (const auto& line : lines_of(file)) {
                if (line.rfind(start, 0) != 0) {
                    continue;
                }
                const std::string included = line.substr(start.size(), line.rfind('"') - start.size());
                const bool is_ours = included.rfind("engine/", 0) == 0 || included.rfind("app/", 0) == 0;
                if (is_ours && unit_of(included) != unit_of(name)) {
                    includes.emplace(unit_of(included), name + ": " + line);
                }
            }
        }
    }
    return graph;
}

} // namespace limber::testing
