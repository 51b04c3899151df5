// SPDX-License-Identifier: MIT
#include "engine/formats/looked_surface.h"

#include "engine/core/file_bytes.h"
#include "engine/core/lower_case.h"
#include "engine/mesh/scanner.h"
#include "engine/mesh/surface_file.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <tiny_obj_loader.h>

namespace limber {
namespace {

using Path = std::filesystem::path;

constexpr double place_limit = 1e6; // so that floats hold it
constexpr double half_opaque = 0.5;
constexpr const char* no_material = ""; // the name of faces before any usemtl

Path beside(const Path& folder, std::string name) {
    std::ranges::replace(name, '\\', '/');
    return folder / name;
}

// A name with spaces is one name if there is such a file. Elsewhere spaces separate several libraries.
std::string with_whole_library_names(const std::string& bytes, const Path& folder) {
    const std::string keyword = "mtllib ";
    std::string text;
    std::istringstream lines(bytes);
    for (std::string line; std::getline(lines, line); text += line + '\n') {
        if (!line.starts_with(keyword)) {
            continue;
        }
        const std::size_t end = line.find_last_not_of(" \t\r") + 1;
        const std::string name = line.substr(keyword.size(), std::max(end, keyword.size()) - keyword.size());
        std::error_code none;
        if (name.find(' ') == std::string::npos || !std::filesystem::is_regular_file(beside(folder, name), none)) {
            continue;
        }
        line = keyword;
        for (const char letter : name) {
            line += letter == ' ' ? "\\ " : std::string(1, letter);
        }
    }
    return text;
}

// Reads materials through file_bytes, which refuses devices and pipes.
class MaterialFiles final : public tinyobj::MaterialReader {
public:
    MaterialFiles(Path folder, std::vector<std::string>& warnings) : folder_(std::move(folder)), warnings_(warnings) {}

    bool operator()(const std::string& name, std::vector<tinyobj::material_t>* materials,
                    std::map<std::string, int>* numbers, std::string*, std::string*) override {
        const auto bytes = file_bytes(beside(folder_, name));
        if (!bytes) {
            warnings_.push_back("its materials are missing: " + sentence(bytes.error()));
            return false;
        }
        std::istringstream stream(bytes.value());
        std::string warning;
        std::string error;
        tinyobj::LoadMtl(numbers, materials, &stream, &warning, &error);
        return true;
    }

private:
    Path folder_;
    std::vector<std::string>& warnings_;
};

// Precondition: parse_obj accepts the bytes, so that positions are finite and corners name vertices.
class ObjLookReader {
public:
    ObjLookReader(const std::string& bytes, Path folder)
        : stream_(with_whole_library_names(bytes, folder)), folder_(std::move(folder)) {}

    Repaired<LookedSurface> surface() {
        tinyobj::callback_t callback;
        callback.vertex_cb = [](void* reader, double x, double y, double z, double) {
            static_cast<ObjLookReader*>(reader)->positions_.push_back({x, y, z});
        };
        callback.normal_cb = [](void* reader, double x, double y, double z) {
            static_cast<ObjLookReader*>(reader)->normals_.push_back({x, y, z});
        };
        callback.texcoord_cb = [](void* reader, double u, double v, double) {
            static_cast<ObjLookReader*>(reader)->places_.push_back({u, v});
        };
        callback.index_cb = [](void* reader, tinyobj::index_t* corners, int count) {
            static_cast<ObjLookReader*>(reader)->add_face(corners, count);
        };
        callback.object_cb = [](void* reader, const char* name) {
            static_cast<ObjLookReader*>(reader)->objects_.emplace_back(name);
        };
        callback.usemtl_cb = [](void* reader, const char* name, int) {
            static_cast<ObjLookReader*>(reader)->material_ = name;
        };
        callback.mtllib_cb = [](void* reader, const tinyobj::material_t* materials, int count) {
            static_cast<ObjLookReader*>(reader)->known_.assign(materials, materials + count);
        };
        MaterialFiles files(folder_, made_.warnings);
        std::string warning;
        std::string error;
        tinyobj::LoadObjWithCallback(stream_, callback, this, &files, &warning, &error);
        if (!has_late_positions_) {
            assemble();
        }
        return std::move(made_);
    }

private:
    struct Corner {
        int position = 0;
        int place = -1;
        int normal = -1;
        std::string material;
        int object = 0;
        auto operator<=>(const Corner&) const = default;
    };

