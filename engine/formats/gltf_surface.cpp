// SPDX-License-Identifier: MIT
#include "engine/formats/gltf_surface.h"

#include "engine/formats/gltf_look.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double entries_max = 2e8; // 1.6 GB of weights or displacements

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

// Of one primitive.
struct Piece {
    Points V;             // of the file
    std::vector<int> F;   // three a triangle
    Matrix joints;        // n x 4k
    Matrix joint_weights; // n x 4k
    std::vector<Points> deltas;
    GltfPieceLook look;
    int node = -1;
    std::string where;
};

Points points_of(const GltfModel::Values& values) {
    return Eigen::Map<const Points>(values.numbers.data(), static_cast<Index>(values.count), 3);
}

std::vector<int> corners_of(GltfModel& file, const tinygltf::Primitive& primitive, std::size_t vertex_count,
                            const std::string& where) {
    std::vector<int> corners;
    if (primitive.indices < 0) {
        for (std::size_t i = 0; i < vertex_count; ++i) {
            corners.push_back(static_cast<int>(i));
        }
        return corners;
    }
    const auto values = file.values(primitive.indices, {1}, where);
    for (const double number : values.numbers) {
        if (!(number >= 0.0 && number < static_cast<double>(vertex_count)) || number != std::floor(number)) {
            file.refuse("has an index of a vertex that does not exist; export it again", where);
            return {};
        }
        corners.push_back(static_cast<int>(number));
    }
    return corners;
}

std::vector<int> triangles_of(const std::vector<int>& corners, int mode) {
    if (mode == TINYGLTF_MODE_TRIANGLES) {
        return {corners.begin(), corners.end() - static_cast<std::ptrdiff_t>(corners.size() % 3)};
    }
    std::vector<int> F;
    for (std::size_t i = 2; i < corners.size(); ++i) {
        if (mode == TINYGLTF_MODE_TRIANGLE_FAN) {
            F.insert(F.end(), {corners[0], corners[i - 1], corners[i]});
        } else if (i % 2 == 0) {
            F.insert(F.end(), {corners[i - 2], corners[i - 1], corners[i]});
        } else {
            F.insert(F.end(), {corners[i - 1], corners[i - 2], corners[i]});
        }
    }
    return F;
}

void read_skin(GltfModel& file, const tinygltf::Primitive& primitive, std::size_t joint_count, Piece& piece) {
    for (int set = 0; file.is_sound(); ++set) {
        const auto joints = primitive.attributes.find("JOINTS_" + std::to_string(set));
        const auto weights = primitive.attributes.find("WEIGHTS_" + std::to_string(set));
        if (joints == primitive.attributes.end() && weights == primitive.attributes.end() && set > 0) {
            return;
        }
        if (joints == primitive.attributes.end() || weights == primitive.attributes.end()) {
            return file.refuse("has a skin, but no joints or no weights of its vertices; export it again", piece.where);
        }
        const auto j = file.values(joints->second, {4}, piece.where);
        const auto w = file.values(weights->second, {4}, piece.where);
        const auto count = static_cast<Index>(j.count);
        if (file.is_sound() && (count != piece.V.rows() || w.count != j.count)) {
            file.refuse("has joints or weights for another number of vertices; export it again", piece.where);
        }
        for (const double joint : j.numbers) {
            if (!(joint >= 0.0 && joint < static_cast<double>(joint_count))) {
                file.refuse("has a vertex that hangs on a joint that does not exist; export it again", piece.where);
            }
        }
        if (!file.is_sound()) {
            return;
        }
        using Rows = Eigen::Matrix<double, Eigen::Dynamic, 4, Eigen::RowMajor>;
        piece.joints.conservativeResize(count, 4 * (set + 1));
        piece.joint_weights.conservativeResize(count, 4 * (set + 1));
        piece.joints.rightCols<4>() = Eigen::Map<const Rows>(j.numbers.data(), count, 4);
        piece.joint_weights.rightCols<4>() = Eigen::Map<const Rows>(w.numbers.data(), count, 4);
    }
}

