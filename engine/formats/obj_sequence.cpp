// SPDX-License-Identifier: MIT
#include "engine/formats/obj_sequence.h"

#include "engine/core/file_replacement.h"
#include "engine/formats/surface_objects.h"
#include "engine/formats/text_numbers.h"

#include <algorithm>
#include <string>
#include <vector>

namespace limber {
namespace {

void append_row(std::string& text, const char* what, const Eigen::RowVector3f& row) {
    text += what;
    for (int i = 0; i < 3; ++i) {
        text += ' ';
        append_number(text, row(i));
    }
}

// Here (0, 0) is the picture's bottom left.
void append_place(std::string& text, const Eigen::RowVector2d& place) {
    text += "vt ";
    append_number(text, static_cast<float>(place(0)));
    text += ' ';
    append_number(text, static_cast<float>(1.0 - place(1)));
    text += '\n';
}

// Of the objects before one in its file.
struct Counts {
    Index vertices = 0;
    Index places = 0; // on pictures
};

// To a millionth, which hides the rounding of their conversion.
Eigen::RowVector3f rounded_colour(const Eigen::RowVector3f& colour) {
    constexpr float millionths = 1e6F;
    return (millionths * colour).array().round() / millionths;
}

// A name in one word, because readers differ in whether a space ends it.
std::string one_word(std::string name) {
    std::ranges::replace_if(
        name, [](char c) { return c == ' ' || (c >= '\0' && c < ' ') || c == '\x7f'; }, '_');
    return name;
}

// For each triangle the line with the name of its group: the object that it belongs to, if there are several.
std::vector<std::string> group_lines(const BakedSurface& surface) {
    std::vector<std::string> lines(static_cast<std::size_t>(surface.F.rows()));
    const std::vector<SurfaceObject> objects = objects_of(surface);
    for (const SurfaceObject& object : objects) {
        for (const Index triangle : object.triangles) {
            lines[static_cast<std::size_t>(triangle)] =
                objects.size() > 1 ? "g " + one_word(object.name) + '\n' : std::string();
        }
    }
    return lines;
}

// For each triangle the line with the name of its material.
std::vector<std::string> material_lines(const BakedSurface& surface) {
    std::vector<std::string> lines(static_cast<std::size_t>(surface.F.rows()));
    const std::vector<std::string> names = material_names(surface);
    for (Index f = 0; f < surface.F.rows() && !names.empty(); ++f) {
        const int material = surface.look.material_of[static_cast<std::size_t>(surface.F(f, 0))];
        lines[static_cast<std::size_t>(f)] = "usemtl " + one_word(names[static_cast<std::size_t>(material)]) + '\n';
    }
    return lines;
}

// The line where it is another one than before.
void append_change(std::string& text, const std::string& line, std::string& last) {
    if (line != last) {
        text += line;
        last = line;
    }
}

void append_faces(std::string& text, const BakedSurface& surface, const Counts& before) {
    const bool has_places = !surface.look.pictures.empty();
    const std::vector<std::string> groups = group_lines(surface);
    const std::vector<std::string> materials = material_lines(surface);
    std::string group;
    std::string material;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        append_change(text, groups[static_cast<std::size_t>(f)], group);
        append_change(text, materials[static_cast<std::size_t>(f)], material);
        text += 'f';
        for (int corner = 0; corner < 3; ++corner) {
            const std::string index = std::to_string(surface.F(f, corner) + 1 + before.vertices);
            const std::string place = has_places ? std::to_string(surface.F(f, corner) + 1 + before.places) : "";
            text += ' ' + index + '/' + place + '/' + index;
        }
        text += '\n';
    }
}

void append_object(std::string& text, const BakedSurface& surface, const FloatPoints& x, const Counts& before) {
    text += "o " + surface.name + "\n";
    for (Index i = 0; i < x.rows(); ++i) {
        append_row(text, "v", x.row(i));
        if (surface.colours.rows() > 0) {
            append_row(text, "", rounded_colour(surface.colours.row(i)));
        }
        text += '\n';
    }
    const FloatPoints normals = vertex_normals(surface, x);
    for (Index i = 0; i < x.rows(); ++i) {
        append_row(text, "vn", normals.row(i));
        text += '\n';
    }
    const bool has_places = !surface.look.pictures.empty();
    for (Index i = 0; i < x.rows() && has_places; ++i) {
        append_place(text, surface.look.places.row(i));
    }
    append_faces(text, surface, before);
}

Result<Done> write_text(const std::string& text, const std::filesystem::path& path) {
    FileReplacement file(path);
    file.stream() << text;
    return file.finish(false);
}

// A sequence without its end would be taken for the whole motion.
void remove_files(const std::vector<std::filesystem::path>& files, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        std::error_code is_gone;
        std::filesystem::remove(files[i], is_gone);
    }
}

} // namespace

Result<Done> write_rest_obj(const BakedSurface& surface, const std::filesystem::path& path) {
    std::string text;
    append_object(text, surface, surface.rest, {});
    return write_text(text, path);
}

Result<Done> write_obj_sequence(const BakedMotion& motion, const std::vector<std::filesystem::path>& files,
                                Progress* progress) {
    EXPECTS(files.size() == motion.frame_count());
    for (std::size_t frame = 0; frame < files.size(); ++frame) {
        if (!keep_going(progress, "writing", static_cast<double>(frame) / static_cast<double>(files.size()))) {
            remove_files(files, frame);
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        std::string text;
        Counts before;
        for (const BakedSurface& surface : motion.surfaces) {
            append_object(text, surface, surface.frames[frame], before);
            before.vertices += surface.rest.rows();
            before.places += surface.look.pictures.empty() ? 0 : surface.rest.rows();
        }
        if (const auto done = write_text(text, files[frame]); !done) {
            remove_files(files, frame);
            return done.error();
        }
    }
    return Done{};
}

} // namespace limber
