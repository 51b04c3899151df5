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

    int frame_count() const {
        return static_cast<int>(keys.size());
    }
    /// [s]; a looping clip's last key leads back to its first.
    double duration() const;
};

/// No frames, a frame rate that is not positive, a frame for another number of bones, not finite.
std::optional<Error> fault_in(const Clip& clip, int bone_count);

/// The clip at any time [s], smooth in between: each matrix is cut into a translation, a rotation and a stretch
/// (polar decomposition), and each part follows a Catmull-Rom curve through the keys, rotations as
/// quaternions along the shorter arc, so that velocities have no jump at the keys. A looping clip is
/// periodic; any other stands still before its start and after its end. Prepared once, then
/// sampled without allocation into a pose of the right size.
class ClipSampler {
public:
    /// The clip must have no fault.
    explicit ClipSampler(const Clip& clip);
    void sample(double time, Pose& pose) const;
    Pose at(double time) const;

private:
    struct Key {
        Eigen::Vector4d rotation; // quaternion (x y z w)
        Vec3 translation;
        Mat3 stretch;
    };
    /// Four frames around a time and what each of them counts.
    struct Blend {
        int frames[4];
        double weights[4];
    };
    static Key key_of(const Affine& matrix);
    Blend blend_at(double time) const;
    Affine blended(const Blend& blend, std::size_t bone) const;

    std::vector<std::vector<Key>> keys_; // frames x bones
    double frame_rate_ = 30.0;
    bool looping_ = true;
};

} // namespace limber
