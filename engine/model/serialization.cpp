// SPDX-License-Identifier: MIT
#include "engine/model/serialization.h"

#include <algorithm>

namespace limber {
namespace {

// Writes rows, columns and values of any dense matrix, in storage order.
template <typename Array>
void write(ByteWriter& writer, const Eigen::PlainObjectBase<Array>& array) {
    writer.add(static_cast<std::uint64_t>(array.rows()));
    writer.add(static_cast<std::uint64_t>(array.cols()));
    writer.add(array.data(), static_cast<std::size_t>(array.size()));
}

template <typename Array>
void read(ByteReader& reader, Eigen::PlainObjectBase<Array>& array) {
    const auto rows = reader.number<std::uint64_t>();
    const auto columns = reader.number<std::uint64_t>();
    constexpr std::uint64_t size_max = std::uint64_t(1) << 31;
    constexpr bool fixed = Array::ColsAtCompileTime != Eigen::Dynamic;
    const bool fits = rows < size_max && columns < size_max &&
                      (!fixed || columns == static_cast<std::uint64_t>(Array::ColsAtCompileTime));
    if (fits && reader.holds(rows * columns, sizeof(typename Array::Scalar))) {
        array.resize(static_cast<Index>(rows), static_cast<Index>(columns));
        reader.fill(array.data(), static_cast<std::size_t>(array.size()));
    } else {
        reader.fail();
    }
}

void write(ByteWriter& writer, const std::vector<std::string>& sentences) {
    writer.add(static_cast<std::uint64_t>(sentences.size()));
    for (const std::string& sentence : sentences) {
        writer.add(static_cast<std::uint64_t>(sentence.size()));
        writer.add(sentence.data(), sentence.size());
    }
}

void read(ByteReader& reader, std::vector<std::string>& sentences) {
    const auto count = reader.number<std::uint64_t>();
    for (std::uint64_t i = 0; i < count && reader.is_sound(); ++i) {
        const auto size = reader.number<std::uint64_t>();
        if (reader.holds(size, 1)) {
            sentences.emplace_back(static_cast<std::size_t>(size), '\0');
            reader.fill(sentences.back().data(), sentences.back().size());
        }
    }
}

void write(ByteWriter& writer, const ClusterSet& set) {
    const Index r = set.cluster_count;
    write(writer, unpacked(set.GKB, r, set.coordinate_count));
    write(writer, unpacked(set.GKJ, r, set.rig_count));
    write(writer, Vector(Eigen::Map<const Vector>(set.w.data(), r)));
    write(writer, Vector(Eigen::Map<const Vector>(set.l.data(), r)));
}

// Rebuilds the lanes and the single-precision copies.
std::optional<ClusterSet> read_set(ByteReader& reader) {
    Matrix GKB;
    Matrix GKJ;
    Vector w;
    Vector l;
    read(reader, GKB);
    read(reader, GKJ);
    read(reader, w);
    read(reader, l);
    if (!reader.is_sound() || w.size() == 0 || GKB.rows() != 3 * w.size() || GKJ.rows() != 3 * w.size() ||
        l.size() != w.size()) {
        return std::nullopt;
    }
    return cluster_set(GKB, GKJ, w, l);
}

bool same_sizes(const ClusterSet& a, const ClusterSet& b) {
    return a.cluster_count == b.cluster_count && a.coordinate_count == b.coordinate_count && a.rig_count == b.rig_count;
}

bool sizes_agree(const ReducedModel& model) {
    const Index k = model.coordinate_count();
    const Index rig = model.JLJ.rows();
    const bool of_modes = model.T.rows() % 4 == 0 && model.stiffness.size() == k && model.BM1.size() == k;
    const bool of_rig = rig % 4 == 0 && model.JLJ.cols() == rig && model.JMJ.rows() == rig && model.JMJ.cols() == rig;
    const bool of_both =
        model.BLJ.rows() == k && model.BLJ.cols() == rig && model.BMJ.rows() == k && model.BMJ.cols() == rig;
    const bool of_sets = !model.sets.empty() && std::all_of(model.sets.begin(), model.sets.end(), [&](const auto& set) {
        return set.coordinate_count == k && set.rig_count == rig;
    });
    return of_modes && of_rig && of_both && of_sets;
}

} // namespace

std::string to_bytes(const Repaired<TetMesh>& mesh) {
    ByteWriter writer;
    write(writer, mesh.value.X);
    write(writer, mesh.value.T);
    write(writer, mesh.warnings);
    return writer.bytes();
}

std::string to_bytes(const Repaired<Vector>& values) {
    ByteWriter writer;
    write(writer, values.value);
    write(writer, values.warnings);
    return writer.bytes();
}

std::string to_bytes(const SkinningModes& modes) {
    ByteWriter writer;
    write(writer, modes.W);
    write(writer, modes.lambda);
    writer.add(modes.residual_max);
    writer.add(modes.constraint_violation);
    return writer.bytes();
}

std::string to_bytes(const HandleWeights& weights) {
    ByteWriter writer;
    write(writer, weights.W);
    write(writer, weights.optimal);
    writer.add(weights.residual_max);
    return writer.bytes();
}

std::string to_bytes(const Clusters& clusters) {
    ByteWriter writer;
    writer.add(clusters.count);
    writer.add(static_cast<std::uint64_t>(clusters.of_tet.size()));
    writer.add(clusters.of_tet.data(), clusters.of_tet.size());
    return writer.bytes();
}

std::string to_bytes(const ReducedModel& model) {
    ByteWriter writer;
    for (const Matrix* matrix : {&model.T, &model.BLJ, &model.BMJ, &model.JLJ, &model.JMJ}) {
        write(writer, *matrix);
    }
    write(writer, model.stiffness);
    write(writer, model.BM1);
    writer.add(model.frame.centre.data(), 3);
    for (const double number : {model.frame.scale, model.w_sum, model.lambda_ratio_max, model.mass}) {
        writer.add(number);
    }
    writer.add(static_cast<std::uint64_t>(model.sets.size()));
    for (const ClusterSet& set : model.sets) {
        write(writer, set);
    }
    return writer.bytes();
}

std::string to_bytes(const DisplacementModes& modes) {
    ByteWriter writer;
    write(writer, modes.D);
    write(writer, modes.lambda);
    writer.add(modes.residual_max);
    return writer.bytes();
}

std::string to_bytes(const Matrix& basis) {
    ByteWriter writer;
    write(writer, basis);
    return writer.bytes();
}

std::string to_bytes(const ActuationSet& set) {
    ByteWriter writer;
    write(writer, set.linear);
    write(writer, set.quadratic);
    writer.add(set.w_sum);
    write(writer, set.rest);
    for (const ClusterSet& muscle : set.muscles) {
        write(writer, muscle);
    }
    return writer.bytes();
}

template <>
std::optional<Repaired<TetMesh>> from_bytes(std::string_view bytes) {
    ByteReader reader(bytes);
    Repaired<TetMesh> mesh;
    read(reader, mesh.value.X);
    read(reader, mesh.value.T);
    read(reader, mesh.warnings);
    const TetMesh& tets = mesh.value;
    const bool is_sound = reader.is_complete() && tets.tet_count() > 0 && tets.X.allFinite() &&
                          tets.T.minCoeff() >= 0 && tets.T.maxCoeff() < tets.vertex_count();
    return is_sound ? std::optional(std::move(mesh)) : std::nullopt;
}

template <>
std::optional<Repaired<Vector>> from_bytes(std::string_view bytes) {
    ByteReader reader(bytes);
    Repaired<Vector> values;
    read(reader, values.value);
    read(reader, values.warnings);
    return reader.is_complete() && values.value.allFinite() ? std::optional(std::move(values)) : std::nullopt;
}

template <>
std::optional<SkinningModes> from_bytes(std::string_view bytes) {
    ByteReader reader(bytes);
    SkinningModes modes;
    read(reader, modes.W);
    read(reader, modes.lambda);
    modes.residual_max = reader.number<double>();
    modes.constraint_violation = reader.number<double>();
    const bool is_sound = reader.is_complete() && modes.W.cols() == modes.lambda.size() && modes.W.cols() > 0 &&
                          modes.W.allFinite() && modes.lambda.allFinite();
    return is_sound ? std::optional(std::move(modes)) : std::nullopt;
}

template <>
std::optional<Clusters> from_bytes(std::string_view bytes) {
    ByteReader reader(bytes);
    Clusters clusters;
    clusters.count = reader.number<int>();
    const auto tets = reader.number<std::uint64_t>();
    if (!reader.holds(tets, sizeof(int))) {
        return std::nullopt;
    }
    clusters.of_tet.resize(static_cast<std::size_t>(tets));
    reader.fill(clusters.of_tet.data(), clusters.of_tet.size());
    const bool in_range = std::all_of(clusters.of_tet.begin(), clusters.of_tet.end(),
                                      [&](int label) { return label >= 0 && label < clusters.count; });
    return reader.is_complete() && in_range && tets > 0 ? std::optional(std::move(clusters)) : std::nullopt;
}

template <>
std::optional<ReducedModel> from_bytes(std::string_view bytes) {
    ByteReader reader(bytes);
    ReducedModel model;
    for (Matrix* matrix : {&model.T, &model.BLJ, &model.BMJ, &model.JLJ, &model.JMJ}) {
        read(reader, *matrix);
    }
    read(reader, model.stiffness);
    read(reader, model.BM1);
    reader.fill(model.frame.centre.data(), 3);
    for (double* number : {&model.frame.scale, &model.w_sum, &model.lambda_ratio_max, &model.mass}) {
        *number = reader.number<double>();
    }
    const auto set_count = reader.number<std::uint64_t>();
    for (std::uint64_t i = 0; i < set_count && reader.is_sound(); ++i) {
        auto set = read_set(reader);
        if (!set) {
            return std::nullopt;
        }
        model.sets.push_back(*std::move(set));
    }
    return reader.is_complete() && sizes_agree(model) ? std::optional(std::move(model)) : std::nullopt;
}

template <>
std::optional<DisplacementModes> from_bytes(std::string_view bytes) {
    ByteReader reader(bytes);
    DisplacementModes modes;
    read(reader, modes.D);
    read(reader, modes.lambda);
    modes.residual_max = reader.number<double>();
    const bool is_sound = reader.is_complete() && modes.D.cols() == modes.lambda.size() && modes.D.rows() % 3 == 0 &&
                          modes.D.size() > 0 && modes.D.allFinite() && modes.lambda.allFinite();
    return is_sound ? std::optional(std::move(modes)) : std::nullopt;
}

template <>
std::optional<Matrix> from_bytes(std::string_view bytes) {
    ByteReader reader(bytes);
    Matrix basis;
    read(reader, basis);
    const bool is_sound = reader.is_complete() && basis.size() > 0 && basis.allFinite();
    return is_sound ? std::optional(std::move(basis)) : std::nullopt;
}

template <>
std::optional<ActuationSet> from_bytes(std::string_view bytes) {
    ByteReader reader(bytes);
    ActuationSet set;
    read(reader, set.linear);
    read(reader, set.quadratic);
    set.w_sum = reader.number<double>();
    std::vector<ClusterSet> sets;
    for (Index i = 0; i < 1 + set.linear.size() && reader.is_sound(); ++i) {
        auto part = read_set(reader);
        if (!part || (i > 0 && !same_sizes(*part, sets.front()))) {
            return std::nullopt;
        }
        sets.push_back(*std::move(part));
    }
    const Index count = set.linear.size();
    if (!reader.is_complete() || set.quadratic.rows() != count || set.quadratic.cols() != count) {
        return std::nullopt;
    }
    set.rest = std::move(sets.front());
    set.muscles.assign(std::make_move_iterator(sets.begin() + 1), std::make_move_iterator(sets.end()));
    return set;
}

template <>
std::optional<HandleWeights> from_bytes(std::string_view bytes) {
    ByteReader reader(bytes);
    HandleWeights weights;
    read(reader, weights.W);
    read(reader, weights.optimal);
    weights.residual_max = reader.number<double>();
    const bool is_sound = reader.is_complete() && weights.W.size() > 0 && weights.W.rows() == weights.optimal.rows() &&
                          weights.W.cols() == weights.optimal.cols() && weights.W.allFinite() &&
                          weights.optimal.allFinite();
    return is_sound ? std::optional(std::move(weights)) : std::nullopt;
}

} // namespace limber
