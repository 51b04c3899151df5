// SPDX-License-Identifier: MIT
#include "app/imports/converter/bind_pose.h"
#include "app/imports/converter/collada_morphs.h"
#include "engine/core/json.h"
#include "engine/core/sanitizers.h"
#include "engine/core/utf8.h"

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <utility>
#include <vector>

// limber_convert FILE SECONDS MEGABYTES: reads FBX and Collada with assimp, and writes a .glb to the standard output,
// in front of which is a line "limber-conversion 1 WARNINGS BYTES" and a line for each warning. A file that it refuses
// gives one sentence and the exit status 1. It is a program of its own, and the only one that uses assimp, so that a
// crash or endless loop on a malformed file ends nothing else; what it writes is checked by the reader of glTF as any
// file is.
//
// Where the bones do not stand in the pose in which the skins were bound, they rest in that pose (bind_pose.h), and
// each animation has the places where they stand for bones that it does not move.
namespace {

using limber::Json;
using limber::converter::world_of;
namespace fs = std::filesystem;

constexpr double times_per_second = 25.0; // of an animation that does not say it
constexpr std::size_t influences = 4;     // of an attribute of joints
constexpr std::size_t picture_bytes_max = std::size_t{64} << 20U;

struct Refusal {
    std::string sentence;
};

std::string one_line(std::string_view text) {
    std::string line;
    for (const char c : text.substr(0, 240)) {
        line += c >= ' ' && c <= '~' ? c : '?';
    }
    return line;
}

std::string name_of(const aiString& text) {
    return std::string(limber::first_bytes({text.C_Str(), text.length}, 1000));
}

/// The values of a .glb.
class Buffers {
public:
    template <typename T>
    int add(const std::vector<T>& numbers, const char* type, std::size_t width, bool has_bounds = false) {
        const int view = add_bytes(numbers.data(), numbers.size() * sizeof(T));
        Json accessor{{"bufferView", view}, {"count", numbers.size() / width}, {"type", type}};
        accessor["componentType"] = std::is_same_v<T, float> ? 5126 : std::is_same_v<T, std::uint32_t> ? 5125 : 5123;
        if (has_bounds && !numbers.empty()) {
            const auto [low, high] = std::ranges::minmax(numbers);
            accessor["min"] = Json::array({low});
            accessor["max"] = Json::array({high});
        }
        accessors.push_back(std::move(accessor));
        return static_cast<int>(accessors.size()) - 1;
    }
    int add_bytes(const void* first, std::size_t count) {
        bytes.append((4 - bytes.size() % 4) % 4, '\0');
        views.push_back({{"buffer", 0}, {"byteOffset", bytes.size()}, {"byteLength", count}});
        bytes.append(static_cast<const char*>(first), count);
        return static_cast<int>(views.size()) - 1;
    }

    Json accessors = Json::array();
    Json views = Json::array();
    std::string bytes;
};

void append(std::vector<float>& all, const aiVector3D& v) {
    all.insert(all.end(), {v.x, v.y, v.z});
}

std::vector<float> points(const aiVector3D* first, unsigned count) {
    std::vector<float> all;
    for (unsigned i = 0; i < count; ++i) {
        append(all, first[i]);
    }
    return all;
}

Json columns_of(const aiMatrix4x4& m) {
    return Json::array(
        {m.a1, m.b1, m.c1, m.d1, m.a2, m.b2, m.c2, m.d2, m.a3, m.b3, m.c3, m.d3, m.a4, m.b4, m.c4, m.d4});
}

struct Parts {
    aiVector3D scale;
    aiQuaternion turn;
    aiVector3D place;
};

Parts parts_of(const aiMatrix4x4& local) {
    Parts parts;
    local.Decompose(parts.scale, parts.turn, parts.place);
    return parts;
}

class SceneWriter {
public:
    SceneWriter(const aiScene& scene, fs::path folder) : scene_(scene), folder_(std::move(folder)) {}

