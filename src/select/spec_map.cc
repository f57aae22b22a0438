#include "select/spec_map.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "wire/plan_io.h"

namespace revmon::select {
namespace {

constexpr uint32_t kMapVersion = 1;

// Of everything that decides matches; Java of specs does not.
Hash128 HashOf(const wire::Plan& plan, std::string_view jdk_version) {
  wire::Plan bare;
  for (const wire::Spec& spec : plan.specs) {
    wire::Spec events;
    events.name = spec.name;
    events.events = spec.events;
    bare.specs.push_back(std::move(events));
  }
  return Hasher().U4(kMapVersion).Field(Bytes(wire::WritePlan(bare))).Field(jdk_version).Finish();
}

std::vector<uint8_t> Encode(const std::vector<uint32_t>& specs) {
  ByteWriter out;
  for (uint32_t spec : specs) out.U4Le(spec);
  return out.Release();
}

bool Decode(Bytes bytes, size_t spec_count, std::vector<uint32_t>& out) {
  ByteReader reader(bytes);
  while (reader.ok() && !reader.empty()) out.push_back(reader.U4Le());
  return reader.ok() && std::all_of(out.begin(), out.end(), [&](uint32_t spec) { return spec < spec_count; });
}

}  // namespace

SpecMap::SpecMap(const wire::Plan& plan, const graph::Program& program, const classpath::ClassPath& path,
                 std::string_view jdk_version, graph::FactsCache* cache)
    : plan_(plan),
      program_(program),
      path_(path),
      cache_(cache),
      base_(HashOf(plan, jdk_version)),
      world_(path),
      matcher_(plan, world_) {}

Hash128 SpecMap::KeyOf(const graph::ProgramEntry& entry) const {
  // The types it names and all that these inherit; a type that is not in the program has no outline.
  std::vector<const graph::ProgramEntry*> queue = {&entry};
  std::set<std::string_view> seen = {entry.facts.name};
  for (size_t i = 0; i < queue.size(); ++i) {
    for (const graph::Reference& reference : queue[i]->facts.references) {
      bool counts = i == 0 || reference.kind == graph::EdgeKind::kInherits;
      if (!counts || !seen.insert(reference.name).second) continue;
      if (const graph::ProgramEntry* type = program_.FindClass(reference.name)) queue.push_back(type);
    }
  }
  std::sort(queue.begin() + 1, queue.end(),
            [](const auto* a, const auto* b) { return a->facts.name < b->facts.name; });
  Hasher key;
  key.Put(base_).Field(entry.facts.name).Put(entry.facts.content);
  for (size_t i = 1; i < queue.size(); ++i) key.Field(queue[i]->facts.name).Put(queue[i]->facts.outline);
  return key.Finish();
}

std::vector<std::vector<uint32_t>> SpecMap::SpecsOf(const std::vector<const graph::ProgramEntry*>& entries) {
  std::vector<Hash128> keys;
  keys.reserve(entries.size());
  for (const graph::ProgramEntry* entry : entries) keys.push_back(KeyOf(*entry));
  std::vector<std::optional<std::vector<uint8_t>>> cached(entries.size());
  if (cache_ != nullptr) cached = cache_->Find(keys);
  std::vector<std::vector<uint32_t>> specs(entries.size());
  for (size_t i = 0; i < entries.size(); ++i) {
    if (cached[i].has_value() && Decode(*cached[i], plan_.specs.size(), specs[i])) continue;
    specs[i] = Match(*entries[i]);
    if (cache_ != nullptr) cache_->Put(keys[i], Encode(specs[i]));
  }
  return specs;
}

std::vector<uint32_t> SpecMap::Match(const graph::ProgramEntry& entry) {
  ++matched_;
  std::vector<uint32_t> all(plan_.specs.size());
  std::iota(all.begin(), all.end(), 0);
  Result<std::optional<classpath::FoundClass>> found = path_.Find(entry.facts.name);
  if (!found.ok() || !found->has_value()) return all;
  Result<classfile::ClassFile> file = classfile::ClassFile::Parse((*found)->content.bytes());
  if (!file.ok()) return all;
  Result<std::vector<match::JoinPoint>> points = matcher_.Match(*file);
  if (!points.ok()) return all;
  std::set<uint32_t> specs;
  for (const match::JoinPoint& point : *points) {
    for (const match::Match& match : point.matches) specs.insert(match.spec);
  }
  return {specs.begin(), specs.end()};
}

bool Remembers(const wire::Spec& spec) {
  if (!spec.support_class.empty()) return true;  // its Java may have fields
  return std::any_of(spec.properties.begin(), spec.properties.end(), [](const wire::Property& property) {
    return property.machine.kind != wire::Machine::Kind::kDfa || property.machine.state_count() > 1;
  });
}

bool NeedsNoClass(const wire::Spec& spec) {
  return std::all_of(spec.events.begin(), spec.events.end(), [](const wire::Event& event) {
    return event.trigger != wire::Event::Trigger::kJoinPoint;
  });
}

}  // namespace revmon::select
