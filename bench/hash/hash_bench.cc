// Reads and canonically hashes every class of a JDK, in one thread, from bytes already in memory.
//
// The input is what HashBench.java packs: REVMON_HASH_PACK names the file. XXH64 is the hash function the
// Java side has too; the product's own XXH3-128, and a run with debug tables, show what users get. Counts and
// the combined digest are printed first, for run.sh to compare; each timed pass must reproduce the digest.
#define XXH_INLINE_ALL
#include <benchmark/benchmark.h>
#include <xxhash.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "classfile/class_file.h"
#include "element/canonical.h"

namespace {

using revmon::Bytes;
using revmon::Hash128;

std::vector<uint8_t> pack;
std::vector<Bytes> classes;

Hash128 Xxh3(Bytes bytes) { return {.high = 0, .low = XXH3_64bits(bytes.data(), bytes.size())}; }

// The twin of Digest.check in Java: one number over the hashes of texts of every length up to 3000.
uint64_t HashCheck() {
  std::vector<uint8_t> bytes(3000);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 131 + 7);
  uint64_t sum = 0;
  for (size_t length = 0; length <= bytes.size(); ++length)
    sum = sum * 31 + Xxh3(Bytes(bytes).first(length)).low;
  return sum;
}

struct Totals {
  uint64_t methods = 0;
  uint64_t fields = 0;
  uint64_t instructions = 0;
  uint64_t digest = 0;
  bool operator==(const Totals&) const = default;
};

Totals HashAll(revmon::element::Canonicalizer& canonicalizer, revmon::classfile::ClassFile& file,
               revmon::element::ClassChecksums& sums) {
  Totals totals;
  for (Bytes bytes : classes) {
    revmon::Status status = file.ParseFrom(bytes);
    if (status.ok()) status = canonicalizer.Run(file, sums);
    if (!status.ok()) {
      std::fprintf(stderr, "hash_bench: %s\n", status.error().Text().c_str());
      std::exit(1);
    }
    totals.methods += sums.methods.size();
    totals.fields += sums.fields.size();
    totals.instructions += sums.instruction_count;
    totals.digest = totals.digest * 31 + (sums.type.content.low ^ sums.type.debug.low);
  }
  return totals;
}

void Hash(benchmark::State& state, revmon::element::HashFunction hash, bool debug) {
  revmon::element::Canonicalizer canonicalizer(hash);
  canonicalizer.set_skip_debug(!debug);
  revmon::classfile::ClassFile file;
  revmon::element::ClassChecksums sums;
  const Totals expected = HashAll(canonicalizer, file, sums);
  for (auto _ : state) {
    if (HashAll(canonicalizer, file, sums) != expected) state.SkipWithError("digest is not reproducible");
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * pack.size()));
}

// Parsing alone, to see what is left to win.
void Parse(benchmark::State& state) {
  revmon::classfile::ClassFile file;
  for (auto _ : state) {
    for (Bytes bytes : classes) benchmark::DoNotOptimize(file.ParseFrom(bytes).ok());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * pack.size()));
}

double Min(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }

void LoadPack() {
  const char* path = std::getenv("REVMON_HASH_PACK");
  std::ifstream in(path == nullptr ? "" : path, std::ios::binary);
  pack.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  revmon::ByteReader reader(pack);
  while (reader.ok() && !reader.empty()) classes.push_back(reader.Take(reader.U4()));
  if (classes.empty() || !reader.ok()) {
    std::fprintf(stderr, "hash_bench: REVMON_HASH_PACK names no pack of classes (see run.sh)\n");
    std::exit(1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  LoadPack();
  revmon::element::Canonicalizer canonicalizer(Xxh3);
  canonicalizer.set_skip_debug(true);
  revmon::classfile::ClassFile file;
  revmon::element::ClassChecksums sums;
  Totals totals = HashAll(canonicalizer, file, sums);
  std::fprintf(stderr, "revmon hash_check=%016lx\n", HashCheck());
  std::fprintf(stderr, "revmon classes=%zu methods=%lu fields=%lu instructions=%lu digest=%016lx\n",
               classes.size(), totals.methods, totals.fields, totals.instructions, totals.digest);
  benchmark::RegisterBenchmark("revmon_xxh3_64", Hash, Xxh3, false)
      ->Unit(benchmark::kMillisecond)
      ->ComputeStatistics("min", Min);
  benchmark::RegisterBenchmark("revmon_xxh3_128", Hash, revmon::HashBytes, false)
      ->Unit(benchmark::kMillisecond)
      ->ComputeStatistics("min", Min);
  benchmark::RegisterBenchmark("revmon_xxh3_128_with_debug", Hash, revmon::HashBytes, true)
      ->Unit(benchmark::kMillisecond)
      ->ComputeStatistics("min", Min);
  benchmark::RegisterBenchmark("parse_only", Parse)
      ->Unit(benchmark::kMillisecond)
      ->ComputeStatistics("min", Min);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