    std::string glb() {
        note_animated();
        note_names(scene_.mRootNode);
        pose_ = limber::converter::bind_pose(scene_, node_of_);
        std::ranges::for_each(pose_.warnings, [&](const std::string& sentence) { warn(sentence); });
        add_node(scene_.mRootNode);
        for (unsigned m = 0; m < scene_.mNumMaterials; ++m) {
            add_material(*scene_.mMaterials[m]);
        }
        add_pieces(scene_.mRootNode);
        for (unsigned a = 0; a < scene_.mNumAnimations; ++a) {
            add_animation(*scene_.mAnimations[a]);
        }
        return packed();
    }
    const std::vector<std::string>& warnings() const {
        return warnings_;
    }

private:
    void warn(const std::string& sentence) {
        if (std::ranges::find(warnings_, sentence) == warnings_.end()) {
            warnings_.push_back(sentence);
        }
    }

    void note_animated() {
        for (unsigned a = 0; a < scene_.mNumAnimations; ++a) {
            const aiAnimation& animation = *scene_.mAnimations[a];
            for (unsigned c = 0; c < animation.mNumChannels; ++c) {
                animated_.insert(name_of(animation.mChannels[c]->mNodeName));
            }
            if (animation.mNumMeshChannels > 0) {
                warn("meshes that take each other's place in an animation were left out");
            }
        }
    }

    void note_names(const aiNode* node) {
        node_of_.emplace(name_of(node->mName), node);
        for (unsigned child = 0; child < node->mNumChildren; ++child) {
            note_names(node->mChildren[child]);
        }
    }

    int add_node(const aiNode* node) {
        const int index = static_cast<int>(nodes_.size());
        const std::string name = name_of(node->mName);
        nodes_.push_back({{"name", name}});
        Json& made = nodes_.back();
        const auto bound = pose_.locals.find(node);
        const bool is_posed = bound != pose_.locals.end();
        const aiMatrix4x4& local = is_posed ? bound->second : node->mTransformation;
        if (is_posed) {
            posed_.push_back(node);
        }
        if (animated_.contains(name) || (is_posed && scene_.mNumAnimations > 0)) {
            const Parts parts = parts_of(local);
            made["translation"] = Json::array({parts.place.x, parts.place.y, parts.place.z});
            made["rotation"] = Json::array({parts.turn.x, parts.turn.y, parts.turn.z, parts.turn.w});
            made["scale"] = Json::array({parts.scale.x, parts.scale.y, parts.scale.z});
        } else if (!local.IsIdentity()) {
            made["matrix"] = columns_of(local);
        }
        for (unsigned child = 0; child < node->mNumChildren; ++child) {
            const int below = add_node(node->mChildren[child]);
            nodes_[static_cast<std::size_t>(index)]["children"].push_back(below);
        }
        index_of_[node] = index;
        return index;
    }

    void add_pieces(const aiNode* node) {
        for (unsigned m = 0; m < node->mNumMeshes; ++m) {
            add_piece(node, *scene_.mMeshes[node->mMeshes[m]]);
        }
        for (unsigned child = 0; child < node->mNumChildren; ++child) {
            add_pieces(node->mChildren[child]);
        }
    }

