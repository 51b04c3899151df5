// SPDX-License-Identifier: MIT
#include "tests/architecture/source_tree.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

namespace limber::testing {
namespace {

// "engine/mesh" -> {"core", "linalg"}, in the order in which CMake defines the modules.
using Modules = std::vector<std::pair<std::string, std::set<std::string>>>;

Modules modules() {
    Modules modules;
    for (const auto& line : lines_of(std::filesystem::path(LIMBER_BINARY_DIR) / "modules.txt")) {
        const auto colon = line.find(':');
        std::string needs = line.substr(colon + 1);
        for (char& c : needs) {
            c = c == ';' ? ' ' : c;
        }
        std::istringstream words(needs);
        modules.emplace_back(line.substr(0, colon),
                             std::set<std::string>(std::istream_iterator<std::string>(words), {}));
    }
    return modules;
}

// "engine/mesh" of an include line; empty for lines of another kind.
std::string module_included_by(const std::string& line) {
    const std::string start = "#include \"";
    if (line.rfind(start, 0) != 0) {
        return "";
    }
    const std::string path = line.substr(start.size());
    if (path.rfind("engine/", 0) != 0 && path.rfind("app/", 0) != 0) {
        return "";
    }
    return path.substr(0, path.find('/', path.find('/') + 1));
}

TEST(Layering, EveryModuleNeedsOnlyModulesThatAreDefinedBeforeIt) {
    std::set<std::string> defined;
    for (const auto& [module, needs] : modules()) {
        for (const auto& need : needs) {
            EXPECT_TRUE(defined.count(need)) << module << " needs " << need;
        }
        defined.insert(module.substr(module.find('/') + 1));
    }
    EXPECT_GE(defined.size(), 10u);
}

TEST(Layering, EveryFolderOfTheEngineAndTheApplicationIsAModule) {
    std::set<std::string> defined;
    for (const auto& [module, needs] : modules()) {
        defined.insert(module);
    }
    for (const std::string part : {"engine", "app"}) {
        if (part == "app" && !defined.count("app/document")) {
            continue; // built without the application
        }
        for (const auto& entry : std::filesystem::directory_iterator(source_dir() / part)) {
            const std::string name = entry.path().filename().string();
            if (entry.is_directory() && name != "docs" && name != "examples" && !std::filesystem::is_empty(entry)) {
                EXPECT_TRUE(defined.count(part + "/" + name)) << entry.path();
            }
        }
    }
}

TEST(Layering, EverySourceButTheMainFunctionIsInAModule) {
    for (const std::string part : {"engine", "app"}) {
        for (const auto& file : files_below(part, {".h", ".cpp"})) {
            const bool is_in_a_module = file.parent_path().filename() != part;
            EXPECT_TRUE(is_in_a_module || file.filename() == "main.cpp") << file;
        }
    }
}

TEST(Layering, NoFileIncludesAModuleThatItsOwnModuleDoesNotName) {
    for (const auto& [module, needs] : modules()) {
        for (const auto& file : files_below(module, {".h", ".cpp"})) {
            for (const auto& line : lines_of(file)) {
                const std::string included = module_included_by(line);
                if (included.empty() || included == module) {
                    continue;
                }
                EXPECT_TRUE(needs.count(included.substr(included.find('/') + 1))) << file << ": " << line;
                EXPECT_FALSE(module.rfind("engine/", 0) == 0 && included.rfind("app/", 0) == 0) << file << ": " << line;
            }
        }
    }
}

TEST(Layering, OnlyTheCreaturesIncludeTheMakersOfTheCharacters) {
    for (const std::string part : {"engine", "app"}) {
        for (const auto& file : files_below(part, {".h", ".cpp"})) {
            const bool may_include = file.string().find("app/creatures/") != std::string::npos;
            for (const auto& line : lines_of(file)) {
                EXPECT_TRUE(may_include || line.rfind("#include \"app/creatures/makers/", 0) != 0)
                    << file << ": " << line;
            }
        }
    }
}

// They are a library of their own, which the program that writes `assets` links without the application.
TEST(Layering, TheMakersOfTheCharactersIncludeWhatTheyWriteAlone) {
    const std::set<std::string> may_include = {"engine/core", "engine/linalg",    "engine/mesh",
                                               "engine/rig",  "engine/operators", "engine/actuation"};
    for (const auto& file : files_below("app/creatures/makers", {".h", ".cpp"})) {
        for (const auto& line : lines_of(file)) {
            const std::string included = module_included_by(line);
            const bool is_a_maker = line.rfind("#include \"app/creatures/makers/", 0) == 0;
            EXPECT_TRUE(included.empty() || is_a_maker || may_include.count(included)) << file << ": " << line;
        }
    }
}

TEST(Layering, NoControllerIncludesAnotherOne) {
    const std::string ending = "_controller.h\"";
    for (const auto& file : files_below("app/controllers", {".h", ".cpp"})) {
        int included = 0;
        for (const auto& line : lines_of(file)) {
            included += line.rfind("#include", 0) == 0 && line.ends_with(ending) ? 1 : 0;
        }
        EXPECT_LE(included, file.extension() == ".h" ? 0 : 1) << file; // its own
    }
}

// So that tests drive the session with commands and events.
TEST(Layering, NothingBelowThePanelsUsesTheWindowOrItsLibraries) {
    const std::set<std::string> may_use = {"window", "rendering", "panels", "application", "cli"};
    for (const auto& file : files_below("app", {".h", ".cpp"})) {
        const std::string module = std::filesystem::relative(file, source_dir() / "app").begin()->string();
        for (const auto& line : lines_of(file)) {
            const bool is_library = line.rfind("#include <GLFW", 0) == 0 || line.rfind("#include <glad", 0) == 0 ||
                                    line.rfind("#include <imgui", 0) == 0;
            const bool is_window = line == "#include \"app/window/window.h\"";
            EXPECT_TRUE(may_use.count(module) || !(is_library || is_window)) << file << ": " << line;
        }
    }
}

TEST(Layering, AssetsHoldDataAlone) {
    EXPECT_TRUE(files_below("assets", {".h", ".cpp", ".txt", ".cmake"}).empty());
}

} // namespace
} // namespace limber::testing