void read_deltas(GltfModel& file, const tinygltf::Primitive& primitive, Piece& piece) {
    for (const auto& target : primitive.targets) {
        const auto position = target.find("POSITION");
        piece.deltas.push_back(Points::Zero(piece.V.rows(), 3));
        if (position == target.end()) {
            continue;
        }
        const auto values = file.values(position->second, {3}, piece.where + ", morph target");
        if (file.is_sound() && static_cast<Index>(values.count) != piece.V.rows()) {
            file.refuse("has a morph target for another number of vertices; export it again", piece.where);
        }
        if (!file.is_sound()) {
            return;
        }
        piece.deltas.back() = points_of(values);
    }
}

class SurfaceReader {
public:
    SurfaceReader(GltfModel& file, const GltfNodes& tree, const GltfBones& bones)
        : file_(file), tree_(tree), bones_(bones) {}

    GltfSurface surface() {
        for (std::size_t i = 0; i < tree_.nodes.size() && file_.is_sound(); ++i) {
            if (tree_.nodes[i].is_in_scene && tree_.nodes[i].mesh >= 0) {
                read_mesh(static_cast<int>(i));
            }
        }
        if (other_count_ > 0) {
            made_.warnings.push_back(
                std::to_string(other_count_) +
                (other_count_ == 1 ? " piece of points or lines was left out, because only triangles are read"
                                   : " pieces of points or lines were left out, because only triangles are read"));
        }
        if (file_.is_sound()) {
            assemble();
        }
        return std::move(made_);
    }

private:
    void read_mesh(int node) {
        const auto& mesh = file_.model().meshes[at(tree_.nodes[at(node)].mesh)];
        for (std::size_t p = 0; p < mesh.primitives.size() && file_.is_sound(); ++p) {
            const tinygltf::Primitive& primitive = mesh.primitives[p];
            const std::string where =
                "mesh " + std::to_string(tree_.nodes[at(node)].mesh) + ", primitive " + std::to_string(p);
            const int mode = primitive.mode < 0 ? TINYGLTF_MODE_TRIANGLES : primitive.mode;
            if (mode < TINYGLTF_MODE_TRIANGLES) {
                ++other_count_;
            } else if (mode > TINYGLTF_MODE_TRIANGLE_FAN) {
                file_.refuse("is of a kind that does not exist; export it again", where);
            } else {
                read_piece(node, primitive, mode, where);
            }
        }
    }

    void read_piece(int node, const tinygltf::Primitive& primitive, int mode, const std::string& where) {
        if (primitive.extensions.contains("KHR_draco_mesh_compression")) {
            return file_.refuse("is compressed by Draco; export it without compression", where);
        }
        const auto position = primitive.attributes.find("POSITION");
        if (position == primitive.attributes.end()) {
            return file_.refuse("has no positions; export it again", where);
        }
        const auto positions = file_.values(position->second, {3}, where);
        if (!file_.is_sound()) {
            return;
        }
        Piece piece;
        piece.node = node;
        piece.where = where;
        piece.V = points_of(positions);
        piece.F = triangles_of(corners_of(file_, primitive, positions.count, where), mode);
        const int skin = tree_.nodes[at(node)].skin;
        if (skin >= 0) {
            read_skin(file_, primitive, file_.model().skins[at(skin)].joints.size(), piece);
        }
        read_deltas(file_, primitive, piece);
        piece.look = gltf_piece_look(file_, primitive, piece.V.rows(), where);
        vertex_count_ += piece.V.rows();
        corner_count_ += static_cast<Index>(piece.F.size());
        pieces_.push_back(std::move(piece));
    }

