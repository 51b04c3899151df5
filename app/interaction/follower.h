#pragma once

#include "app/interaction/orbit_camera.h"

#include <optional>

/// The camera goes along with whom one looks at. It keeps to the selected one, whoever that is, and leans towards the
/// middle of all while they are near; it steps back when they spread, and no farther than that the selected one is
/// still of a fair size: the others may leave the picture, except where they are compared. What it did for others it
/// takes back when they go. Over the ground it goes along at once; up and down only with who climbs out of the
/// picture's calm part, or falls out of it.
namespace limber::app {

/// Who is there in a frame.
struct CameraTargets {
    int selected = 0;         // the selected one
    std::size_t count = 0;    // of all
    BoundingBox selected_box; // around it [m]
    BoundingBox scene_box;    // around all of them [m]
    double size = 1.0;        // of the selected one, whatever it does [m]
    bool goes = false;        // the camera goes along with it
    bool is_held = false;     // by the hand, under which nothing glides away
    bool is_compared = false; // all of them stay in the picture, however far apart they go
};

class Follower {
public:
    /// The camera stands as it should before these.
    void start(const CameraTargets& now);
    /// `seconds`: since the last call. To somebody else who is selected and walks it glides where the `area` does not
    /// show them well.
    void follow(const CameraTargets& now, const Vec3& up, double seconds, const ViewArea& area, GlidingCamera& camera);
    /// What it keeps its eye on [m].
    const Vec3& place() const {
        return place_;
    }

    static Vec3 place_of(const CameraTargets& camera_targets);

private:
    void turn_to(const CameraTargets& now, const ViewArea& area, GlidingCamera& camera);
    void keep_all(const CameraTargets& now, const ViewArea& area, GlidingCamera& camera) const;
    void go_along(const CameraTargets& now, double share_of_climb, const Vec3& up, GlidingCamera& camera);

    std::optional<CameraTargets> before_;
    Vec3 place_ = Vec3::Zero();
};

} // namespace limber::app
