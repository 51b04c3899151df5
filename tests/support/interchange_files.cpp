// SPDX-License-Identifier: MIT
#include "tests/support/interchange_files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <sstream>
#include <vector>

namespace limber::testing {
namespace {

// Two unit cubes, from y = 0 to y = 2; the four uppermost vertices belong to the tip.
std::vector<std::array<double, 3>> tower_vertices() {
    std::vector<std::array<double, 3>> vertices;
    for (int y = 0; y <= 2; ++y) {
        for (const auto& [x, z] : {std::array{0, 0}, std::array{1, 0}, std::array{1, 1}, std::array{0, 1}}) {
            vertices.push_back({1.0 * x, 1.0 * y, 1.0 * z});
        }
    }
    return vertices;
}

std::vector<std::array<int, 3>> tower_triangles() {
    std::vector<std::array<int, 3>> triangles{{0, 1, 2}, {0, 2, 3}, {8, 10, 9}, {8, 11, 10}};
    for (int floor = 0; floor < 2; ++floor) {
        for (int side = 0; side < 4; ++side) {
            const auto corner = [&](int up, int along) {
                return 4 * (floor + up) + (side + along) % 4;
            };
            triangles.push_back({corner(0, 0), corner(1, 1), corner(0, 1)});
            triangles.push_back({corner(0, 0), corner(1, 0), corner(1, 1)});
        }
    }
    return triangles;
}

template <typename Rows>
std::string list(const Rows& rows, const char* between, double scale = 1.0) {
    std::ostringstream text;
    text.precision(9);
    const char* separator = "";
    for (const auto& row : rows) {
        for (const auto number : row) {
            text << separator << scale * static_cast<double>(number);
            separator = between;
        }
    }
    return text.str();
}

std::string source(const std::string& id, const std::string& array, const std::string& kind, int count, int stride,
                   const std::string& parameter) {
    return "<source id=\"" + id + "\"><" + kind + " id=\"" + id + "a\" count=\"" + std::to_string(count * stride) +
           "\">" + array + "</" + kind + "><technique_common><accessor source=\"#" + id + "a\" count=\"" +
           std::to_string(count) + "\" stride=\"" + std::to_string(stride) + "\">" + parameter +
           "</accessor></technique_common></source>\n";
}

std::string fbx_array(const char* name, const std::string& numbers) {
    const auto count = 1 + std::ranges::count(numbers, ',');
    return std::string("\t\t") + name + ": *" + std::to_string(count) + " {\n\t\t\ta: " + numbers + "\n\t\t}\n";
}

std::string fbx_property(const std::string& name, const std::string& type, const std::string& values) {
    return "\t\t\tP: \"" + name + "\", \"" + type + "\", \"\", \"A\"," + values + "\n";
}

std::string fbx_object(const std::string& kind, int id, const std::string& name, const std::string& type,
                       const std::string& body) {
    return "\t" + kind + ": " + std::to_string(id) + ", \"" + name + "\", \"" + type + "\" {\n" + body + "\t}\n";
}

using Numbers = std::vector<std::array<double, 3>>;

// The columns of a 4 x 4 matrix; adding 0 makes 0 of -0.
std::string fbx_matrix(const Numbers& columns) {
    std::ostringstream text;
    text.precision(17);
    for (std::size_t i = 0; i < 4; ++i) {
        text << (i > 0 ? "," : "");
        for (const double number : columns[i]) {
            text << 0.0 + number << ",";
        }
        text << (i == 3 ? 1 : 0);
    }
    return text.str();
}

double radians(double degrees) {
    return degrees * std::numbers::pi / 180.0;
}

// `bone`: its height when it was bound; `mesh`: that of the mesh.
std::string fbx_cluster(int id, const std::string& indices, double bone, double mesh = 0.0,
                        const TowerBind& bind = {}) {
    std::string weights = "1";
    for (auto i = std::ranges::count(indices, ','); i > 0; --i) {
        weights += ",1";
    }
    const double c = std::cos(radians(bind.turn));
    const double s = std::sin(radians(bind.turn));
    const double k = bind.scale;
    const double up = (mesh - bone) / k;
    const std::string frame = fbx_matrix({{k * c, k * s, 0}, {-k * s, k * c, 0}, {0, 0, k}, {0, bone, 0}});
    const std::string offset = fbx_matrix({{c / k, -s / k, 0}, {s / k, c / k, 0}, {0, 0, 1 / k}, {s * up, c * up, 0}});
    return fbx_object("Deformer", id, "SubDeformer::", "Cluster",
                      "\t\tVersion: 100\n\t\tUserData: \"\", \"\"\n" + fbx_array("Indexes", indices) +
                          fbx_array("Weights", weights) + fbx_array("Transform", offset) +
                          fbx_array("TransformLink", frame));
}

std::string fbx_link(int from, int to, const std::string& property = "") {
    return std::string("\tC: \"") + (property.empty() ? "OO" : "OP") + "\"," + std::to_string(from) + "," +
           std::to_string(to) + (property.empty() ? "" : ", \"" + property + "\"") + "\n";
}

struct Place {
    double x = 0.0;
    double y = 0.0;
    double turn = 0.0; // about z [degrees]
    double scale = 1.0;
};

std::string fbx_model(int id, const std::string& name, const std::string& type, const Place& place) {
    const auto three = [](double x, double y, double z) {
        std::ostringstream text;
        text.precision(17);
        text << x << "," << y << "," << z;
        return text.str();
    };
    return fbx_object("Model", id, "Model::" + name, type,
                      "\t\tVersion: 232\n\t\tProperties70:  {\n" +
                          fbx_property("Lcl Translation", "Lcl Translation", three(place.x, place.y, 0)) +
                          fbx_property("Lcl Rotation", "Lcl Rotation", three(0, 0, place.turn)) +
                          fbx_property("Lcl Scaling", "Lcl Scaling", three(place.scale, place.scale, place.scale)) +
                          "\t\t}\n");
}

// The root and the tip as they stand in the file.
std::string fbx_bones(const FbxTower& tower, double metre) {
    const TowerBind& bind = tower.bind;
    const double up = metre / bind.scale;
    const Place tip{std::sin(radians(bind.turn)) * up, std::cos(radians(bind.turn)) * up, tower.pose.turn,
                    tower.pose.tip_scale};
    return fbx_model(2001, "root", "LimbNode", {0, 0, tower.pose.lean + bind.turn, bind.scale}) +
           fbx_model(2002, "tip", "LimbNode", tip);
}

std::string cap_objects(TowerCap cap, double metre) {
    if (cap == TowerCap::none) {
        return "";
    }
    constexpr std::array<std::array<double, 3>, 4> corners{{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0.5, 1, 0.5}}};
    const std::string mesh =
        fbx_object("Geometry", 1003, "Geometry::cap", "Mesh",
                   fbx_array("Vertices", list(corners, ",", metre)) +
                       fbx_array("PolygonVertexIndex", "0,1,-3,0,3,-2,1,3,-3,2,3,-1") + "\t\tGeometryVersion: 124\n") +
        fbx_model(2003, "cap", "Mesh", {0, (cap == TowerCap::hung ? 1.0 : 2.0) * metre});
    if (cap == TowerCap::hung) {
        return mesh;
    }
    const bool is_odd = cap == TowerCap::bound_oddly;
    return mesh + fbx_object("Deformer", 3010, "Deformer::", "Skin", "\t\tVersion: 101\n\t\tLink_DeformAcuracy: 50\n") +
           fbx_cluster(3011, is_odd ? "1,2,3" : "0,1,2,3", metre, 2.0 * metre) +
           (is_odd ? fbx_cluster(3012, "0", 0.0, 2.5 * metre) : "");
}

std::string cap_links(TowerCap cap) {
    if (cap == TowerCap::none) {
        return "";
    }
    if (cap == TowerCap::hung) {
        return fbx_link(2003, 2002) + fbx_link(1003, 2003);
    }
    return fbx_link(2003, 0) + fbx_link(1003, 2003) + fbx_link(3010, 1003) + fbx_link(3011, 3010) +
           fbx_link(2002, 3011) + (cap == TowerCap::bound_oddly ? fbx_link(3012, 3010) + fbx_link(2001, 3012) : "");
}

} // namespace

