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

std::string line_directive(std::size_t line, std::size_t file) {
    return "#line " + std::to_string(line) + " " + std::to_string(file) + "\n";
}

// Appends one file and what it includes; a file that is there already is not taken twice.
Result<Done> append(const fs::path& folder, const std::string& file, ShaderSource& source) {
    const fs::path path = folder / file;
    if (std::find(source.files.begin(), source.files.end(), path) != source.files.end()) {
        return Done{};
    }
    std::ifstream stream(path);
    if (!stream) {
        return Error{ErrorKind::bad_input, "this shader cannot be read; is the shader folder complete?", path.string()};
    }
    const std::size_t number = source.files.size();
    source.files.push_back(path);
    if (number > 0) { // #version must stay the first line of all
        source.text += line_directive(1, number);
    }
    std::size_t line_number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++line_number;
        const std::string included = included_file(line);
        if (included.empty()) {
            source.text += line + "\n";
            continue;
        }
        if (auto done = append(folder, included, source); !done) {
            return done.error();
        }
        source.text += line_directive(line_number + 1, number);
    }
    return Done{};
}

// The first line of a log in which the driver names a place; empty when it names none.
std::string line_with_place(const std::string& log, const std::regex& place) {
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        if (std::regex_search(line, place)) {
            return line;
        }
    }
    return "";
}

} // namespace

Result<ShaderSource> read_shader(const fs::path& folder, const std::string& file) {
    ShaderSource source;
    if (auto done = append(folder, file, source); !done) {
        return done.error();
    }
    return source;
}

Error compiler_error(const ShaderSource& source, const std::string& log) {
    const std::regex place(R"((?:ERROR: |error: )?(\d+)[:(](\d+)\)?(?:\(\d+\))?\s*:?\s*)");
    const std::string line = line_with_place(log, place);
    std::smatch match;
    if (!std::regex_search(line, match, place)) {
        return {ErrorKind::bad_input, "the driver refuses this shader: " + log, source.files.front().string()};
    }
    const auto file = static_cast<std::size_t>(std::stoul(match[1]));
    const fs::path& path = source.files[std::min(file, source.files.size() - 1)];
    return {ErrorKind::bad_input, "the driver refuses this shader: " + match.suffix().str(),
            path.string() + ":" + match[2].str()};
}

} // namespace limber::app
