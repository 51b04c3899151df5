#include "app/application.h"
#include "app/cli/command_line.h"
#include "app/scene/opening.h"
#include "engine/core/contract.h"

#include <array>
#include <cstdlib>
#include <iostream>
#include <source_location>

namespace {

using namespace limber;
using namespace limber::app;

// Our own mistake: say where, so that it can be mended, and stop before it does harm.
void say_and_abort(const char* condition, const std::source_location& where) {
    std::cerr << "limber: a mistake of Limber's own at " << where.file_name() << ":" << where.line() << ": expected "
              << condition << ". Please report it.\n";
    std::abort();
}

// Where no window can be opened, the character is drawn into a file instead.
int draw_a_picture(const ApplicationOptions& options) {
    const auto scene = options.file.empty() ? default_scene() : Result<std::filesystem::path>(options.file);
    if (!scene) {
        std::cerr << "limber: " << sentence(scene.error()) << ".\n";
        return 1;
    }
    std::array<std::string, 7> words{"limber", "render",    scene.value().string(), "--frame", "60",
                                     "--out",  "limber.png"};
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
    const auto lived = run_application(*options);
    if (lived) {
        return 0;
    }
    std::cerr << "limber: " << sentence(lived.error()) << ". A picture is drawn into limber.png instead.\n";
    return draw_a_picture(*options);
}
