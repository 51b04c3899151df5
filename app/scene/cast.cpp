#include "app/scene/cast.h"

#include "app/scene/opening.h"
#include "engine/core/hash.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

// A scene that several name is prepared once.
class Models {
public:
    Models(Cast::Adjust adjusted, Threads threads, const Cache* cache, Progress* progress)
        : adjusted_(std::move(adjusted)), threads_(threads), cache_(cache), progress_(progress) {}

    Result<CharacterPtr> called(const std::filesystem::path& scene) {
        const auto found = std::ranges::find(names_, scene);
        if (found != names_.end()) {
            return models[static_cast<std::size_t>(found - names_.begin())];
        }
        const auto described = describe(scene, MeshUnit::metre, progress_);
        if (!described) {
            return described.error();
        }
        const auto wanted = adjusted_(described.value().value);
        if (!wanted) {
            return wanted.error();
        }
        auto built =
            build_character(wanted.value(), nullptr, Stage::mesh, progress_, threads_, Purpose::numbers, cache_);
        if (built) {
            names_.push_back(scene);
            models.push_back(built.value());
            add(described.value().warnings);
            add(built.value()->warnings);
        }
        return built;
    }

    std::vector<CharacterPtr> models;
    std::vector<std::string> warnings;

private:
    void add(const std::vector<std::string>& more) {
        warnings.insert(warnings.end(), more.begin(), more.end());
    }

    Cast::Adjust adjusted_;
    Threads threads_;
    const Cache* cache_;
    Progress* progress_;
    std::vector<std::filesystem::path> names_;
};

Actor actor(const CharacterPtr& character, const CastMember& member) {
    LiveControls controls = starting_controls(*character);
    controls.rig_offset = compose(member.placement, controls.rig_offset);
    Motion motion(character);
    motion.set_time(controls, member.clip_time);
    return {character, std::move(controls), std::move(motion)};
}

} // namespace

Result<Cast> Cast::prepared(const CastDescription& description, const Adjust& adjusted, Threads threads,
                            const Cache* cache, Progress* progress) {
    Models models(adjusted, threads, cache, progress);
    Cast cast;
    for (const CastMember& member : description.members) {
        const auto character = models.called(member.scene);
        if (!character) {
            return character.error();
        }
        cast.actors_.push_back(actor(character.value(), member));
    }
    cast.models_ = std::move(models.models);
    cast.warnings_ = std::move(models.warnings);
    return cast;
}

std::vector<StepReport> Cast::step(Threads threads) {
    std::vector<StepReport> reports(actors_.size());
    parallel_for(actors_.size(), 1, threads, [&](std::size_t i, std::size_t, std::size_t) {
        reports[i] = actors_[i].motion.step(actors_[i].controls);
    });
    return reports;
}

std::uint64_t hash_of(const Cast& cast) {
    Hasher hasher;
    for (const Actor& actor : cast.actors()) {
        hasher.add(limber::hash_of(actor.motion.state()));
    }
    return hasher.digest();
}

} // namespace limber::app