    // A node of its own below the one that has the mesh.
    void add_piece(const aiNode* node, const aiMesh& mesh) {
        std::vector<std::uint32_t> corners;
        for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
            const aiFace& face = mesh.mFaces[f];
            if (face.mNumIndices == 3) {
                corners.insert(corners.end(), face.mIndices, face.mIndices + 3);
            }
        }
        if (corners.empty() || mesh.mNumVertices == 0) {
            warn("points and lines were left out");
            return;
        }
        Json attributes{{"POSITION", buffers_.add(points(mesh.mVertices, mesh.mNumVertices), "VEC3", 3)}};
        if (mesh.HasNormals()) {
            attributes["NORMAL"] = buffers_.add(normals(mesh), "VEC3", 3);
        }
        add_texture_places(mesh, attributes);
        Json piece{{"name", name_of(node->mName) + "_" + name_of(mesh.mName)}, {"mesh", meshes_.size()}};
        if (mesh.HasBones()) {
            add_skin(node, mesh, attributes, piece);
        }
        Json primitive{{"attributes", std::move(attributes)}, {"indices", buffers_.add(corners, "SCALAR", 1)}};
        if (mesh.mMaterialIndex < scene_.mNumMaterials) {
            primitive["material"] = mesh.mMaterialIndex;
        }
        Json made{{"primitives", Json::array()}};
        const std::vector<int> slots = add_targets(mesh, primitive, made);
        if (!slots.empty()) {
            morphed_.emplace(name_of(node->mName), Morphed{static_cast<int>(nodes_.size()), slots});
        }
        made["primitives"].push_back(std::move(primitive));
        meshes_.push_back(std::move(made));
        nodes_.push_back(std::move(piece));
        nodes_[static_cast<std::size_t>(index_of_.at(node))]["children"].push_back(nodes_.size() - 1);
    }

