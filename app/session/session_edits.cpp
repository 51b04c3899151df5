#include "app/session/application_session.h"

#include "app/document/gait_origin.h"

#include <utility>

// Commands that change what features share: the document, the view, messages and requests to the window.
namespace limber::app {

void ApplicationSession::carry_out_here(const ShowMessage& command) {
    messages_.say(command.message);
}

void ApplicationSession::carry_out_here(const RemoveMessages& command) {
    messages_.is_over(command.topic);
}

void ApplicationSession::carry_out_here(const DismissMessage& command) {
    messages_.dismiss(command.text);
}

void ApplicationSession::notify(const std::string& text, Message::Topic topic) {
    messages_.say({Message::Kind::notice, text, topic});
}

void ApplicationSession::carry_out_here(const EditDocument& command) {
    editor_.edit(command.change, command.name);
}

void ApplicationSession::carry_out_here(const EditCharacter& command) {
    editor_.apply(command.draft);
}

void ApplicationSession::carry_out_here(const SelectCharacter& command) {
    if (!editor_.scene().instance(command.id)) {
        return;
    }
    if (command.id != editor_.selected()) {
        carry_out_here(CancelGesture{}); // of the character that was selected
    }
    editor_.select(command.id);
    features_.viewport.select({});
    features_.painting.put_down(view_.brush);
    show_selected();
}

void ApplicationSession::carry_out_here(const AddInstance& command) {
    CharacterInstance instance = command.instance;
    instance.id = models_.next_id();
    const int id = instance.id;
    editor_.edit([&](Document& document) { document.scene.instances.push_back(std::move(instance)); });
    if (command.is_selected) {
        carry_out(SelectCharacter{id});
    }
}

void ApplicationSession::carry_out_here(const MakeModelUnique&) {
    const CharacterInstance* instance = editor_.instance();
    if (!instance || editor_.scene().sharers(instance->model) < 2) {
        return;
    }
    const int model = models_.duplicate(instance->model);
    editor_.edit([&, id = instance->id](Document& document) {
        CharacterInstance& own = *document.scene.instance(id);
        document.scene.models[model] = document.scene.models.at(own.model);
        own.model = model;
    });
}

// A drag that selected or placed nothing in the document, such as the camera's, goes on.
void ApplicationSession::carry_out_here(const CancelGesture&) {
    if (!is_editing() || !editor_.is_changed_by_gesture()) {
        return;
    }
    editor_.cancel_gesture();
    features_.viewport.cancel_drag();
    features_.painting.cancel_stroke();
    rebuild_outdated();
}

void ApplicationSession::carry_out_here(const EditView& command) {
    command.change(view_);
}

void ApplicationSession::carry_out_here(const MarkSaved& command) {
    editor_.mark_saved(command.revision);
}

void ApplicationSession::carry_out_here(const AskForFile& command) {
    AskForFile request = command;
    if (request.start.empty()) {
        request.start = features_.files.usual_folder();
    }
    is_choosing_file_ = true;
    requests_.emplace_back(std::move(request));
}

void ApplicationSession::carry_out_here(const FileNotChosen&) {
    is_choosing_file_ = false;
}

void ApplicationSession::carry_out_here(const CloseFileBrowser& command) {
    is_choosing_file_ = false;
    requests_.emplace_back(command);
}

void ApplicationSession::carry_out_here(const SavePicture& command) {
    requests_.emplace_back(command);
}

void ApplicationSession::carry_out_here(const CloseWindow& command) {
    requests_.emplace_back(command);
}

// Esc leaves one thing at a time: a drag, the question, what is shown over the view, the brush, the selection.
void ApplicationSession::leave() {
    if (is_editing() && editor_.is_changed_by_gesture()) {
        carry_out(CancelGesture{});
    } else if (!features_.files.question().empty()) {
        carry_out(AnswerUnsaved{UnsavedAnswer::cancel});
    } else if (view_.shortcuts || view_.scenes || is_choosing_file_) {
        view_.shortcuts = false;
        view_.scenes = false;
        carry_out(CloseFileBrowser{});
    } else if (view_.brush.is_held) {
        features_.painting.put_down(view_.brush);
    } else {
        carry_out(ClearSelection{});
    }
}

void ApplicationSession::undo_or_redo(bool redo) {
    messages_.is_over(Message::Topic::undo);
    if (is_editing() && editor_.is_changed_by_gesture()) {
        carry_out(CancelGesture{});
        return;
    }
    editor_.settle(); // an edit of this frame is the first one to be undone
    const std::string name = redo ? editor_.history().redo_name() : editor_.history().undo_name();
    const int selected = editor_.selected();
    const bool was_comparing = is_comparing(editor_.scene());
    const MuscleControls muscles = editor_.controls().muscles;
    if (redo ? editor_.redo() : editor_.undo()) {
        follow_document(selected, muscles, was_comparing);
        messages_.is_over(Message::Topic::undone);
        notify((redo ? "Redone: " : "Undone: ") + name + ".", Message::Topic::undone);
    }
}

// Running models and the view follow the document.
void ApplicationSession::follow_document(int selected_before, const MuscleControls& muscles_before,
                                         bool was_comparing) {
    if (is_comparing(editor_.scene()) && !was_comparing) {
        carry_out(RestartSimulation{}); // from the same line, as when they were first compared
    }
    const MuscleControls& muscles = editor_.controls().muscles;
    view_.target =
        editor_.selected() == selected_before ? target_after(view_.target, muscles_before, muscles) : TargetShown{};
    const NamedGait* plays = origin_of(muscles.gait, editor_.description().muscles.gaits);
    if (plays && muscles.gait != muscles_before.gait) {
        view_.gait = plays->name; // the chosen gait is the one that plays again
    }
    if (state().built() && !features_.opening.opening() && !rebuild_outdated()) {
        carry_out(DropBuild{});
    }
}

} // namespace limber::app
