// SPDX-License-Identifier: MIT
#include "app/document/painted_field.h"

#include "app/document/region_edits.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

constexpr double young_factor_of_new_part = 0.25; // of its body; with 1, painting it would change nothing

// "Part 1", or the first unused number.
template <typename Named>
std::string unused_name(const std::string& word, const std::vector<Named>& taken) {
    for (int number = 1;; ++number) {
        std::string name = word + " " + std::to_string(number);
        if (std::ranges::find(taken, name, &Named::name) == taken.end()) {
            return name;
        }
    }
}

template <typename Field>
void erase_at(std::size_t index, std::vector<Field>& fields) {
    if (index < fields.size()) {
        fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(index));
    }
}

// Null: the field has no name of its own, or none that loads may name.
std::string* name_in(ModelDescription& description, const PaintedField& field) {
    if (field.target == BrushTarget::muscle_region) {
        return &description.muscles.regions.at(field.index).name;
    }
    return field.target == BrushTarget::material_part ? &description.material.parts.at(field.index).name : nullptr;
}

bool has_name(const ModelDescription& description, const std::string& name) {
    return std::ranges::find(description.muscles.regions, name, &MuscleRegion::name) !=
               description.muscles.regions.end() ||
           std::ranges::find(description.material.parts, name, &MaterialPart::name) != description.material.parts.end();
}

// Returns whether one names the field.
bool rename(std::vector<BodyLoad>& loads, const std::string& before, const std::string& after) {
    bool is_named = false;
    for (BodyLoad& one : loads) {
        for (std::string* const field : {&one.load.field, &one.load.from, &one.load.to}) {
            if (*field == before) {
                *field = after;
                is_named = true;
            }
        }
    }
    return is_named;
}

} // namespace

PaintedRegion* painted_in(ModelDescription& description, const PaintedField& field) {
    auto& regions = description.muscles.regions;
    auto& parts = description.material.parts;
    auto& weights = description.painted_weights;
    switch (field.target) {
    case BrushTarget::muscle_region:
        return field.index < regions.size() ? &regions[field.index].painted : nullptr;
    case BrushTarget::contact_density:
        return &description.contact.painted;
    case BrushTarget::material_part:
        return field.index < parts.size() ? &parts[field.index].painted : nullptr;
    case BrushTarget::pins:
        return &description.pins;
    case BrushTarget::leak:
        return &description.leak.painted;
    case BrushTarget::load:
        return field.index < description.loads.size() ? &description.loads[field.index].painted : nullptr;
    case BrushTarget::weight:
        return field.index < weights.size() ? &weights[field.index].painted : nullptr;
    }
    return nullptr;
}

const PaintedRegion* painted_in(const ModelDescription& description, const PaintedField& field) {
    return painted_in(const_cast<ModelDescription&>(description), field); // which only looks
}

std::vector<PaintedField> painted_fields(const ModelDescription& description) {
    std::vector<PaintedField> fields{{BrushTarget::contact_density, 0}, {BrushTarget::pins, 0}, {BrushTarget::leak, 0}};
    for (std::size_t i = 0; i < description.muscles.regions.size(); ++i) {
        fields.push_back({BrushTarget::muscle_region, i});
    }
    for (std::size_t i = 0; i < description.material.parts.size(); ++i) {
        fields.push_back({BrushTarget::material_part, i});
    }
    for (std::size_t i = 0; i < description.loads.size(); ++i) {
        fields.push_back({BrushTarget::load, i});
    }
    for (std::size_t i = 0; i < description.painted_weights.size(); ++i) {
        fields.push_back({BrushTarget::weight, i});
    }
    return fields;
}

PaintedField add_field(ModelDescription& description, BrushTarget target) {
    if (target == BrushTarget::muscle_region) {
        auto& regions = description.muscles.regions;
        regions.push_back({free_region_name(description.muscles), {}, -1, 2, {}});
        return {target, regions.size() - 1};
    }
    if (target == BrushTarget::material_part) {
        auto& parts = description.material.parts;
        parts.push_back({unused_name("Part", parts), {}, young_factor_of_new_part, 1.0});
        return {target, parts.size() - 1};
    }
    if (target == BrushTarget::load) {
        auto& loads = description.loads;
        loads.push_back({{.name = free_load_name(loads), .kind = LoadKind::field}});
        return {target, loads.size() - 1};
    }
    if (target == BrushTarget::weight) {
        auto& weights = description.painted_weights;
        weights.push_back({unused_name("Weight", weights), {}});
        if (description.subspace != SubspaceKind::weights) {
            description.subspace = SubspaceKind::weights;
            description.subspace_file.clear();
        }
        return {target, weights.size() - 1};
    }
    return {target, 0};
}

void remove_field(ModelDescription& description, const PaintedField& field) {
    if (field.target == BrushTarget::load) {
        erase_at(field.index, description.loads);
    } else if (field.target == BrushTarget::weight) {
        erase_at(field.index, description.painted_weights);
    }
}

NamedBy rename_field(ModelDescription& description, const PaintedField& field, const std::string& name) {
    std::string* const named = name_in(description, field);
    if (!named) {
        return {};
    }
    const std::string before = std::exchange(*named, name);
    if (has_name(description, before)) {
        return {};
    }
    return {rename(description.loads, before, name), rename(description.muscles.fibres, before, name)};
}

void add_paint(const PaintLevels& levels, const PaintedField& field, ModelDescription& description) {
    PaintedRegion* painted = painted_in(description, field);
    if (!painted) {
        return;
    }
    PaintLevels sum = levels;
    const std::uint8_t unpainted = field.target == BrushTarget::contact_density ? even_level : 0;
    const PaintLevels& before = painted->levels();
    for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i] = std::max(sum[i], i < before.size() ? before[i] : unpainted);
    }
    *painted = PaintedRegion(std::move(sum));
}

std::string name_of(const ModelDescription& description, const PaintedField& field) {
    switch (field.target) {
    case BrushTarget::muscle_region:
        return description.muscles.regions.at(field.index).name;
    case BrushTarget::contact_density:
        return "the contact points";
    case BrushTarget::material_part:
        return description.material.parts.at(field.index).name;
    case BrushTarget::pins:
        return "what is pinned";
    case BrushTarget::load: {
        const std::string& name = description.loads.at(field.index).load.name;
        return name.empty() ? "load " + std::to_string(field.index + 1) : name;
    }
    case BrushTarget::weight: {
        const std::string& name = description.painted_weights.at(field.index).name;
        return name.empty() ? "weight " + std::to_string(field.index + 1) : name;
    }
    case BrushTarget::leak:
        break;
    }
    return "where momentum leaks";
}

} // namespace limber::app
