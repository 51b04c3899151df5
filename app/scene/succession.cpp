#include "app/scene/succession.h"

#include "engine/model/projection.h"

#include <algorithm>

namespace limber::app {
namespace {

bool same_rest(const Skeleton& a, const Skeleton& b) {
    return std::equal(a.bones.begin(), a.bones.end(), b.bones.begin(), b.bones.end(),
                      [](const Bone& x, const Bone& y) { return x.rest == y.rest; });
}

template <typename Array>
bool same_array(const Array& a, const Array& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

} // namespace

bool same_body(const Character& one, const Character& other) {
    return same_array(one.mesh.X, other.mesh.X) && same_array(one.mesh.T, other.mesh.T) &&
           same_array(one.rig.W, other.rig.W) && same_rest(one.rig.skeleton, other.rig.skeleton);
}

std::shared_ptr<const Passage> passage(const CharacterPtr& from, const Character& to) {
    if (!same_body(*from, to)) {
        return nullptr;
    }
    Passage passage{from, {}};
    if (from->modes != to.modes || from->model.coordinate_count() != to.model.coordinate_count()) {
        passage.across = projection_between(to.model, to.modes->W, from->model, from->modes->W, to.mesh.X, to.mass);
    }
    return std::make_shared<const Passage>(std::move(passage));
}

std::shared_ptr<const Passage> known_passage(const CharacterPtr& from, const Character& to) {
    return to.passage && to.passage->from.lock() == from ? to.passage : passage(from, to);
}

bool follows(const Character& to, const CharacterPtr& from) {
    return (to.passage && to.passage->from.lock() == from) || same_body(*from, to);
}

} // namespace limber::app
