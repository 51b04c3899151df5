// SPDX-License-Identifier: MIT
#include "app/application/application_options.h"

#include "app/cli/option_checks.h"
#include "app/cli/window_options.h"
#include "app/creatures/creatures.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace limber::app {
namespace {

// Whether `name` is an option of the window with a value, and `value` is a valid one.
bool read_option(std::string_view name, const char* value, ApplicationOptions& options) {
    if (!fault_in_window_value(name, value).empty()) {
        return false;
    }
    if (name == "--size") {
        std::sscanf(value, "%dx%d", &options.width, &options.height);
    } else if (name == "--clip") {
        options.clips.emplace_back(value);
    } else if (name == "--clip-map") {
        options.clip_map = value;
    } else if (name == "--clip-stride") {
        options.clip_stride = parsed_number(value);
    } else if (name == "--clip-feet") {
        options.clip_feet = value;
    } else if (name == "--record") {
        options.record = value;
    } else if (name == "--report") {
        options.report = value;
    } else if (name == "--picture") {
        options.picture = value;
    } else if (name == "--exit-after-frames") {
        options.exit_after_frames = std::atoi(value);
    } else if (name == "--samples") {
        options.samples = std::atoi(value);
    } else if (name == "--coarse") {
        options.coarseness = std::atoi(value);
    } else if (name == "--content-scale") {
        options.content_scale = std::atof(value);
    } else {
        return false;
    }
    return true;
}

} // namespace

std::optional<ApplicationOptions> window_options(int argc, const char* const* argv) {
    ApplicationOptions options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--paused") {
            options.paused = true;
        } else if (argument == "--no-cache") {
            options.no_cache = true;
        } else if (i + 1 < argc && read_option(argument, argv[i + 1], options)) {
            ++i;
        } else if (argument.empty() || argument.front() == '-' || !options.file.empty()) {
            return std::nullopt;
        } else {
            // A subcommand has no extension and is not a file. Every other argument is a file to open.
            std::error_code ignored;
            const std::filesystem::path path(argument);
            if (!creature_named_by(path) && !path.has_extension() && !path.has_parent_path() &&
                !std::filesystem::exists(path, ignored)) {
                return std::nullopt;
            }
            options.file = path;
        }
    }
    return options;
}

} // namespace limber::app
