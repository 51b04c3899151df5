// SPDX-License-Identifier: MIT
#include "tests/architecture/source_tree.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

namespace limber::testing {
namespace {

namespace fs = std::filesystem;

const fs::path top = LIMBER_SOURCE_DIR;

std::vector<fs::path> pages() {
    std::vector<fs::path> pages{top / "README.md"};
    for (const std::string part : {"engine", "app", "tests"}) {
        for (const auto& entry : fs::recursive_directory_iterator(top / part)) {
            if (entry.path().extension() == ".md") {
                pages.push_back(entry.path());
            }
        }
    }
    return pages;
}

std::string text_of(const fs::path& page) {
    std::ifstream file(page);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// The targets of [text](target), without their anchors.
std::vector<std::string> links_in(const std::string& text) {
    static const std::regex link(R"(\]\(([^)#]+)(#[^)]*)?\))");
    std::vector<std::string> targets;
    for (auto it = std::sregex_iterator(text.begin(), text.end(), link); it != std::sregex_iterator(); ++it) {
        targets.push_back((*it)[1]);
    }
    return targets;
}

TEST(Documentation, EveryLinkLeadsToAFile) {
    std::size_t links = 0;
    for (const fs::path& page : pages()) {
        for (const std::string& target : links_in(text_of(page))) {
            ++links;
            EXPECT_TRUE(target.starts_with("http") || fs::exists(page.parent_path() / target))
                << page << " links to " << target;
        }
    }
    EXPECT_GT(links, 40u);
}

TEST(Documentation, TheReadmeCanBeScanned) {
    EXPECT_LE(lines_of(top / "README.md").size(), 120u);
}

TEST(Documentation, ThePageOfTheEngineNamesEveryModule) {
    const std::string page = text_of(top / "engine/README.md");
    for (const auto& entry : fs::directory_iterator(top / "engine")) {
        const std::string name = entry.path().filename().string();
        const bool is_module = entry.is_directory() && name != "docs" && name != "examples";
        EXPECT_TRUE(!is_module || page.find("`" + name + "`") != std::string::npos) << name;
    }
}

} // namespace
} // namespace limber::testing
