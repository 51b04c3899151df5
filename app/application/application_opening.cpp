#include "app/application/application_parts.h"

#include "app/controllers/surroundings.h"
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
    if (joins_ || open_document_.request(OpenRequest{path}, built() && editor_.is_modified())) {
        open_now(path);
    }
}

void Application::open_now(const std::filesystem::path& path) {
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

// Restores what the model was built from. Gaits and search settings stay: no build depends on them.
void Application::withdraw_edits_of(int model) {
    const CharacterDescription& built = models_.at(model)->description;
    const Document* before = editor_.history().newest([&](const Document& document) {
        const auto then = document.scene.models.find(model);
        return then != document.scene.models.end() && then->second.muscles.same_shapes(built.muscles);
    });
    editor_.edit([&](Document& document) {
        CharacterDescription& description = document.scene.models.at(model);
        if (before && !description.muscles.same_shapes(built.muscles)) {
            restore_gaits(document.scene, before->scene, model);
        }
        GaitLibrary gaits = std::move(description.muscles.gaits);
        GaitSearchSettings problem = std::move(description.muscles.problem);
        const SurroundingsDescription contact = description.contact;
        description = built;
        description.muscles.gaits = std::move(gaits);
        description.muscles.problem = std::move(problem);
        restore_surroundings(document.scene, models_, model, contact);
    });
    editor_.withdraw();
}

// A model that could not be built stays what it was; a scene that did not open changes nothing.
void Application::keep_old_character(const Error& error, const std::filesystem::path& instead) {
    const bool was_opening = opening_.has_value();
    opening_.reset();
    joins_ = false;
    if (!was_opening && editor_.scene().models.contains(rebuilding_)) {
        withdraw_edits_of(rebuilding_);
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
