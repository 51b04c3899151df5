// SPDX-License-Identifier: MIT
#include "app/application/run_application.h"

#include "app/application/application.h"
#include "app/application/signals.h"
#include "app/creatures/creatures.h"
#include "app/jobs/catch_exceptions.h"
#include "app/window/lost_display.h"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>

namespace limber::app {
namespace {

// Writes the requested files, after an error also unsaved changes, and returns the exit code.
int finish_application(Application& application, const std::optional<Error>& trouble) {
    bool all_is_well = !trouble && application.session().is_all_saved();
    if (trouble) {
        std::cerr << "limber: " << sentence(*trouble) << ".\n";
        application.session().save_after_error();
    }
    for (const Result<Done>& written :
         {application.session().write_recording(), application.reporter().picture_written(),
          application.reporter().report_written()}) {
        if (!written) {
            std::cerr << "limber: " << sentence(written.error()) << ".\n";
            all_is_well = false;
        }
    }
    const int code = all_is_well ? 0 : 1;
    if (trouble || !application.session().wait_until_idle(std::chrono::milliseconds(300))) {
        remove_temporary_creatures();
        std::cout.flush();
        std::_Exit(code); // a factorisation may still be running
    }
    return code;
}

} // namespace

Result<int> run_application(const ApplicationOptions& options) {
    handle_signals();
    WindowOptions wanted;
    wanted.width = options.width;
    wanted.height = options.height;
    auto window = Window::create(wanted);
    if (!window) {
        return window.error();
    }
    auto renderer = Renderer::create({.samples = options.samples,
                                      .coarseness = options.coarseness,
                                      .shadow_size = options.coarseness > 1 ? 256 : 1024});
    if (!renderer) {
        return renderer.error();
    }
    auto layer = ImGuiLayer::create(window.value().content_scale());
    if (!layer) {
        return layer.error();
    }
    std::unique_ptr<Application> application;
    const Error display_is_lost{ErrorKind::bad_input, "the window had to close, because its display was lost", {}};
    const auto trouble = thrown_by(
        [&] {
            application = std::make_unique<Application>(options, std::move(window).value(), std::move(layer).value(),
                                                        std::move(renderer).value());
            on_lost_display([&] { finish_application(*application, display_is_lost); });
            application->run();
        },
        {"the window had to close", "use fewer modes, clusters or characters"});
    if (!application) {
        return *trouble;
    }
    on_lost_display({}); // the window is destroyed
    return finish_application(*application, trouble);
}

} // namespace limber::app
