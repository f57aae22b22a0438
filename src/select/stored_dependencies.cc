#include "select/stored_dependencies.h"

#include <algorithm>
#include <set>

namespace revmon::select {
namespace {

constexpr uint32_t kVersion = 1;
constexpr uint32_t kMaxName = 1U << 20;

void PutText(ByteWriter& out, std::string_view text) {
  out.U4(static_cast<uint32_t>(text.size()));
  out.Put(text);
}

std::string TakeText(ByteReader& in) { return std::string(AsText(in.Take(in.U4()))); }

// Sorted names, each without the beginning that it shares with the one before.
void PutNames(ByteWriter& out, const std::vector<std::string>& names) {
  out.U4(static_cast<uint32_t>(names.size()));
  std::string_view before;
  for (const std::string& name : names) {
    size_t shared = 0;
    while (shared < before.size() && shared < name.size() && before[shared] == name[shared]) ++shared;
    shared = std::min<size_t>(shared, 255);
    out.U1(static_cast<uint8_t>(shared));
    size_t rest = name.size() - shared;
    out.U1(static_cast<uint8_t>(std::min<size_t>(rest, 255)));
    if (rest >= 255) out.U4(static_cast<uint32_t>(rest));
    out.Put(std::string_view(name).substr(shared));
    before = name;
  }
}

std::vector<std::string> TakeNames(ByteReader& in) {
  std::vector<std::string> names;
  uint32_t count = in.U4();
  std::string before;
  for (uint32_t i = 0; i < count && in.ok(); ++i) {
    size_t shared = in.U1();
    uint32_t rest = in.U1();
    if (rest == 255) rest = in.U4();
    if (shared > before.size() || rest > kMaxName) {
      in.Fail();
      break;
    }
    before = before.substr(0, shared) + std::string(AsText(in.Take(rest)));
    names.push_back(before);
  }
  return names;
}

void Unite(wire::TestDependencies& into, const wire::TestDependencies& other) {
  auto unite = [](auto& a, const auto& b) {
    a.insert(a.end(), b.begin(), b.end());
    std::sort(a.begin(), a.end());
    a.erase(std::unique(a.begin(), a.end()), a.end());
  };
  unite(into.elements, other.elements);
  unite(into.files, other.files);
  unite(into.receivers, other.receivers);
  into.everything |= other.everything;
  if (into.why_everything.empty()) into.why_everything = other.why_everything;
  std::map<uint32_t, std::set<uint32_t>> blocks;
  for (const std::vector<wire::BlockUse>* one :
       {static_cast<const std::vector<wire::BlockUse>*>(&into.blocks), &other.blocks}) {
    for (const wire::BlockUse& use : *one) blocks[use.method].insert(use.blocks.begin(), use.blocks.end());
  }
  into.blocks.clear();
  for (const auto& [method, numbers] : blocks)
    into.blocks.push_back({method, {numbers.begin(), numbers.end()}});
}

}  // namespace

std::vector<uint8_t> EncodeTest(const wire::Dependencies& all, const std::string& name) {
  const wire::TestDependencies& test = all.tests.at(name);
  std::set<uint32_t> used(test.elements.begin(), test.elements.end());
  for (const wire::Receiver& one : test.receivers) used.insert({one.type, one.method});
  for (const wire::BlockUse& one : test.blocks) used.insert(one.method);
  std::vector<std::string> names;
  for (uint32_t element : used) names.push_back(all.elements[element]);
  std::sort(names.begin(), names.end());
  auto number = [&](uint32_t element) {
    auto at = std::lower_bound(names.begin(), names.end(), all.elements[element]);
    return static_cast<uint32_t>(at - names.begin());
  };
  ByteWriter out;
  out.U4(kVersion);
  out.U1(static_cast<uint8_t>(all.level));
  out.U1(test.everything ? 1 : 0);
  PutText(out, test.why_everything);
  PutNames(out, names);
  std::vector<std::string> files = test.files;
  std::sort(files.begin(), files.end());
  PutNames(out, files);
  std::vector<uint8_t> is_own(names.size());
  for (uint32_t element : test.elements) is_own[number(element)] = 1;
  for (uint8_t flag : is_own) out.U1(flag);
  out.U4(static_cast<uint32_t>(test.receivers.size()));
  for (const wire::Receiver& one : test.receivers) {
    out.U4(number(one.type));
    out.U4(number(one.method));
  }
  out.U4(static_cast<uint32_t>(test.blocks.size()));
  for (const wire::BlockUse& one : test.blocks) {
    out.U4(number(one.method));
    out.U4(static_cast<uint32_t>(one.blocks.size()));
    for (uint32_t block : one.blocks) out.U4(block);
  }
  return out.Release();
}

uint32_t DependencyReader::Element(const std::string& name) {
  auto [at, fresh] = numbers_.emplace(name, static_cast<uint32_t>(all_.elements.size()));
  if (fresh) all_.elements.push_back(name);
  return at->second;
}

Status DependencyReader::Add(const std::string& name, Bytes blob) {
  const Error damaged(ErrorCode::kMalformed, "the store is damaged (dependencies of " + name + ")");
  ByteReader in(blob);
  if (in.U4() != kVersion) return damaged;
  uint8_t level = in.U1();
  if (level > static_cast<uint8_t>(wire::DependencyLevel::kLast)) return damaged;
  wire::TestDependencies test;
  test.test = name;
  test.everything = in.U1() != 0;
  test.why_everything = TakeText(in);
  std::vector<std::string> names = TakeNames(in);
  test.files = TakeNames(in);
  std::vector<uint8_t> own;
  for (size_t i = 0; i < names.size() && in.ok(); ++i) own.push_back(in.U1());
  bool valid = in.ok();
  auto known = [&](uint32_t number) {
    valid &= number < names.size();
    return valid ? number : 0;
  };
  uint32_t receivers = in.U4();
  for (uint32_t i = 0; i < receivers && in.ok(); ++i) {
    uint32_t type = known(in.U4());
    test.receivers.push_back({type, known(in.U4())});
  }
  uint32_t methods = in.U4();
  for (uint32_t i = 0; i < methods && in.ok(); ++i) {
    wire::BlockUse use{known(in.U4()), {}};
    uint32_t blocks = in.U4();
    for (uint32_t k = 0; k < blocks && in.ok(); ++k) use.blocks.push_back(in.U4());
    test.blocks.push_back(std::move(use));
  }
  if (!in.ok() || !valid || (names.empty() && !(test.receivers.empty() && test.blocks.empty())))
    return damaged;
  // Numbers of this blob become those of all.
  std::vector<uint32_t> numbers;
  for (const std::string& element : names) numbers.push_back(Element(element));
  for (size_t i = 0; i < names.size(); ++i) {
    if (own[i] != 0) test.elements.push_back(numbers[i]);
  }
  for (wire::Receiver& one : test.receivers) one = {numbers[one.type], numbers[one.method]};
  for (wire::BlockUse& one : test.blocks) one.method = numbers[one.method];
  std::sort(test.elements.begin(), test.elements.end());
  std::sort(test.receivers.begin(), test.receivers.end());
  std::sort(test.blocks.begin(), test.blocks.end(),
            [](const wire::BlockUse& a, const wire::BlockUse& b) { return a.method < b.method; });
  auto found = static_cast<wire::DependencyLevel>(level);
  all_.level = all_.tests.empty() ? found : std::min(all_.level, found);
  all_.tests[name] = std::move(test);
  return OkStatus();
}

void JoinNested(wire::Dependencies* all) {
  std::map<std::string, wire::TestDependencies> joined;
  for (auto& [name, test] : all->tests) {
    std::string top = name.substr(0, name.find('$'));
    auto [at, fresh] = joined.emplace(top, test);
    if (!fresh) Unite(at->second, test);
    at->second.test = top;
  }
  all->tests = std::move(joined);
}

}  // namespace revmon::select
