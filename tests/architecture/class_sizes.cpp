// SPDX-License-Identifier: MIT
#include "tests/architecture/class_sizes.h"

#include <regex>

namespace limber::testing {
namespace {

std::string without_comment(const std::string& line) {
    return line.substr(0, line.find("//"));
}

std::size_t indentation(const std::string& line) {
    const auto first = line.find_first_not_of(' ');
    return first == line.npos ? line.size() : first;
}

bool starts_with_any(const std::string& text, const std::vector<std::string>& words) {
    for (const auto& word : words) {
        if (text.rfind(word, 0) == 0) {
            return true;
        }
    }
    return false;
}

// A member as one line of text: what stands at the indentation of members, up to its ";" or its body.
void count(const std::string& member, ClassSize& size) {
    const std::vector<std::string> no_members{"using ",  "friend ",  "struct ",    "class ",           "enum ",
                                              "public:", "private:", "protected:", "static constexpr", "}"};
    if (member.empty() || starts_with_any(member, no_members)) {
        return;
    }
    if (member.rfind("template", 0) == 0) {
        ++size.functions;
        return;
    }
    const auto parenthesis = member.find('(');
    const auto value = member.find_first_of("={");
    const bool is_operator = member.find("operator") != member.npos;
    if (is_operator || (parenthesis != member.npos && (value == member.npos || parenthesis < value))) {
        ++size.functions;
    } else {
        ++size.data_members;
    }
}

ClassSize size_of(const std::vector<std::string>& lines, std::size_t first, const std::string& name, bool is_struct) {
    ClassSize size{name, is_struct};
    const std::size_t outside = indentation(lines[first]);
    const std::size_t inside = outside + 4;
    std::string member;
    for (std::size_t i = first + 1; i < lines.size(); ++i) {
        const std::string line = without_comment(lines[i]);
        if (line.find_first_not_of(' ') == line.npos) {
            continue;
        }
        if (indentation(line) <= outside && line.find('}') != line.npos) {
            break;
        }
        if (indentation(line) == inside && member.empty()) {
            member = line.substr(inside);
        } else if (!member.empty() && indentation(line) >= inside) {
            member += " " + line.substr(indentation(line));
        }
        const auto last = member.find_last_not_of(' ');
        if (!member.empty() &&
            (member[last] == ';' || member[last] == '{' || member[last] == '}' || member[last] == ':')) {
            count(member, size);
            member.clear();
        }
    }
    return size;
}

} // namespace

std::vector<ClassSize> class_sizes(const std::vector<std::string>& lines) {
    static const std::regex definition(R"(^\s*(class|struct) ([\w:]+)[^;()]*\{\s*(//.*)?$)");
    std::vector<ClassSize> sizes;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::smatch match;
        if (std::regex_match(lines[i], match, definition)) {
            sizes.push_back(size_of(lines, i, match[2], match[1] == "struct"));
        }
    }
    return sizes;
}

} // namespace limber::testing
