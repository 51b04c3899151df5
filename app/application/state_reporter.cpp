#include "app/application/state_reporter.h"

#include "app/application/state_report.h"
#include "engine/core/file_bytes.h"

namespace limber::app {
namespace {

constexpr double report_seconds = 0.06; // between two reports

// The pixel of the surface's vertex that is closest to the eye, which nothing can hide, or a little beside it, towards
// the middle of the body, so that it is no edge.
Pixel nearest_pixel(const Points& x, const OrbitCamera& camera, const ViewArea& area) {
    Index nearest = 0;
    const Vec3 eye = frame_of(camera).eye;
    (x.rowwise() - eye.transpose()).rowwise().squaredNorm().minCoeff(&nearest);
    const Vec3 inside = 0.95 * x.row(nearest).transpose() + 0.05 * x.colwise().mean().transpose();
    return pixel_of(camera, area, inside).value_or(area.centre());
}

} // namespace

bool StateReporter::is_due(bool is_last) const {
    const double passed = std::chrono::duration<double>(Clock::now() - written_).count();
    return !report_.empty() && (is_last || passed >= report_seconds);
}

void StateReporter::write(const ReportedWindow& window) {
    written_ = Clock::now();
    const ApplicationSession& session = window.session;
    const ViewArea area = session.viewport().layout.dynamics;
    WindowState state{window.frame,
                      &window.ui_state,
                      &session.shown().all,
                      &session.features().viewport.interaction(),
                      &session.editor(),
                      &session.view(),
                      area,
                      0.0,
                      area.centre(),
                      window.asks_for_file,
                      session.features().viewport.interaction().is_holding() ||
                          session.features().painting.is_painting()};
    state.draw_calls = window.draw_calls;
    state.polled = std::chrono::duration<double>(polled_.time_since_epoch()).count();
    state.has_waiting_events = window.has_waiting_events;
    state.undo_entries = session.editor().history().count();
    state.searches = session.features().gait_search.count();
    state.goal = session.features().gait_search.movable_goal(goal_input(session.state()));
    const Snapshot& selected = session.shown().selected;
    if (selected.character) {
        const Points moved = boundary_positions(selected, {true, 1.0});
        const Points rig = boundary_positions(selected, {false, 1.0});
        state.secondary_motion = (moved - rig).rowwise().norm().maxCoeff();
        state.flesh = nearest_pixel(moved, session.state().camera.now(), area);
    }
    report_written_ = write_file(report_, state_json(state, widget_places()) + "\n");
}

void StateReporter::write_picture(const Image& image) {
    picture_written_ = write_png(image, picture_);
}

} // namespace limber::app