    void assemble() {
        const auto bone_count = static_cast<Index>(bones_.skeleton.bone_count());
        if (corner_count_ == 0) {
            return file_.refuse(
                "has no triangles in its scene; export it with its meshes, or add it to a character as a clip",
                "meshes");
        }
        name_targets();
        const auto target_count = static_cast<double>(made_.rig.targets.size());
        if (static_cast<double>(vertex_count_) * (static_cast<double>(bone_count) + 3.0 * target_count) > entries_max) {
            return file_.refuse("has weights of too many bones, targets and vertices for any memory", "meshes");
        }
        RigDraft& rig = made_.rig;
        rig.skeleton = bones_.skeleton;
        rig.domain = WeightDomain::surface;
        rig.may_have_dependent_targets = true;
        rig.surface.V.resize(vertex_count_, 3);
        rig.surface.F.resize(corner_count_ / 3, 3);
        rig.W = Matrix::Zero(vertex_count_, bone_count);
        for (Target& target : rig.targets) {
            target.d = Points::Zero(vertex_count_, 3);
        }
        begin_look();
        Index vertex = 0;
        Index triangle = 0;
        for (const Piece& piece : pieces_) {
            place(piece, vertex, triangle);
            vertex += piece.V.rows();
            triangle += static_cast<Index>(piece.F.size() / 3);
        }
        if (!rig.surface.V.allFinite()) {
            return file_.refuse("has vertices so far away that they cannot be computed with; export it again",
                                "meshes");
        }
        choose_bones_of_targets();
    }

    void begin_look() {
        GltfMaterials read = gltf_materials(file_);
        made_.warnings.insert(made_.warnings.end(), read.warnings.begin(), read.warnings.end());
        SurfaceLook& look = made_.look;
        look.materials = std::move(read.materials);
        look.pictures = std::move(read.pictures);
        look.normals.resize(vertex_count_, 3);
        look.places.resize(vertex_count_, 2);
        look.colours.resize(vertex_count_, 3);
        look.material_of.resize(static_cast<std::size_t>(vertex_count_));
        look.object_of.resize(static_cast<std::size_t>(vertex_count_));
    }

    // Each node with a mesh is one. Precondition: the pieces of a node come one after the other.
    int object_of(const Piece& piece) {
        if (piece.node != last_node_) {
            const tinygltf::Node& node = file_.model().nodes[at(piece.node)];
            made_.look.objects.push_back(node.name.empty() ? file_.model().meshes[at(node.mesh)].name : node.name);
            last_node_ = piece.node;
        }
        return static_cast<int>(made_.look.objects.size()) - 1;
    }

    // Targets of different meshes with the same name are one.
    void name_targets() {
        const auto& meshes = file_.model().meshes;
        made_.target_of.resize(meshes.size());
        for (const Piece& piece : pieces_) {
            const int index = tree_.nodes[at(piece.node)].mesh;
            std::vector<int>& targets = made_.target_of[at(index)];
            while (targets.size() < piece.deltas.size()) {
                targets.push_back(target_named(name_of_target(index, targets.size())));
            }
        }
    }

    std::string name_of_target(int mesh, std::size_t target) const {
        const auto& extras = file_.model().meshes[at(mesh)].extras;
        if (extras.IsObject() && extras.Has("targetNames")) {
            const tinygltf::Value& names = extras.Get("targetNames");
            if (names.IsArray() && target < names.ArrayLen() && names.Get(static_cast<int>(target)).IsString()) {
                return names.Get(static_cast<int>(target)).Get<std::string>();
            }
        }
        return "morph " + std::to_string(mesh) + "." + std::to_string(target);
    }

    int target_named(const std::string& name) {
        auto& targets = made_.rig.targets;
        const auto found = std::ranges::find(targets, name, &Target::name);
        if (found == targets.end()) {
            targets.push_back({name, 0, {}});
            return static_cast<int>(targets.size()) - 1;
        }
        return static_cast<int>(found - targets.begin());
    }

