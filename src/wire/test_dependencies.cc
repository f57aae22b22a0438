#include "wire/test_dependencies.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "wire/archive.h"
#include "wire/record_log.h"

namespace revmon::wire {
namespace {

constexpr std::string_view kMagic = "RVMDEPND";
// Elements of all tests together; some 500 MB. A suite of 10,000 methods that use 10,000 elements each fits.
constexpr size_t kMaxUses = size_t{1} << 27;

enum class RecordType : uint8_t { kElements, kClass, kOpened, kUse, kClosed, kBlind, kEnd, kLast = kEnd };

template <typename Ar, Like<DependencyUse> T>
void Visit(Ar& ar, T& v) {
  ar.Enum(v.of);
  ar.U4(v.id);
  ar.List(v.elements, [&](auto& element) { ar.U4(element); });
  ar.List(v.blocks, [&](auto& use) {
    ar.U4(use.method);
    ar.List(use.blocks, [&](auto& block) { ar.U4(block); });
  });
  ar.List(v.receivers, [&](auto& receiver) {
    ar.U4(receiver.type);
    ar.U4(receiver.method);
  });
  ar.List(v.files, [&](auto& file) { ar.Text(file); });
}

template <typename T>
void SortOnce(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

template <typename T>
void AppendAll(std::vector<T>& list, const std::vector<T>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

void SortBlocks(std::vector<BlockUse>& uses) {
  std::sort(uses.begin(), uses.end(),
            [](const BlockUse& a, const BlockUse& b) { return a.method < b.method; });
  std::vector<BlockUse> merged;
  for (BlockUse& use : uses) {
    if (merged.empty() || merged.back().method != use.method) {
      merged.push_back(std::move(use));
    } else {
      AppendAll(merged.back().blocks, use.blocks);
    }
  }
  for (BlockUse& use : merged) SortOnce(use.blocks);
  uses = std::move(merged);
}

// Names get numbers, each once.
class ElementTable {
 public:
  uint32_t Add(std::string_view name) {
    auto [found, added] = numbers_.try_emplace(std::string(name), static_cast<uint32_t>(names_.size()));
    if (added) names_.emplace_back(name);
    return found->second;
  }
  [[nodiscard]] size_t size() const { return names_.size(); }
  [[nodiscard]] const std::string& name(uint32_t number) const { return names_[number]; }
  std::vector<std::string> Release() { return std::move(names_); }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, uint32_t> numbers_;
};

// What is used together: by one test, by the initialiser of a class, by nobody in particular at one moment.
struct Uses {
  std::vector<uint32_t> elements;
  std::vector<BlockUse> blocks;
  std::vector<Receiver> receivers;
  std::vector<std::string> files;

  void Add(const Uses& more) {
    AppendAll(elements, more.elements);
    AppendAll(blocks, more.blocks);
    AppendAll(receivers, more.receivers);
    AppendAll(files, more.files);
  }
  [[nodiscard]] size_t size() const {
    return elements.size() + blocks.size() + receivers.size() + files.size();
  }
};

// Takes records as they come, then draws the conclusions.
class DependencyReader {
 public:
  // False when the payload is no record of ours.
  bool Take(Bytes payload) {
    ByteReader reader(payload);
    ArchiveReader archive(reader);
    RecordType type = RecordType::kEnd;
    archive.Enum(type);
    if (!archive.ok()) return false;
    bool sound = true;
    switch (type) {
      case RecordType::kElements: sound = TakeElements(archive); break;
      case RecordType::kClass: TakeClass(archive); break;
      case RecordType::kOpened: TakeOpened(archive); break;
      case RecordType::kUse: sound = TakeUse(archive); break;
      case RecordType::kClosed: TakeClosed(archive); break;
      case RecordType::kBlind: TakeBlind(archive); break;
      case RecordType::kEnd: complete_ = true; break;
    }
    ++moment_;
    return sound && archive.ok() && reader.empty();
  }

  Result<DependencyFile> Finish(DependencyLevel level) {
    DependencyFile file;
    file.level = level;
    file.complete = complete_;
    size_t total = 0;
    for (Test& test : tests_) {
      REVMON_ASSIGN_OR_RETURN(TestDependencies resolved, Resolve(test, total));
      file.tests.push_back(std::move(resolved));
    }
    file.elements = table_.Release();
    return file;
  }

 private:
  static constexpr size_t kNever = ~size_t{0};
  struct Test {
    std::string name;
    std::string outer;
    Uses uses;
    size_t closed = kNever;  // the moment
  };
  struct Moment {
    size_t at;
    Uses uses;
  };
  struct Blind {
    size_t at;
    std::string why;
  };

  bool TakeElements(ArchiveReader& archive) {
    uint32_t first = 0;
    std::vector<std::string> names;
    archive.U4(first);
    archive.List(names, [&](std::string& name) { archive.Text(name); });
    if (!archive.ok() || first != numbers_.size()) return false;
    for (const std::string& name : names) numbers_.push_back(table_.Add(name));
    return true;
  }

  void TakeClass(ArchiveReader& archive) {
    std::string name;
    std::vector<std::string> supertypes;
    archive.Text(name);
    archive.List(supertypes, [&](std::string& supertype) { archive.Text(supertype); });
    if (!archive.ok()) return;
    // A name may stand for several classes, of several loaders.
    std::vector<uint32_t>& known = supertypes_[table_.Add(name)];
    for (const std::string& supertype : supertypes) known.push_back(table_.Add(supertype));
    SortOnce(known);
  }

  void TakeOpened(ArchiveReader& archive) {
    uint32_t id = 0;
    Test test;
    uint32_t outer = 0;
    archive.U4(id);
    archive.Text(test.name);
    archive.U4(outer);
    if (!archive.ok()) return;
    if (auto found = by_id_.find(outer); found != by_id_.end()) test.outer = tests_[found->second].name;
    by_id_[id] = tests_.size();
    tests_.push_back(std::move(test));
  }

  bool TakeUse(ArchiveReader& archive) {
    DependencyUse use;
    Visit(archive, use);
    if (!archive.ok() || !Renumber(use)) return false;
    Uses uses{std::move(use.elements), std::move(use.blocks), std::move(use.receivers), std::move(use.files)};
    switch (use.of) {
      case DependencyUse::Of::kNobody: moments_.push_back({moment_, std::move(uses)}); break;
      case DependencyUse::Of::kInitializer: initializers_[use.id].Add(uses); break;
      case DependencyUse::Of::kTest: {
        auto found = by_id_.find(use.id);
        if (found == by_id_.end()) return false;
        tests_[found->second].uses.Add(uses);
      }
    }
    return true;
  }

  void TakeClosed(ArchiveReader& archive) {
    uint32_t id = 0;
    archive.U4(id);
    auto found = by_id_.find(id);
    if (archive.ok() && found != by_id_.end()) tests_[found->second].closed = moment_;
  }

  void TakeBlind(ArchiveReader& archive) {
    std::string name;
    std::string reason;
    archive.Text(name);
    archive.Text(reason);
    if (archive.ok()) blind_.push_back({moment_, name + ": " + reason});
  }

  // From the file's numbers to those of the table. False: a number that is none.
  bool Renumber(DependencyUse& use) const {
    bool sound = true;
    auto number = [&](uint32_t& value) {
      sound = sound && value < numbers_.size();
      if (sound) value = numbers_[value];
    };
    for (uint32_t& element : use.elements) number(element);
    for (BlockUse& block : use.blocks) number(block.method);
    for (Receiver& receiver : use.receivers) {
      number(receiver.type);
      number(receiver.method);
    }
    if (use.of == DependencyUse::Of::kInitializer) number(use.id);
    return sound;
  }

  Result<TestDependencies> Resolve(Test& test, size_t& total) {
    TestDependencies out;
    out.test = test.name;
    out.outer = test.outer;
    if (test.closed == kNever) {
      out.everything = true;
      out.why_everything = "the JVM ended while it ran";
    }
    for (const Blind& blind : blind_) {
      if (out.everything || blind.at > test.closed) break;
      out.everything = true;
      out.why_everything = blind.why;
    }
    for (const Moment& moment : moments_) {
      if (moment.at > test.closed) break;
      test.uses.Add(moment.uses);
      if (total + test.uses.size() > kMaxUses) return TooMany();
    }
    REVMON_RETURN_IF_ERROR(Close(test.uses, total));
    out.elements = std::move(test.uses.elements);
    out.blocks = std::move(test.uses.blocks);
    out.receivers = std::move(test.uses.receivers);
    out.files = std::move(test.uses.files);
    SortOnce(out.elements);
    SortOnce(out.receivers);
    SortOnce(out.files);
    SortBlocks(out.blocks);
    total += out.elements.size() + out.blocks.size() + out.receivers.size() + out.files.size();
    return out;
  }

  // With the classes of methods, supertypes, and what initialisers use.
  Status Close(Uses& uses, size_t total) {
    std::vector<bool> seen(table_.size(), false);
    std::vector<uint32_t> found;
    std::vector<uint32_t> work = std::move(uses.elements);
    for (const BlockUse& use : uses.blocks) work.push_back(use.method);
    for (const Receiver& receiver : uses.receivers) work.push_back(receiver.type);
    while (!work.empty()) {
      uint32_t element = work.back();
      work.pop_back();
      if (element < seen.size() && seen[element]) continue;
      if (element >= seen.size()) seen.resize(element + 1, false);
      seen[element] = true;
      found.push_back(element);
      if (IsMethodElement(table_.name(element))) {
        work.push_back(table_.Add(std::string(ClassOfElement(table_.name(element)))));
        continue;
      }
      if (auto above = supertypes_.find(element); above != supertypes_.end()) AppendAll(work, above->second);
      auto initializer = initializers_.find(element);
      if (initializer == initializers_.end()) continue;
      const Uses& more = initializer->second;
      AppendAll(work, more.elements);
      AppendAll(uses.blocks, more.blocks);
      AppendAll(uses.receivers, more.receivers);
      AppendAll(uses.files, more.files);
      for (const BlockUse& use : more.blocks) work.push_back(use.method);
      for (const Receiver& receiver : more.receivers) work.push_back(receiver.type);
      if (total + uses.size() + work.size() > kMaxUses) return TooMany();
    }
    uses.elements = std::move(found);
    return OkStatus();
  }

  static Error TooMany() {
    return Error(ErrorCode::kUnsupported,
                 "more than " + std::to_string(kMaxUses) + " dependencies of tests in one file");
  }

  ElementTable table_;
  std::vector<uint32_t> numbers_;  // of the file -> of the table
  std::unordered_map<uint32_t, std::vector<uint32_t>> supertypes_;
  std::unordered_map<uint32_t, Uses> initializers_;
  std::vector<Test> tests_;
  std::unordered_map<uint32_t, size_t> by_id_;
  std::vector<Moment> moments_;
  std::vector<Blind> blind_;
  size_t moment_ = 0;
  bool complete_ = false;
};

// Adds a test's dependencies of one file to those of the same in others.
void Unite(TestDependencies& to, const TestDependencies& from, const std::vector<uint32_t>& numbers) {
  if (from.everything && !to.everything) {
    to.everything = true;
    to.why_everything = from.why_everything;
  }
  for (uint32_t element : from.elements) to.elements.push_back(numbers[element]);
  for (const Receiver& receiver : from.receivers)
    to.receivers.push_back({numbers[receiver.type], numbers[receiver.method]});
  for (const BlockUse& use : from.blocks) to.blocks.push_back({numbers[use.method], use.blocks});
  AppendAll(to.files, from.files);
}

void Settle(TestDependencies& test) {
  SortOnce(test.elements);
  SortOnce(test.receivers);
  SortOnce(test.files);
  SortBlocks(test.blocks);
}

std::string_view NameIn(std::string_view test, TestUnit unit) {
  if (unit == TestUnit::kClass) return TestClassOf(test);
  size_t method = test.find('#');
  return method == std::string_view::npos ? test : test.substr(0, test.find('[', method));
}

// Which tests ran inside of which, by their names in the unit: by what the framework said, and by name.
using Outer = std::map<std::string, std::set<std::string>>;

void FindOuterByName(const std::map<std::string, TestDependencies>& tests, Outer& outer) {
  for (const auto& [name, test] : tests) {
    std::string_view inner = name;
    if (size_t method = inner.find('#'); method != std::string_view::npos) {
      inner = inner.substr(0, method);
      if (tests.contains(std::string(inner))) outer[name].emplace(inner);
    }
    for (size_t at = inner.rfind('$'); at != std::string_view::npos && at > 0;
         at = inner.rfind('$', at - 1)) {
      std::string enclosing(inner.substr(0, at));
      if (tests.contains(enclosing)) outer[name].insert(std::move(enclosing));
    }
  }
}

// Every test that runs (or that it runs) inside of `name`; each once, however they are entangled.
std::set<std::string> AllOuter(const std::string& name, const Outer& outer) {
  std::set<std::string> found;
  std::vector<std::string> work = {name};
  while (!work.empty()) {
    std::string at = std::move(work.back());
    work.pop_back();
    auto next = outer.find(at);
    if (next == outer.end()) continue;
    for (const std::string& one : next->second) {
      if (one != name && found.insert(one).second) work.push_back(one);
    }
  }
  return found;
}

void SpreadOuter(std::map<std::string, TestDependencies>& tests, TestUnit unit, const Outer& outer,
                 const std::vector<uint32_t>& identity) {
  std::map<std::string, TestDependencies> own = tests;
  std::set<std::string> around;
  for (auto& [name, test] : tests) {
    for (const std::string& enclosing : AllOuter(name, outer)) {
      auto known = own.find(enclosing);
      if (known == own.end()) continue;
      Unite(test, known->second, identity);
      if (unit == TestUnit::kClass) Unite(tests[enclosing], own[name], identity);
      around.insert(enclosing);
    }
  }
  if (unit == TestUnit::kClass) return;
  for (const std::string& name : around) {
    if (name.find('#') == std::string::npos) tests.erase(name);
  }
}

}  // namespace

std::vector<uint8_t> DependenciesHeader(DependencyLevel level) {
  ByteWriter header;
  header.Put(kMagic);
  header.U4Le(kDependenciesVersion);
  header.U4Le(static_cast<uint32_t>(level));
  return header.Release();
}

std::vector<uint8_t> EncodeElements(uint32_t first, const std::vector<std::string>& names) {
  return EncodeRecord(RecordType::kElements, [&](ArchiveWriter& archive) {
    archive.U4(first);
    archive.List(names, [&](const std::string& name) { archive.Text(name); });
  });
}

std::vector<uint8_t> EncodeClass(const std::string& name, const std::vector<std::string>& supertypes) {
  return EncodeRecord(RecordType::kClass, [&](ArchiveWriter& archive) {
    archive.Text(name);
    archive.List(supertypes, [&](const std::string& supertype) { archive.Text(supertype); });
  });
}

std::vector<uint8_t> EncodeOpened(uint32_t test, const std::string& name, uint32_t outer) {
  return EncodeRecord(RecordType::kOpened, [&](ArchiveWriter& archive) {
    archive.U4(test);
    archive.Text(name);
    archive.U4(outer);
  });
}

std::vector<uint8_t> EncodeUse(const DependencyUse& use) {
  return EncodeRecord(RecordType::kUse, [&](ArchiveWriter& archive) { Visit(archive, use); });
}

std::vector<uint8_t> EncodeClosed(uint32_t test) {
  return EncodeRecord(RecordType::kClosed, [&](ArchiveWriter& archive) { archive.U4(test); });
}

std::vector<uint8_t> EncodeBlind(const std::string& name, const std::string& reason) {
  return EncodeRecord(RecordType::kBlind, [&](ArchiveWriter& archive) {
    archive.Text(name);
    archive.Text(reason);
  });
}

std::vector<uint8_t> EncodeDependenciesEnd() {
  return EncodeRecord(RecordType::kEnd, [](ArchiveWriter&) {});
}

Result<DependencyFile> ReadDependencies(Bytes bytes) {
  ByteReader reader(bytes);
  if (AsText(reader.Take(kMagic.size())) != kMagic)
    return Error(ErrorCode::kMalformed, "not a file of test dependencies").AtOffset(0);
  uint32_t version = reader.U4Le();
  uint32_t level = reader.U4Le();
  if (!reader.ok()) {
    return Error(ErrorCode::kTruncated, "file of test dependencies ends in its header")
        .AtOffset(bytes.size());
  }
  if (version != kDependenciesVersion || level > static_cast<uint32_t>(DependencyLevel::kLast)) {
    return Error(ErrorCode::kUnsupported, "test dependencies of version " + std::to_string(version) +
                                              ", this is version " + std::to_string(kDependenciesVersion))
        .AtOffset(kMagic.size());
  }
  DependencyReader records;
  const size_t whole = ReadRecords(reader, [&](Bytes payload) { return records.Take(payload); });
  REVMON_ASSIGN_OR_RETURN(DependencyFile file, records.Finish(static_cast<DependencyLevel>(level)));
  file.torn_bytes = bytes.size() - whole;
  return file;
}

Dependencies MergeDependencies(std::span<const DependencyFile> files, TestUnit unit) {
  Dependencies merged;
  merged.level = files.empty() ? DependencyLevel::kClass : DependencyLevel::kLast;
  ElementTable table;
  Outer outer;
  for (const DependencyFile& file : files) {
    merged.level = std::min(merged.level, file.level);
    std::vector<uint32_t> numbers;
    for (const std::string& element : file.elements) numbers.push_back(table.Add(element));
    for (const TestDependencies& test : file.tests) {
      std::string name(NameIn(test.test, unit));
      Unite(merged.tests[name], test, numbers);
      std::string outside(NameIn(test.outer, unit));
      if (!outside.empty() && outside != name) outer[name].insert(std::move(outside));
    }
  }
  std::vector<uint32_t> identity(table.size());
  for (uint32_t i = 0; i < identity.size(); ++i) identity[i] = i;
  FindOuterByName(merged.tests, outer);
  SpreadOuter(merged.tests, unit, outer, identity);
  for (auto& [name, test] : merged.tests) {
    test.test = name;
    Settle(test);
  }
  merged.elements = table.Release();
  return merged;
}

std::string_view TestClassOf(std::string_view test) { return test.substr(0, test.find('#')); }

std::string_view ClassOfElement(std::string_view element) {
  size_t parameters = element.find('(');
  if (parameters == std::string_view::npos) return element;
  return element.substr(0, element.rfind('.', parameters));
}

}  // namespace revmon::wire
