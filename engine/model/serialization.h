// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/clusters.h"
#include "engine/core/byte_stream.h"
#include "engine/core/fingerprint.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/model/reduced_model.h"
#include "engine/subspace/displacement_modes.h"
#include "engine/subspace/handle_weights.h"
#include "engine/subspace/skinning_modes.h"

#include <optional>
#include <string>
#include <string_view>

/// Serialises the results of a precomputation bit for bit, as stored in the cache on disk (core/cache.h). Deserialised
/// values have consistent sizes and labels and indices in range, whatever the bytes were; that they belong to a given
/// body is ensured by the cache key.
namespace limber {

std::string to_bytes(const Repaired<TetMesh>& mesh);
std::string to_bytes(const Repaired<Vector>& values);
std::string to_bytes(const SkinningModes& modes);
std::string to_bytes(const Clusters& clusters);
/// Without its muscles, which are serialised separately.
std::string to_bytes(const ReducedModel& model);
std::string to_bytes(const DisplacementModes& modes);
/// Of a basis of displacements.
std::string to_bytes(const Matrix& basis);
std::string to_bytes(const ActuationSet& set);
std::string to_bytes(const HandleWeights& weights);

/// Returns nullopt for invalid bytes. Defined for the nine types above.
template <typename T>
std::optional<T> from_bytes(std::string_view bytes);
template <>
std::optional<Repaired<TetMesh>> from_bytes(std::string_view bytes);
template <>
std::optional<Repaired<Vector>> from_bytes(std::string_view bytes);
template <>
std::optional<SkinningModes> from_bytes(std::string_view bytes);
template <>
std::optional<Clusters> from_bytes(std::string_view bytes);
template <>
std::optional<ReducedModel> from_bytes(std::string_view bytes);
template <>
std::optional<DisplacementModes> from_bytes(std::string_view bytes);
template <>
std::optional<Matrix> from_bytes(std::string_view bytes);
template <>
std::optional<ActuationSet> from_bytes(std::string_view bytes);
template <>
std::optional<HandleWeights> from_bytes(std::string_view bytes);

/// The start of every cache key: everything besides the input that affects the results bit for bit. The sources of the
/// modules that precompute, the compiler and its options, the libraries, and the instruction sets for which those
/// choose their code.
Fingerprinter fingerprinter_of_this_build();

Fingerprint fingerprint(const TetMesh& mesh);
Fingerprint fingerprint(const SurfaceMesh& surface);
Fingerprint fingerprint(const Material& material);
/// Of its size and its values; also for vectors.
Fingerprint fingerprint(const Eigen::Ref<const Matrix>& matrix);

} // namespace limber
