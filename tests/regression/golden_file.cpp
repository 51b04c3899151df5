// SPDX-License-Identifier: MIT
#include "tests/regression/golden_file.h"

#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/linalg/json_matrices.h"

namespace limber::testing {
namespace {

std::filesystem::path golden_path() {
    return std::filesystem::path(LIMBER_SOURCE_DIR) / "tests/regression/golden.json";
}

Json list(const Vector& values) {
    return Json::array_t(values.data(), values.data() + values.size());
}

Json rows(const Points& x) {
    Json::array_t all;
    for (Index i = 0; i < x.rows(); ++i) {
        all.push_back(to_json(Vec3(x.row(i))));
    }
    return all;
}

Golden golden_in(const JsonNode& node) {
    const JsonNode lambda = node.member("lambda");
    Golden run{node.member("scene").text(),
               node.member("clusters").number(),
               Vector(static_cast<Index>(lambda.size())),
               node.member("elastic_energy").number(),
               node.member("kinetic_energy").number(),
               matrix_in(node.member("x"))};
    for (std::size_t j = 0; j < lambda.size(); ++j) {
        run.lambda(static_cast<Index>(j)) = lambda[j].number();
    }
    return run;
}

} // namespace

Result<std::vector<Golden>> read_golden() {
    const auto document = JsonDocument::read(golden_path());
    if (!document) {
        return document.error();
    }
    const JsonNode root = document.value().root();
    std::vector<Golden> runs;
    for (std::size_t i = 0; i < root.size(); ++i) {
        runs.push_back(golden_in(root[i]));
    }
    return document.value().fault() ? Result<std::vector<Golden>>(*document.value().fault()) : runs;
}

Result<Done> write_golden(const std::vector<Golden>& runs) {
    Json::array_t all;
    for (const Golden& run : runs) {
        all.push_back(Json::object_t{{"scene", run.scene},
                                     {"clusters", run.cluster_count},
                                     {"lambda", list(run.lambda)},
                                     {"elastic_energy", run.elastic_energy},
                                     {"kinetic_energy", run.kinetic_energy},
                                     {"x", rows(run.x)}});
    }
    return write_file(golden_path(), to_text(all));
}

} // namespace limber::testing