std::string tower_dae(const TowerPose& pose) {
    const std::string xyz =
        R"(<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>)";
    std::ostringstream lean;
    lean << pose.lean;
    std::ostringstream turn;
    turn << pose.turn;
    std::string joints;
    std::string counts;
    for (int v = 0; v < 12; ++v) {
        joints += v < 8 ? "0 0 " : "1 0 ";
        counts += "1 ";
    }
    return R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="meter" meter="1"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="tower" name="tower"><mesh>
)" + source("p", list(tower_vertices(), " "), "float_array", 12, 3, xyz) +
           R"(<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="20"><input semantic="VERTEX" source="#v" offset="0"/><p>)" +
           list(tower_triangles(), " ") + R"(</p></triangles>
</mesh></geometry></library_geometries>
<library_controllers><controller id="skin"><skin source="#tower">
<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
)" + source("j", "root tip", "Name_array", 2, 1, R"(<param name="JOINT" type="name"/>)") +
           source("b", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 0 1 0 -1 0 0 1 0 0 0 0 1", "float_array", 2, 16,
                  R"(<param name="TRANSFORM" type="float4x4"/>)") +
           source("w", "1", "float_array", 1, 1, R"(<param name="WEIGHT" type="float"/>)") +
           R"(<joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>
<vertex_weights count="12"><input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/><vcount>)" +
           counts + "</vcount><v>" + joints + R"(</v></vertex_weights>
