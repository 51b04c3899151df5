// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <string>
#include <vector>

/// The keys of a command's JSON according to the manual's table.
namespace limber::testing {

/// The keys in the rows of one command; `cell` is the text of its column ("`simulate`").
inline std::vector<std::string> promised_keys(const std::string& cell) {
    std::ifstream readme(std::string(LIMBER_SOURCE_DIR) + "/app/docs/command-line.md");
    const std::string start = "| " + cell + " | `";
    std::vector<std::string> keys;
    for (std::string line; std::getline(readme, line);) {
        if (line.rfind(start, 0) == 0) {
            keys.push_back(line.substr(start.size(), line.find('`', start.size()) - start.size()));
        }
    }
    return keys;
}

// The text between a bracket and the one that closes it, among brackets that are not in strings.
inline std::string in_brackets(const std::string& json, std::size_t opening) {
    int depth = 0;
    std::size_t at = opening;
    do {
        depth += json[at] == '{' || json[at] == '[' ? 1 : json[at] == '}' || json[at] == ']' ? -1 : 0;
        ++at;
    } while (depth > 0 && at < json.size());
    return json.substr(opening, at - opening);
}

// For "a.b", searches b between the brackets of a.
inline bool has_key(const std::string& json, const std::string& key) {
    const auto dot = key.find('.');
    const auto at = json.find("\"" + key.substr(0, dot) + "\": ");
    if (at == std::string::npos || dot == std::string::npos) {
        return at != std::string::npos;
    }
    return has_key(in_brackets(json, json.find_first_of("{[", at)), key.substr(dot + 1));
}

} // namespace limber::testing
