// SPDX-License-Identifier: MIT
#include "engine/formats/motion_export.h"

#include "engine/formats/exact_morph.h"
#include "engine/formats/glb_file.h"
#include "engine/formats/gltf_file.h"
#include "engine/mesh/surface_file.h"
#include "engine/replay/motion_reader.h"
#include "tests/support/png_bytes.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/seen_fractions.h"
#include "tests/unit/formats/linear_strip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiny_gltf.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

namespace limber {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::linear_strip;
using testing::ScratchFolder;
using testing::waving_strip;

std::string bytes_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

BakedMotion one_strip() {
    return {{waving_strip("Strip", 12, 10, 3)}, 24.0};
}

BakedMotion two_strips() {
    return {{waving_strip("Strip", 12, 10, 3), waving_strip("A \"b\"/\xC3\xBC\xFF", 5, 10, 1)}, 24.0};
}

class MotionExport : public ::testing::Test {
protected:
    ScratchFolder folder;

    ExportReport written(const BakedMotion& motion, const std::string& name) {
        const auto report = write_motion(motion, folder / name);
        EXPECT_TRUE(report) << (report ? "" : sentence(report.error()));
        return report ? report.value() : ExportReport{};
    }

    tinygltf::Model model_in(const std::string& name) {
        tinygltf::Model model;
        tinygltf::TinyGLTF reader;
        std::string error;
        std::string warning;
        EXPECT_TRUE(reader.LoadBinaryFromFile(&model, &error, &warning, (folder / name).string())) << error;
        return model;
    }
};

template <typename T>
std::vector<T> numbers_in_view(const tinygltf::Model& model, int index) {
    const tinygltf::BufferView& view = model.bufferViews[static_cast<std::size_t>(index)];
    std::vector<T> values(view.byteLength / sizeof(T));
    std::memcpy(values.data(), model.buffers[0].data.data() + view.byteOffset, values.size() * sizeof(T));
    return values;
}

// The rows that a sparse accessor has.
std::vector<std::uint32_t> rows_of(const tinygltf::Model& model, const tinygltf::Accessor& accessor) {
    const auto& indices = accessor.sparse.indices;
    if (indices.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT) {
        return numbers_in_view<std::uint32_t>(model, indices.bufferView);
    }
    const auto rows = numbers_in_view<std::uint16_t>(model, indices.bufferView);
    return {rows.begin(), rows.end()};
}

std::vector<float> floats_of(const tinygltf::Model& model, int index) {
    const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
    if (!accessor.sparse.isSparse) {
        return numbers_in_view<float>(model, accessor.bufferView);
    }
    std::vector<float> values(3 * accessor.count, 0.0F);
    const std::vector<std::uint32_t> rows = rows_of(model, accessor);
    const auto stored = numbers_in_view<float>(model, accessor.sparse.values.bufferView);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::copy_n(stored.begin() + static_cast<std::ptrdiff_t>(3 * i), 3,
                    values.begin() + 3 * static_cast<std::ptrdiff_t>(rows[i]));
    }
    return values;
}

// The positions of a frame as a viewer computes them.
std::vector<float> positions_of(const tinygltf::Model& model, std::size_t mesh, std::size_t frame) {
    const tinygltf::Primitive& primitive = model.meshes[mesh].primitives[0];
    const tinygltf::Animation& animation = model.animations[0];
    const tinygltf::AnimationChannel& channel = animation.channels[mesh];
    EXPECT_EQ(channel.target_node, static_cast<int>(mesh));
    const auto weights = floats_of(model, animation.samplers[static_cast<std::size_t>(channel.sampler)].output);
    std::vector<float> x = floats_of(model, primitive.attributes.at("POSITION"));
    for (std::size_t k = 0; k < primitive.targets.size(); ++k) {
        const std::vector<float> target = floats_of(model, primitive.targets[k].at("POSITION"));
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] += weights[frame * primitive.targets.size() + k] * target[i];
        }
    }
    return x;
}

TEST_F(MotionExport, AsGlbHasTheMotionOfEachSurface) {
    const BakedMotion motion = two_strips();
    const ExportReport report = written(motion, "two.glb");
    EXPECT_THAT(report.files, ElementsAre(folder / "two.glb"));
    ASSERT_EQ(report.fits.size(), 2U);
    EXPECT_EQ(report.fits[0].targets, 3);
    EXPECT_EQ(report.fits[1].targets, 1);
    EXPECT_LT(report.fits[0].error, 1e-6);
    EXPECT_THAT(report.warnings, ElementsAre());
    const tinygltf::Model model = model_in("two.glb");
    ASSERT_EQ(model.meshes.size(), 2U);
    for (std::size_t mesh = 0; mesh < 2; ++mesh) {
        for (std::size_t frame = 0; frame < 10; ++frame) {
            const std::vector<float> x = positions_of(model, mesh, frame);
            const FloatPoints& expected = motion.surfaces[mesh].frames[frame];
            for (std::size_t i = 0; i < x.size(); ++i) {
                ASSERT_NEAR(x[i], expected.data()[i], 2e-5F);
            }
        }
    }
    const std::vector<float> times = floats_of(model, model.animations[0].samplers[0].input);
    ASSERT_EQ(times.size(), 10U);
    EXPECT_FLOAT_EQ(times[9], 9.0F / 24.0F);
}

