// How long do 160 specs of everyday size take from text to plan, and the plan to load?
//
// The specs are the shipped ones (REVMON_SOURCE_DIR/specs), in order of path, from the start again until
// there are 160. Before anything is timed: all of them compile without an error, the plan is sound but for
// the classes that javac would add, and reading it back gives the same plan.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "classpath/class_path.h"
#include "classpath/jdk.h"
#include "spec/class_path_types.h"
#include "spec/load.h"
#include "spec/plan_builder.h"
#include "spec/support_names.h"
#include "wire/plan_io.h"

namespace revmon::spec {
namespace {

constexpr size_t kSpecs = 160;

[[noreturn]] void Fail(const std::string& why) {
  std::fprintf(stderr, "compile_bench: %s\n", why.c_str());
  std::abort();
}

struct Text {
  std::string name;
  std::string content;
};

std::vector<Text> ReadSpecs() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(REVMON_SOURCE_DIR "/specs")) {
    if (entry.path().extension() == ".mop") paths.push_back(entry.path());
  }
  if (paths.empty()) Fail("no specs");
  std::sort(paths.begin(), paths.end());
  std::vector<Text> texts;
  for (size_t i = 0; i < kSpecs; ++i) {
    const std::filesystem::path& path = paths[i % paths.size()];
    std::ifstream in(path, std::ios::binary);
    texts.push_back({path.filename(), std::string(std::istreambuf_iterator<char>(in), {})});
  }
  return texts;
}

const std::vector<Text>& Texts() {
  static const std::vector<Text> texts = ReadSpecs();
  return texts;
}

// What one run of the CLI does: open the JDK's index, then every file.
wire::Plan Compile(const std::vector<Text>& texts) {
  RealFileSystem files;
  std::vector<classpath::Jdk> jdks = classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
  classpath::ClassPath path(files);
  if (!jdks.empty()) path.AddJdk(jdks.front());
  ClassPathTypes types(path);
  wire::Plan plan;
  for (const Text& text : texts) {
    LoadedFile file = Load(text.name, text.content, jdks.empty() ? nullptr : &types);
    if (file.diagnostics.errors() > 0) Fail(Render(file.source, file.diagnostics));
    for (const Spec& spec : file.specs) {
      Result<wire::Spec> built = BuildSpec(spec);
      if (!built.ok()) Fail(built.error().Text());
      plan.specs.push_back(std::move(built).value());
    }
  }
  return plan;
}

// A class file of the size that javac makes of an everyday spec stands in for it.
std::vector<uint8_t> CheckedPlan() {
  wire::Plan plan = Compile(Texts());
  if (plan.specs.size() != kSpecs) Fail("not one spec per file");
  for (wire::Spec& spec : plan.specs) {
    if (!spec.support_class.empty()) spec.classes = {{spec.support_class, std::vector<uint8_t>(2500, 0xCA)}};
  }
  if (std::string flaw = wire::FindFlaw(plan); !flaw.empty()) Fail(flaw);
  std::vector<uint8_t> bytes = wire::WritePlan(plan);
  Result<wire::Plan> back = wire::ReadPlan(bytes);
  if (!back.ok()) Fail(back.error().Text());
  if (!(*back == plan)) Fail("the plan changed on its way through the file");
  return bytes;
}

const std::vector<uint8_t>& PlanBytes() {
  static const std::vector<uint8_t> bytes = CheckedPlan();
  return bytes;
}

void TextToPlan(benchmark::State& state) {
  (void)PlanBytes();
  for (auto _ : state) {
    wire::Plan plan = Compile(Texts());
    benchmark::DoNotOptimize(plan);
  }
  state.counters["specs"] = kSpecs;
}
BENCHMARK(TextToPlan)->Unit(benchmark::kMillisecond);

void ReadPlan(benchmark::State& state) {
  const std::vector<uint8_t>& bytes = PlanBytes();
  for (auto _ : state) {
    Result<wire::Plan> plan = wire::ReadPlan(bytes);
    if (!plan.ok()) Fail(plan.error().Text());
    benchmark::DoNotOptimize(plan);
  }
  state.counters["bytes"] = static_cast<double>(bytes.size());
}
BENCHMARK(ReadPlan)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace revmon::spec
