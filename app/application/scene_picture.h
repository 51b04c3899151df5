#pragma once

#include "app/application/display.h"
#include "app/application/target_shape.h"
#include "app/rendering/renderer.h"
#include "app/session/application_session.h"
#include "app/view/obstacle_renderer.h"

#include <memory>
#include <vector>

/// The session as it is drawn: characters, obstacles, contacts, the target of a muscle, and pictures in panels.
namespace limber::app {

class ScenePicture {
public:
    /// Loads the pictures of the scenes that come with the program.
    ScenePicture(Renderer renderer, const std::vector<std::filesystem::path>& scenes);

    /// Sends some of the meshes that are arriving to the GPU, and shows them once all of them are there.
    void upload(ApplicationSession& session);
    /// `scale`: framebuffer pixels per window pixel. Errors of the driver become messages of the session.
    void draw(ApplicationSession& session, const PixelSize& pixels, double scale);
    /// The view without panels, as large as in the window.
    Result<Image> capture(const ApplicationSession& session, const Layout& layout, double scale);
    /// Adds what only the picture knows.
    void add_to(UiState& ui_state, const ApplicationSession& session);
    /// What the picture shows of a muscle's target, at the bottom of the view.
    void add_caption(Sketch& sketch, const ApplicationSession& session) const;
    /// Of the last picture, without panels.
    int draw_calls() const {
        return renderer_.draw_calls();
    }

private:
    Result<Done> update_obstacles(const ApplicationSession& session);
    void update_paint(const ApplicationSession& session);
    void update_place(const ApplicationSession& session);

    Renderer renderer_;
    Display display_;
    TargetShape target_;
    CommonObstacles common_obstacles_;                      // that are drawn
    std::shared_ptr<const PopulationView> population_view_; // that is shown
    unsigned int population_texture_ = 0;
    std::vector<SceneTile> tiles_;
};

} // namespace limber::app
