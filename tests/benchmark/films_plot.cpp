// SPDX-License-Identifier: MIT
#include "app/cli/off_screen.h"
#include "app/motion/scene_motion.h"
#include "app/view/drawables.h"
#include "app/view/obstacle_renderer.h"
#include "tests/benchmark/gait_trials.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cstdio>
#include <string>

/// Two figures of Actuators A La Mode as strips of frames, one row for each body, at the same times. Figure 6: an arch
/// on a coarse mesh and on a fine one with the same gait, found on the coarse one, with contact points at the same
/// places. Figure 7: a bat's gait with vibration modes and with as many degrees of freedom of a cage.
///
///     films_plot RESOLUTIONS.png CAGES.png        "-" skips a file
namespace limber {
namespace {

constexpr int tile_width = 250;
constexpr int tile_height = 210;

struct MovingCharacter {
    app::CharacterPtr character;
    Walker walker;
    Gait gait{};
};

struct Film {
    std::vector<MovingCharacter> rows;
    std::vector<int> moments; // steps, rising
    Vec3 seen_from;           // in front, up and beside
};

std::vector<State> states_at(const MovingCharacter& moving, const std::vector<int>& moments) {
    WalkerWorkspace workspace(moving.walker);
    std::vector<State> states;
    rollout(moving.walker, RolloutMeasures(moving.walker), moving.gait, moments.back(), workspace,
            [&](int step, const State& state) {
                if (std::ranges::find(moments, step) != moments.end()) {
                    states.push_back(state);
                }
                return true;
            });
    return states;
}

// The camera follows the body over the ground at a constant distance.
app::View view_of(const Film& film, const MovingCharacter& moving, const app::Snapshot& snapshot,
                  const app::DrawItem& item, const app::ObstacleRenderer& obstacles) {
    const Walker& walker = moving.walker;
    BoundingBox box = bounding_box(app::body_positions(*moving.character, walker.start));
    const Vec3 moved = bounding_box(app::body_positions(*moving.character, snapshot.state)).centre() - box.centre();
    box.low += moved - moved.dot(walker.up) * walker.up;
    box.high += moved - moved.dot(walker.up) * walker.up;
    const Vec3 from = film.seen_from(0) * walker.front + film.seen_from(1) * walker.up +
                      film.seen_from(2) * walker.up.cross(walker.front);
    app::View view;
    view.camera = app::camera_before(box, glm::vec3(from.x(), from.y(), from.z()),
                                     static_cast<float>(tile_width) / static_cast<float>(tile_height));
    obstacles.add_to_view({box, walker.up, box.low.dot(walker.up), 0.5 * box.diagonal()}, view);
    view.items.push_back(item);
    return view;
}

Result<app::Image> drawn(app::Renderer& renderer, const Film& film) {
    app::DrawList list;
    for (std::size_t row = 0; row < film.rows.size(); ++row) {
        const MovingCharacter& moving = film.rows[row];
        const auto mesh = app::uploaded(renderer, *moving.character, nullptr);
        if (!mesh) {
            return mesh.error();
        }
        const std::vector<State> states = states_at(moving, film.moments);
        app::Snapshot snapshot;
        snapshot.character = moving.character;
        app::ObstacleRenderer obstacles;
        obstacles.set_up(app::CommonObstacles().of({snapshot}));
        if (const auto done = obstacles.prepare(renderer); !done) {
            return done.error();
        }
        for (std::size_t column = 0; column < states.size(); ++column) {
            snapshot.state = states[column];
            app::View view = view_of(film, moving, snapshot, app::item_of(snapshot, mesh.value()), obstacles);
            view.rect = {static_cast<int>(column) * tile_width, static_cast<int>(row) * tile_height, tile_width,
                         tile_height};
            list.views.push_back(std::move(view));
        }
    }
    return renderer.capture(list, static_cast<int>(film.moments.size()) * tile_width,
                            static_cast<int>(film.rows.size()) * tile_height);
}

bool write(const Film& film, const char* path) {
    const auto written = app::draw_off_screen([&](app::Renderer& renderer) -> Result<Done> {
        const auto image = drawn(renderer, film);
        return image ? app::write_png(image.value(), path) : image.error();
    });
    if (!written) {
        std::fprintf(stderr, "%s\n", sentence(written.error()).c_str());
    }
    return bool(written);
}

MovingCharacter actor_of(app::CharacterPtr character) {
    Walker walker = walker_of(character);
    return {std::move(character), std::move(walker)};
}

void search_in(MovingCharacter& moving, const Objective& objective, const GaitSearchOptions& options) {
    GaitSpace space;
    space.muscles = moving.walker.model->muscle_count();
    moving.gait = start_search(moving.walker, space, objective, options).gait;
}

void tell(const std::string& name, const MovingCharacter& moving, int steps) {
    const std::vector<Vec3> path = path_of(moving.walker, moving.gait, steps);
    const Vec3 way = (path.back() - path.front()) / moving.walker.length;
    std::printf("%s: %.2f lengths ahead, %.2f aside\n", name.c_str(), way.dot(moving.walker.front),
                way.dot(moving.walker.up.cross(moving.walker.front)));
}

std::vector<int> every(int steps, int count) {
    std::vector<int> moments;
    for (int i = 0; i < count; ++i) {
        moments.push_back(i * steps);
    }
    return moments;
}

bool film_resolutions(const char* path) {
    const app::CharacterPtr coarse = character_of(remeshed_walker("arch", 1400));
    const app::CharacterPtr fine = character_of(remeshed_walker("arch", 14000));
    Film film{{actor_of(coarse), actor_of(aligned(*fine, *coarse))}, every(24, 6), Vec3(0.25, 0.3, 1.0)};
    touch_where_the_other_does(*film.rows[1].character, film.rows[1].walker, *coarse, film.rows[0].walker);
    search_in(film.rows[0], {.upright = 2.0}, {.generations = 60, .steps = 300, .seed = 1});
    film.rows[1].gait = film.rows[0].gait;
    for (const MovingCharacter& row : film.rows) {
        tell(std::to_string(row.character->vertex_count()) + " vertices after 300 steps", row, 300);
        tell("  after 120", row, 120);
    }
    return write(film, path);
}

bool film_cages(const char* path) {
    app::CharacterDescription scene = scene_of("creature:bat");
    scene.muscles.modes = 24;
    const app::CharacterPtr modes = character_of(scene);
    Film film{{actor_of(modes), actor_of(with_cage(*modes, {1, 1, 1}))}, every(20, 6), Vec3(0.8, 0.45, 0.8)};
    for (MovingCharacter& moving : film.rows) {
        search_in(moving, {}, {.generations = 60, .steps = 200, .seed = 2});
        tell(&moving == &film.rows[0] ? "24 modes" : "cage of 8 points", moving, 200);
    }
    return write(film, path);
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "films_plot RESOLUTIONS.png CAGES.png\n");
        return 2;
    }
    const bool resolutions = std::string(argv[1]) == "-" || limber::film_resolutions(argv[1]);
    const bool cages = std::string(argv[2]) == "-" || limber::film_cages(argv[2]);
    return resolutions && cages ? 0 : 1;
}
