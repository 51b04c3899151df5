// SPDX-License-Identifier: MIT
#include "engine/core/contract.h"
#include "engine/core/file_bytes.h"
#include "engine/core/random.h"
#include "engine/core/sanitizers.h"
#include "tests/fuzz/fuzzed_parsers.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef LIMBER_SANITIZED
#include <sanitizer/common_interface_defs.h>
#endif

namespace limber::fuzz {
namespace {

// The current input, printed when a sanitizer, an assertion or a contract ends the program.
std::string being_fed;

void print_current_input() {
    std::cerr << "while reading " << being_fed << std::endl;
}

void die(const char* condition, const SourceLocation& where) {
    std::cerr << where.file_name() << ":" << where.line() << ": broken contract: " << condition << std::endl;
    std::abort();
}

class Corpus : public ::testing::TestWithParam<FuzzedParser> {
protected:
    void SetUp() override {
        set_contract_handler(&die);
        std::signal(SIGABRT, [](int) { print_current_input(); }); // the default action follows
#ifndef LIMBER_SANITIZED
        std::signal(SIGSEGV, [](int) {
            print_current_input();
            _exit(4);
        });
#endif
#ifdef LIMBER_SANITIZED
        __sanitizer_set_death_callback(&print_current_input);
#endif
        const auto folder = std::filesystem::path(LIMBER_SOURCE_DIR) / "tests/fuzz/corpus" / GetParam().name;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            files_.push_back(entry.path());
        }
        std::sort(files_.begin(), files_.end());
        ASSERT_FALSE(files_.empty()) << folder;
    }

    void feed(std::string_view bytes, const std::filesystem::path& file, const std::string& how) {
        being_fed = file.string() + how;
        // A copy without spare capacity, so that reading past the end is detected.
        const std::vector<char> exact(bytes.begin(), bytes.end());
        GetParam().feed({exact.data(), exact.size()});
    }

    std::vector<std::filesystem::path> files_;
};

TEST_P(Corpus, IsReadOrRejected) {
    for (const auto& file : files_) {
        feed(file_bytes(file).value(), file, "");
    }
}

TEST_P(Corpus, IsReadOrRejectedWhenTruncated) {
    for (const auto& file : files_) {
        const std::string bytes = file_bytes(file).value();
        for (std::size_t tenth = 0; tenth < 10; ++tenth) {
            feed(std::string_view(bytes).substr(0, bytes.size() * tenth / 10), file,
                 ", cut at " + std::to_string(tenth) + " tenths");
        }
    }
}

// Changes a byte, or removes or duplicates a range.
std::string mutated(std::string bytes, Rng& rng) {
    const std::size_t changes = 1 + rng.below(4);
    for (std::size_t i = 0; i < changes && !bytes.empty(); ++i) {
        const auto place = static_cast<std::size_t>(rng.below(bytes.size()));
        const auto length = static_cast<std::size_t>(rng.below(16));
        switch (rng.below(4)) {
        case 0:
            bytes.erase(place, length);
            break;
        case 1:
            bytes.insert(place, bytes.substr(place, length));
            break;
        case 2:
            bytes[place] = "0123456789-.enai \n"[rng.below(18)];
            break;
        default:
            bytes[place] = static_cast<char>(rng.below(256));
        }
    }
    return bytes;
}

TEST_P(Corpus, IsReadOrRejectedWhenMutated) {
    constexpr std::uint64_t mutations = 60;
    for (const auto& file : files_) {
        const std::string bytes = file_bytes(file).value();
        for (std::uint64_t seed = 0; seed < mutations; ++seed) {
            Rng rng(seed);
            feed(mutated(bytes, rng), file, ", mutation " + std::to_string(seed));
        }
    }
}

#ifndef LIMBER_SANITIZED
constexpr std::uint64_t mutants = 3000; // of each format
constexpr std::uint64_t mutants_a_process = 250;
constexpr rlim_t seconds_max = 60;            // of the processor, for a process
constexpr rlim_t bytes_max = rlim_t{3} << 30; // of its memory
constexpr std::array formats_of_characters{"gltf", "gltf_text", "vrm",   "bvh",    "looked_obj", "obj",
                                           "ply",  "picture",   "loads", "motion", "materials",  "tracker"};

void limit(int resource, rlim_t amount) {
    const rlimit both{amount, amount};
    setrlimit(resource, &both);
}

std::vector<FuzzedParser> parsers_of_characters() {
    std::vector<FuzzedParser> found;
    std::ranges::copy_if(fuzzed_parsers(), std::back_inserter(found), [](const FuzzedParser& parser) {
        return std::ranges::find(formats_of_characters, parser.name) != formats_of_characters.end();
    });
    return found;
}

class FormatsOfCharacters : public Corpus {};

// A crash, a hang and a hunger for memory end a child process, which names its mutant.
TEST_P(FormatsOfCharacters, AreReadOrRejectedInProcessesOfTheirOwn) {
    std::vector<std::string> whole;
    for (const auto& file : files_) {
        whole.push_back(file_bytes(file).value());
    }
    for (std::uint64_t first = 0; first < mutants; first += mutants_a_process) {
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            limit(RLIMIT_CPU, seconds_max);
            limit(RLIMIT_AS, bytes_max);
            std::signal(SIGXCPU, [](int) {
                print_current_input();
                _exit(3);
            });
            for (std::uint64_t seed = first; seed < first + mutants_a_process; ++seed) {
                Rng rng(1000 + seed);
                const std::size_t which = seed % files_.size();
                feed(mutated(whole[which], rng), files_[which], ", mutant " + std::to_string(seed));
            }
            std::exit(0); // removes the scratch folder
        }
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
            << "a mutant of " << first << " to " << first + mutants_a_process << " ended its process, see above; "
            << (WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status)) : "");
    }
}

INSTANTIATE_TEST_SUITE_P(Of, FormatsOfCharacters, ::testing::ValuesIn(parsers_of_characters()),
                         [](const auto& parser) { return std::string(parser.param.name); });
#endif

INSTANTIATE_TEST_SUITE_P(Of, Corpus, ::testing::ValuesIn(fuzzed_parsers().begin(), fuzzed_parsers().end()),
                         [](const auto& parser) { return std::string(parser.param.name); });

} // namespace
} // namespace limber::fuzz
