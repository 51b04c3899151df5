// SPDX-License-Identifier: MIT
#include "tests/architecture/source_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

namespace limber::testing {
namespace {

void expect_no_word(const std::string& folder, const std::vector<std::string>& words) {
    for (const auto& file : files_below(folder, {".h", ".cpp"})) {
        int number = 0;
        for (const auto& line : lines_of(file)) {
            ++number;
            for (const auto& word : words) {
                EXPECT_EQ(line.find(word), std::string::npos) << file << ":" << number << ": " << word;
            }
        }
    }
}

TEST(CodeRules, TheEngineNeitherPrintsNorIncludesAWindow) {
    expect_no_word("engine", {"std::cout", "std::cerr", "printf(", "<iostream>", "<GLFW", "<glad", "imgui", "\"app/"});
}

TEST(CodeRules, NothingIsLeftUnfinishedOrUnportable) {
    const std::string to_do = std::string("TO") + "DO";
    const std::string fix_me = std::string("FIX") + "ME";
    for (const std::string part : {"engine", "app", "tests"}) {
        expect_no_word(part, {to_do, fix_me});
    }
    expect_no_word("engine", {" rand(", "std::hash", "std::normal_distribution", "std::uniform_real_distribution",
                              "std::shuffle", "-ffast-math"});
}

TEST(CodeRules, NoFileHasANameThatSaysNothing) {
    for (const std::string part : {"engine", "app"}) {
        for (const auto& file : files_below(part, {".h", ".cpp"})) {
            const std::string name = file.stem().string();
            for (const std::string word : {"util", "utils", "helper", "helpers", "misc", "common"}) {
                EXPECT_NE(name, word) << file;
            }
        }
    }
}

TEST(CodeRules, TheTopLevelHoldsOnlyTheAllowedEntries) {
    const std::set<std::string> allowed = {"app",       "engine",  "shaders", "assets",  "tests", "CMakeLists.txt",
                                           "README.md", "LICENSE", "run.sh",  "test.sh", "build"};
    for (const auto& entry : std::filesystem::directory_iterator(source_dir())) {
        const std::string name = entry.path().filename().string();
        const auto ending = entry.path().extension();
        const bool is_written_by_limber = ending == ".png" || ending == ".json"; // by a run in this folder
        EXPECT_TRUE(name.front() == '.' || is_written_by_limber || allowed.count(name)) << name;
    }
}

// The window shows them as they are reported, also behind the names of several characters.
TEST(CodeRules, PhasesOfComputationsSayWhatIsDone) {
    const std::regex reported(R"--((keep_going\(|announce\(|phase\w* = )[^"]*"([^"]*)")--");
    const std::regex phrase(R"([a-z]+ing\b.*)");
    int phases = 0;
    for (const std::string part : {"engine", "app"}) {
        for (const auto& file : files_below(part, {".cpp"})) {
            for (const auto& line : lines_of(file)) {
                std::smatch found;
                if (std::regex_search(line, found, reported)) {
                    ++phases;
                    EXPECT_TRUE(std::regex_match(found[2].str(), phrase)) << file << ": " << found[2];
                }
            }
        }
    }
    EXPECT_GT(phases, 20);
}

// They take long to compile, so that no header of ours includes them.
TEST(CodeRules, LargeLibrariesAreIncludedByFewSources) {
    const std::map<std::string, std::size_t> sources{{"<CLI/", 2}, {"<CGAL/", 1}, {"<tiny_obj_loader", 2}};
    for (const auto& [library, count] : sources) {
        std::set<std::string> included_by;
        for (const std::string part : {"engine", "app"}) {
            for (const auto& file : files_below(part, {".h", ".cpp", ".inl"})) {
                for (const auto& line : lines_of(file)) {
                    if (line.find("#include " + library) == 0) {
                        included_by.insert(file.string());
                    }
                }
            }
        }
        EXPECT_EQ(included_by.size(), count) << library;
        for (const auto& file : included_by) {
            EXPECT_EQ(std::filesystem::path(file).extension(), ".cpp") << file;
        }
    }
}