// With 8 bones and many frames there are fewer coordinates than components; each moves few vertices.
BakedMotion boned_strip(Index columns) {
    return {{linear_strip("Boned", columns, 120, 8)}, 24.0};
}

void expect_frames(const tinygltf::Model& model, const BakedMotion& motion, float tolerance) {
    for (std::size_t frame = 0; frame < motion.frame_count(); ++frame) {
        const std::vector<float> x = positions_of(model, 0, frame);
        for (std::size_t i = 0; i < x.size(); ++i) {
            ASSERT_NEAR(x[i], motion.surfaces[0].frames[frame].data()[i], tolerance) << frame;
        }
    }
}

TEST_F(MotionExport, TakesTheSmallerOfExactAndFittedTargets) {
    const BakedMotion motion = boned_strip(200);
    std::map<std::string, ExportReport> reports;
    for (const MorphEncoding encoding : {MorphEncoding::smaller, MorphEncoding::exact, MorphEncoding::fitted}) {
        const std::string name = morph_encoding_names[static_cast<std::size_t>(encoding)];
        ExportOptions options;
        options.morph.encoding = encoding;
        const auto report = write_motion(motion, folder / (name + ".glb"), options);
        ASSERT_TRUE(report) << sentence(report.error());
        reports[name] = report.value();
        EXPECT_EQ(report.value().bytes, std::filesystem::file_size(folder / (name + ".glb")));
        expect_frames(model_in(name + ".glb"), motion, 1e-5F * static_cast<float>(extent(motion.surfaces[0])));
    }
    EXPECT_TRUE(reports["exact"].fits[0].is_exact);
    EXPECT_FALSE(reports["fitted"].fits[0].is_exact);
    EXPECT_LT(reports["exact"].bytes, reports["fitted"].bytes);
    EXPECT_TRUE(reports["auto"].fits[0].is_exact);
    EXPECT_EQ(reports["auto"].bytes, reports["exact"].bytes);
    BakedMotion few = motion; // of a clip with few frames
    few.surfaces[0].frames.resize(3);
    few.surfaces[0].linear.P.resize(3);
    EXPECT_FALSE(written(few, "few.glb").fits[0].is_exact);
}

TEST_F(MotionExport, TakesExactTargetsWhereFittedOnesAreNotGoodEnough) {
    const BakedMotion motion = boned_strip(12);
    ExportOptions options;
    options.morph.fitting = {1e-6, 4};
    const auto report = write_motion(motion, folder / "exact.glb", options);
    ASSERT_TRUE(report) << sentence(report.error());
    EXPECT_TRUE(report.value().fits[0].is_exact);
    EXPECT_LT(report.value().fits[0].error, 1e-6);
    EXPECT_THAT(report.value().warnings, ElementsAre());
}

// Two more coordinates of the whole strip, whose large ways cancel, so that exact targets are rounded coarsely.
BakedMotion strip_with_large_coordinates() {
    BakedMotion motion = boned_strip(200);
    BakedSurface& strip = motion.surfaces[0];
    LinearMotion& linear = strip.linear;
    const double way = 20.0 * extent(strip);
    const Index columns = linear.J.cols();
    linear.J.conservativeResize(Eigen::NoChange, columns + 2);
    linear.J.rightCols<2>().setOnes();
    for (std::size_t f = 0; f < linear.P.size(); ++f) {
        linear.P[f].conservativeResize(columns + 2, Eigen::NoChange);
        linear.P[f].bottomRows<2>().setZero();
        linear.P[f](columns, 0) = way * std::sin(0.37 * static_cast<double>(f));
        linear.P[f](columns + 1, 0) = -linear.P[f](columns, 0);
    }
    return motion;
}

TEST_F(MotionExport, TakesNoExactTargetsThatMissTheToleranceWhereFittedOnesMeetIt) {
    const BakedMotion motion = strip_with_large_coordinates();
    ExportOptions options;
    options.morph.encoding = MorphEncoding::exact;
    const auto exact = write_motion(motion, folder / "exact.glb", options);
    ASSERT_TRUE(exact) << sentence(exact.error());
    EXPECT_GT(exact.value().fits[0].error, 1e-6);
    ASSERT_EQ(exact.value().warnings.size(), 1U);
    EXPECT_THAT(exact.value().warnings[0], HasSubstr("exact morph targets, rounded to floats, leave an error of"));
    EXPECT_THAT(exact.value().warnings[0], HasSubstr("more than the tolerance of 0.0001 %"));
    const ExportReport smaller = written(motion, "auto.glb");
    EXPECT_FALSE(smaller.fits[0].is_exact);
    EXPECT_LE(smaller.fits[0].error, 1e-6);
    EXPECT_THAT(smaller.warnings, ElementsAre());
}

