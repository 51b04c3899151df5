#pragma once

#include "app/commands/window_commands.h"
#include "app/controllers/file_listing.h"

#include <optional>

/// A window in the window in which a file is found or named: folders and files, a filter, a path that can
/// be typed, and what was open before.
namespace limber::app {

class FileBrowser {
public:
    void show(FilePurpose purpose, const std::filesystem::path& start);
    void hide() {
        shown_ = false;
    }
    bool is_shown() const {
        return shown_;
    }
    /// Shown, but its path has not taken the keyboard yet: what is typed now is meant for it.
    bool is_about_to_be_typed_in() const {
        return shown_ && frames_until_typed_ > 0;
    }
    FilePurpose purpose() const {
        return purpose_;
    }

    /// Draws it, and returns the path once one was chosen: to be saved, with its ending, and a second time where it is
    /// there already.
    std::optional<std::filesystem::path> draw(const std::vector<std::filesystem::path>& recent, double content_scale,
                                              double width, double height);

private:
    bool saves() const {
        return purpose_ == FilePurpose::save || purpose_ == FilePurpose::save_recording;
    }
    std::filesystem::path with_ending(std::filesystem::path path) const;
    const char* title() const;
    const FileKind& kind() const;
    const char* words_for_none() const;
    void go_to(const std::filesystem::path& folder);
    void choose(const std::filesystem::path& path);
    const char* choose_label() const;
    void list(float height);
    void list_recent(const std::vector<std::filesystem::path>& recent, float height);
    bool is_choosable(const std::filesystem::path& typed) const;
    void enter(const std::filesystem::path& folder);
    std::filesystem::path typed_path() const;

    bool shown_ = false;
    bool just_shown_ = false;
    int frames_until_typed_ = 0; // at the most
    FilePurpose purpose_ = FilePurpose::open;
    std::filesystem::path folder_;
    std::string typed_;
    std::filesystem::path name_; // of what is to be saved, in whichever folder
    std::string filter_;
    std::string trouble_;
    std::vector<FileEntry> entries_;
    std::filesystem::path to_replace_; // chosen once, and there already
    std::optional<std::filesystem::path> chosen_;
};

} // namespace limber::app
