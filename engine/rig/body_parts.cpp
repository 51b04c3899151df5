// SPDX-License-Identifier: MIT
#include "engine/rig/body_parts.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace limber {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}
bool is_small(char c) {
    return c >= 'a' && c <= 'z';
}

// Behind the last colon or bar: "Armature|mixamorig:Hips".
std::string_view without_namespace(std::string_view name) {
    const std::size_t mark = name.find_last_of(":|");
    return mark == std::string_view::npos ? name : name.substr(mark + 1);
}

// Words end at other characters, where digits begin or end, and before capitals that begin a word: "LThigh_02" has "l",
// "thigh" and "02".
std::vector<std::string> words_in(std::string_view name) {
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (!is_digit(c) && !is_capital(c) && !is_small(c)) {
            words.emplace_back();
            continue;
        }
        const char before = i > 0 ? name[i - 1] : '\0';
        const bool begins_word =
            is_capital(c) && (is_small(before) || (is_capital(before) && i + 1 < name.size() && is_small(name[i + 1])));
        if (i > 0 && (begins_word || is_digit(c) != is_digit(before))) {
            words.emplace_back();
        }
        words.back() += is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
    }
    std::erase_if(words, [](const std::string& word) { return word.empty(); });
    return words;
}

constexpr std::array generic{"b",        "bip", "bone", "bones", "joint", "jnt", "skeleton",
                             "armature", "rig", "def",  "org",   "j",     "c"};

bool take_side(const std::string& word, BodySide& side) {
    const BodySide found = word == "left" || word == "l"    ? BodySide::left
                           : word == "right" || word == "r" ? BodySide::right
                                                            : BodySide::middle;
    side = found == BodySide::middle ? side : found;
    return found != BodySide::middle;
}

// "leftarm" in one word.
void split_side(std::string& word, BodySide& side) {
    for (const auto& [prefix, of] : {std::pair("left", BodySide::left), std::pair("right", BodySide::right)}) {
        if (word.starts_with(prefix) && word.size() > std::string_view(prefix).size()) {
            word = word.substr(std::string_view(prefix).size());
            side = of;
        }
    }
}

struct Reading {
    NamedPart named;
    std::string letters; // of all words but generic ones, without digits
};

Reading reading_of(const std::string& name) {
    Reading reading;
    for (std::string word : words_in(without_namespace(name))) {
        if (std::ranges::find(generic, word) != generic.end() || take_side(word, reading.named.side)) {
            continue;
        }
        split_side(word, reading.named.side);
        reading.named.plain += word;
        reading.letters += is_digit(word.front()) ? "" : word;
    }
    return reading;
}

struct Word {
    const char* letters;
    BodyPart part;
};
constexpr std::array words_of_the_middle{
    Word{"hips", BodyPart::hips},       Word{"hip", BodyPart::hips},      Word{"pelvis", BodyPart::hips},
    Word{"spine", BodyPart::spine},     Word{"chest", BodyPart::spine},   Word{"upperchest", BodyPart::spine},
    Word{"torso", BodyPart::spine},     Word{"abdomen", BodyPart::spine}, Word{"waist", BodyPart::spine},
    Word{"lowerback", BodyPart::spine}, Word{"back", BodyPart::spine},    Word{"neck", BodyPart::neck},
    Word{"head", BodyPart::head}};
constexpr std::array words_of_a_side{
    Word{"collar", BodyPart::collar},   Word{"clavicle", BodyPart::collar},    Word{"collarbone", BodyPart::collar},
    Word{"shoulder", BodyPart::collar}, Word{"upperarm", BodyPart::upper_arm}, Word{"uparm", BodyPart::upper_arm},
    Word{"arm", BodyPart::upper_arm},   Word{"forearm", BodyPart::forearm},    Word{"lowerarm", BodyPart::forearm},
    Word{"lowarm", BodyPart::forearm},  Word{"elbow", BodyPart::forearm},      Word{"hand", BodyPart::hand},
    Word{"wrist", BodyPart::hand},      Word{"palm", BodyPart::hand},          Word{"thigh", BodyPart::thigh},
    Word{"upleg", BodyPart::thigh},     Word{"upperleg", BodyPart::thigh},     Word{"hip", BodyPart::thigh},
    Word{"femur", BodyPart::thigh},     Word{"shin", BodyPart::shin},          Word{"calf", BodyPart::shin},
    Word{"knee", BodyPart::shin},       Word{"lowerleg", BodyPart::shin},      Word{"lowleg", BodyPart::shin},
    Word{"leg", BodyPart::shin},        Word{"foot", BodyPart::foot},          Word{"ankle", BodyPart::foot},
    Word{"toe", BodyPart::toe},         Word{"toes", BodyPart::toe},           Word{"toebase", BodyPart::toe},
    Word{"ball", BodyPart::toe}};

template <typename Words>
BodyPart part_named(const Words& words, const std::string& letters) {
    const auto found = std::ranges::find_if(words, [&](const Word& word) { return letters == word.letters; });
    return found == words.end() ? BodyPart::other : found->part;
}

// The words "shoulder" and "leg" of one side, where nothing else has that part.
void decide(std::vector<Reading>& readings, BodySide side, const char* letters, BodyPart missing) {
    const bool is_there = std::ranges::any_of(
        readings, [&](const Reading& one) { return one.named.side == side && one.named.part == missing; });
    for (Reading& one : readings) {
        if (!is_there && one.named.side == side && one.letters == letters) {
            one.named.part = missing;
            return; // the first of the chain
        }
    }
}

} // namespace

std::vector<NamedPart> body_parts(const Skeleton& skeleton) {
    std::vector<Reading> readings;
    for (const Bone& bone : skeleton.bones) {
        Reading& reading = readings.emplace_back(reading_of(bone.name));
        reading.named.part = reading.named.side == BodySide::middle ? part_named(words_of_the_middle, reading.letters)
                                                                    : part_named(words_of_a_side, reading.letters);
    }
    for (const BodySide side : {BodySide::left, BodySide::right}) {
        decide(readings, side, "shoulder", BodyPart::upper_arm);
        decide(readings, side, "leg", BodyPart::thigh);
    }
    std::vector<NamedPart> parts;
    for (const Reading& one : readings) {
        parts.push_back(one.named);
    }
    return parts;
}

std::string words_for(const NamedPart& named) {
    static constexpr std::array names{"",        "hips", "spine", "neck", "head", "collar", "upper arm",
                                      "forearm", "hand", "thigh", "shin", "foot", "toe"};
    const std::string side = named.side == BodySide::left ? "left " : named.side == BodySide::right ? "right " : "";
    return side + (named.part == BodyPart::other ? named.plain : names[static_cast<std::size_t>(named.part)]);
}

} // namespace limber
