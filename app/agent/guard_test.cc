#include "app/agent/guard.h"

#include <dlfcn.h>

#include <cstddef>

#include <gtest/gtest.h>

namespace {

using Probe = int (*)(size_t);

Probe LoadProbe() {
  void* library = dlopen(GUARD_PROBE, RTLD_NOW | RTLD_LOCAL);
  EXPECT_NE(library, nullptr) << dlerror();
  return library == nullptr ? nullptr : reinterpret_cast<Probe>(dlsym(library, "ProbeGuard"));
}

TEST(GuardTest, WorkThatSucceedsIsDone) {
  Probe probe = LoadProbe();
  ASSERT_NE(probe, nullptr);
  EXPECT_EQ(probe(16), 1);
}

TEST(GuardTest, AllocationFailureIsContained) {
  Probe probe = LoadProbe();
  ASSERT_NE(probe, nullptr);
  EXPECT_EQ(probe(~size_t{0} / 2), 0);
}

}  // namespace
