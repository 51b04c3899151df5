#include "app/scene/prepared_cast.h"

#include "app/creatures/creatures.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <future>

namespace limber::app {
namespace {

constexpr std::size_t hands = 2; // that prepare models at the same time
constexpr auto patience = std::chrono::milliseconds(50);

// One scene that is read, and one model that is built of it.
struct Order {
    std::filesystem::path scene;
    Progress progress;
    SceneDescription description;
    std::vector<std::string> warnings;
    Result<CharacterPtr> character = Error{ErrorKind::cancelled, "preparing characters was cancelled", {}};
    std::atomic<bool> is_begun = false;
    std::atomic<bool> is_read = false;
    std::atomic<bool> is_done = false;

    // Creatures are made where they are read, which takes as long as building them.
    double share() const {
        return is_done ? 1.0 : (is_read ? 0.5 : 0.0) + 0.5 * progress.latest().fraction;
    }
};

Result<CharacterPtr> carried_out(Order& order, const CastPreparation& how, Progress* progress, Workbench* bench) {
    const auto described = describe(order.scene, how.unit, progress);
    if (!described) {
        return described.error();
    }
    order.is_read = true;
    order.warnings = described.value().warnings;
    const auto wanted =
        how.adjusted ? how.adjusted(described.value().value) : Result<SceneDescription>(described.value().value);
    if (!wanted) {
        return wanted.error();
    }
    order.description = wanted.value();
    return build_character(wanted.value(), nullptr, Stage::mesh, progress, how.threads, how.purpose, how.cache, bench);
}

void carry_out(std::deque<Order>& orders, std::atomic<std::size_t>& next, std::atomic<bool>& fails,
               const CastPreparation& how) {
    for (std::size_t at = next++; at < orders.size() && !fails; at = next++) {
        Order& order = orders[at];
        order.is_begun = true;
        if (!order.progress.is_cancelled()) {
            order.character = carried_out(order, how, &order.progress, nullptr);
        }
        fails = fails || !order.character;
        order.is_done = true;
    }
}

std::string name_of_scene(const std::filesystem::path& scene) {
    return creature_named_by(scene).value_or(scene.stem().string());
}

// What is in work, and how much of all of it is done; hands a wish to stop on.
void tell(std::deque<Order>& orders, Progress* progress) {
    std::string phase;
    double done = 0.0;
    for (Order& order : orders) {
        done += order.share();
        if (order.is_begun && !order.is_done) {
            phase += (phase.empty() ? "" : ", ") + name_of_scene(order.scene) + ": " + order.progress.latest().phase;
        }
    }
    if (!keep_going(progress, phase, done / static_cast<double>(orders.size()))) {
        for (Order& order : orders) {
            order.progress.cancel();
        }
    }
}

void carry_out_all(std::deque<Order>& orders, const CastPreparation& how) {
    if (orders.size() == 1) {
        orders.front().character = carried_out(orders.front(), how, how.progress, how.bench);
        return;
    }
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> fails = false;
    std::vector<std::future<void>> workers;
    for (std::size_t hand = 0; hand < hands; ++hand) {
        workers.push_back(std::async(std::launch::async, [&] { carry_out(orders, next, fails, how); }));
    }
    for (auto& worker : workers) {
        while (worker.wait_for(patience) != std::future_status::ready) {
            tell(orders, how.progress);
        }
        worker.get();
    }
}

// What stopped the others was cancelled by nobody.
std::optional<Error> fault_in(const std::deque<Order>& orders) {
    std::optional<Error> fault;
    for (const Order& order : orders) {
        if (!order.character && (!fault || fault->kind == ErrorKind::cancelled)) {
            fault = order.character.error();
        }
    }
    return fault;
}

} // namespace

Result<PreparedCast> prepared_cast(const CastDescription& description, const CastPreparation& how) {
    std::deque<Order> orders; // stay where they are
    std::vector<std::size_t> order_of;
    for (const CastMember& member : description.members) {
        const auto found = std::ranges::find(orders, member.scene, &Order::scene);
        order_of.push_back(static_cast<std::size_t>(found - orders.begin()));
        if (found == orders.end()) {
            orders.emplace_back().scene = member.scene;
        }
    }
    carry_out_all(orders, how);
    if (const auto fault = fault_in(orders)) {
        return *fault;
    }
    PreparedCast cast;
    for (const Order& order : orders) {
        cast.models.push_back(order.character.value());
        cast.warnings.insert(cast.warnings.end(), order.warnings.begin(), order.warnings.end());
    }
    for (std::size_t i = 0; i < order_of.size(); ++i) {
        const Order& order = orders[order_of[i]];
        cast.members.push_back({description.members[i], order.description, order.character.value()});
    }
    return cast;
}

Result<Repaired<CastDescription>> cast_in(const std::filesystem::path& path) {
    if (names_a_cast(path)) {
        return read_cast(path);
    }
    Repaired<CastDescription> alone;
    alone.value.members.push_back({path, identity_affine(), 0.0});
    return alone;
}

} // namespace limber::app
