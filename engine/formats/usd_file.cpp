// SPDX-License-Identifier: MIT
#include "engine/formats/usd_file.h"

#include "engine/core/file_replacement.h"
#include "engine/formats/cancelling.h"
#include "engine/formats/surface_objects.h"
#include "engine/formats/text_numbers.h"
#include "engine/formats/unique_names.h"

#include <set>
#include <string>
#include <vector>

namespace limber {
namespace {

// Names of prims have letters, digits and underscores, and do not begin with a digit.
std::string prim_name(const std::string& name, UniqueNames& names) {
    std::string valid;
    for (const char c : name) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        valid += is_plain ? c : '_';
    }
    if (valid.empty() || (valid.front() >= '0' && valid.front() <= '9')) {
        valid.insert(0, 1, '_');
    }
    return names.unique(valid, "_");
}

void append_tuple(std::string& text, const Eigen::RowVector3f& row) {
    text += '(';
    for (int i = 0; i < 3; ++i) {
        append_number(text, row(i));
        text += i < 2 ? ", " : ")";
    }
}

void append_tuples(std::string& text, const FloatPoints& rows) {
    text += '[';
    for (Index i = 0; i < rows.rows(); ++i) {
        text += i > 0 ? ", " : "";
        append_tuple(text, rows.row(i));
    }
    text += ']';
}

// Of the samples of all attributes, which are nearly all of the file.
struct SampleProgress {
    Progress* progress = nullptr;
    std::size_t count = 0;
    std::size_t done = 0;

