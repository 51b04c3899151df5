// SPDX-License-Identifier: MIT
// Writes where the rig of a glTF file alone puts its surface, for gltf_check.py: `gltf_motion FILE OUT`. OUT has 64-bit
// floats: the number of vertices, of clips, and of times of each clip; the rest positions; for each clip and time the
// time [s] and the positions.
#include "engine/formats/gltf_file.h"

#include <fstream>
#include <iostream>

namespace limber {
namespace {

constexpr int times_a_clip = 9;

void write(std::ofstream& out, const double* numbers, Index count) {
    out.write(reinterpret_cast<const char*>(numbers), count * static_cast<Index>(sizeof(double)));
}

void write_clip(const Clip& clip, const Rig& rig, const Points& X, std::ofstream& out) {
    const ClipSampler sampler(clip);
    for (int i = 0; i < times_a_clip; ++i) {
        // Between frames, and up to the last one: after it, a clip that loops leads to its start.
        const double time = 0.9973 * i / (times_a_clip - 1) * (clip.frame_count() - 1) / clip.frame_rate;
        Points x = Points::Zero(X.rows(), 3);
        add_rig_motion(X, rig, rig_maps(rig, sampler.at(time), sampler.weights_at(time)), x);
        write(out, &time, 1);
        write(out, x.data(), x.size());
    }
}

int write_motion(const char* file, const char* path) {
    auto read = read_gltf(file);
    if (!read) {
        std::cerr << sentence(read.error()) << "\n";
        return 1;
    }
    const GltfCharacter& character = read.value().value;
    Rig rig{character.rig.skeleton, character.rig.W, character.rig.targets};
    for (Index i = 0; i < rig.W.rows(); ++i) {
        rig.W.row(i) /= rig.W.row(i).sum();
    }
    const Points& X = character.rig.surface.V;
    std::ofstream out(path, std::ios::binary);
    const double counts[] = {static_cast<double>(X.rows()), static_cast<double>(character.clips.size()), times_a_clip};
    write(out, counts, 3);
    write(out, X.data(), X.size());
    for (const Clip& clip : character.clips) {
        write_clip(clip, rig, X, out);
    }
    return out.good() ? 0 : 1;
}

} // namespace
} // namespace limber

int main(int count, char** arguments) {
    if (count != 3) {
        std::cerr << "usage: gltf_motion FILE OUT\n";
        return 2;
    }
    return limber::write_motion(arguments[1], arguments[2]);
}
