// SPDX-License-Identifier: MIT
#include "app/controllers/recovery_offers.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

using namespace std::chrono_literals;

TEST(RecoveryOffer, NamesTheSceneAndItsFile) {
    UnsavedDocument document;
    document.title = "Whale";
    document.path = "/scenes/my_whale.json";
    EXPECT_EQ(recovery_offer(document, 0, document.time + 300s),
              "Limber ended unexpectedly with unsaved changes of Whale (my_whale.json); last edit 5 minutes ago.");
    document.path.clear();
    EXPECT_EQ(
        recovery_offer(document, 2, document.time + 1s),
        "Limber ended unexpectedly with unsaved changes of Whale; last edit less than a minute ago. 2 older ones are "
        "offered next.");
}

} // namespace
} // namespace limber::app
