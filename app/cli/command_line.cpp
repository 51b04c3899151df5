#include "app/cli/command_line.h"

#include <CLI/CLI.hpp>

namespace limber::app {

int run_command_line(int argc, char** argv) {
    CLI::App app{"Limber brings characters to life"};
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return 0;
}

} // namespace limber::app
