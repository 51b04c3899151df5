#include "app/application/application_parts.h"

#include "app/document/free_place.h"
#include "engine/mesh/boxes.h"

#include <algorithm>

// Where the characters are, for the camera, the floor and the light.
namespace limber::app {
namespace {

constexpr double sharp_share = 0.6; // of the camera's distance: how far from its target one still looks closely

bool meet(const BoundingBox& a, const BoundingBox& b) {
    return (a.low.array() <= b.high.array()).all() && (b.low.array() <= a.high.array()).all();
}

// Where it starts: its clip's first pose, in its place.
AffineStack starting_maps(const Character& character, const LiveControls& controls) {
    const Skeleton& skeleton = character.rig.skeleton;
    const int clip = controls.clip;
    const bool plays = clip >= 0 && clip < static_cast<int>(character.clips.size());
    Pose pose = plays ? character.clips[static_cast<std::size_t>(clip)].keys.front() : rest_pose(skeleton);
    for (Affine& world : pose) {
        world = compose(controls.rig_offset, world);
    }
    return skinning_maps(skeleton, pose);
}

BoundingBox moved_by(const BoundingBox& box, const Vec3& way) {
    return {box.low + way, box.high + way};
}

} // namespace

bool Application::moves_by_itself(const Snapshot& actor) {
    return actor.character->description.rig_kind == RigKind::none && actor.character->contact_points;
}

// How far a body that moves by itself is seen to have come since it was at rest.
Vec3 Application::way_of(const Snapshot& actor) const {
    if (!view_.secondary || !moves_by_itself(actor)) {
        return Vec3::Zero();
    }
    const Points moved = actor.character->contact_points->phi.transpose() * actor.state.Z;
    return editor_.document().exaggeration * moved.colwise().mean().transpose();
}

BoundingBox Application::rig_box_of(const Snapshot& actor) {
    return actor.character->skin->outline.box(actor.state.P);
}

// Where it is: the box of its rig's pose, and of one that moves by itself, along with it.
BoundingBox Application::box_of(const Snapshot& actor) const {
    return moved_by(rig_box_of(actor), way_of(actor));
}

// Where it starts, and starts again.
BoundingBox Application::starting_box(const CharacterInstance& part) const {
    const Character& character = *models_.at(part.model);
    return character.skin->outline.box(starting_maps(character, part.controls));
}

BoundingBox Application::rig_box_of_all() const {
    BoundingBox all = actors_.empty() ? BoundingBox{} : rig_box_of(actors_.front());
    for (const Snapshot& actor : actors_) {
        all = united(all, rig_box_of(actor));
    }
    return all;
}

BoundingBox Application::box_of_all() const {
    BoundingBox all = actors_.empty() ? BoundingBox{} : box_of(actors_.front());
    for (const Snapshot& actor : actors_) {
        all = united(all, box_of(actor));
    }
    return all;
}

// Of those who have not fallen out of it; of all, where nobody is left.
std::vector<BoundingBox> Application::boxes_in_the_scene() const {
    const Vec3 up = hand_.camera.now().up;
    const double start = floor_of_all();
    std::vector<BoundingBox> all;
    std::vector<BoundingBox> left;
    for (const Snapshot& actor : actors_) {
        const BoundingBox box = box_of(actor);
        const auto& around = actor.obstacles ? actor.obstacles : actor.character->obstacles;
        all.push_back(box);
        if (!has_fallen_out(box, around ? *around : Obstacles{}, start, up)) {
            left.push_back(box);
        }
    }
    return left.empty() ? all : left;
}

// Around whoever stands where one looks closely; around the selected one where nobody does.
BoundingBox Application::sharp_box() const {
    const OrbitCamera& camera = hand_.camera.now();
    const Vec3 reach = Vec3::Constant(sharp_share * camera.distance);
    const BoundingBox looked_at{camera.target - reach, camera.target + reach};
    std::optional<BoundingBox> sharp;
    for (const Snapshot& actor : actors_) {
        const BoundingBox box = box_of(actor);
        if (meet(box, looked_at)) {
            sharp = sharp ? united(*sharp, box) : box;
        }
    }
    return sharp.value_or(box_of(snapshot_));
}

CameraTargets Application::find_camera_targets() const {
    const Character& character = *snapshot_.character;
    const bool is_carried_off = actors_.size() == 1 && character.skin->outline.travels(editor_.controls().clip);
    CameraTargets camera_targets;
    camera_targets.whom = snapshot_.actor;
    camera_targets.count = actors_.size();
    camera_targets.its = box_of(snapshot_);
    camera_targets.all = box_of_all();
    camera_targets.size = character.skin->outline.reach(-1).diagonal();
    camera_targets.goes = moves_by_itself(snapshot_) || is_carried_off;
    camera_targets.is_held = hand_.is_holding();
    camera_targets.is_compared = compares();
    return camera_targets;
}

} // namespace limber::app
