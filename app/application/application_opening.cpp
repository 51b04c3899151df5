#include "app/application/application_parts.h"

#include "app/creatures/creatures.h"

#include <utility>

// Opening scenes, and what stays where one could not be opened or built.
namespace limber::app {

void Application::open(const std::filesystem::path& path) {
    joins_ = false;
    to_try_ = {path};
    open_next();
}

void Application::add(const std::filesystem::path& path) {
    joins_ = built() != nullptr;
    to_try_ = {path};
    open_next();
}

// Of several files the first that can be opened.
void Application::open_next() {
    if (to_try_.empty()) {
        return;
    }
    const std::filesystem::path path = to_try_.front();
    to_try_.pop_front();
    if (built() && path.extension() == ".json") {
        open_unless_gait(path);
    } else {
        open_as_scene(path);
    }
}

void Application::open_as_scene(const std::filesystem::path& path) {
    gait_candidate_.reset();
    opening_ = path;
    building_what_ = "Opening " + spoken_name(*opening_) + " ...";
    arriving_.reset();
    worker_.open(*opening_);
}

// What is being built is not wanted any more.
void Application::call_off() {
    worker_.cancel();
    arriving_.reset();
    to_try_.clear();
}

// A model that could not be built stays what it was; a scene that did not open changes nothing.
void Application::keep_old_character(const Error& error, const std::filesystem::path& instead) {
    const bool was_opening = opening_.has_value();
    opening_.reset();
    joins_ = false;
    if (const auto model = document_.scene.models.find(rebuilding_);
        !was_opening && model != document_.scene.models.end()) {
        document_.put_back();
        const CharacterDescription& built = models_.at(rebuilding_)->description;
        const Document* before = history_.newest([&](const Document& document) {
            const auto then = document.scene.models.find(rebuilding_);
            return then != document.scene.models.end() && then->second.muscles.same_shapes(built.muscles);
        });
        if (before && !model->second.muscles.same_shapes(built.muscles)) {
            document_.take_back_gaits(*before, rebuilding_);
        }
        // No build decides over what it can and is to learn.
        GaitLibrary gaits = std::move(model->second.muscles.gaits);
        GaitSearchSettings problem = std::move(model->second.muscles.problem);
        const SurroundingsDescription contact = model->second.contact;
        model->second = built;
        model->second.muscles.gaits = std::move(gaits);
        model->second.muscles.problem = std::move(problem);
        keep_surroundings(rebuilding_, contact);
        document_.take_out(document_.selected);
        history_.withdraw(document_);
    }
    if (error.kind != ErrorKind::cancelled) {
        const bool offers = !instead.empty();
        messages_.say({Message::Kind::error, sentence(error) + ".",
                       was_opening ? Message::Topic::opening : Message::Topic::building,
                       offers ? Message::Offer::open : Message::Offer::none, instead});
    }
    open_next();
    if (!opening_) {
        rebuild_outdated();
    }
}

} // namespace limber::app
