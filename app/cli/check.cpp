#include "app/character/build_character.h"
#include "app/character/cached_build.h"
#include "app/character/material_scales.h"
#include "app/cli/commands.h"
#include "app/cli/report.h"
#include "engine/linalg/json_matrices.h"

#include <cmath>

namespace limber::app {
namespace {

void add_mesh(Report& report, const Character& character) {
    const MeshQuality& quality = character.quality;
    const BoundingBox box = bounding_box(character.mesh.X);
    const MaterialDescription& material = character.description.material;
    const double density = material_scales(material, material).density;
    report.add("vertices", std::int64_t{character.mesh.vertex_count()});
    report.add("tets", std::int64_t{character.mesh.tet_count()});
    report.add("boundary_faces", std::int64_t{quality.boundary_face_count});
    report.add("components", std::int64_t{quality.component_count});
    report.add("size", to_json(Vec3(box.high - box.low)), "m");
    report.add("volume", quality.volume, "m^3");
    report.add("mass", character.mass.sum() * density, "kg");
    report.add("edge_mean", quality.edge_mean, "m");
    report.add("dihedral",
               Json::Object{{"min", quality.dihedral_min},
                            {"first_percent", quality.dihedral_first_percent},
                            {"max", quality.dihedral_max}},
               "degrees");
    report.add("slivers", std::int64_t{quality.sliver_count});
    report.add("non_manifold_edges", std::int64_t{quality.non_manifold_edge_count});
}

void add_rig(Report& report, const Character& character) {
    report.add("bones", character.bone_count());
    Json::Array clips;
    for (const Clip& clip : character.clips) {
        clips.emplace_back(Json::Object{{"name", clip.name},
                                        {"frames", clip.frame_count()},
                                        {"frame_rate", clip.frame_rate},
                                        {"looping", clip.looping}});
    }
    report.add("clips", clips);
}

} // namespace

int run_check(const Arguments& arguments, const Repaired<CharacterDescription>& scene) {
    const auto cache = arguments.no_cache ? std::nullopt : cache_of_the_user();
    const auto character = read_character(scene.value, nullptr, cache ? &*cache : nullptr);
    if (!character) {
        return fail(character.error(), arguments.json);
    }
    if (!std::isfinite(character.value()->quality.volume)) {
        return fail({ErrorKind::not_converged, "the volume is no finite number; the mesh is too large for doubles",
                     arguments.file},
                    arguments.json);
    }
    Report report;
    report.add("file", arguments.file);
    add_mesh(report, *character.value());
    add_rig(report, *character.value());
    report.warn(all_warnings(scene, *character.value()));
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
