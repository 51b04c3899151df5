// SPDX-License-Identifier: MIT
#include "app/rendering/shader_source.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

std::string included_file(const std::string& line) {
    const std::string start = "#include \"";
    const auto end = line.rfind('"');
    return line.rfind(start, 0) == 0 && end >= start.size() ? line.substr(start.size(), end - start.size()) : "";
}

// Appends a file and its includes; a file that was included before is skipped.
Result<Done> append(const fs::path& folder, const std::string& file, std::vector<fs::path>& included_files,
                    ShaderSource& source) {
    const fs::path path = folder / file;
    if (std::find(included_files.begin(), included_files.end(), path) != included_files.end()) {
        return Done{};
    }
    std::ifstream stream(path);
    if (!stream) {
        return Error{ErrorKind::bad_input, "this shader cannot be read; the shader folder must be complete",
                     path.string()};
    }
    included_files.push_back(path);
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        const std::string included = included_file(line);
        if (included.empty()) {
            source.text += line + "\n";
            source.lines.push_back({path, number});
        } else if (auto done = append(folder, included, included_files, source); !done) {
            return done.error();
        }
    }
    return Done{};
}

// Returns the first line of a log that has a position, or an empty string.
std::string line_with_position(const std::string& log, const std::regex& position) {
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        if (std::regex_search(line, position)) {
            return line;
        }
    }
    return "";
}

} // namespace

Result<ShaderSource> read_shader(const fs::path& folder, const std::string& file) {
    ShaderSource source;
    std::vector<fs::path> included_files;
    if (auto done = append(folder, file, included_files, source); !done) {
        return done.error();
    }
    return source;
}

Error compiler_error(const ShaderSource& source, const std::string& log) {
    EXPECTS(!source.lines.empty());
    const std::regex position(R"((?:ERROR: |error: )?\d+[:(](\d+)\)?(?:\(\d+\))?\s*:?\s*)");
    const std::string line = line_with_position(log, position);
    std::smatch match;
    if (!std::regex_search(line, match, position)) {
        return {ErrorKind::bad_input, "the driver refuses this shader: " + log, source.lines.front().file.string()};
    }
    const auto number = std::clamp<std::size_t>(std::stoul(match[1]), 1, source.lines.size());
    const ShaderLine& origin = source.lines[number - 1];
    return {ErrorKind::bad_input, "the driver refuses this shader: " + match.suffix().str(),
            origin.file.string() + ":" + std::to_string(origin.line)};
}

} // namespace limber::app
