// SPDX-License-Identifier: MIT
#include "app/imports/converter/bind_pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace limber::converter {
namespace {

using Matrix = aiMatrix4x4t<double>;
using Point = aiVector3t<double>;

constexpr double tolerance = 1e-3;       // of the size of a mesh, by which two places of it are one
constexpr double scale_tolerance = 0.05; // of volumes

struct Joint {
    const aiNode* node = nullptr;
    Matrix offset; // B
};

struct Skin {
    const aiNode* node = nullptr;
    const aiMesh* mesh = nullptr;
    std::vector<Joint> joints;
    std::array<Point, 8> corners; // of its box
};

bool is_invertible(const Matrix& m) {
    for (unsigned row = 0; row < 4; ++row) {
        for (unsigned column = 0; column < 4; ++column) {
            if (!std::isfinite(m[row][column])) {
                return false;
            }
        }
    }
    return std::abs(m.Determinant()) > 1e-30;
}

Matrix inverse(Matrix m) {
    return m.Inverse();
}

std::array<Point, 8> corners_of(const aiMesh& mesh) {
    Point low(0, 0, 0);
    Point high(0, 0, 0);
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
        const Point x(mesh.mVertices[v].x, mesh.mVertices[v].y, mesh.mVertices[v].z);
        low = v == 0 ? x : Point(std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z));
        high = v == 0 ? x : Point(std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z));
    }
    std::array<Point, 8> corners;
    for (unsigned i = 0; i < 8; ++i) {
        corners[i] =
            Point((i & 1U) != 0 ? high.x : low.x, (i & 2U) != 0 ? high.y : low.y, (i & 4U) != 0 ? high.z : low.z);
    }
    return corners;
}

bool are_one_place(const Matrix& a, const Matrix& b, const Skin& skin) {
    const double size = (a * skin.corners[7] - a * skin.corners[0]).Length();
    return std::ranges::all_of(
        skin.corners, [&](const Point& corner) { return (a * corner - b * corner).Length() <= tolerance * size; });
}

std::string name_of(const Skin& skin) {
    return skin.node->mName.C_Str();
}

class BindPoseFinder {
public:
    BindPoseFinder(const aiScene& scene, const std::map<std::string, const aiNode*>& node_of)
        : scene_(scene), node_of_(node_of) {}

    BindPose found() {
        collect(scene_.mRootNode);
        if (std::ranges::all_of(skins_, stands_as_bound)) {
            return std::move(pose_);
        }
        // The mesh with the most bones says where they rest.
        std::ranges::stable_sort(skins_,
                                 [](const Skin& a, const Skin& b) { return a.joints.size() > b.joints.size(); });
        for (const Skin& skin : skins_) {
            const Matrix place = place_of(skin);
            for (const Joint& joint : skin.joints) {
                if (rest_.emplace(joint.node, place * inverse(joint.offset)).second) {
                    bound_by_[joint.node] = name_of(skin);
                }
            }
        }
        set_locals(scene_.mRootNode, Matrix());
        return std::move(pose_);
    }

private:
    void collect(const aiNode* node) {
        for (unsigned m = 0; m < node->mNumMeshes; ++m) {
            const aiMesh& mesh = *scene_.mMeshes[node->mMeshes[m]];
            Skin skin{.node = node, .mesh = &mesh, .joints = joints_of(mesh), .corners = corners_of(mesh)};
            const bool is_sound =
                std::ranges::all_of(skin.joints, [](const Joint& joint) { return is_invertible(joint.offset); });
            if (!is_sound) {
                pose_.unbound.insert(&mesh);
                pose_.warnings.push_back("the bind matrices of the mesh " + name_of(skin) +
                                         " have no inverse, so that it is bound where its bones stand");
            } else if (!skin.joints.empty()) {
                skins_.push_back(std::move(skin));
            }
        }
        for (unsigned child = 0; child < node->mNumChildren; ++child) {
            collect(node->mChildren[child]);
        }
    }

    std::vector<Joint> joints_of(const aiMesh& mesh) const {
        std::vector<Joint> joints;
        for (unsigned b = 0; b < mesh.mNumBones; ++b) {
            const auto node = node_of_.find(mesh.mBones[b]->mName.C_Str());
            if (node != node_of_.end()) {
                joints.push_back({node->second, Matrix(mesh.mBones[b]->mOffsetMatrix)});
            }
        }
        return joints;
    }

    static Matrix place_by(const Joint& joint) {
        return world_of(joint.node) * joint.offset;
    }

    static bool stands_as_bound(const Skin& skin) {
        const Matrix first = place_by(skin.joints.front());
        return std::ranges::all_of(skin.joints,
                                   [&](const Joint& joint) { return are_one_place(first, place_by(joint), skin); });
    }

    // G
    Matrix place_of(const Skin& skin) {
        std::vector<const Joint*> known;
        for (const Joint& joint : skin.joints) {
            if (rest_.contains(joint.node)) {
                known.push_back(&joint);
            }
        }
        if (known.empty()) {
            return own_place_of(skin);
        }
        const auto by = [&](const Joint* joint) {
            return rest_.at(joint->node) * joint->offset;
        };
        const Matrix place = by(known.front());
        const auto odd =
            std::ranges::find_if(known, [&](const Joint* joint) { return !are_one_place(place, by(joint), skin); });
        if (odd != known.end()) {
            pose_.warnings.push_back("the meshes " + bound_by_.at((*odd)->node) + " and " + name_of(skin) +
                                     " were bound to their common bones in different poses: " + name_of(skin) +
                                     " moves as the file says, but rests apart from the other");
        }
        return place;
    }

    static Matrix own_place_of(const Skin& skin) {
        const Matrix stands = world_of(skin.node);
        const Joint* first = nullptr;
        for (const Joint& joint : skin.joints) {
            const Matrix moved = place_by(joint);
            if (!is_invertible(moved)) {
                continue;
            }
            if (std::abs(stands.Determinant() / moved.Determinant() - 1.0) < scale_tolerance) {
                return stands;
            }
            first = first ? first : &joint;
        }
        return first ? place_by(*first) : stands;
    }

    void set_locals(const aiNode* node, const Matrix& parent) {
        const Matrix local(node->mTransformation);
        Matrix rest = parent * local;
        if (const auto bound = rest_.find(node); bound != rest_.end() && is_invertible(parent)) {
            rest = bound->second;
            pose_.locals[node] = aiMatrix4x4(inverse(parent) * rest);
        }
        for (unsigned child = 0; child < node->mNumChildren; ++child) {
            set_locals(node->mChildren[child], rest);
        }
    }

    const aiScene& scene_;
    const std::map<std::string, const aiNode*>& node_of_;
    std::vector<Skin> skins_;
    std::map<const aiNode*, Matrix> rest_;          // R
    std::map<const aiNode*, std::string> bound_by_; // the mesh that says it
    BindPose pose_;
};

} // namespace

aiMatrix4x4t<double> world_of(const aiNode* node) {
    Matrix world;
    for (; node != nullptr; node = node->mParent) {
        world = Matrix(node->mTransformation) * world;
    }
    return world;
}

BindPose bind_pose(const aiScene& scene, const std::map<std::string, const aiNode*>& node_of) {
    return BindPoseFinder(scene, node_of).found();
}

} // namespace limber::converter
