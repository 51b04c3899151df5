// SPDX-License-Identifier: MIT
#include "app/recording/failures.h"

#include "app/character_build/cached_build.h"
#include "app/document/opening.h"
#include "app/document/scene_paths.h"
#include "app/recording/session_file.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

// A file stem of plain letters for any scene name.
std::string stem_of(const std::string& name) {
    std::string stem;
    for (const char c : name.substr(0, 40)) {
        const auto code = static_cast<unsigned char>(c);
        stem += std::isalnum(code) != 0 ? static_cast<char>(std::tolower(code)) : '-';
    }
    return stem.empty() ? "scene" : stem;
}

// Files with larger numbers were not written by Limber and are ignored.
constexpr std::int64_t number_max = 1'000'000'000'000;

// The number after the last dash, to the end of the stem and as Limber writes it: "bar-05" and "bar-5 (copy)" have
// none, which is 0. Failures of all scenes are counted together.
std::int64_t number_of(const Path& file) {
    const std::string stem = file.stem().string();
    const std::size_t dash = stem.rfind('-');
    if (dash == std::string::npos) {
        return 0;
    }
    const std::string digits = stem.substr(dash + 1);
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number > 0 && number < number_max && std::to_string(number) == digits ? number : 0;
}

// Those that Limber has written, oldest first.
std::vector<Path> recording_files_in(const Path& folder) {
    std::vector<Path> files = json_files_in(folder);
    std::erase_if(files, [](const Path& file) { return number_of(file) == 0; });
    std::stable_sort(files.begin(), files.end(),
                     [](const Path& a, const Path& b) { return number_of(a) < number_of(b); });
    return files;
}

// Numbers the files anew from 1 on, in their order, when the numbers are used up. Files of the same number keep the
// same number, so no name is taken twice: a new number is never larger than the old one, and the file that had it has
// been renamed before. A file whose new name is taken all the same, as by one that could not be renamed, keeps its own.
void renumber(const std::vector<Path>& files) {
    std::int64_t before = 0;
    std::int64_t number = 0;
    for (const Path& file : files) {
        number += number_of(file) != before ? 1 : 0;
        before = number_of(file);
        const std::string stem = file.stem().string();
        const Path renamed =
            file.parent_path() / (stem.substr(0, stem.rfind('-') + 1) + std::to_string(number) + ".json");
        std::error_code trouble;
        if (std::filesystem::symlink_status(renamed, trouble).type() == std::filesystem::file_type::not_found) {
            std::filesystem::rename(file, renamed, trouble);
        }
    }
}

} // namespace

std::optional<Path> keep_failure(const Session& session) {
    const auto folder = users_folder("failures");
    return folder ? keep_failure(session, *folder) : std::nullopt;
}

std::optional<Path> keep_failure(const Session& session, const Path& folder) {
    std::error_code trouble;
    std::filesystem::create_directories(folder, trouble);
    std::vector<Path> files = recording_files_in(folder);
    if (!files.empty() && number_of(files.back()) + 1 == number_max) {
        renumber(files);
        files = recording_files_in(folder);
    }
    const std::int64_t number = files.empty() ? 1 : number_of(files.back()) + 1;
    const CharacterDescription& scene = session.segments.back().characters.front().scene;
    const Path path = folder / (stem_of(scene.name) + "-" + std::to_string(number) + ".json");
    if (!write_session(session, path)) {
        return std::nullopt;
    }
    for (std::size_t old = 0; old + failures_max <= files.size(); ++old) {
        std::filesystem::remove(files[old], trouble);
    }
    return path;
}

} // namespace limber::app
