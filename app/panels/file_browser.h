// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/export_commands.h"
#include "app/commands/window_commands.h"
#include "app/controllers/folder_reader.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// A dialog inside the window that chooses or names a file: folders and files, a filter, a path that can be typed, and
/// recent files. Folders are read on a background thread.
namespace limber::app {

class FileBrowser {
public:
    void show(FilePurpose purpose, const std::filesystem::path& start);
    /// Files that the open scene was read from, which nothing may replace.
    void keep(std::vector<std::filesystem::path> files) {
        kept_ = std::move(files);
    }
    /// The steps that an export of the motion would write now, and how long they last [s].
    void set_motion(std::uint64_t steps, double seconds) {
        motion_steps_ = steps;
        motion_seconds_ = seconds;
    }
    /// How much of the motion before these steps is no longer stored [s].
    void set_removed_seconds(double seconds) {
        removed_seconds_ = seconds;
    }
    /// How much of that motion comes after the end of a clip that does not loop [s].
    void set_seconds_after_clip(double seconds) {
        seconds_after_clip_ = seconds;
    }
    /// How long a loop of the clips lasts [s]; 0: nothing loops; nullopt: unknown.
    void set_loop(std::optional<double> seconds) {
        loop_seconds_ = seconds;
    }
    /// The file that is open. A loop is chosen for each scene anew.
    void set_scene(const std::filesystem::path& scene) {
        is_loop_ = is_loop_ && scene == scene_;
        scene_ = scene;
    }
    /// Whether the camera of a film follows the character until the user chooses.
    void set_follows(bool follows) {
        film_.follows = chooses_follow_ ? film_.follows : follows;
    }
    void hide() {
        shown_ = false;
    }
    bool is_shown() const {
        return shown_;
    }
    /// The dialog is shown, but its path field does not have the keyboard focus yet. Text that is typed now belongs to
    /// the path.
    bool is_about_to_be_typed_in() const {
        return shown_ && frames_until_typed_ > 0;
    }
    /// The files and folders in the list.
    const std::vector<FileEntry>& entries() const {
        return entries_;
    }
    FilePurpose purpose() const {
        return purpose_;
    }
    /// How a motion is exported to a path.
    ExportMotion export_to(const std::filesystem::path& path) const {
        return {path, has_joints_ ? joints_ : 0, is_loop_, film_, frames_per_second_, morphs_, tolerance_};
    }

    /// Draws the dialog. Returns the chosen path. A path for saving has its ending; an existing file must be chosen
    /// twice.
    std::optional<std::filesystem::path> draw(const std::vector<std::filesystem::path>& recent, double content_scale,
                                              double width, double height);

private:
    bool saves() const {
        return purpose_ == FilePurpose::save || purpose_ == FilePurpose::save_recording ||
               purpose_ == FilePurpose::export_motion || purpose_ == FilePurpose::seen_motion;
    }
    std::filesystem::path with_ending(std::filesystem::path path) const;
    const char* title() const;
    const FileKind& kind() const;
    const char* words_for_none() const;
    void go_to(const std::filesystem::path& folder);
    void take_folder();
    void take_path();
    void choose_typed();
    void choose(const TypedPath& typed);
    std::string fault_in_target(const std::filesystem::path& file) const;
    const char* choose_label() const;
    void list(float height);
    bool takes_recent(const std::filesystem::path& path) const;
    void list_recent(const std::vector<std::filesystem::path>& recent, float height);
    void enter(const std::filesystem::path& folder);
    void morph_or_joints_row();
    void morph_encoding_choice();
    void morph_tolerance();
    static void rate_choice(const char* id, std::span<const double> rates, double& chosen);
    void film_row();
    void loop_row();
    std::string export_length() const;
    static float room_for_trouble(const std::string& trouble, float button_width);
    std::filesystem::path typed_path() const;

    bool shown_ = false;
    bool just_shown_ = false;
    int frames_until_typed_ = 0; // at most
    FilePurpose purpose_ = FilePurpose::open;
    std::filesystem::path folder_;
    std::string typed_;
    std::filesystem::path name_; // of the file to be saved, in any folder
    std::string filter_;
    std::string trouble_;
    FolderReader reader_;
    std::vector<std::filesystem::path> kept_;
    std::vector<FileEntry> entries_;
    bool types_name_ = false;          // into the path of the folder that is being read
    std::filesystem::path to_replace_; // an existing file that was chosen once
    std::optional<std::filesystem::path> chosen_;
    bool has_joints_ = false; // an exported .glb
    int joints_ = 64;         // at most
    MorphEncoding morphs_ = MorphEncoding::smaller;
    double tolerance_ = ExportMotion{}.tolerance; // of the morph targets
    bool is_loop_ = false;
    std::filesystem::path scene_; // for which it was chosen
    std::optional<double> loop_seconds_;
    std::uint64_t motion_steps_ = 0;
    double motion_seconds_ = 0.0;
    double removed_seconds_ = 0.0;
    double seconds_after_clip_ = 0.0;
    FilmSettings film_;              // an exported film
    bool chooses_follow_ = false;    // the user has chosen whether its camera follows
    double frames_per_second_ = 0.0; // of any other exported motion; 0: a frame a step
};

} // namespace limber::app
