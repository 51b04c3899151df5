#include "app/cli/command_line.h"

int main(int argc, char** argv) {
    return limber::app::run_command_line(argc, argv);
}
