#include "app/application.h"
#include "app/cli/command_line.h"

int main(int argc, char** argv) {
    if (const auto window = limber::app::window_options(argc, argv)) {
        return limber::app::run_application(*window);
    }
    return limber::app::run_command_line(argc, argv);
}
