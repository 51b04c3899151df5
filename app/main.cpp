// SPDX-License-Identifier: MIT
#include "app/application/run_application.h"
#include "app/cli/command_line.h"
#include "app/document/opening.h"
#include "engine/core/contract.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace limber;
using namespace limber::app;

// Reports the broken contract and aborts.
void report_and_abort(const char* condition, const limber::SourceLocation& where) {
    std::cerr << "limber: internal error at " << where.file_name() << ":" << where.line() << ": expected " << condition
              << ". Please report it.\n";
    std::abort();
}

// The window may hold unsaved work, so its contracts throw: the thread of the simulation, a build or a search reports
// the exception, and the window continues; an exception on the window's own thread ends it after saving.
void report_and_throw(const char* condition, const limber::SourceLocation& where) {
    const std::string file = std::filesystem::path(where.file_name()).filename().string();
    const std::string what = "internal error at " + file + ":" + std::to_string(where.line()) + " (expected " +
                             condition + "); please report it";
    std::cerr << "limber: " << what << ".\n";
    throw std::logic_error(what);
}

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

// With a display, a failure of the window is reported and no image is drawn.
bool has_display() {
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

// Returns a file name that does not exist yet.
std::string unused_image_name() {
    std::error_code trouble;
    std::string name = "limber.png";
    for (int number = 2; std::filesystem::exists(name, trouble); ++number) {
        name = "limber-" + std::to_string(number) + ".png";
    }
    return name;
}

// Without a display, the character is drawn to an image file instead.
int draw_image(const ApplicationOptions& options) {
    const auto scene = options.file.empty() ? default_scene() : Result<std::filesystem::path>(options.file);
    if (!scene) {
        std::cerr << "limber: " << sentence(scene.error()) << ".\n";
        return 1;
    }
    const std::string image = unused_image_name();
    std::cerr << "limber: drawing an image to " << image << " instead.\n";
    std::vector<std::string> words{"limber", "render", scene.value().string(), "--frame", "60", "--out", image};
    for (const std::filesystem::path& clip : options.clips) {
        words.emplace_back("--clip");
        words.push_back(clip.string());
    }
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    return run_command_line(static_cast<int>(arguments.size()), arguments.data());
}

// A write beyond the limit of a file's size then fails like one to a full disk, instead of ending the program with its
// temporary files left behind.
void ignore_size_signal() {
#ifdef SIGXFSZ
    std::signal(SIGXFSZ, SIG_IGN);
#endif
}

} // namespace

int main(int argc, char** argv) {
    ignore_size_signal();
    set_contract_handler(&report_and_abort);
    const auto options = window_options(argc, argv);
    if (!options) {
        return run_command_line(argc, argv);
    }
    set_contract_handler(&report_and_throw);
    const auto result = run_application(*options);
    set_contract_handler(&report_and_abort);
    if (result) {
        return result.value();
    }
    std::cerr << "limber: " << sentence(result.error()) << ".\n";
    return has_display() ? 1 : draw_image(*options);
}