// The same: other headers name the type of a value alone, with json_fwd.h. The command line's report holds values.
TEST(CodeRules, HeadersDoNotIncludeTheJsonLibrary) {
    for (const std::string part : {"engine", "app"}) {
        for (const auto& file : files_below(part, {".h", ".cpp", ".inl"})) {
            const bool is_header = std::filesystem::path(file).extension() == ".h";
            const std::string name = std::filesystem::path(file).filename();
            for (const auto& line : lines_of(file)) {
                EXPECT_TRUE(name == "json.h" || line.find("#include <nlohmann/json.hpp>") != 0) << file;
                EXPECT_TRUE(!is_header || name == "report.h" || line != "#include \"engine/core/json.h\"") << file;
            }
        }
    }
}

// Eigen's solvers take seconds of each compilation: sources share those that are compiled once, which a header does not
// pass on to the sources of others. The fallback for a BLAS decomposes in place, by other templates.
TEST(CodeRules, MatricesAreDecomposedByTheSolversThatAreCompiledOnce) {
    const std::regex solvers("#include <Eigen/(Cholesky|Eigenvalues|QR|SVD|Dense)>.*");
    const std::regex compiled("#include \".*compiled_solvers.h\"");
    std::size_t sharing = 0;
    for (const std::string part : {"engine", "app", "tests"}) {
        for (const auto& file : files_below(part, {".h", ".cpp"})) {
            const bool is_source = file.extension() == ".cpp";
            const bool is_exempt = file.stem() == "compiled_solvers" || file.filename() == "dense_systems_eigen.cpp";
            for (const auto& line : lines_of(file)) {
                const bool shares = std::regex_match(line, compiled);
                sharing += shares ? 1 : 0;
                EXPECT_TRUE(is_exempt || !is_source || !std::regex_match(line, solvers)) << file << ": " << line;
                EXPECT_TRUE(is_exempt || is_source || !shares) << file << ": " << line;
            }
        }
    }
    EXPECT_GT(sharing, 20U);
}

// In the label beside the name, or in a line of the output. A seed that is an option is that of a method, not of its
// data.
TEST(CodeRules, BenchmarksOnSyntheticDataSaySoInTheirOutput) {
    std::size_t on_synthetic_data = 0;
    for (const auto& file : files_below("tests/benchmark", {".cpp"})) {
        const auto lines = lines_of(file);
        const auto has = [&lines](const std::string& word, const std::string& beside = "") {
            return std::ranges::any_of(lines, [&](const std::string& line) {
                return line.find(word) != line.npos && line.find(beside) != line.npos;
            });
        };
        const std::regex generator(R"(Rng rng\(\d)");
        const bool is_random =
            std::ranges::any_of(lines, [&](const std::string& line) { return std::regex_search(line, generator); });
        if (is_random || has("synthetic_model.h")) {
            ++on_synthetic_data;
            EXPECT_TRUE(has("SetLabel(", "synthetic") || has("printf(", "synthetic")) << file;
        }
    }
    EXPECT_GE(on_synthetic_data, 6U);
}

TEST(CodeRules, SyntheticDataHasOneName) {
    auto files = files_below("tests/benchmark", {".cpp", ".h", ".py"});
    files.push_back(source_dir() / "engine/docs/benchmarks.md");
    for (const auto& file : files) {
        for (const auto& line : lines_of(file)) {
            for (const std::string word :
                 {"made-up", "made_up", "random matrices", "andom models", "deformed at random"}) {
                EXPECT_EQ(line.find(word), line.npos) << file << ": " << line;
            }
        }
    }
}

TEST(CodeRules, EverySourceNamesItsLicenceAndEveryHeaderHasPragmaOnce) {
    for (const std::string part : {"engine", "app", "tests"}) {
        for (const auto& file : files_below(part, {".h", ".cpp"})) {
            const auto lines = lines_of(file);
            ASSERT_GE(lines.size(), 2u) << file;
            EXPECT_EQ(lines[0], "// SPDX-License-Identifier: MIT") << file;
            if (file.extension() == ".h") {
                EXPECT_EQ(lines[1], "#pragma once") << file;
            }
        }
    }
}

} // namespace
} // namespace limber::testing