</skin></controller></library_controllers>
<library_animations><animation id="turn" name="turn">
)" + source("t", "0 1", "float_array", 2, 1, R"(<param name="TIME" type="float"/>)") +
           source("o", "0 90", "float_array", 2, 1, R"(<param name="ANGLE" type="float"/>)") +
           source("i", "LINEAR LINEAR", "Name_array", 2, 1, R"(<param name="INTERPOLATION" type="name"/>)") +
           R"(<sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/><input semantic="INTERPOLATION" source="#i"/></sampler>
<channel source="#s" target="tip/turn.ANGLE"/></animation></library_animations>
<library_visual_scenes><visual_scene id="scene" name="scene">
<node id="root" sid="root" name="root" type="JOINT"><rotate sid="lean">0 0 1 )" +
           lean.str() +
           R"(</rotate><node id="tip" sid="tip" name="tip" type="JOINT"><translate sid="place">0 1 0</translate><rotate sid="turn">0 0 1 )" +
           turn.str() + R"(</rotate></node></node>
<node id="body" name="body"><instance_controller url="#skin"><skeleton>#root</skeleton></instance_controller></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
)";
}

std::string tower_fbx(const FbxTower& tower) {
    const double metre = 100.0 / tower.centimetres; // in units of the file
    std::ostringstream unit;
    unit << tower.centimetres;
    std::string polygons;
    for (const auto& [a, b, c] : tower_triangles()) {
        polygons += (polygons.empty() ? "" : ",") + std::to_string(a) + "," + std::to_string(b) + "," +
                    std::to_string(-1 - c); // the last of a polygon
    }
    const std::string second = "46186158000";
    std::ostringstream rise;
    rise << "0," << metre << ",0,0," << metre << ",0,0," << metre << ",0,0," << metre << ",0";
    const std::string target_objects =
        fbx_object("Geometry", 5000, "Geometry::rise", "Shape",
                   "\t\tVersion: 100\n" + fbx_array("Indexes", "8,9,10,11") + fbx_array("Vertices", rise.str()) +
                       fbx_array("Normals", "0,0,0,0,0,0,0,0,0,0,0,0")) +
        fbx_object("Deformer", 5001, "Deformer::", "BlendShape", "\t\tVersion: 100\n") +
        fbx_object("Deformer", 5002, "SubDeformer::rise", "BlendShapeChannel",
                   "\t\tVersion: 100\n\t\tDeformPercent: 0\n" + fbx_array("FullWeights", "100")) +
        fbx_object("AnimationCurveNode", 5003, "AnimCurveNode::DeformPercent", "",
                   "\t\tProperties70:  {\n" + fbx_property("d|DeformPercent", "Number", "0") + "\t\t}\n") +
        fbx_object("AnimationCurve", 5004, "AnimCurve::", "",
                   "\t\tDefault: 0\n\t\tKeyVer: 4008\n" + fbx_array("KeyTime", "0," + second) +
                       fbx_array("KeyValueFloat", "0,80") + fbx_array("KeyAttrFlags", "260") +
                       fbx_array("KeyAttrDataFloat", "0,0,0,0") + fbx_array("KeyAttrRefCount", "2"));
    const std::string target_links = fbx_link(5001, 1000) + fbx_link(5002, 5001) + fbx_link(5000, 5002) +
                                     fbx_link(5003, 4001) + fbx_link(5003, 5002, "DeformPercent") +
                                     fbx_link(5004, 5003, "d|DeformPercent");
    return "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}\n"
           "GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n" +
           fbx_property("UpAxis", "int", "1") + fbx_property("UpAxisSign", "int", "1") +
           fbx_property("UnitScaleFactor", "double", unit.str()) + fbx_property("TimeMode", "enum", "6") +
           "\t}\n}\nObjects:  {\n" +
           fbx_object("Geometry", 1000, "Geometry::tower", "Mesh",
                      fbx_array("Vertices", list(tower_vertices(), ",", metre)) +
                          fbx_array("PolygonVertexIndex", polygons) + "\t\tGeometryVersion: 124\n") +
           fbx_model(2000, "tower", "Mesh", {}) + fbx_bones(tower, metre) +
           fbx_object("Deformer", 3000, "Deformer::", "Skin", "\t\tVersion: 101\n\t\tLink_DeformAcuracy: 50\n") +
           fbx_cluster(3001, "0,1,2,3,4,5,6,7", 0.0, 0.0, tower.bind) +
           fbx_cluster(3002, "8,9,10,11", metre, 0.0, tower.bind) +
           fbx_object("AnimationStack", 4000, "AnimStack::turn", "",
                      "\t\tProperties70:  {\n" + fbx_property("LocalStop", "KTime", second) + "\t\t}\n") +
           fbx_object("AnimationLayer", 4001, "AnimLayer::base", "", "") +
           fbx_object("AnimationCurveNode", 4002, "AnimCurveNode::R", "",
                      "\t\tProperties70:  {\n" + fbx_property("d|X", "Number", "0") +
                          fbx_property("d|Y", "Number", "0") + fbx_property("d|Z", "Number", "0") + "\t\t}\n") +
           fbx_object("AnimationCurve", 4003, "AnimCurve::", "",
                      "\t\tDefault: 0\n\t\tKeyVer: 4008\n" + fbx_array("KeyTime", "0," + second) +
                          fbx_array("KeyValueFloat", "0,90") + fbx_array("KeyAttrFlags", "260") +
                          fbx_array("KeyAttrDataFloat", "0,0,0,0") + fbx_array("KeyAttrRefCount", "2")) +
           (tower.has_target ? target_objects : "") + cap_objects(tower.cap, metre) + "}\nConnections:  {\n" +
           fbx_link(2000, 0) + fbx_link(2001, 0) + fbx_link(2002, 2001) + fbx_link(1000, 2000) + fbx_link(3000, 1000) +
           fbx_link(tower.bind.is_tip_first ? 3002 : 3001, 3000) +
           fbx_link(tower.bind.is_tip_first ? 3001 : 3002, 3000) + fbx_link(2001, 3001) + fbx_link(2002, 3002) +
           fbx_link(4001, 4000) + fbx_link(4002, 4001) + fbx_link(4002, 2002, "Lcl Rotation") +
           fbx_link(4003, 4002, "d|Z") + (tower.has_target ? target_links : "") + cap_links(tower.cap) + "}\n";
}

} // namespace limber::testing
