// SPDX-License-Identifier: MIT
#include "app/cli/window_options.h"

#include "app/cli/option_checks.h"
#include "app/creatures/creatures.h"
#include "app/document/character_description.h"
#include "app/document/choices.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <string_view>

namespace limber::app {
namespace {

constexpr std::array commands{"check",   "subspace", "simulate", "export", "render",
                              "compare", "gait",     "control",  "record", "replay"};
constexpr std::array help_flags{"--help", "-h", "--version"};
constexpr std::array options_with_a_value{
    "--clip",   "--clip-map", "--clip-stride",       "--clip-feet",     "--size",    "--record",
    "--report", "--picture",  "--exit-after-frames", "--content-scale", "--samples", "--coarse"};

template <typename Words>
bool is_one_of(std::string_view word, const Words& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string quoted(std::string_view word) {
    return "\"" + std::string(word) + "\"";
}

// "check, subspace, ... and replay"
std::string list_of_commands() {
    std::string list;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        list += (i == 0 ? "" : i + 1 < commands.size() ? ", " : " and ") + std::string(commands[i]);
    }
    return list;
}

std::string fault_in_file(std::string_view word, bool is_second) {
    if (is_second) {
        return quoted(word) + ": the window opens one file, so name only one";
    }
    std::error_code ignored;
    if (word.empty() || !std::filesystem::exists(std::filesystem::path(word), ignored)) {
        const std::string hint = built_in_hint(word);
        return quoted(word) + ": is neither a file nor a command" +
               (hint.empty() ? "; the commands are " + list_of_commands() : hint);
    }
    return {};
}

} // namespace

std::string window_help() {
    return "The window's options:\n"
           "  --clip FILE                 plays this clip in place of those of FILE; may be given several times\n"
           "  --clip-map FILE             which bone follows which joint of the clips, {\"joint\": \"bone\"} in JSON\n"
           "  --clip-stride S             factor of the way along the ground of clips of other skeletons\n"
           "  --clip-feet KIND            of clips of other skeletons: captured, feet as high as in the clip; turned,\n"
           "                              legs that only turn as those of the clip\n"
           "  --size WxH                  of the window [pixels]\n"
           "  --paused                    starts paused\n"
           "  --no-cache                  does not read or write the cache\n"
           "  --record FILE               writes a recording, for simulate --controls and replay\n"
           "  --exit-after-frames N       closes after N frames\n"
           "  --picture FILE              with --exit-after-frames: the last frame with panels, as .png\n"
           "  --samples N                 samples a pixel for smooth edges, 1 to 16 [4]; fewer draw faster\n"
           "  --content-scale S           scale of texts and controls; 0: the display's\n"
           "  --report FILE               for tests: the state and the layout, as JSON\n"
           "  --coarse N                  for tests: one sample for N x N pixels of the 3D picture\n"
           "\n"
           "limber COMMAND --help lists the options of a command.";
}

bool starts_with_command(int argc, const char* const* argv) {
    return argc > 1 && (is_one_of(argv[1], commands) || is_one_of(argv[1], help_flags));
}

bool asks_for_json(int argc, const char* const* argv) {
    return std::any_of(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; });
}

std::string fault_in_window_value(std::string_view option, const std::string& value) {
    if (option == "--size") {
        return fault_in_size(value);
    }
    if (option == "--exit-after-frames") {
        return fault_in_count(value, 0, std::numeric_limits<int>::max());
    }
    if (option == "--samples" || option == "--coarse") {
        return fault_in_count(value, 1, 16);
    }
    if (option == "--content-scale") {
        return fault_in_number(value, {0, 16, false, false, ""});
    }
    if (option == "--clip-stride") {
        return fault_in_number(value, {stride_range.low, stride_range.high, false, false, ""});
    }
    if (option == "--clip-feet") {
        return is_one_of(value, clip_feet_names) ? "" : "must be " + alternatives(clip_feet_names);
    }
    if (option == "--picture") {
        return fault_in_ending(value, ".png", "");
    }
    return fault_in_name(value, option == "--clip"       ? "a clip file"
                                : option == "--clip-map" ? "a file of joints and bones"
                                                         : "a file");
}

std::string fault_in_window_arguments(int argc, const char* const* argv) {
    bool has_file = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--paused" || word == "--no-cache") {
            continue;
        }
        if (is_one_of(word, options_with_a_value)) {
            if (i + 1 == argc) {
                return std::string(word) + ": needs a value behind it";
            }
            if (auto fault = fault_in_window_value(word, argv[++i]); !fault.empty()) {
                return std::string(word) + ": " + fault;
            }
        } else if (!word.empty() && word.front() == '-') {
            return std::string(word) +
                   ": is no option of the window, and the options of a command come behind its name; limber --help "
                   "lists both";
        } else if (auto fault = fault_in_file(word, has_file); !fault.empty()) {
            return fault;
        } else {
            has_file = true;
        }
    }
    return "name a file for the window to open, or a command: " + list_of_commands();
}

} // namespace limber::app
