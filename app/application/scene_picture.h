// SPDX-License-Identifier: MIT
#pragma once

#include "app/application/compared_bodies.h"
#include "app/application/display.h"
#include "app/application/shown_loads.h"
#include "app/application/target_shape.h"
#include "app/rendering/renderer.h"
#include "app/session/application_session.h"
#include "app/view/obstacle_renderer.h"
#include "app/window/window.h"

#include <memory>
#include <optional>
#include <vector>

/// Draws the session: characters, obstacles, contacts, loads, the target of a muscle, and the pictures in panels.
namespace limber::app {

class ScenePicture {
public:
    /// Loads the pictures of the scenes that come with the program.
    ScenePicture(Renderer renderer, const std::vector<std::filesystem::path>& scenes);

    /// Uploads parts of the newly built meshes to the GPU for a few milliseconds, and shows them once all of them are
    /// uploaded.
    void upload(ApplicationSession& session);
    /// `scale`: framebuffer pixels per window pixel. Returns what the errors of the driver require: messages, and the
    /// end of what cannot be drawn.
    Commands draw(const ApplicationSession& session, const PixelSize& pixels, double scale);
    /// Draws the view without panels, at its size in the window; without the background if `is_transparent`.
    Result<Image> capture(const ApplicationSession& session, const Layout& layout, double scale, bool is_transparent);
    /// Draws a frame of a film in the same way; nullopt: a mesh of it is not uploaded yet. The next call of `draw`
    /// places what is around the characters again.
    Result<std::optional<Image>> capture(const ApplicationSession& session, const FilmFrame& frame,
                                         const Layout& layout, double scale);
    /// Adds the state that only the picture has.
    void add_to(UiState& ui_state, const ApplicationSession& session);
    /// Adds a caption for the shown target of a muscle at the bottom of the view.
    void add_caption(Sketch& sketch, const ApplicationSession& session) const;
    /// Draw calls of the last picture, without panels.
    int draw_calls() const {
        return renderer_.draw_calls();
    }

private:
    Result<Done> update_obstacles(const ApplicationSession& session);
    Result<Done> update_compared(const ApplicationSession& session);
    void add_compared(const ApplicationSession& session, const Layout& layout, double scale, DrawList& list) const;
    Result<Done> show_loads(const ModelDescription& description, const CharacterPtr& character, int chosen);
    void draw_loads(const ApplicationSession& session, const ViewOptions& view, const Snapshot& snapshot,
                    const OrbitCamera& camera, Overlay& marks) const;
    Overlay marks_of(const ApplicationSession& session, const ViewOptions& view, const std::vector<Snapshot>& snapshots,
                     const OrbitCamera& camera) const;
    Result<Done> update_paint(const ApplicationSession& session);
    void update_place(const SessionState& state, const OrbitCamera& camera, const Vec3& way);
    Result<Image> captured(DrawList list, const Layout& layout, double scale, bool is_transparent);

    Renderer renderer_;
    Display display_;
    ShownLoads loads_;
    TargetShape target_;
    ComparedBodies compared_;
    CommonObstacles common_obstacles_;                      // the drawn obstacles
    std::shared_ptr<const PopulationView> population_view_; // the shown population
    unsigned int population_texture_ = 0;
    std::vector<SceneTile> tiles_;
};

} // namespace limber::app