    void place(const Piece& piece, Index first_vertex, Index first_triangle) {
        const GltfNode& node = tree_.nodes[at(piece.node)];
        const Affine& map = node.skin >= 0 ? bones_.skin_maps[at(node.skin)] : bones_.node_maps[at(piece.node)];
        const Mat3 A = map.leftCols<3>();
        RigDraft& rig = made_.rig;
        rig.surface.V.middleRows(first_vertex, piece.V.rows()) =
            (piece.V * A.transpose()).rowwise() + map.col(3).transpose();
        const bool is_mirrored = A.determinant() < 0.0;
        for (std::size_t k = 0; k < piece.F.size(); ++k) {
            const auto corner = static_cast<Index>(k % 3);
            const Index column = is_mirrored ? 2 - corner : corner;
            rig.surface.F(first_triangle + static_cast<Index>(k / 3), column) =
                piece.F[k] + static_cast<int>(first_vertex);
        }
        weigh(piece, first_vertex);
        paint(piece, A, first_vertex);
        for (std::size_t t = 0; t < piece.deltas.size(); ++t) {
            const int target = made_.target_of[at(node.mesh)][t];
            rig.targets[at(target)].d.middleRows(first_vertex, piece.V.rows()) = piece.deltas[t] * A.transpose();
        }
    }

    // Normals stay perpendicular to the triangles under a map that is not a rotation.
    void paint(const Piece& piece, const Mat3& A, Index first_vertex) {
        const Index count = piece.V.rows();
        SurfaceLook& look = made_.look;
        const Mat3 map = A.determinant() == 0.0 ? Mat3(Mat3::Identity()) : Mat3(A.inverse().transpose());
        for (Index i = 0; i < count; ++i) {
            const Vec3 normal = (map * piece.look.normals.row(i).transpose()).normalized(); // zero stays zero
            look.normals.row(first_vertex + i) = normal.allFinite() ? normal : Vec3(Vec3::Zero());
        }
        look.places.middleRows(first_vertex, count) = piece.look.places;
        look.colours.middleRows(first_vertex, count) = piece.look.colours;
        std::fill_n(look.material_of.begin() + first_vertex, count, piece.look.material);
        std::fill_n(look.object_of.begin() + first_vertex, count, object_of(piece));
        for (const VertexField& field : piece.look.fields) {
            field_named(field.name).segment(first_vertex, count) = field.values;
        }
    }

    // Zero on pieces that do not have it.
    Vector& field_named(const std::string& name) {
        auto& fields = made_.look.fields;
        const auto found = std::ranges::find(fields, name, &VertexField::name);
        if (found != fields.end()) {
            return found->values;
        }
        fields.push_back({name, Vector::Zero(vertex_count_)});
        return fields.back().values;
    }

    void weigh(const Piece& piece, Index first_vertex) {
        const GltfNode& node = tree_.nodes[at(piece.node)];
        if (node.skin < 0) {
            made_.rig.W.col(bones_.of_node[at(piece.node)]).segment(first_vertex, piece.V.rows()).setOnes();
            return;
        }
        const std::vector<int>& of_joint = bones_.of_skin[at(node.skin)];
        for (Index i = 0; i < piece.V.rows(); ++i) {
            for (Index k = 0; k < piece.joints.cols(); ++k) {
                const int bone = of_joint[static_cast<std::size_t>(piece.joints(i, k))];
                made_.rig.W(first_vertex + i, bone) += piece.joint_weights(i, k);
            }
        }
    }

    // On tets, a target turns with one bone: the one that carries most of it.
    void choose_bones_of_targets() {
        for (Target& target : made_.rig.targets) {
            const Vector sizes = target.d.rowwise().norm();
            const Vector shares = made_.rig.W.transpose() * sizes;
            shares.maxCoeff(&target.bone);
        }
    }

    GltfModel& file_;
    const GltfNodes& tree_;
    const GltfBones& bones_;
    std::vector<Piece> pieces_;
    Index vertex_count_ = 0;
    int last_node_ = -1; // of the piece that was placed last
    Index corner_count_ = 0;
    Index other_count_ = 0;
    GltfSurface made_;
};

} // namespace

GltfSurface gltf_surface(GltfModel& file, const GltfNodes& tree, const GltfBones& bones) {
    return SurfaceReader(file, tree, bones).surface();
}

} // namespace limber