    // From 1, or negative from the last one read; 0: none. -1: none, or one that does not exist.
    static int index_of(int number, std::size_t count) {
        const auto size = static_cast<int>(count);
        const int index = number < 0 ? size + number : number - 1;
        return number != 0 && index >= 0 && index < size ? index : -1;
    }

    // That of the last line with an "o", or one without a name for faces before any.
    int object() {
        if (objects_.empty()) {
            objects_.emplace_back();
        }
        return static_cast<int>(objects_.size()) - 1;
    }

    void add_face(const tinyobj::index_t* corners, int count) {
        std::vector<int> face;
        for (int k = 0; k < count; ++k) {
            const Corner corner{index_of(corners[k].vertex_index, positions_.size()),
                                index_of(corners[k].texcoord_index, places_.size()),
                                index_of(corners[k].normal_index, normals_.size()), material_, object()};
            if (corner.position < 0) {
                has_late_positions_ = true; // they come after the face in the file
                return;
            }
            const auto [known, is_new] = number_of_.try_emplace(corner, static_cast<int>(vertices_.size()));
            if (is_new) {
                vertices_.push_back(corner);
            }
            face.push_back(known->second);
        }
        for (std::size_t k = 2; k < face.size(); ++k) {
            triangles_.insert(triangles_.end(), {face[0], face[k - 1], face[k]});
        }
    }

    void assemble() {
        SurfaceMesh& surface = made_.value.surface;
        const auto n = static_cast<Index>(vertices_.size());
        surface.V.resize(n, 3);
        surface.F = Eigen::Map<const Triangles>(triangles_.data(), static_cast<Index>(triangles_.size()) / 3, 3);
        SurfaceLook look = plain_look(n);
        look.materials.clear();
        std::map<std::string, int> material_of;
        for (Index i = 0; i < n; ++i) {
            const Corner& corner = vertices_[static_cast<std::size_t>(i)];
            surface.V.row(i) = positions_[static_cast<std::size_t>(corner.position)].transpose();
            if (corner.normal >= 0) {
                const Vec3 unit = normals_[static_cast<std::size_t>(corner.normal)].normalized();
                look.normals.row(i) = unit.allFinite() ? unit : Vec3(Vec3::Zero());
            }
            const auto [known, is_new] =
                material_of.try_emplace(corner.material, static_cast<int>(look.materials.size()));
            if (is_new) {
                look.materials.push_back(material(corner.material, look));
            }
            look.material_of[static_cast<std::size_t>(i)] = known->second;
            look.object_of.push_back(corner.object);
            if (corner.place >= 0) {
                look.places.row(i) = place(corner);
            }
        }
        look.objects = objects_;
        if (look.materials.empty()) {
            look.materials.emplace_back();
        }
        if (normals_.empty()) {
            add_smooth_normals(look);
        }
        made_.value.look = std::move(look);
    }

    // A file without normals is smooth, across seams, too.
    void add_smooth_normals(SurfaceLook& look) const {
        std::vector<Vec3> sums(positions_.size(), Vec3::Zero());
        const auto position = [this](int vertex) {
            return static_cast<std::size_t>(vertices_[static_cast<std::size_t>(vertex)].position);
        };
        for (std::size_t k = 0; k + 2 < triangles_.size(); k += 3) {
            const std::array corners{position(triangles_[k]), position(triangles_[k + 1]), position(triangles_[k + 2])};
            const Vec3 a = positions_[corners[0]];
            const Vec3 area = (positions_[corners[1]] - a).cross(positions_[corners[2]] - a);
            for (const std::size_t corner : corners) {
                sums[corner] += area;
            }
        }
        for (Index i = 0; i < look.normals.rows(); ++i) {
            const Vec3 unit = sums[position(static_cast<int>(i))].normalized();
            look.normals.row(i) = unit.allFinite() ? unit : Vec3(Vec3::Zero());
        }
    }