    // Those of degenerate triangles are not numbers.
    static std::vector<float> normals(const aiMesh& mesh) {
        std::vector<float> all;
        for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
            const aiVector3D& n = mesh.mNormals[v];
            const bool is_sound = std::isfinite(n.x) && std::isfinite(n.y) && std::isfinite(n.z) && n.Length() > 1e-6F;
            append(all, is_sound ? n / n.Length() : aiVector3D(0, 1, 0));
        }
        return all;
    }

    void add_texture_places(const aiMesh& mesh, Json& attributes) {
        if (mesh.HasTextureCoords(0)) {
            std::vector<float> places;
            for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
                const aiVector3D& uv = mesh.mTextureCoords[0][v];
                places.insert(places.end(), {uv.x, 1.0F - uv.y}); // from the top in glTF
            }
            attributes["TEXCOORD_0"] = buffers_.add(places, "VEC2", 2);
        }
        if (mesh.HasVertexColors(0)) {
            std::vector<float> colours;
            for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
                const aiColor4D& c = mesh.mColors[0][v];
                colours.insert(colours.end(), {c.r, c.g, c.b, c.a});
            }
            attributes["COLOR_0"] = buffers_.add(colours, "VEC4", 4);
        }
    }

    struct Influence {
        std::uint16_t joint = 0;
        float weight = 0.0F;
    };

    void add_skin(const aiNode* node, const aiMesh& mesh, Json& attributes, Json& piece) {
        Json joints = Json::array();
        std::vector<float> binds;
        std::vector<std::vector<Influence>> of_vertex(mesh.mNumVertices);
        const aiMatrix4x4t<double> world = world_of(node);
        for (unsigned b = 0; b < mesh.mNumBones; ++b) {
            const aiBone& bone = *mesh.mBones[b];
            const auto joint = node_of_.find(name_of(bone.mName));
            if (joint == node_of_.end()) {
                warn("weights of bones that are not in the tree of nodes were left out");
                continue;
            }
            const auto place = static_cast<std::uint16_t>(joints.size());
            if (joints.size() >= std::numeric_limits<std::uint16_t>::max()) {
                throw Refusal{"has a skin with too many bones"};
            }
            joints.push_back(index_of_.at(joint->second));
            add_bind(pose_.unbound.contains(&mesh) ? aiMatrix4x4(world_of(joint->second).Inverse() * world)
                                                   : bone.mOffsetMatrix,
                     binds);
            for (unsigned w = 0; w < bone.mNumWeights; ++w) {
                const aiVertexWeight& weight = bone.mWeights[w];
                if (weight.mVertexId < mesh.mNumVertices && weight.mWeight > 0.0F) {
                    of_vertex[weight.mVertexId].push_back({place, weight.mWeight});
                }
            }
        }
        if (joints.empty()) {
            return;
        }
        add_influences(of_vertex, attributes);
        piece["skin"] = skins_.size();
        skins_.push_back({{"joints", std::move(joints)}, {"inverseBindMatrices", buffers_.add(binds, "MAT4", 16)}});
    }

    static void add_bind(const aiMatrix4x4& bind, std::vector<float>& binds) {
        for (unsigned column = 0; column < 4; ++column) {
            for (unsigned row = 0; row < 4; ++row) {
                binds.push_back(bind[row][column]);
            }
        }
    }

    void add_influences(std::vector<std::vector<Influence>>& of_vertex, Json& attributes) {
        std::size_t most = 1;
        for (const auto& all : of_vertex) {
            most = std::max(most, all.size());
        }
        for (std::size_t set = 0; set * influences < most; ++set) {
            std::vector<std::uint16_t> joints;
            std::vector<float> weights;
            for (const auto& all : of_vertex) {
                for (std::size_t i = set * influences; i < (set + 1) * influences; ++i) {
                    const Influence one = i < all.size() ? all[i] : Influence{};
                    joints.push_back(one.joint);
                    weights.push_back(one.weight);
                }
            }
            attributes["JOINTS_" + std::to_string(set)] = buffers_.add(joints, "VEC4", 4);
            attributes["WEIGHTS_" + std::to_string(set)] = buffers_.add(weights, "VEC4", 4);
        }
    }

    // For each target of the file its number in the primitive, or -1: it has no positions.
    std::vector<int> add_targets(const aiMesh& mesh, Json& primitive, Json& made) {
        std::vector<int> slots;
        int count = 0;
        for (unsigned t = 0; t < mesh.mNumAnimMeshes; ++t) {
            slots.push_back(-1);
            const aiAnimMesh& target = *mesh.mAnimMeshes[t];
            if (!target.HasPositions() || target.mNumVertices != mesh.mNumVertices) {
                continue;
            }
            std::vector<float> moves;
            for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
                append(moves, target.mVertices[v] - mesh.mVertices[v]);
            }
            primitive["targets"].push_back({{"POSITION", buffers_.add(moves, "VEC3", 3)}});
            made["extras"]["targetNames"].push_back(name_of(target.mName));
            slots.back() = count++;
        }
        return count > 0 ? slots : std::vector<int>();
    }

    void add_material(const aiMaterial& material) {
        aiString name;
        material.Get(AI_MATKEY_NAME, name);
        const bool is_made_up = name_of(name) == AI_DEFAULT_MATERIAL_NAME; // the file has none
        aiColor4D colour(1, 1, 1, 1);
        if (!is_made_up && material.Get(AI_MATKEY_BASE_COLOR, colour) != AI_SUCCESS) {
            material.Get(AI_MATKEY_COLOR_DIFFUSE, colour);
        }
        const auto share = [](float part) {
            return std::isfinite(part) ? std::clamp(part, 0.0F, 1.0F) : 1.0F;
        };
        aiString path;
        const bool has_picture = material.GetTexture(aiTextureType_BASE_COLOR, 0, &path) == AI_SUCCESS ||
                                 material.GetTexture(aiTextureType_DIFFUSE, 0, &path) == AI_SUCCESS;
        Json look;
        const int picture = has_picture ? picture_named(path) : -1;
        if (picture >= 0) {
            look["baseColorTexture"] = {{"index", picture}};
        } else {
            look["baseColorFactor"] = Json::array({share(colour.r), share(colour.g), share(colour.b), 1.0F});
        }
        Json made{{"pbrMetallicRoughness", std::move(look)}, {"doubleSided", true}};
        if (!is_made_up && name.length > 0) {
            made["name"] = name_of(name);
        }
        materials_.push_back(std::move(made));
    }

    // The texture of a picture, or -1.
    int picture_named(const aiString& path) {
        const std::string name = name_of(path);
        if (const auto known = texture_of_.find(name); known != texture_of_.end()) {
            return known->second;
        }
        const std::string bytes = picture_bytes(name);
        const char* const kind = bytes.starts_with("\x89PNG")    ? "image/png"
                                 : bytes.starts_with("\xFF\xD8") ? "image/jpeg"
                                                                 : nullptr;
        int texture = -1;
        if (kind != nullptr) {
            texture = static_cast<int>(textures_.size());
            textures_.push_back({{"source", images_.size()}});
            images_.push_back({{"bufferView", buffers_.add_bytes(bytes.data(), bytes.size())}, {"mimeType", kind}});
        } else {
            warn("the picture " + one_line(name) + " is not there as PNG or JPEG, and was left out");
        }
        texture_of_[name] = texture;
        return texture;
    }

    // Inside the file, where it says, or beside the file under the same name.
    std::string picture_bytes(const std::string& name) const {
        if (const aiTexture* inside = scene_.GetEmbeddedTexture(name.c_str())) {
            const bool is_compressed = inside->mHeight == 0;
            return is_compressed ? std::string(reinterpret_cast<const char*>(inside->pcData), inside->mWidth) : "";
        }
        std::string path = name;
        std::ranges::replace(path, '\\', '/');
        for (const fs::path& candidate :
             {folder_ / path, folder_ / fs::path(path).filename(), folder_ / "textures" / fs::path(path).filename()}) {
            std::error_code trouble;
            if (fs::is_regular_file(candidate, trouble) && fs::file_size(candidate, trouble) <= picture_bytes_max) {
                std::ifstream file(candidate, std::ios::binary);
                return {std::istreambuf_iterator<char>(file), {}};
            }
        }
        return "";
    }

    template <typename Key, typename Write>
    void add_channel(const Key* keys, unsigned count, double ticks, double start, int node, const char* path,
                     Write write, Json& animation) {
        std::vector<float> times;
        std::vector<float> values;
        for (unsigned k = 0; k < count; ++k) {
            const auto time = static_cast<float>((keys[k].mTime - start) / ticks);
            if (std::isfinite(time) && time >= 0.0F && (times.empty() || time > times.back())) {
                times.push_back(time);
                write(keys[k].mValue, values);
            }
        }
        if (times.empty()) {
            return;
        }
        write_channel(times, values, {{"node", node}, {"path", path}}, animation);
    }

    void write_channel(const std::vector<float>& times, const std::vector<float>& values, Json target,
                       Json& animation) {
        const std::size_t width = values.size() / times.size();
        animation["channels"].push_back({{"sampler", animation["samplers"].size()}, {"target", std::move(target)}});
        animation["samplers"].push_back({{"input", buffers_.add(times, "SCALAR", 1, true)},
                                         {"output", buffers_.add(values, width == 4 ? "VEC4" : "VEC3", width)}});
    }

    static double first_time(const aiAnimation& animation) {
        double first = std::numeric_limits<double>::infinity();
        for (unsigned c = 0; c < animation.mNumChannels; ++c) {
            const aiNodeAnim& channel = *animation.mChannels[c];
            const auto include = [&](const auto* keys, unsigned count) {
                for (unsigned k = 0; k < count; ++k) {
                    first = std::min(first, keys[k].mTime);
                }
            };
            include(channel.mPositionKeys, channel.mNumPositionKeys);
            include(channel.mRotationKeys, channel.mNumRotationKeys);
            include(channel.mScalingKeys, channel.mNumScalingKeys);
        }
        for (unsigned c = 0; c < animation.mNumMorphMeshChannels; ++c) {
            for (unsigned k = 0; k < animation.mMorphMeshChannels[c]->mNumKeys; ++k) {
                first = std::min(first, animation.mMorphMeshChannels[c]->mKeys[k].mTime);
            }
        }
        return std::isfinite(first) ? first : 0.0;
    }

    void add_animation(const aiAnimation& animation) {
        Json made{{"name", name_of(animation.mName)}, {"channels", Json::array()}, {"samplers", Json::array()}};
        const double ticks = animation.mTicksPerSecond > 0.0 ? animation.mTicksPerSecond : times_per_second;
        const double start = first_time(animation);
        const auto write_vector = [](const aiVector3D& v, std::vector<float>& values) {
            append(values, v);
        };
        const auto write_turn = [](const aiQuaternion& q, std::vector<float>& values) {
            values.insert(values.end(), {q.x, q.y, q.z, q.w});
        };
        for (unsigned c = 0; c < animation.mNumChannels; ++c) {
            const aiNodeAnim& channel = *animation.mChannels[c];
            const auto node = node_of_.find(name_of(channel.mNodeName));
            if (node == node_of_.end()) {
                continue;
            }
            const int index = index_of_.at(node->second);
            add_channel(channel.mPositionKeys, channel.mNumPositionKeys, ticks, start, index, "translation",
                        write_vector, made);
            add_channel(channel.mRotationKeys, channel.mNumRotationKeys, ticks, start, index, "rotation", write_turn,
                        made);
            add_channel(channel.mScalingKeys, channel.mNumScalingKeys, ticks, start, index, "scale", write_vector,
                        made);
        }
        for (unsigned c = 0; c < animation.mNumMorphMeshChannels; ++c) {
            add_morph_channel(*animation.mMorphMeshChannels[c], ticks, start, made);
        }
        if (!made["channels"].empty()) {
            hold_posed(made);
            animations_.push_back(std::move(made));
        }
    }

    // Bones that rest in the bind pose and do not move stand where the file has them.
    void hold_posed(Json& animation) {
        std::set<std::pair<int, std::string>> moved;
        for (const Json& channel : animation["channels"]) {
            const Json& target = channel["target"];
            moved.emplace(target["node"].get<int>(), target["path"].get<std::string>());
        }
        for (const aiNode* node : posed_) {
            const int index = index_of_.at(node);
            const Parts parts = parts_of(node->mTransformation);
            const auto hold = [&](const char* path, std::vector<float> value) {
                if (!moved.contains({index, path})) {
                    write_channel({0.0F}, value, {{"node", index}, {"path", path}}, animation);
                }
            };
            hold("translation", {parts.place.x, parts.place.y, parts.place.z});
            hold("rotation", {parts.turn.x, parts.turn.y, parts.turn.z, parts.turn.w});
            hold("scale", {parts.scale.x, parts.scale.y, parts.scale.z});
        }
    }

    // Where a key names some of the targets only, the others are between their own keys.
    void add_morph_channel(const aiMeshMorphAnim& channel, double ticks, double start, Json& animation) {
        std::vector<float> times;
        std::map<unsigned, std::map<float, float>> weights; // of each target of the file, over time
        for (unsigned k = 0; k < channel.mNumKeys; ++k) {
            const aiMeshMorphKey& key = channel.mKeys[k];
            const auto time = static_cast<float>((key.mTime - start) / ticks);
            if (!std::isfinite(time) || time < 0.0F || (!times.empty() && time <= times.back())) {
                continue;
            }
            times.push_back(time);
            for (unsigned i = 0; i < key.mNumValuesAndWeights; ++i) {
                const auto weight = static_cast<float>(key.mWeights[i]);
                weights[key.mValues[i]][time] = std::isfinite(weight) ? weight : 0.0F;
            }
        }
        std::string name = name_of(channel.mName);
        if (!morphed_.contains(name)) {
            name = name.substr(0, name.rfind('*')); // assimp adds the number of the geometry to names of FBX
        }
        const auto [first, last] = morphed_.equal_range(name);
        for (auto piece = first; piece != last && !times.empty(); ++piece) {
            add_weights(piece->second, times, weights, animation);
        }
    }

    struct Morphed {
        int node = -1;
        std::vector<int> slots; // of each target of the file in the mesh, or -1
    };

    void add_weights(const Morphed& piece, const std::vector<float>& times,
                     const std::map<unsigned, std::map<float, float>>& weights, Json& animation) {
        const auto width = static_cast<std::size_t>(1 + *std::ranges::max_element(piece.slots));
        std::vector<float> values(times.size() * width, 0.0F);
        for (const auto& [target, of_target] : weights) {
            const int slot = target < piece.slots.size() ? piece.slots[target] : -1;
            for (std::size_t k = 0; slot >= 0 && k < times.size(); ++k) {
                values[k * width + static_cast<std::size_t>(slot)] = value_at(of_target, times[k]);
            }
        }
        animation["channels"].push_back(
            {{"sampler", animation["samplers"].size()}, {"target", {{"node", piece.node}, {"path", "weights"}}}});
        animation["samplers"].push_back(
            {{"input", buffers_.add(times, "SCALAR", 1, true)}, {"output", buffers_.add(values, "SCALAR", 1)}});
    }

    static float value_at(const std::map<float, float>& keys, float time) {
        const auto after = keys.lower_bound(time);
        if (after == keys.end()) {
            return std::prev(after)->second;
        }
        if (after == keys.begin() || after->first == time) {
            return after->second;
        }
        const auto before = std::prev(after);
        const float share = (time - before->first) / (after->first - before->first);
        return before->second + share * (after->second - before->second);
    }

    std::string packed() const {
        Json file{{"asset", {{"version", "2.0"}}},
                  {"scene", 0},
                  {"scenes", Json::array({{{"nodes", Json::array({0})}}})},
                  {"nodes", nodes_}};
        const auto add = [&](const char* member, const Json& list) {
            if (!list.empty()) {
                file[member] = list;
            }
        };
        add("meshes", meshes_);
        add("skins", skins_);
        add("materials", materials_);
        add("textures", textures_);
        add("images", images_);
        add("animations", animations_);
        add("accessors", buffers_.accessors);
        add("bufferViews", buffers_.views);
        std::string binary = buffers_.bytes;
        binary.append((4 - binary.size() % 4) % 4, '\0');
        if (!binary.empty()) {
            file["buffers"] = Json::array({{{"byteLength", binary.size()}}});
        }
        std::string text = limber::to_line(file);
        text.append((4 - text.size() % 4) % 4, ' ');
        std::string bytes = "glTF" + number(2) + number(12 + 8 + text.size() + 8 + binary.size());
        return bytes + number(text.size()) + "JSON" + text + number(binary.size()) + std::string("BIN\0", 4) + binary;
    }

    static std::string number(std::size_t value) {
        if (value > std::numeric_limits<std::uint32_t>::max()) {
            throw Refusal{"is too large for a .glb"};
        }
        std::string bytes;
        for (unsigned shift = 0; shift < 32; shift += 8) {
            bytes += static_cast<char>((value >> shift) & 0xFFU);
        }
        return bytes;
    }

    const aiScene& scene_;
    fs::path folder_;
    std::set<std::string> animated_;
    limber::converter::BindPose pose_;
    std::vector<const aiNode*> posed_;             // whose local transform is of the bind pose
    std::map<std::string, const aiNode*> node_of_; // of a name; the first counts
    std::map<const aiNode*, int> index_of_;
    std::map<std::string, int> texture_of_;
    std::multimap<std::string, Morphed> morphed_; // pieces with targets, of the node that they belong to
    std::vector<std::string> warnings_;
    Buffers buffers_;
    Json nodes_ = Json::array();
    Json meshes_ = Json::array();
    Json skins_ = Json::array();
    Json materials_ = Json::array();
    Json textures_ = Json::array();
    Json images_ = Json::array();
    Json animations_ = Json::array();
};