    bool keep_going() {
        const double share = static_cast<double>(done++) / static_cast<double>(count);
        return limber::keep_going(progress, "writing", share);
    }
};

// Stops where it is cancelled.
template <typename ValueOf>
void append_samples(std::string& text, const std::string& attribute, const std::vector<FloatPoints>& frames,
                    ValueOf value_of, SampleProgress& progress) {
    text += "        " + attribute + ".timeSamples = {\n";
    for (std::size_t frame = 0; frame < frames.size() && progress.keep_going(); ++frame) {
        text += "            " + std::to_string(frame + 1) + ": ";
        append_tuples(text, value_of(frames[frame]));
        text += ",\n";
    }
    text += "        }\n";
}

FloatPoints box_of(const FloatPoints& x) {
    FloatPoints box(2, 3);
    box.row(0) = x.colwise().minCoeff();
    box.row(1) = x.colwise().maxCoeff();
    return box;
}

FloatPoints linear_colours(const BakedSurface& surface, const std::vector<int>& vertices) {
    FloatPoints colours;
    if (surface.colours.rows() > 0) {
        colours = surface.colours(vertices, Eigen::all);
    } else {
        colours.resize(1, 3);
        colours.row(0) = surface.colour.transpose();
    }
    return colours.unaryExpr(&linear_intensity);
}

void append_topology(std::string& text, const Triangles& F) {
    text += "        int[] faceVertexCounts = [";
    for (Index f = 0; f < F.rows(); ++f) {
        text += f > 0 ? ", 3" : "3";
    }
    text += "]\n        int[] faceVertexIndices = [";
    for (Index i = 0; i < F.size(); ++i) {
        text += i > 0 ? ", " : "";
        append_number(text, F.data()[i]);
    }
    text += "]\n";
}

// Here (0, 0) is the picture's bottom left.
void append_places(std::string& text, const SurfaceLook& look, const std::vector<int>& vertices) {
    if (look.pictures.empty()) {
        return;
    }
    text += "        texCoord2f[] primvars:st = [";
    for (const int i : vertices) {
        text += i != vertices.front() ? ", (" : "(";
        append_number(text, static_cast<float>(look.places(i, 0)));
        text += ", ";
        append_number(text, static_cast<float>(1.0 - look.places(i, 1)));
        text += ')';
    }
    text += "] (interpolation = \"vertex\")\n";
}

struct UsdMaterial {
    std::string prim;
    int index = 0; // among the surface's materials
};

int material_of(const BakedSurface& surface, Index triangle) {
    return surface.look.material_of[static_cast<std::size_t>(surface.F(triangle, 0))];
}

// Those of the surface's materials that triangles have.
std::vector<UsdMaterial> materials_of(const BakedSurface& surface, UniqueNames& names) {
    std::set<int> used;
    for (Index f = 0; f < surface.F.rows() && !surface.look.materials.empty(); ++f) {
        used.insert(material_of(surface, f));
    }
    const std::vector<std::string> in_file = material_names(surface);
    std::vector<UsdMaterial> all;
    for (const int index : used) {
        all.push_back({prim_name(in_file[static_cast<std::size_t>(index)], names), index});
    }
    return all;
}

const char* const material_scope = "/Limber/Materials";

// The object's triangles in a material, if there are any.
void append_subset(std::string& text, const BakedSurface& surface, const SurfaceObject& object,
                   const UsdMaterial& material) {
    std::string indices;
    for (std::size_t i = 0; i < object.triangles.size(); ++i) {
        if (material_of(surface, object.triangles[i]) == material.index) {
            indices += indices.empty() ? "" : ", ";
            append_number(indices, static_cast<int>(i));
        }
    }
    if (indices.empty()) {
        return;
    }
    text += "        def GeomSubset \"" + material.prim + "\" (prepend apiSchemas = [\"MaterialBindingAPI\"])\n" +
            "        {\n            uniform token elementType = \"face\"\n" +
            "            uniform token familyName = \"materialBind\"\n            int[] indices = [" + indices +
            "]\n            rel material:binding = <" + material_scope + "/" + material.prim + ">\n        }\n";
}

// It shows the mesh's colours.
std::string material_text(const UsdMaterial& material) {
    const std::string path = std::string(material_scope) + "/" + material.prim;
    return "        def Material \"" + material.prim + "\"\n        {\n            token outputs:surface.connect = <" +
           path + "/Surface.outputs:surface>\n            def Shader \"Surface\"\n            {\n" +
           "                uniform token info:id = \"UsdPreviewSurface\"\n" +
           "                color3f inputs:diffuseColor.connect = <" + path + "/Colour.outputs:result>\n" +
           "                token outputs:surface\n            }\n            def Shader \"Colour\"\n            {\n" +
           "                uniform token info:id = \"UsdPrimvarReader_float3\"\n" +
           "                string inputs:varname = \"displayColor\"\n                float3 outputs:result\n" +
           "            }\n        }\n";
}

// A surface with its normals in each frame.
struct UsdSurface {
    const BakedSurface& surface;
    std::vector<FloatPoints> normals;
    std::vector<UsdMaterial> materials;
};

std::string mesh_text(const UsdSurface& usd, const SurfaceObject& object, const std::string& name,
                      SampleProgress& progress) {
    const BakedSurface& surface = usd.surface;
    const auto rows = [&object](const FloatPoints& of_surface) -> FloatPoints {
        return of_surface(object.vertices, Eigen::all);
    };
    std::string text = "    def Mesh \"" + name + "\"\n    {\n        uniform token subdivisionScheme = \"none\"\n";
    append_topology(text, object.F);
    const bool is_one_colour = surface.colours.rows() == 0;
    text += "        color3f[] primvars:displayColor = ";
    append_tuples(text, linear_colours(surface, object.vertices));
    text += std::string(" (interpolation = \"") + (is_one_colour ? "constant" : "vertex") + "\")\n";
    append_places(text, surface.look, object.vertices);
    append_samples(
        text, "float3[] extent", surface.frames, [&](const FloatPoints& x) { return box_of(rows(x)); }, progress);
    append_samples(text, "point3f[] points", surface.frames, rows, progress);
    text += "        normal3f[] normals (interpolation = \"vertex\")\n";
    append_samples(text, "normal3f[] normals", usd.normals, rows, progress);
    for (const UsdMaterial& material : usd.materials) {
        append_subset(text, surface, object, material);
    }
    text += "    }\n";
    return text;
}

// A mesh, or one for each object of the surface's file.
std::string surface_text(const UsdSurface& usd, const std::string& name, SampleProgress& progress) {
    const std::vector<SurfaceObject> objects = objects_of(usd.surface);
    if (objects.size() == 1) {
        return mesh_text(usd, objects.front(), name, progress);
    }
    std::string text = "    def Xform \"" + name + "\"\n    {\n";
    UniqueNames names;
    for (const SurfaceObject& object : objects) {
        text += mesh_text(usd, object, prim_name(object.name, names), progress);
    }
    return text + "    }\n";
}

std::vector<FloatPoints> normals_of(const BakedSurface& surface) {
    std::vector<FloatPoints> normals;
    for (const FloatPoints& frame : surface.frames) {
        normals.push_back(vertex_normals(surface, frame));
    }
    return normals;
}

// Each object has three attributes with a sample a frame.
std::size_t count_of_samples(const BakedMotion& motion) {
    std::size_t count = 0;
    for (const BakedSurface& surface : motion.surfaces) {
        count += 3 * objects_of(surface).size() * surface.frames.size();
    }
    return count;
}

} // namespace

Result<Done> write_usda(const BakedMotion& motion, const std::filesystem::path& path, Progress* progress) {
    SampleProgress samples{progress, count_of_samples(motion)};
    FileReplacement file(path);
    std::string rate;
    append_number(rate, motion.frames_per_second);
    file.stream() << "#usda 1.0\n(\n    defaultPrim = \"Limber\"\n    metersPerUnit = 1\n    upAxis = \"Y\"\n"
                  << "    startTimeCode = 1\n    endTimeCode = " << motion.frame_count()
                  << "\n    timeCodesPerSecond = " << rate << "\n    framesPerSecond = " << rate
                  << "\n)\n\ndef Xform \"Limber\"\n{\n";
    UniqueNames names;
    names.unique("Materials");
    UniqueNames names_of_materials;
    std::string described;
    for (const BakedSurface& surface : motion.surfaces) {
        const UsdSurface usd{surface, normals_of(surface), materials_of(surface, names_of_materials)};
        file.stream() << surface_text(usd, prim_name(surface.name, names), samples);
        if (is_cancelled(progress)) {
            return cancelled();
        }
        for (const UsdMaterial& material : usd.materials) {
            described += material_text(material);
        }
    }
    if (!described.empty()) {
        file.stream() << "    def Scope \"Materials\"\n    {\n" << described << "    }\n";
    }
    file.stream() << "}\n";
    return file.finish();
}

} // namespace limber
