// SPDX-License-Identifier: MIT
#include "engine/formats/obj_sequence.h"

#include "engine/core/file_replacement.h"
#include "engine/formats/surface_objects.h"
#include "engine/formats/text_numbers.h"
#include "engine/formats/unique_names.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
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

// The lines with one keyword that come before the faces of a surface.
struct FaceLines {
    std::vector<std::string> lines; // empty: none
    std::vector<int> line_of;       // f: where there are lines, the one that each triangle has
};

// A line holds for all faces below it, those of other surfaces too, and readers take lines of one name for one thing.
class LinesOfFile {
public:
    explicit LinesOfFile(std::string keyword) : keyword_(std::move(keyword)) {}

    // A line for each name. Without a name, one with that of the surface where a line above would hold for it.
    std::vector<std::string> lines(const std::vector<std::string>& names, const std::string& surface) {
        std::vector<std::string> made;
        for (const std::string& name : names) {
            made.push_back(line(name));
        }
        if (made.empty() && has_lines_) {
            made.push_back(line(surface));
        }
        return made;
    }

private:
    std::string line(const std::string& name) {
        has_lines_ = true;
        return keyword_ + ' ' + names_.unique(one_word(name), "_") + '\n';
    }

    std::string keyword_;
    UniqueNames names_;
    bool has_lines_ = false;
};

// The objects that the surface was in its file, if there are several.
FaceLines group_lines(const BakedSurface& surface, LinesOfFile& groups) {
    const std::vector<SurfaceObject> objects = objects_of(surface);
    FaceLines faces{{}, std::vector<int>(static_cast<std::size_t>(surface.F.rows()), 0)};
    std::vector<std::string> names;
    for (std::size_t i = 0; i < objects.size() && objects.size() > 1; ++i) {
        names.push_back(objects[i].name);
        for (const Index triangle : objects[i].triangles) {
            faces.line_of[static_cast<std::size_t>(triangle)] = static_cast<int>(i);
        }
    }
    faces.lines = groups.lines(names, surface.name);
    return faces;
}

FaceLines material_lines(const BakedSurface& surface, LinesOfFile& materials) {
    const std::vector<std::string> names = material_names(surface);
    FaceLines faces{materials.lines(names, surface.name), {}};
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const auto corner = static_cast<std::size_t>(surface.F(f, 0));
        faces.line_of.push_back(names.empty() ? 0 : surface.look.material_of[corner]);
    }
    return faces;
}

// What all frames of a surface have alike.
struct ObjObject {
    const BakedSurface& surface;
    std::string name; // no other object of the file has it
    Counts before;
    FaceLines groups;
    FaceLines materials;
};

// Of one file.
std::vector<ObjObject> obj_objects(std::span<const BakedSurface> surfaces) {
    LinesOfFile groups("g");
    LinesOfFile materials("usemtl");
    UniqueNames names;
    Counts before;
    std::vector<ObjObject> all;
    for (const BakedSurface& surface : surfaces) {
        all.push_back({surface, names.unique(surface.name, "_"), before, group_lines(surface, groups),
                       material_lines(surface, materials)});
        before.vertices += surface.rest.rows();
        before.places += surface.look.pictures.empty() ? 0 : surface.rest.rows();
    }
    return all;
}

// The triangle's line where it is another one than before.
void append_change(std::string& text, const FaceLines& faces, Index f, int& last) {
    const int line = faces.line_of[static_cast<std::size_t>(f)];
    if (!faces.lines.empty() && line != last) {
        text += faces.lines[static_cast<std::size_t>(line)];
        last = line;
    }
}

void append_faces(std::string& text, const ObjObject& object) {
    const BakedSurface& surface = object.surface;
    const bool has_places = !surface.look.pictures.empty();
    int group = -1;
    int material = -1;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        append_change(text, object.groups, f, group);
        append_change(text, object.materials, f, material);
        text += 'f';
        for (int corner = 0; corner < 3; ++corner) {
            const Index vertex = surface.F(f, corner) + 1;
            const std::string index = std::to_string(vertex + object.before.vertices);
            const std::string place = has_places ? std::to_string(vertex + object.before.places) : "";
            text += ' ' + index + '/' + place + '/' + index;
        }
        text += '\n';
    }
}

void append_object(std::string& text, const ObjObject& object, const FloatPoints& x) {
    const BakedSurface& surface = object.surface;
    text += "o " + object.name + "\n";
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
    append_faces(text, object);
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
    append_object(text, obj_objects({&surface, 1}).front(), surface.rest);
    return write_text(text, path);
}

Result<Done> write_obj_sequence(const BakedMotion& motion, const std::vector<std::filesystem::path>& files,
                                Progress* progress) {
    EXPECTS(files.size() == motion.frame_count());
    const std::vector<ObjObject> objects = obj_objects(motion.surfaces);
    for (std::size_t frame = 0; frame < files.size(); ++frame) {
        if (!keep_going(progress, "writing", static_cast<double>(frame) / static_cast<double>(files.size()))) {
            remove_files(files, frame);
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        std::string text;
        for (const ObjObject& object : objects) {
            append_object(text, object, object.surface.frames[frame]);
        }
        if (const auto done = write_text(text, files[frame]); !done) {
            remove_files(files, frame);
            return done.error();
        }
    }
    return Done{};
}

} // namespace limber
