// SPDX-License-Identifier: MIT
#include "tests/support/gltf_sampler.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace limber::testing {
namespace {

using Value = nlohmann::json;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// The chunk of JSON begins at byte 20, and that of numbers 8 bytes behind its end.
std::size_t json_length(const std::string& glb) {
    std::uint32_t length = 0;
    std::memcpy(&length, glb.data() + 12, sizeof length);
    return length;
}

template <typename T>
double number_at(const std::string& bytes, std::size_t place) {
    T number;
    std::memcpy(&number, bytes.data() + place, sizeof number);
    return static_cast<double>(number);
}

std::size_t width_of(const std::string& type) {
    return type == "SCALAR" ? 1 : type == "VEC3" ? 3 : type == "VEC4" ? 4 : type == "MAT4" ? 16 : 0;
}

std::size_t whole(const Value& number) {
    return number.get<std::size_t>();
}

struct Node {
    Vec3 translation = Vec3::Zero();
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
    Vec3 scale = Vec3::Ones();
    int parent = -1;
    int mesh = -1;
    int skin = -1;

    Eigen::Affine3d local() const {
        return Eigen::Translation3d(translation) * rotation.normalized() * Eigen::Scaling(scale);
    }
};

Vec3 vec3_in(const Value& node, const char* name, const Vec3& otherwise) {
    const auto found = node.find(name);
    return found == node.end() ? otherwise
                               : Vec3((*found)[0].get<double>(), (*found)[1].get<double>(), (*found)[2].get<double>());
}

Eigen::Quaterniond quaternion(const Vector& xyzw) {
    return {xyzw(3), xyzw(0), xyzw(1), xyzw(2)};
}

Vector hermite(const Rows& keys, Index key, double u, double duration) {
    const Vector from = keys.row(3 * key + 1);
    const Vector out = duration * keys.row(3 * key + 2);
    const Vector in = duration * keys.row(3 * key + 3);
    const Vector to = keys.row(3 * key + 4);
    return (2 * u * u * u - 3 * u * u + 1) * from + (u * u * u - 2 * u * u + u) * out +
           (3 * u * u - 2 * u * u * u) * to + (u * u * u - u * u) * in;
}

} // namespace

struct GltfSampler::File {
    Value json;
    std::string binary;
    std::vector<Node> nodes;
    std::vector<double> weights;

    Rows view(const Value& index, std::size_t component, std::size_t count, std::size_t width) const {
        const std::size_t place = json["bufferViews"][whole(index)].value("byteOffset", std::size_t{0});
        Rows values(static_cast<Index>(count), static_cast<Index>(width));
        for (std::size_t i = 0; i < count * width; ++i) {
            values.data()[i] = component == 5126   ? number_at<float>(binary, place + 4 * i)
                               : component == 5123 ? number_at<std::uint16_t>(binary, place + 2 * i)
                               : component == 5121 ? number_at<std::uint8_t>(binary, place + i)
                                                   : throw std::invalid_argument("numbers of another type");
        }
        return values;
    }

    Rows accessor(const Value& index) const {
        const Value& accessor = json["accessors"][whole(index)];
        const std::size_t width = width_of(accessor["type"].get<std::string>());
        const std::size_t count = whole(accessor["count"]);
        const std::size_t component = whole(accessor["componentType"]);
        Rows values = Rows::Zero(static_cast<Index>(count), static_cast<Index>(width));
        if (accessor.contains("bufferView")) {
            values = view(accessor["bufferView"], component, count, width);
        }
        if (accessor.contains("sparse")) {
            const Value& sparse = accessor["sparse"];
            const Rows places = view(sparse["indices"]["bufferView"], whole(sparse["indices"]["componentType"]),
                                     whole(sparse["count"]), 1);
            const Rows replaced = view(sparse["values"]["bufferView"], component, whole(sparse["count"]), width);
            for (Index i = 0; i < places.rows(); ++i) {
                values.row(static_cast<Index>(places(i, 0))) = replaced.row(i);
            }
        }
        return values;
    }

    Vector sampled(const Value& sampler, bool is_rotation, double time) const {
        const std::string kind = sampler.value("interpolation", "LINEAR");
        const Rows times = accessor(sampler["input"]);
        const Rows output = accessor(sampler["output"]);
        const Index last = times.rows() - 1;
        const Index rows = kind == "CUBICSPLINE" ? 3 * times.rows() : times.rows();
        const Rows keys = Eigen::Map<const Rows>(output.data(), rows, output.size() / rows);
        const auto value = [&](Index key) {
            return Vector(keys.row(kind == "CUBICSPLINE" ? 3 * key + 1 : key));
        };
        if (time <= times(0, 0) || time >= times(last, 0)) {
            return value(time <= times(0, 0) ? 0 : last);
        }
        Index key = 0;
        while (times(key + 1, 0) <= time) {
            ++key;
        }
        const double duration = times(key + 1, 0) - times(key, 0);
        const double u = (time - times(key, 0)) / duration;
        if (kind == "STEP") {
            return value(key);
        }
        if (kind == "CUBICSPLINE") {
            return hermite(keys, key, u, duration);
        }
        return is_rotation ? Vector(quaternion(value(key)).slerp(u, quaternion(value(key + 1))).coeffs())
                           : Vector((1.0 - u) * value(key) + u * value(key + 1));
    }

