// SPDX-License-Identifier: MIT
#include "engine/formats/usd_file.h"

#include "engine/core/file_replacement.h"
#include "engine/formats/text_numbers.h"
#include "engine/formats/unique_names.h"

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

template <typename ValueOf>
void append_samples(std::string& text, const std::string& attribute, const BakedSurface& surface, ValueOf value_of) {
    text += "        " + attribute + ".timeSamples = {\n";
    for (std::size_t frame = 0; frame < surface.frames.size(); ++frame) {
        text += "            " + std::to_string(frame + 1) + ": ";
        append_tuples(text, value_of(surface.frames[frame]));
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

FloatPoints linear_colours(const BakedSurface& surface) {
    FloatPoints colours = surface.colours;
    if (colours.rows() == 0) {
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
void append_places(std::string& text, const SurfaceLook& look) {
    if (look.pictures.empty()) {
        return;
    }
    text += "        texCoord2f[] primvars:st = [";
    for (Index i = 0; i < look.places.rows(); ++i) {
        text += i > 0 ? ", (" : "(";
        append_number(text, static_cast<float>(look.places(i, 0)));
        text += ", ";
        append_number(text, static_cast<float>(1.0 - look.places(i, 1)));
        text += ')';
    }
    text += "] (interpolation = \"vertex\")\n";
}

struct UsdMaterial {
    std::string prim;
    std::vector<Index> triangles; // whose first corner is in it
};

// Those of the surface's materials that triangles have.
std::vector<UsdMaterial> materials_of(const BakedSurface& surface, UniqueNames& names) {
    std::vector<UsdMaterial> all(surface.look.materials.size());
    for (Index f = 0; f < surface.F.rows() && !all.empty(); ++f) {
        const auto corner = static_cast<std::size_t>(surface.F(f, 0));
        all[static_cast<std::size_t>(surface.look.material_of[corner])].triangles.push_back(f);
    }
    const std::vector<std::string> in_file = material_names(surface);
    for (std::size_t m = 0; m < all.size(); ++m) {
        all[m].prim = prim_name(in_file[m], names);
    }
    std::erase_if(all, [](const UsdMaterial& material) { return material.triangles.empty(); });
    return all;
}

const char* const material_scope = "/Limber/Materials";

// The mesh's triangles in a material.
void append_subset(std::string& text, const UsdMaterial& material) {
    text += "        def GeomSubset \"" + material.prim + "\" (prepend apiSchemas = [\"MaterialBindingAPI\"])\n" +
            "        {\n            uniform token elementType = \"face\"\n" +
            "            uniform token familyName = \"materialBind\"\n            int[] indices = [";
    for (const Index triangle : material.triangles) {
        text += triangle == material.triangles.front() ? "" : ", ";
        append_number(text, static_cast<int>(triangle));
    }
    text += std::string("]\n            rel material:binding = <") + material_scope + "/" + material.prim +
            ">\n        }\n";
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

std::string mesh_text(const BakedSurface& surface, const std::string& name, const std::vector<UsdMaterial>& materials) {
    std::string text = "    def Mesh \"" + name + "\"\n    {\n        uniform token subdivisionScheme = \"none\"\n";
    append_topology(text, surface.F);
    const bool is_one_colour = surface.colours.rows() == 0;
    text += "        color3f[] primvars:displayColor = ";
    append_tuples(text, linear_colours(surface));
    text += std::string(" (interpolation = \"") + (is_one_colour ? "constant" : "vertex") + "\")\n";
    append_places(text, surface.look);
    append_samples(text, "float3[] extent", surface, &box_of);
    append_samples(text, "point3f[] points", surface, [](const FloatPoints& x) { return x; });
    text += "        normal3f[] normals (interpolation = \"vertex\")\n";
    append_samples(text, "normal3f[] normals", surface,
                   [&](const FloatPoints& x) { return vertex_normals(surface, x); });
    for (const UsdMaterial& material : materials) {
        append_subset(text, material);
    }
    text += "    }\n";
    return text;
}

} // namespace

Result<Done> write_usda(const BakedMotion& motion, const std::filesystem::path& path) {
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
        const std::vector<UsdMaterial> materials = materials_of(surface, names_of_materials);
        file.stream() << mesh_text(surface, prim_name(surface.name, names), materials);
        for (const UsdMaterial& material : materials) {
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
