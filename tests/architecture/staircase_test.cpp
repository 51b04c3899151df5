#include "tests/architecture/source_tree.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

namespace limber::testing {
namespace {

// "engine/mesh" -> {"core", "linalg"}, in the order in which CMake met the rooms.
using Stairs = std::vector<std::pair<std::string, std::set<std::string>>>;

Stairs stairs() {
    Stairs stairs;
    for (const auto& line : lines_of(std::filesystem::path(LIMBER_BINARY_DIR) / "rooms.txt")) {
        const auto colon = line.find(':');
        std::string needs = line.substr(colon + 1);
        for (char& c : needs) {
            c = c == ';' ? ' ' : c;
        }
        std::istringstream words(needs);
        stairs.emplace_back(line.substr(0, colon),
                            std::set<std::string>(std::istream_iterator<std::string>(words), {}));
    }
    return stairs;
}

std::string room_included_by(const std::string& line) {
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

TEST(Staircase, EveryRoomNeedsOnlyRoomsThatStandBelowIt) {
    std::set<std::string> standing;
    for (const auto& [room, needs] : stairs()) {
        for (const auto& need : needs) {
            EXPECT_TRUE(standing.count(need)) << room << " needs " << need;
        }
        standing.insert(room.substr(room.find('/') + 1));
    }
    EXPECT_GE(standing.size(), 10u);
}

TEST(Staircase, EveryFolderOfTheEngineAndTheApplicationIsARoom) {
    std::set<std::string> rooms;
    for (const auto& [room, needs] : stairs()) {
        rooms.insert(room);
    }
    for (const std::string wing : {"engine", "app"}) {
        if (wing == "app" && !rooms.count("app/document")) {
            continue; // built without the application
        }
        for (const auto& entry : std::filesystem::directory_iterator(source_dir() / wing)) {
            if (entry.is_directory() && !std::filesystem::is_empty(entry)) {
                EXPECT_TRUE(rooms.count(wing + "/" + entry.path().filename().string())) << entry.path();
            }
        }
    }
}

TEST(Staircase, NoSourceButTheMainFunctionStandsOutsideARoom) {
    for (const std::string wing : {"engine", "app"}) {
        for (const auto& file : files_below(wing, {".h", ".cpp"})) {
            const bool is_in_a_room = file.parent_path().filename() != wing;
            EXPECT_TRUE(is_in_a_room || file.filename() == "main.cpp") << file;
        }
    }
}

TEST(Staircase, NoFileIncludesARoomThatItsRoomDoesNotName) {
    for (const auto& [room, needs] : stairs()) {
        for (const auto& file : files_below(room, {".h", ".cpp"})) {
            for (const auto& line : lines_of(file)) {
                const std::string included = room_included_by(line);
                if (included.empty() || included == room) {
                    continue;
                }
                EXPECT_TRUE(needs.count(included.substr(included.find('/') + 1))) << file << ": " << line;
                EXPECT_FALSE(room.rfind("engine/", 0) == 0 && included.rfind("app/", 0) == 0) << file << ": " << line;
            }
        }
    }
}

TEST(Staircase, OnlyTheCreaturesIncludeTheMakersOfTheCharacters) {
    for (const std::string wing : {"engine", "app"}) {
        for (const auto& file : files_below(wing, {".h", ".cpp"})) {
            const bool may_include = file.string().find("app/creatures/") != std::string::npos;
            for (const auto& line : lines_of(file)) {
                EXPECT_TRUE(may_include || line.rfind("#include \"app/creatures/makers/", 0) != 0)
                    << file << ": " << line;
            }
        }
    }
}

TEST(Staircase, AssetsHoldDataAlone) {
    EXPECT_TRUE(files_below("assets", {".h", ".cpp", ".txt"}).empty());
}

TEST(Staircase, TheMakersOfTheCharactersSeeMeshesAndRigsAlone) {
    const std::set<std::string> seen = {"engine/core", "engine/linalg", "engine/mesh", "engine/rig", "app/creatures"};
    for (const auto& file : files_below("app/creatures/makers", {".h", ".cpp"})) {
        for (const auto& line : lines_of(file)) {
            const std::string included = room_included_by(line);
            EXPECT_TRUE(included.empty() || seen.count(included)) << file << ": " << line;
            const bool sees_the_cache = included == "app/creatures" && line.find("app/creatures/makers/") == line.npos;
            EXPECT_FALSE(sees_the_cache) << file << ": " << line;
        }
    }
}

} // namespace
} // namespace limber::testing
