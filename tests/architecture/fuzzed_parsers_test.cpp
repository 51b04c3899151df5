// SPDX-License-Identifier: MIT
#include "tests/architecture/source_tree.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

// Every function that reads the bytes of a file is fuzzed.
namespace limber::testing {
namespace {

std::string text_in(const std::filesystem::path& file) {
    std::string text;
    for (const auto& line : lines_of(file)) {
        text += line + "\n";
    }
    return text;
}

// What the first group of the expression matches.
std::set<std::string> found_in(const std::string& text, const std::string& expression) {
    const std::regex pattern(expression);
    std::set<std::string> found;
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
        found.insert((*match)[1]);
    }
    return found;
}

std::set<std::string> words_in(const std::string& text) {
    return found_in(text, "([a-z0-9_]+)");
}

TEST(FuzzedParsers, AreAllParsersOfBytesInHeaders) {
    std::string fed;
    for (const auto& file : files_below("tests/fuzz", {".cpp"})) {
        fed += text_in(file);
    }
    std::set<std::string> parsers;
    for (const std::string part : {"engine", "app"}) {
        for (const auto& file : files_below(part, {".h"})) {
            parsers.merge(found_in(text_in(file), R"(\b(parse_\w+)\((?:const )?std::(?:string_view|span<))"));
        }
    }
    EXPECT_GT(parsers.size(), 20U);
    for (const std::string& parser : parsers) {
        EXPECT_NE(fed.find(parser + "("), fed.npos) << parser << " is not fuzzed: see tests/fuzz/fuzzed_parsers.h";
    }
}

TEST(FuzzedParsers, HaveAFeedAProgramAndACorpus) {
    const std::string table = text_in(source_dir() / "tests/fuzz/fuzzed_parsers.cpp");
    const std::set<std::string> replayed = found_in(table, R"re(\{"(\w+)", feed_\w+\})re");
    EXPECT_EQ(replayed, found_in(table, R"re(\bfeed_(\w+))re")) << "a feed has the name of its parser";
    const std::string header = text_in(source_dir() / "tests/fuzz/fuzzed_parsers.h");
    EXPECT_EQ(replayed, found_in(header, R"re(void feed_(\w+)\()re"));

    const std::string cmake = text_in(source_dir() / "tests/fuzz/CMakeLists.txt");
    const std::set<std::string> lists = found_in(cmake, R"re(foreach\(parser ([^)]*)\))re");
    ASSERT_EQ(lists.size(), 1U);
    EXPECT_EQ(replayed, words_in(*lists.begin())) << "tests/fuzz/CMakeLists.txt";

    std::set<std::string> folders;
    for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "tests/fuzz/corpus")) {
        if (entry.is_directory()) {
            folders.insert(entry.path().filename().string());
        }
    }
    EXPECT_EQ(replayed, folders) << "tests/fuzz/corpus";
}

} // namespace
} // namespace limber::testing
