#include "app/application/application.h"
#include "app/cli/command_line.h"
#include "app/document/opening.h"
#include "engine/core/contract.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>

namespace {

using namespace limber;
using namespace limber::app;

// Our own mistake: say where, so that it can be mended, and stop before it does harm.
void say_and_abort(const char* condition, const limber::SourceLocation& where) {
    std::cerr << "limber: a mistake of Limber's own at " << where.file_name() << ":" << where.line() << ": expected "
              << condition << ". Please report it.\n";
    std::abort();
}

// The same in the window, where a person has something to lose: thrown to the end of the thread that made it. What the
// simulation, a build or a search did wrong is told there, and the window lives on; what the window itself did wrong
// ends it, after all has been saved that can be.
void say_and_throw(const char* condition, const limber::SourceLocation& where) {
    const std::string file = std::filesystem::path(where.file_name()).filename().string();
    const std::string what = "a mistake of Limber's own at " + file + ":" + std::to_string(where.line()) +
                             " (expected " + condition + "); please report it";
    std::cerr << "limber: " << what << ".\n";
    throw std::logic_error(what);
}

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

// A window that fails on a display, and a run that ends in an error, are told and nothing else.
bool has_display() {
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

// Nothing that lies in the folder already is written over.
std::string free_picture_name() {
    std::error_code trouble;
    std::string name = "limber.png";
    for (int number = 2; std::filesystem::exists(name, trouble); ++number) {
        name = "limber-" + std::to_string(number) + ".png";
    }
    return name;
}

// Where there is no display to open a window on, the character is drawn into a file instead.
int draw_a_picture(const ApplicationOptions& options) {
    const auto scene = options.file.empty() ? default_scene() : Result<std::filesystem::path>(options.file);
    if (!scene) {
        std::cerr << "limber: " << sentence(scene.error()) << ".\n";
        return 1;
    }
    const std::string picture = free_picture_name();
    std::cerr << "limber: a picture is drawn into " << picture << " instead.\n";
    std::array<std::string, 7> words{"limber", "render", scene.value().string(), "--frame", "60", "--out", picture};
    std::array<char*, 7> arguments{};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        arguments.at(i) = words.at(i).data();
    }
    return run_command_line(static_cast<int>(arguments.size()), arguments.data());
}

} // namespace

int main(int argc, char** argv) {
    set_contract_handler(&say_and_abort);
    const auto options = window_options(argc, argv);
    if (!options) {
        return run_command_line(argc, argv);
    }
    set_contract_handler(&say_and_throw);
    const auto lived = run_application(*options);
    set_contract_handler(&say_and_abort);
    if (lived) {
        return lived.value();
    }
    std::cerr << "limber: " << sentence(lived.error()) << ".\n";
    return has_display() ? 1 : draw_a_picture(*options);
}
