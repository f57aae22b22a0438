// The bandit in the JVM against the one in C++: the same decisions, and the same values to the last bit.
#include <gtest/gtest.h>

#include <bit>
#include <cstdio>
#include <fstream>
#include <random>

#include "jvm_fixture.h"
#include "trace/bandit.h"

namespace revmon::test {
namespace {

std::string Exactly(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

TEST_F(JvmTest, BanditsDecideAlikeInBothLanguages) {
  std::mt19937_64 random(9);
  std::ofstream cases(folder_ + "/bandits");
  std::vector<std::string> expected;
  for (int round = 0; round < 500; ++round) {
    auto unit = [&] { return static_cast<double>(random() % 10'000) / 9'999; };
    trace::BanditSettings settings{.alpha = unit(),
                                   .epsilon = unit() / 2,
                                   .delta = round % 2 == 0 ? 1e-5 : unit() / 20,
                                   .create = unit() * 5,
                                   .skip = unit(),
                                   .sample_average = round % 5 == 0};
    uint64_t seed = random();
    double chance = unit();
    trace::Bandit bandit(settings, seed);
    std::string rewards;
    std::string decisions;
    for (int step = 0; step < 200; ++step) {
      bool is_new = unit() < chance;
      rewards += is_new ? '1' : '0';
      decisions += bandit.Decide(is_new) ? '1' : '0';
    }
    cases << Exactly(settings.alpha) << ' ' << Exactly(settings.epsilon) << ' ' << Exactly(settings.delta)
          << ' ' << Exactly(settings.create) << ' ' << Exactly(settings.skip) << ' '
          << (settings.sample_average ? 1 : 0) << ' ' << seed << ' ' << rewards << '\n';
    expected.push_back(decisions + " " + std::to_string(std::bit_cast<int64_t>(bandit.qc())) + " " +
                       std::to_string(std::bit_cast<int64_t>(bandit.qn())));
  }
  cases.close();
  Compile("BanditDriver.java");
  Java({}, {"revmon.rt.BanditDriver", folder_ + "/bandits", folder_ + "/decisions"});
  std::ifstream in(folder_ + "/decisions");
  size_t at = 0;
  for (std::string line; std::getline(in, line); ++at) ASSERT_EQ(line, expected.at(at)) << "case " << at;
  EXPECT_EQ(at, expected.size());
}

}  // namespace
}  // namespace revmon::test