bool is_called(const fs::path& file, std::string_view ending) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension == ending;
}

// FBX says its unit in centimetres and its upright axis; assimp leaves both to its user.
void settle_axes(aiScene& scene) {
    double centimetres = 1.0;
    int up = 1;
    if (scene.mMetaData != nullptr) {
        float factor = 0.0F;
        if (!scene.mMetaData->Get("UnitScaleFactor", centimetres) && scene.mMetaData->Get("UnitScaleFactor", factor)) {
            centimetres = static_cast<double>(factor);
        }
        scene.mMetaData->Get("UpAxis", up);
    }
    const double scale = centimetres > 1e-6 && centimetres < 1e6 ? 0.01 * centimetres : 0.01;
    aiMatrix4x4 settled;
    aiMatrix4x4::Scaling(aiVector3D(static_cast<ai_real>(scale)), settled);
    if (up == 2) {
        aiMatrix4x4 turn;
        settled = settled * aiMatrix4x4::RotationX(static_cast<ai_real>(-1.5707963267948966), turn);
    }
    scene.mRootNode->mTransformation = settled * scene.mRootNode->mTransformation;
}

void limit(auto resource, rlim_t most) {
    const rlimit both{most, most};
    setrlimit(resource, &both);
}

void write_out(const std::string& glb, const std::vector<std::string>& warnings) {
    std::string head =
        "limber-conversion 1 " + std::to_string(warnings.size()) + " " + std::to_string(glb.size()) + "\n";
    for (const std::string& warning : warnings) {
        head += one_line(warning) + "\n";
    }
    std::fwrite(head.data(), 1, head.size(), stdout);
    std::fwrite(glb.data(), 1, glb.size(), stdout);
}

