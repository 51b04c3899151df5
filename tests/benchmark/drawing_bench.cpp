// SPDX-License-Identifier: MIT
#include "app/rendering/renderer.h"
#include "app/window/offscreen_context.h"
#include "tests/gui/drawn_bodies.h"

#include <benchmark/benchmark.h>

/// The cost of drawing many bodies: 26 bodies, as in the sea, with a few shared meshes, and the same bodies with a mesh
/// each, which is one call for each body and pass. The pictures are equal.
namespace limber::testing {
namespace {

using namespace limber::app;

constexpr int width = 1280;
constexpr int height = 720;
constexpr int bodies = 26;

View view_of(const std::vector<MeshHandle>& meshes, const DrawnMesh& mesh) {
    View view;
    view.rect = {0, 0, width, height};
    view.focus = {{0.0F, 0.5F, -6.0F}, 8.0F};
    view.camera.eye = {1.0F, 3.0F, 9.0F};
    view.camera = framed(view.camera, static_cast<float>(width) / height, view.focus.centre, view.focus.radius);
    for (int i = 0; i < bodies; ++i) {
        DrawItem item;
        item.mesh = meshes[static_cast<std::size_t>(i) % meshes.size()];
        item.maps = rest_maps(mesh);
        item.offset = {2.4F * static_cast<float>(i % 6 - 3), 0.0F, -2.4F * static_cast<float>(i / 6)};
        view.items.push_back(std::move(item));
    }
    return view;
}

// Arguments: how many meshes the bodies share, and how many vertices each has.
void frame(benchmark::State& run) {
    auto context = OffscreenContext::create();
    auto made = context ? Renderer::create() : Result<Renderer>(context.error());
    if (!made) {
        run.SkipWithError(sentence(made.error()).c_str());
        return;
    }
    Renderer renderer = std::move(made).value();
    const DrawnMesh mesh = torus(static_cast<int>(run.range(1)) / 32, 32, 12, 12);
    std::vector<MeshHandle> meshes;
    for (int i = 0; i < run.range(0); ++i) {
        meshes.push_back(renderer.upload(mesh).value());
    }
    const DrawList list{.views = {view_of(meshes, mesh)}};
    for (auto _ : run) {
        benchmark::DoNotOptimize(renderer.capture(list, width, height));
    }
    run.counters["calls"] = renderer.draw_calls();
}

} // namespace
} // namespace limber::testing

BENCHMARK(limber::testing::frame)
    ->ArgNames({"meshes", "vertices"})
    ->ArgsProduct({{1, 15, 26}, {320, 4096, 102400}})
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
