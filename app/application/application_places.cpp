#include "app/application/application_parts.h"

#include "app/scene/free_place.h"
#include "engine/mesh/boxes.h"

#include <algorithm>

// Where the characters are, for the camera, the floor and the light.
namespace limber::app {
namespace {

constexpr double sharp_share = 0.6; // of the camera's distance: how far from its target one still looks closely

bool meet(const Box& a, const Box& b) {
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

Box moved_by(const Box& box, const Vec3& way) {
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
    return view_.exaggeration * moved.colwise().mean().transpose();
}

Box Application::rig_box_of(const Snapshot& actor) {
    return actor.character->skin->outline.box(actor.state.P);
}

// Where it is: the box of its rig's pose, and of one that moves by itself, along with it.
Box Application::box_of(const Snapshot& actor) const {
    return moved_by(rig_box_of(actor), way_of(actor));
}

// Where it starts, and starts again.
Box Application::starting_box(const Part& part) const {
    const Character& character = *models_.at(part.model);
    return character.skin->outline.box(starting_maps(character, part.controls));
}

Box Application::rig_box_of_all() const {
    Box all = actors_.empty() ? Box{} : rig_box_of(actors_.front());
    for (const Snapshot& actor : actors_) {
        all = united(all, rig_box_of(actor));
    }
    return all;
}

Box Application::box_of_all() const {
    Box all = actors_.empty() ? Box{} : box_of(actors_.front());
    for (const Snapshot& actor : actors_) {
        all = united(all, box_of(actor));
    }
    return all;
}

// Of those who have not fallen out of it; of all, where nobody is left.
std::vector<Box> Application::boxes_in_the_scene() const {
    const Vec3 up = hand_.camera.now().up;
    const double start = floor_of_all();
    std::vector<Box> all;
    std::vector<Box> left;
    for (const Snapshot& actor : actors_) {
        const Box box = box_of(actor);
        const auto& around = actor.obstacles ? actor.obstacles : actor.character->obstacles;
        all.push_back(box);
        if (!has_fallen_out(box, around ? *around : Obstacles{}, start, up)) {
            left.push_back(box);
        }
    }
    return left.empty() ? all : left;
}

// Around whoever stands where one looks closely; around the selected one where nobody does.
Box Application::sharp_box() const {
    const OrbitCamera& camera = hand_.camera.now();
    const Vec3 reach = Vec3::Constant(sharp_share * camera.distance);
    const Box looked_at{camera.target - reach, camera.target + reach};
    std::optional<Box> sharp;
    for (const Snapshot& actor : actors_) {
        const Box box = box_of(actor);
        if (meet(box, looked_at)) {
            sharp = sharp ? united(*sharp, box) : box;
        }
    }
    return sharp.value_or(box_of(snapshot_));
}

Company Application::company_now() const {
    const Character& character = *snapshot_.character;
    const bool is_carried_off = actors_.size() == 1 && character.skin->outline.travels(edits_.controls.clip);
    Company company;
    company.whom = snapshot_.actor;
    company.count = actors_.size();
    company.its = box_of(snapshot_);
    company.all = box_of_all();
    company.size = character.skin->outline.reach(-1).diagonal();
    company.goes = moves_by_itself(snapshot_) || is_carried_off;
    company.is_held = hand_.is_holding();
    company.is_compared = compares();
    return company;
}

} // namespace limber::app
