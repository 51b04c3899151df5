// SPDX-License-Identifier: MIT
#include "tests/architecture/source_tree.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>

namespace limber::testing {
namespace {

bool is_defined(const std::string& module, const std::string& suite, const std::string& name) {
    const std::regex definition("\\(\\s*" + suite + "\\s*,\\s*" + name + "\\s*[,)]");
    for (const std::string kind : {"unit/", "property/"}) {
        const std::string folder = "tests/" + kind + module;
        if (!std::filesystem::is_directory(source_dir() / folder)) {
            continue;
        }
        for (const auto& file : files_below(folder, {".cpp"})) {
            std::string text;
            for (const std::string& line : lines_of(file)) {
                text += line + "\n";
            }
            if (std::regex_search(text, definition)) {
                return true;
            }
        }
    }
    return false;
}

// A filter that names no test would leave a renamed one among the fast tests.
TEST(SlowTests, AreThere) {
    const std::regex entry(R"((\w+) (?:\w+/)?(\w+)\.(\w+)(?:/\*)?)");
    int count = 0;
    for (const std::string& line : lines_of(source_dir() / "tests/slow_tests.txt")) {
        if (line.empty() || line.front() == '#') {
            continue;
        }
        std::smatch part;
        ASSERT_TRUE(std::regex_match(line, part, entry)) << line;
        EXPECT_TRUE(is_defined(part[1], part[2], part[3])) << line;
        ++count;
    }
    EXPECT_GT(count, 0);
}

} // namespace
} // namespace limber::testing