TEST_F(MotionExport, TakesNoExactTargetsThatDoNotFitIntoMemory) {
    BakedMotion motion = boned_strip(200);
    motion.surfaces.push_back(motion.surfaces[0]);
    const double memory = memory_of(exact_morph(motion.surfaces[0].linear), motion.surfaces[0].rest.rows());
    EXPECT_EQ(memory, 72.0 * 400.0 * 24.0) << "72 targets with positions and normals";
    ExportOptions options;
    options.morph.exact_memory_max = 1.9 * memory; // for both
    const auto report = write_motion(motion, folder / "auto.glb", options);
    ASSERT_TRUE(report) << sentence(report.error());
    EXPECT_FALSE(report.value().fits[0].is_exact);
    options.morph.encoding = MorphEncoding::exact;
    const auto refused = write_motion(motion, folder / "exact.glb", options);
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("Boned: would take "));
    EXPECT_THAT(sentence(refused.error()), HasSubstr("of memory with exact morph targets"));
    options.morph.exact_memory_max = 2.0 * memory;
    EXPECT_TRUE(write_motion(motion, folder / "exact.glb", options));
}

TEST_F(MotionExport, HasLongIndicesInSparseAccessorsOfManyVertices) {
    const BakedMotion motion{{linear_strip("Long", 35'000, 3, 4)}, 24.0}; // 70,000 vertices
    ExportOptions options;
    options.morph.encoding = MorphEncoding::exact;
    ASSERT_TRUE(write_motion(motion, folder / "long.glb", options));
    const tinygltf::Model model = model_in("long.glb");
    std::size_t sparse_count = 0;
    std::uint32_t last = 0;
    for (const tinygltf::Accessor& accessor : model.accessors) {
        if (accessor.sparse.isSparse) {
            ++sparse_count;
            EXPECT_EQ(accessor.sparse.indices.componentType, TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT);
            last = std::max(last, rows_of(model, accessor).back());
        }
    }
    EXPECT_GT(sparse_count, 0U);
    EXPECT_EQ(last, 69'999U);
    expect_frames(model, motion, 1e-5F * static_cast<float>(extent(motion.surfaces[0])));
}

TEST_F(MotionExport, HasValidSparseAccessors) {
    ExportOptions options;
    options.morph.encoding = MorphEncoding::exact;
    ASSERT_TRUE(write_motion(boned_strip(200), folder / "exact.glb", options));
    const tinygltf::Model model = model_in("exact.glb");
    std::size_t sparse_count = 0;
    for (const tinygltf::Accessor& accessor : model.accessors) {
        if (!accessor.sparse.isSparse) {
            continue;
        }
        ++sparse_count;
        ASSERT_EQ(accessor.sparse.indices.componentType, TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT);
        const auto rows = rows_of(model, accessor);
        ASSERT_EQ(rows.size(), static_cast<std::size_t>(accessor.sparse.count));
        EXPECT_EQ(std::ranges::adjacent_find(rows, std::greater_equal()), rows.end()) << "strictly increasing";
        EXPECT_LT(rows.back(), accessor.count);
        EXPECT_EQ(numbers_in_view<float>(model, accessor.sparse.values.bufferView).size(), 3 * rows.size());
        for (const int view : {accessor.sparse.indices.bufferView, accessor.sparse.values.bufferView}) {
            EXPECT_EQ(model.bufferViews[static_cast<std::size_t>(view)].byteOffset % 4, 0U);
        }
        EXPECT_EQ(accessor.minValues.size(), 3U);
    }
    EXPECT_EQ(sparse_count, 2U * 8U * 9U) << "positions and normals of each target";
}

TEST_F(MotionExport, FitsTargetsOfAMotionThatIsNotLinear) {
    ExportOptions options;
    options.morph.encoding = MorphEncoding::exact;
    const auto report = write_motion(one_strip(), folder / "fitted.glb", options);
    ASSERT_TRUE(report) << sentence(report.error());
    EXPECT_FALSE(report.value().fits[0].is_exact);
    EXPECT_THAT(report.value().warnings, ElementsAre(HasSubstr("Strip: has fitted morph targets, because")));
}

TEST_F(MotionExport, RefusesCoordinatesOfAnotherMotion) {
    BakedMotion motion = boned_strip(12);
    EXPECT_TRUE(checked(motion));
    motion.surfaces[0].linear.P.pop_back();
    EXPECT_FALSE(checked(motion));
    motion = boned_strip(12);
    motion.surfaces[0].linear.J(1, 1) = std::nan("");
    EXPECT_FALSE(checked(motion));
}

TEST_F(MotionExport, SaysWhereTheToleranceIsNotMet) {
    ExportOptions options;
    options.morph.fitting = {1e-4, 2};
    const auto report = write_motion(one_strip(), folder / "coarse.glb", options);
    ASSERT_TRUE(report);
    EXPECT_EQ(report.value().fits[0].targets, 2);
    EXPECT_GT(report.value().fits[0].error, 1e-4);
    ASSERT_EQ(report.value().warnings.size(), 1U);
    EXPECT_THAT(report.value().warnings[0], HasSubstr("Strip: 2 morph targets leave an error of"));
    EXPECT_THAT(report.value().warnings[0], HasSubstr("more than the tolerance of 0.01 %"));
}

// The place of a point that a joint moves, as a viewer computes it: translation, rotation, scale, after the bind
// matrix.
Vec3 moved_by_joint(const tinygltf::Model& model, int joint, std::size_t frame, const Vec3& point) {
    Vec3 translation = Vec3::Zero();
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
    Vec3 scale = Vec3::Ones();
    for (const tinygltf::AnimationChannel& channel : model.animations[0].channels) {
        if (channel.target_node == joint) {
            const auto& sampler = model.animations[0].samplers[static_cast<std::size_t>(channel.sampler)];
            const std::vector<float> values = floats_of(model, sampler.output);
            const std::size_t width = channel.target_path == "rotation" ? 4 : 3;
            const Eigen::Map<const Eigen::VectorXf> key(values.data() + width * frame, static_cast<Index>(width));
            if (channel.target_path == "rotation") {
                turn.coeffs() = key.cast<double>();
            } else {
                (channel.target_path == "scale" ? scale : translation) = key.cast<double>();
            }
        }
    }
    return translation + turn * scale.cwiseProduct(point);
}

TEST_F(MotionExport, AsGlbWithJointsHasTheErrorThatIsReported) {
    const BakedMotion motion = two_strips();
    ExportOptions options;
    options.joints = 5;
    const auto report = write_motion(motion, folder / "skin.glb", options);
    ASSERT_TRUE(report) << sentence(report.error());
    ASSERT_EQ(report.value().fits.size(), 2U);
    EXPECT_EQ(report.value().fits[0].joints, 5);
    EXPECT_EQ(report.value().fits[0].targets, 0);
    const tinygltf::Model model = model_in("skin.glb");
    ASSERT_EQ(model.skins.size(), 2U);
    const tinygltf::Primitive& primitive = model.meshes[0].primitives[0];
    const std::vector<float> rest = floats_of(model, primitive.attributes.at("POSITION"));
    const std::vector<float> weights = floats_of(model, primitive.attributes.at("WEIGHTS_0"));
    const auto& joints = model.accessors[static_cast<std::size_t>(primitive.attributes.at("JOINTS_0"))];
    const auto* numbers =
        model.buffers[0].data.data() + model.bufferViews[static_cast<std::size_t>(joints.bufferView)].byteOffset;
    const std::vector<float> binds = floats_of(model, model.skins[0].inverseBindMatrices);
    double worst = 0.0;
    for (std::size_t frame = 0; frame < 10; ++frame) {
        for (std::size_t i = 0; i < joints.count; ++i) {
            const Vec3 p(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
            EXPECT_EQ(p.cast<float>(), motion.surfaces[0].rest.row(static_cast<Index>(i)).transpose());
            Vec3 x = Vec3::Zero();
            for (std::size_t k = 0; k < 4; ++k) {
                std::uint16_t joint = 0;
                std::memcpy(&joint, numbers + 2 * (4 * i + k), 2);
                const Vec3 to_joint(binds[16U * joint + 12], binds[16U * joint + 13], binds[16U * joint + 14]);
                x += static_cast<double>(weights[4 * i + k]) *
                     moved_by_joint(model, model.skins[0].joints[joint], frame, p + to_joint);
            }
            const FloatPoints& expected = motion.surfaces[0].frames[frame];
            worst = std::max(worst, (x - expected.row(static_cast<Index>(i)).transpose().cast<double>()).norm());
        }
    }
    EXPECT_NEAR(worst / extent(motion.surfaces[0]), report.value().fits[0].error, 1e-6);
    EXPECT_GT(worst, 0.0);
    // In the pose in which it was bound, the surface is at rest.
    const tinygltf::Node& first = model.nodes[static_cast<std::size_t>(model.skins[0].joints[0])];
    EXPECT_NEAR(first.translation[0], -static_cast<double>(binds[12]), 1e-7);
    EXPECT_TRUE(first.rotation.empty() && first.scale.empty());
    const auto read = read_gltf(folder / "skin.glb"); // as a character with a rig
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().value.clips.size(), 1U);
}

TEST_F(MotionExport, AsGlbOfABodyAtRestHasNoAnimation) {
    written({{waving_strip("Strip", 12, 4, 0)}, 24.0}, "rest.glb");
    const tinygltf::Model model = model_in("rest.glb");
    EXPECT_TRUE(model.animations.empty());
    EXPECT_TRUE(model.meshes[0].primitives[0].targets.empty());
}

TEST_F(MotionExport, AsGlbHasLinearColours) {
    BakedMotion motion = one_strip();
    motion.surfaces[0].colour = {1.0F, 0.5F, 0.0F};
    written(motion, "plain.glb");
    const auto factor = model_in("plain.glb").materials[0].pbrMetallicRoughness.baseColorFactor;
    EXPECT_NEAR(factor[1], 0.2140, 1e-4);
    motion.surfaces[0].colours = FloatPoints::Constant(motion.surfaces[0].rest.rows(), 3, 0.5F);
    written(motion, "painted.glb");
    const tinygltf::Model painted = model_in("painted.glb");
    const int colours = painted.meshes[0].primitives[0].attributes.at("COLOR_0");
    EXPECT_NEAR(floats_of(painted, colours)[4], 0.2140F, 1e-4F);
    EXPECT_EQ(painted.materials[0].pbrMetallicRoughness.baseColorFactor, std::vector<double>(4, 1.0));
}

// Half of the strip with a picture, half in a colour; the last vertex shares the normal of the first.
BakedMotion painted_strip(const std::vector<std::uint8_t>& png) {
    BakedMotion motion{{waving_strip("Strip", 12, 6, 2)}, 24.0};
    BakedSurface& strip = motion.surfaces[0];
    const Index n = strip.rest.rows();
    strip.look.normals = Points::Zero(n, 3);
    strip.look.places = SurfaceLook::Places::Constant(n, 2, 0.25);
    strip.look.colours = Points::Ones(n, 3);
    strip.look.colours(3, 1) = 0.5;
    strip.look.material_of.assign(static_cast<std::size_t>(n), 0);
    for (Index i = n / 2; i < n; ++i) {
        strip.look.material_of[static_cast<std::size_t>(i)] = 1;
    }
    strip.look.materials = {{{1, 1, 1, 1}, 0, PictureEdge::clamp, PictureEdge::mirror, 0.25, "Fell"},
                            {{0.25, 0.5, 1, 1}}};
    strip.look.pictures = {{"tiles", png}};
    for (int i = 0; i < static_cast<int>(n); ++i) {
        strip.normal_of.push_back(i + 1 == static_cast<int>(n) ? 0 : i);
    }
    return motion;
}

TEST_F(MotionExport, AsGlbHasItsMaterialsAndPictures) {
    const auto png = testing::png_bytes(1, 1, {1, 2, 3, 255}); // its length is no multiple of 4
    const BakedMotion motion = painted_strip(png);
    const SurfaceLook& look = motion.surfaces[0].look;
    written(motion, "painted.glb");
    const auto read = read_gltf(folder / "painted.glb");
    ASSERT_TRUE(read) << sentence(read.error());
    const GltfCharacter& character = read.value().value;
    EXPECT_EQ(character.look.pictures, look.pictures);
    ASSERT_EQ(character.look.materials.size(), 3U); // and the one of primitives without
    EXPECT_EQ(character.look.materials[0], look.materials[0]);
    SurfaceMaterial unnamed = look.materials[1];
    unnamed.name = "Strip 2";
    EXPECT_EQ(character.look.materials[1], unnamed);
    EXPECT_EQ(character.rig.surface.F.rows(), motion.surfaces[0].F.rows());
    EXPECT_EQ(character.look.places(3, 1), 0.25);
    EXPECT_EQ(character.look.colours(3, 1), 0.5);
    const Index last = motion.surfaces[0].rest.rows() - 1;
    EXPECT_EQ(character.look.normals.row(0), character.look.normals.row(last));
    const tinygltf::Model model = model_in("painted.glb");
    ASSERT_EQ(model.meshes[0].primitives.size(), 2U);
    EXPECT_EQ(model.meshes[0].primitives[0].attributes, model.meshes[0].primitives[1].attributes);
}

TEST_F(MotionExport, AsTextHasPlacesOnPicturesFromTheirBottomLeft) {
    const BakedMotion motion = painted_strip(testing::png_bytes(1, 1, {1, 2, 3, 255}));
    written(motion, "painted.obj");
    EXPECT_THAT(bytes_of(folder / "painted_0001.obj"), HasSubstr("vt 0.25 0.75\n"));
    EXPECT_THAT(bytes_of(folder / "painted_0001.obj"), HasSubstr("f 1/1/1 2/2/2 3/3/3"));
    written(motion, "painted.usda");
    EXPECT_THAT(bytes_of(folder / "painted.usda"), HasSubstr("primvars:st = [(0.25, 0.75), "));
}

TEST_F(MotionExport, AsTextHasTheNamesOfItsMaterials) {
    BakedMotion motion = painted_strip(testing::png_bytes(1, 1, {1, 2, 3, 255}));
    motion.surfaces[0].look.materials[1].name = "Haar \xC3\xBC";
    written(motion, "painted.obj");
    const std::string obj = bytes_of(folder / "painted_0001.obj");
    EXPECT_THAT(obj, HasSubstr("usemtl Fell\nf 1/1/1"));
    EXPECT_THAT(obj, HasSubstr("usemtl Haar_\xC3\xBC\nf "));
    written(motion, "painted.usda");
    const std::string usda = bytes_of(folder / "painted.usda");
    EXPECT_THAT(usda, HasSubstr("def GeomSubset \"Fell\""));
    EXPECT_THAT(usda, HasSubstr("rel material:binding = </Limber/Materials/Haar___>"));
    EXPECT_THAT(usda, HasSubstr("def Material \"Haar___\""));
}

TEST_F(MotionExport, NamesEachMaterialOnce) {
    BakedMotion motion = painted_strip({});
    motion.surfaces[0].look.materials[1].name = "Fell";
    EXPECT_THAT(material_names(motion.surfaces[0]), ElementsAre("Fell", "Fell 2"));
}

// The first half of its vertices is one object, the second another; triangles that would lie in both are left out.
BakedMotion strip_of_two_objects() {
    BakedMotion motion = painted_strip(testing::png_bytes(1, 1, {1, 2, 3, 255}));
    BakedSurface& strip = motion.surfaces[0];
    strip.look.objects = {"Haar", "Haar"};
    strip.look.object_of = strip.look.material_of;
    std::vector<Index> kept;
    for (Index f = 0; f < strip.F.rows(); ++f) {
        const auto object_of = [&](int corner) {
            return strip.look.object_of[static_cast<std::size_t>(strip.F(f, corner))];
        };
        if (object_of(0) == object_of(1) && object_of(0) == object_of(2)) {
            kept.push_back(f);
        }
    }
    strip.F = Triangles(strip.F(kept, Eigen::all));
    return motion;
}

TEST_F(MotionExport, AsGlbHasANodeForEachObject) {
    const BakedMotion motion = strip_of_two_objects();
    const BakedSurface& strip = motion.surfaces[0];
    written(motion, "objects.glb");
    const tinygltf::Model model = model_in("objects.glb");
    ASSERT_EQ(model.meshes.size(), 2U);
    EXPECT_EQ(model.nodes[0].name, "Haar");
    EXPECT_EQ(model.nodes[1].name, "Haar 2");
    ASSERT_EQ(model.scenes[0].nodes.size(), 1U);
    const tinygltf::Node& parent = model.nodes[static_cast<std::size_t>(model.scenes[0].nodes[0])];
    EXPECT_EQ(parent.name, "Strip");
    EXPECT_THAT(parent.children, ElementsAre(0, 1));
    const auto half = static_cast<std::size_t>(strip.rest.rows() / 2);
    for (std::size_t object = 0; object < 2; ++object) {
        for (const std::size_t frame : {std::size_t{0}, std::size_t{5}}) {
            const std::vector<float> x = positions_of(model, object, frame);
            ASSERT_EQ(x.size(), 3 * half);
            const FloatPoints& expected = strip.frames[frame];
            for (std::size_t i = 0; i < x.size(); ++i) {
                EXPECT_NEAR(x[i], expected.data()[3 * half * object + i], 1e-4F);
            }
        }
    }
    const auto read = read_gltf(folder / "objects.glb");
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_THAT(read.value().value.look.objects, ElementsAre("Haar", "Haar 2"));
    EXPECT_EQ(read.value().value.rig.targets.size(), model.meshes[0].primitives[0].targets.size());
    EXPECT_EQ(read.value().value.rig.surface.F.rows(), strip.F.rows());
}

TEST_F(MotionExport, AsGlbWithJointsHasANodeForEachObject) {
    ExportOptions options;
    options.joints = 4;
    ASSERT_TRUE(write_motion(strip_of_two_objects(), folder / "skin.glb", options));
    const tinygltf::Model model = model_in("skin.glb");
    ASSERT_EQ(model.meshes.size(), 2U);
    EXPECT_EQ(model.skins.size(), 1U);
    EXPECT_EQ(std::ranges::count(model.nodes, 0, &tinygltf::Node::skin), 2);
}

TEST_F(MotionExport, AsTextHasItsObjects) {
    const BakedMotion motion = strip_of_two_objects();
    written(motion, "objects.obj");
    const std::string obj = bytes_of(folder / "objects_0001.obj");
    EXPECT_THAT(obj, HasSubstr("g Haar\nusemtl Fell\nf 1/1/1"));
    EXPECT_THAT(obj, HasSubstr("g Haar_2\nusemtl Strip_2\nf "));
    written(motion, "objects.usda");
    const std::string usda = bytes_of(folder / "objects.usda");
    EXPECT_THAT(usda, HasSubstr("def Xform \"Strip\""));
    EXPECT_THAT(usda, HasSubstr("def Mesh \"Haar\""));
    EXPECT_THAT(usda, HasSubstr("def Mesh \"Haar_2\""));
    EXPECT_EQ(std::ranges::count(usda, '{'), std::ranges::count(usda, '}'));
}

// In an .obj a material and a group hold until another one is named, for the next object too.
TEST_F(MotionExport, AsObjDoesNotGiveAPlainCharacterTheMaterialOfThePaintedOneBeforeIt) {
    BakedMotion motion = strip_of_two_objects();
    motion.surfaces.push_back(waving_strip("Plain", 5, 6, 1));
    written(motion, "both.obj");
    const std::string both = bytes_of(folder / "both_0001.obj");
    const std::string plain = both.substr(both.find("o Plain\n"));
    EXPECT_THAT(plain, HasSubstr("g Plain\nusemtl Plain\nf "));
    std::ranges::swap(motion.surfaces[0], motion.surfaces[1]);
    written(motion, "plain_first.obj");
    const std::string first = bytes_of(folder / "plain_first_0001.obj");
    EXPECT_EQ(first.find("Plain", first.find("o Plain\n") + 3), std::string::npos); // nothing above holds for it
    written({{waving_strip("Plain", 5, 6, 1), waving_strip("Bare", 5, 6, 1)}, 24.0}, "plain.obj");
    EXPECT_EQ(bytes_of(folder / "plain_0001.obj").find("usemtl"), std::string::npos);
}

// Readers take materials of one name for one.
TEST_F(MotionExport, AsObjHasEachNameOfAMaterialOnce) {
    BakedMotion motion = painted_strip(testing::png_bytes(1, 1, {1, 2, 3, 255}));
    motion.surfaces[0].look.materials[0].name = "Skin A";
    motion.surfaces[0].look.materials[1].name = "Skin_A";
    motion.surfaces.push_back(motion.surfaces[0]);
    written(motion, "skins.obj");
    const std::string obj = bytes_of(folder / "skins_0001.obj");
    for (const char* const name : {"Skin_A", "Skin_A_2", "Skin_A_3", "Skin_A_4"}) {
        const std::string line = "usemtl " + std::string(name) + "\n";
        EXPECT_NE(obj.find(line), std::string::npos) << name;
        EXPECT_EQ(obj.find(line), obj.rfind(line)) << name;
    }
}

// Readers join objects of one name.
TEST_F(MotionExport, AsObjHasEachNameOfAnObjectOnce) {
    const BakedSurface strip = waving_strip("Strip", 5, 6, 1);
    written({{strip, strip, waving_strip("Strip_2", 5, 6, 1)}, 24.0}, "twins.obj");
    const std::string obj = bytes_of(folder / "twins_0001.obj");
    for (const char* const name : {"Strip", "Strip_2", "Strip_2_2"}) {
        const std::string line = "\no " + std::string(name) + "\n";
        EXPECT_NE(("\n" + obj).find(line), std::string::npos) << name;
        EXPECT_EQ(("\n" + obj).find(line), ("\n" + obj).rfind(line)) << name;
    }
}

TEST_F(MotionExport, RefusesALookThatDoesNotBelongToItsVertices) {
    const BakedMotion sound = painted_strip({0x89});
    const auto refused = [&](auto spoil) {
        BakedMotion motion = sound;
        spoil(motion.surfaces[0]);
        return !checked(motion);
    };
    EXPECT_TRUE(checked(sound));
    EXPECT_TRUE(refused([](BakedSurface& surface) { surface.look.material_of[2] = 2; }));
    EXPECT_TRUE(refused([](BakedSurface& surface) { surface.look.materials[1].picture = 1; }));
    EXPECT_TRUE(refused([](BakedSurface& surface) { surface.look.places(1, 1) = std::nan(""); }));
    EXPECT_TRUE(refused([](BakedSurface& surface) { surface.normal_of[1] = -1; }));
    EXPECT_TRUE(refused([](BakedSurface& surface) {
        surface.look.objects = {"a", "b"};
        surface.look.object_of = surface.look.material_of; // triangles between both
    }));
}

TEST_F(MotionExport, AsPointCacheIsReadBack) {
    const BakedMotion motion = one_strip();
    const ExportReport report = written(motion, "motion.pc2");
    EXPECT_THAT(report.files, ElementsAre(folder / "motion.pc2", folder / "motion_rest.obj"));
    const auto frames = read_motion(folder / "motion.pc2");
    ASSERT_TRUE(frames);
    ASSERT_EQ(frames.value().size(), 10U);
    for (std::size_t frame = 0; frame < 10; ++frame) {
        EXPECT_EQ(frames.value()[frame].cast<float>(), motion.surfaces[0].frames[frame]);
    }
    const auto rest = read_surface(folder / "motion_rest.obj");
    ASSERT_TRUE(rest) << sentence(rest.error());
    EXPECT_EQ(rest.value().value.V.cast<float>(), motion.surfaces[0].rest);
    EXPECT_EQ(rest.value().value.F, motion.surfaces[0].F);
}

float big_endian_float(const std::string& bytes, std::size_t at) {
    const std::string turned{bytes[at + 3], bytes[at + 2], bytes[at + 1], bytes[at]};
    float value = 0.0F;
    std::memcpy(&value, turned.data(), 4);
    return value;
}

TEST_F(MotionExport, AsMddIsBigEndian) {
    const BakedMotion motion = one_strip();
    written(motion, "motion.mdd");
    const std::string bytes = bytes_of(folder / "motion.mdd");
    ASSERT_EQ(bytes.size(), 8U + 10U * 4U + 10U * 24U * 12U);
    EXPECT_EQ(bytes.substr(0, 8), std::string("\0\0\0\x0A\0\0\0\x18", 8));
    EXPECT_FLOAT_EQ(big_endian_float(bytes, 8 + 9 * 4), 9.0F / 24.0F);
    EXPECT_EQ(big_endian_float(bytes, bytes.size() - 4), motion.surfaces[0].frames[9](23, 2));
}

TEST_F(MotionExport, OfSeveralSurfacesHasACacheForEach) {
    const ExportReport report = written(two_strips(), "motion.pc2");
    EXPECT_THAT(report.files, ElementsAre(folder / "motion_1_Strip.pc2", folder / "motion_1_Strip_rest.obj",
                                          folder / "motion_2_A__b_____.pc2", folder / "motion_2_A__b______rest.obj"));
}

TEST_F(MotionExport, AsObjHasAFileForEachFrame) {
    const ExportReport report = written(one_strip(), "motion.obj");
    ASSERT_EQ(report.files.size(), 10U);
    EXPECT_EQ(report.files[9], folder / "motion_0010.obj");
    const auto last = read_surface(report.files[9]);
    ASSERT_TRUE(last);
    EXPECT_EQ(last.value().value.V.cast<float>(), one_strip().surfaces[0].frames[9]);
    written(two_strips(), "both.obj");
    const std::string both = bytes_of(folder / "both_0001.obj");
    EXPECT_THAT(both, HasSubstr("o Strip\n"));
    EXPECT_THAT(both, HasSubstr("f 25//25 26//26 27//27")); // of the second strip
}

TEST_F(MotionExport, AsUsdaHasTimeSamples) {
    written(two_strips(), "motion.usda");
    const std::string text = bytes_of(folder / "motion.usda");
    EXPECT_THAT(text, HasSubstr("endTimeCode = 10\n"));
    EXPECT_THAT(text, HasSubstr("timeCodesPerSecond = 24\n"));
    EXPECT_THAT(text, HasSubstr("def Mesh \"Strip\""));
    EXPECT_THAT(text, HasSubstr("def Mesh \"A__b_____\"")); // names of prims are ASCII
    EXPECT_EQ(std::ranges::count(text, '{'), std::ranges::count(text, '}'));
}

TEST_F(MotionExport, RefusesWhatCannotBeWritten) {
    const auto refused = [&](const BakedMotion& motion, const std::string& name) {
        const auto report = write_motion(motion, folder / name);
        EXPECT_FALSE(report) << name;
        EXPECT_FALSE(std::filesystem::exists(folder / name));
        return report ? std::string() : sentence(report.error());
    };
    EXPECT_THAT(refused(one_strip(), "motion.fbx"), HasSubstr(".glb, .usda"));
    EXPECT_THAT(refused({}, "motion.glb"), HasSubstr("needs a surface and a frame"));
    EXPECT_THAT(refused(one_strip(), "nowhere/motion.glb"), HasSubstr("nowhere"));
    BakedMotion motion = one_strip();
    motion.surfaces[0].frames[3](5, 1) = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THAT(refused(motion, "motion.glb"), HasSubstr("not finite"));
    motion = one_strip();
    motion.surfaces[0].F(3, 1) = 24;
    EXPECT_THAT(refused(motion, "motion.usda"), HasSubstr("does not exist"));
    motion = two_strips();
    motion.surfaces[1].frames.pop_back();
    EXPECT_THAT(refused(motion, "motion.obj"), HasSubstr("another number of frames"));
}

TEST_F(MotionExport, CanBeCancelled) {
    Progress progress;
    progress.cancel();
    for (const auto& [name, joints] : {std::pair("motion.glb", 0), std::pair("skin.glb", 4), std::pair("m.obj", 0),
                                       std::pair("m.usda", 0), std::pair("m.pc2", 0), std::pair("m.mdd", 0)}) {
        ExportOptions options;
        options.joints = joints;
        options.progress = &progress;
        const auto report = write_motion(one_strip(), folder / name, options);
        ASSERT_FALSE(report) << name;
        EXPECT_EQ(report.error().kind, ErrorKind::cancelled) << name;
        EXPECT_FALSE(std::filesystem::exists(folder / name)) << name;
    }
}

TEST_F(MotionExport, HasAProgressThatGrowsOverAllSurfaces) {
    const BakedMotion motion{{waving_strip("A", 60, 30, 3), waving_strip("B", 60, 30, 3)}, 24.0};
    for (const char* name : {"skin.glb", "m.glb", "m.usda", "m.pc2", "m.mdd", "m.obj"}) {
        ExportOptions options;
        options.joints = std::string_view(name) == "skin.glb" ? 6 : 0;
        const std::vector<double> fractions = testing::seen_fractions([&](Progress& progress) {
            options.progress = &progress;
            ASSERT_TRUE(write_motion(motion, folder / name, options)) << name;
        });
        EXPECT_TRUE(std::ranges::is_sorted(fractions)) << name << ": " << ::testing::PrintToString(fractions);
        EXPECT_GE(fractions.back(), 0.9) << name;
    }
}

TEST_F(MotionExport, CanBeCancelledWhileTargetsAreMade) {
    const BakedMotion motion = boned_strip(12);
    Progress progress;
    progress.cancel();
    for (const MorphEncoding encoding : {MorphEncoding::smaller, MorphEncoding::exact, MorphEncoding::fitted}) {
        MorphChoice choice;
        choice.encoding = encoding;
        const auto chosen = choose_morph_targets(motion.surfaces[0], choice, &progress);
        ASSERT_FALSE(chosen);
        EXPECT_EQ(chosen.error().kind, ErrorKind::cancelled);
    }
}

TEST_F(MotionExport, CanBeCancelledWhileNormalsAreFitted) {
    const BakedMotion motion = boned_strip(12);
    const BakedSurface& strip = motion.surfaces[0];
    const MorphFit fit = exact_fit(exact_morph(strip.linear), strip);
    Progress progress;
    ASSERT_TRUE(fit_directions(strip.frames, fit, &progress));
    progress.cancel();
    const auto directions = fit_directions(strip.frames, fit, &progress);
    ASSERT_FALSE(directions);
    EXPECT_EQ(directions.error().kind, ErrorKind::cancelled);
    const auto file = write_glb(motion, std::vector{fit}, folder / "stopped.glb", &progress);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().kind, ErrorKind::cancelled);
    EXPECT_FALSE(std::filesystem::exists(folder / "stopped.glb"));
}

} // namespace
} // namespace limber