// Of a Collada file that has morph controllers; empty for all others. Assimp refuses some of them, and takes others for
// bones.
std::string text_without_morphs(const fs::path& file) {
    if (!is_called(file, ".dae")) {
        return {};
    }
    std::ifstream stream(file, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const std::string text = limber::converter::without_morphs(whole);
    return text != whole ? text : std::string();
}

void convert(const fs::path& file) {
    const bool is_fbx = is_called(file, ".fbx");
    Assimp::Importer importer;
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_LIGHTS, false);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_CAMERAS, false);
    constexpr unsigned steps = aiProcess_Triangulate | aiProcess_JoinIdenticalVertices | aiProcess_SortByPType |
                               aiProcess_ValidateDataStructure;
    const std::string text = text_without_morphs(file);
    const bool lacks_morphs = !text.empty();
    const aiScene* const read = lacks_morphs ? importer.ReadFileFromMemory(text.data(), text.size(), steps, "dae")
                                             : importer.ReadFile(file.string(), steps);
    if (read == nullptr) {
        throw Refusal{importer.GetErrorString()};
    }
    aiScene* const scene = importer.GetOrphanedScene();
    if (scene->mRootNode == nullptr) {
        throw Refusal{"has no nodes"};
    }
    if (is_fbx) {
        settle_axes(*scene);
    }
    SceneWriter writer(*scene, file.parent_path());
    const std::string glb = writer.glb();
    std::vector<std::string> warnings = writer.warnings();
    if (lacks_morphs) {
        warnings.emplace_back("its shape keys were left out, because assimp does not read them; export it as .glb to "
                              "keep them");
    }
    write_out(glb, warnings);
}

int refused(const std::string& sentence) {
    const std::string line = one_line(sentence);
    std::fwrite(line.data(), 1, line.size(), stdout);
    return 1;
}

} // namespace

int main(int count, char** words) {
    if (count != 4) {
        return refused("limber_convert FILE SECONDS MEGABYTES");
    }
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, static_cast<rlim_t>(std::strtoul(words[2], nullptr, 10)));
#ifndef LIMBER_SANITIZED // which reserves more than there is
    limit(RLIMIT_AS, static_cast<rlim_t>(std::strtoul(words[3], nullptr, 10)) << 20U);
#endif
    try {
        convert(words[1]);
    } catch (const Refusal& refusal) {
        return refused(refusal.sentence);
    } catch (const std::bad_alloc&) {
        return refused("std::bad_alloc");
    } catch (const std::exception& fault) {
        return refused(fault.what());
    }
    // The scene is not freed: what is malformed in it might end the program after all.
    std::fflush(stdout);
    std::_Exit(0);
}