    const tinyobj::material_t* described(const std::string& name) const {
        const auto found = std::ranges::find(known_, name, &tinyobj::material_t::name);
        return found == known_.end() ? nullptr : &*found;
    }

    // The file counts from the picture's bottom left.
    Eigen::RowVector2d place(const Corner& corner) const {
        Eigen::Vector2d at = places_[static_cast<std::size_t>(corner.place)];
        if (const tinyobj::material_t* const one = described(corner.material)) {
            const tinyobj::texture_option_t& how = one->diffuse_texopt;
            for (Index axis = 0; axis < 2; ++axis) {
                at(axis) = how.scale[axis] * at(axis) + how.origin_offset[axis];
            }
        }
        at = at.allFinite() ? at : Eigen::Vector2d(Eigen::Vector2d::Zero());
        return Eigen::RowVector2d(at.x(), 1.0 - at.y()).cwiseMax(-place_limit).cwiseMin(place_limit);
    }

    SurfaceMaterial material(const std::string& name, SurfaceLook& look) {
        SurfaceMaterial made;
        made.name = name;
        const tinyobj::material_t* const one = described(name);
        if (!one) {
            if (name != no_material && !known_.empty()) {
                made_.warnings.push_back("the material " + in_quotes(name) + " is in none of its files");
            }
            return made;
        }
        made.picture = one->diffuse_texname.empty() ? -1 : picture(one->diffuse_texname, look);
        for (std::size_t channel = 0; channel < 3 && made.picture < 0; ++channel) {
            made.colour[channel] =
                std::isfinite(one->diffuse[channel]) ? std::clamp(one->diffuse[channel], 0.0, 1.0) : 1.0;
        }
        made.edge_u = made.edge_v = one->diffuse_texopt.clamp ? PictureEdge::clamp : PictureEdge::repeat;
        made.least_opacity = one->alpha_texname.empty() ? 0.0 : half_opaque;
        return made;
    }

    int picture(const std::string& name, SurfaceLook& look) {
        const auto [known, is_new] = picture_of_.try_emplace(name, -1);
        if (!is_new) {
            return known->second;
        }
        const auto bytes = file_bytes(beside(folder_, name));
        if (!bytes) {
            made_.warnings.push_back("a picture is missing: " + sentence(bytes.error()));
            return -1;
        }
        known->second = static_cast<int>(look.pictures.size());
        look.pictures.push_back({name, {bytes.value().begin(), bytes.value().end()}});
        return known->second;
    }

    std::istringstream stream_;
    Path folder_;
    std::vector<Vec3> positions_;
    std::vector<Vec3> normals_;
    std::vector<Eigen::Vector2d> places_;
    std::string material_ = no_material;
    std::vector<std::string> objects_;
    std::vector<tinyobj::material_t> known_;
    std::map<Corner, int> number_of_;
    std::vector<Corner> vertices_;
    std::vector<int> triangles_;
    std::map<std::string, int> picture_of_;
    bool has_late_positions_ = false;
    Repaired<LookedSurface> made_;
};

bool is_obj(const Path& path) {
    return extension_of(path) == ".obj";
}

} // namespace

SurfaceLook plain_look(Index n) {
    SurfaceLook look;
    look.normals = Points::Zero(n, 3);
    look.places = SurfaceLook::Places::Zero(n, 2);
    look.colours = Points::Ones(n, 3);
    look.material_of.assign(static_cast<std::size_t>(n), 0);
    look.materials.emplace_back();
    return look;
}

Result<Repaired<LookedSurface>> read_looked_surface(const Path& path) {
    auto read = read_surface(path);
    if (!read) {
        return read.error();
    }
    Repaired<LookedSurface> plain;
    plain.value.surface = std::move(read).value().value;
    plain.value.look = plain_look(plain.value.surface.V.rows());
    if (!is_obj(path)) {
        return plain;
    }
    const auto bytes = file_bytes(path);
    if (!bytes) {
        return bytes.error();
    }
    auto looked = ObjLookReader(bytes.value(), path.parent_path()).surface();
    const SurfaceMesh& surface = looked.value.surface;
    const bool is_whole = surface.F.rows() > 0 && surface.V.allFinite();
    return is_whole ? Result<Repaired<LookedSurface>>(std::move(looked)) : plain;
}

} // namespace limber
