#pragma once

#include "engine/clusters/clusters.h"
#include "engine/core/byte_stream.h"
#include "engine/core/fingerprint.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/model/reduced_model.h"
#include "engine/subspace/displacement_modes.h"
#include "engine/subspace/skinning_modes.h"

#include <optional>
#include <string>
#include <string_view>

/// The products of a preparation as bytes, and back, bit for bit: what the cache on disk holds (core/cache.h).
/// What comes back has sizes that agree with each other and labels and indices that are in range, whatever the bytes
/// were; whether it belongs to the body at hand is what its key says.
namespace limber {

std::string to_bytes(const Repaired<TetMesh>& mesh);
std::string to_bytes(const Repaired<Vector>& values);
std::string to_bytes(const SkinningModes& modes);
std::string to_bytes(const Clusters& clusters);
/// Without its muscles, which have bytes of their own.
std::string to_bytes(const ReducedModel& model);
std::string to_bytes(const DisplacementModes& modes);
std::string to_bytes(const ActuationSet& set);

/// Nothing when the bytes are no such thing. For the seven types above.
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
std::optional<ActuationSet> from_bytes(std::string_view bytes);

/// Where every key begins: whatever has a say in the bits besides the input. The sources of the rooms that
/// prepare, the compiler and its options, the libraries, and the instruction sets for which those choose their code.
Fingerprinter fingerprinter_of_this_build();

Fingerprint fingerprint(const TetMesh& mesh);
Fingerprint fingerprint(const SurfaceMesh& surface);
Fingerprint fingerprint(const Material& material);
/// Its size, and its values; vectors too.
Fingerprint fingerprint(const Eigen::Ref<const Matrix>& matrix);

} // namespace limber