    Eigen::Affine3d global(int node) const {
        const Node& here = nodes[static_cast<std::size_t>(node)];
        return here.parent < 0 ? here.local() : global(here.parent) * here.local();
    }

    // The maps of a skin's joints, or that of the node alone.
    std::vector<Eigen::Affine3d> maps_of(std::size_t node) const {
        if (nodes[node].skin < 0) {
            return {global(static_cast<int>(node))};
        }
        const Value& skin = json["skins"][static_cast<std::size_t>(nodes[node].skin)];
        const Rows inverse_binds = accessor(skin["inverseBindMatrices"]);
        std::vector<Eigen::Affine3d> maps;
        for (std::size_t j = 0; j < skin["joints"].size(); ++j) {
            const Eigen::Matrix4d bind = inverse_binds.row(static_cast<Index>(j)).reshaped(4, 4); // column by column
            maps.push_back(global(skin["joints"][j].get<int>()) * Eigen::Affine3d(bind));
        }
        return maps;
    }

    Points points_of(const Value& piece, const std::vector<Eigen::Affine3d>& maps) const {
        const Value& attributes = piece["attributes"];
        Rows X = accessor(attributes["POSITION"]);
        for (std::size_t t = 0; piece.contains("targets") && t < piece["targets"].size() && t < weights.size(); ++t) {
            X += weights[t] * accessor(piece["targets"][t]["POSITION"]);
        }
        const bool is_skinned = attributes.contains("JOINTS_0");
        const Rows joints = is_skinned ? accessor(attributes["JOINTS_0"]) : Rows(Rows::Zero(X.rows(), 1));
        const Rows shares = is_skinned ? accessor(attributes["WEIGHTS_0"]) : Rows(Rows::Ones(X.rows(), 1));
        Points x = Points::Zero(X.rows(), 3);
        for (Index i = 0; i < X.rows(); ++i) {
            for (Index k = 0; k < joints.cols(); ++k) {
                const Vec3 moved = maps.at(static_cast<std::size_t>(joints(i, k))) * Vec3(X.row(i).transpose());
                x.row(i) += shares(i, k) * moved.transpose();
            }
        }
        return x;
    }
};

GltfSampler::GltfSampler(const std::string& glb) : file_(std::make_unique<File>()) {
    file_->json = Value::parse(glb.substr(20, json_length(glb)));
    file_->binary = glb.substr(20 + json_length(glb) + 8);
    file_->nodes.resize(file_->json["nodes"].size());
    for (std::size_t n = 0; n < file_->nodes.size(); ++n) {
        const Value& given = file_->json["nodes"][n];
        Node& node = file_->nodes[n];
        node.translation = vec3_in(given, "translation", node.translation);
        node.scale = vec3_in(given, "scale", node.scale);
        node.mesh = given.value("mesh", -1);
        node.skin = given.value("skin", -1);
        for (const Value& child : given.value("children", Value::array())) {
            file_->nodes.at(whole(child)).parent = static_cast<int>(n);
        }
    }
}

GltfSampler::~GltfSampler() = default;

void GltfSampler::play(std::size_t animation, double time) {
    const Value& played = file_->json["animations"][animation];
    for (const Value& channel : played["channels"]) {
        const std::string path = channel["target"]["path"].get<std::string>();
        Node& node = file_->nodes.at(whole(channel["target"]["node"]));
        const Vector value = file_->sampled(played["samplers"][whole(channel["sampler"])], path == "rotation", time);
        if (path == "rotation") {
            node.rotation = quaternion(value);
        } else if (path == "weights") {
            file_->weights.assign(value.begin(), value.end());
        } else {
            (path == "scale" ? node.scale : node.translation) = value;
        }
    }
}

void GltfSampler::turn(std::size_t node, const Eigen::Quaterniond& rotation) {
    file_->nodes.at(node).rotation = rotation;
}

void GltfSampler::weigh(const std::vector<double>& weights) {
    file_->weights = weights;
}

Points GltfSampler::points() const {
    Points all(0, 3);
    for (std::size_t n = 0; n < file_->nodes.size(); ++n) {
        if (file_->nodes[n].mesh < 0) {
            continue;
        }
        const auto mesh = static_cast<std::size_t>(file_->nodes[n].mesh);
        for (const Value& piece : file_->json["meshes"][mesh]["primitives"]) {
            const Points x = file_->points_of(piece, file_->maps_of(n));
            all.conservativeResize(all.rows() + x.rows(), 3);
            all.bottomRows(x.rows()) = x;
        }
    }
    return all;
}

} // namespace limber::testing
