#pragma once

#include "engine/rig/skeleton.h"

#include <string>
#include <vector>

/// An animation clip: the bones' world matrices, key by key.
namespace limber {

struct Clip {
    std::string name;
    double frame_rate = 30.0; // [1/s]
    bool looping = true;      // the frame after the last is the first
    std::vector<Pose> keys;   // frames x bones

    int frame_count() const { return static_cast<int>(keys.size()); }
    /// [s]; a looping clip's last key leads back to its first.
    double duration() const;
};

/// The clip at any time [s], smooth in between: translations, rotations (along the shorter arc) and
/// stretches each by Catmull-Rom, so that velocities have no jump at the keys. Prepared once, then
/// sampled without allocation into a pose of the right size.
class ClipSampler {
public:
    explicit ClipSampler(const Clip& clip);
    void sample(double time, Pose& pose) const;
    Pose at(double time) const;

private:
    struct Key {
        Eigen::Vector4d rotation; // quaternion (w x y z), sign continuous along the clip
        Vec3 translation;
        Mat3 stretch;
    };
    std::vector<std::vector<Key>> keys_;
    double frame_rate_ = 30.0;
    bool looping_ = true;
};

} // namespace limber
