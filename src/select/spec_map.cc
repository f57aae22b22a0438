#include "select/spec_map.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "wire/plan_io.h"

namespace revmon::select {
namespace {

constexpr uint32_t kMapVersion = 2;

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

std::vector<uint8_t> Encode(const std::vector<MethodSpecs>& methods) {
  ByteWriter out;
  for (const MethodSpecs& method : methods) {
    out.U4Le(static_cast<uint32_t>(method.method.size()));
    out.Put(method.method);
    out.U4Le(static_cast<uint32_t>(method.specs.size()));
    for (uint32_t spec : method.specs) out.U4Le(spec);
  }
  return out.Release();
}

bool Decode(Bytes bytes, size_t spec_count, std::vector<MethodSpecs>& out) {
  ByteReader reader(bytes);
  out.clear();
  while (reader.ok() && !reader.empty()) {
    MethodSpecs& method = out.emplace_back();
    method.method = AsText(reader.Take(reader.U4Le()));
    for (uint32_t n = reader.U4Le(); n > 0 && reader.ok(); --n) {
      method.specs.push_back(reader.U4Le());
      if (method.specs.back() >= spec_count) reader.Fail();
    }
  }
  return reader.ok();
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
  std::vector<std::vector<uint32_t>> specs(entries.size());
  std::vector<std::vector<MethodSpecs>> methods = SpecsOfMethods(entries);
  for (size_t i = 0; i < entries.size(); ++i) {
    std::set<uint32_t> all;
    for (const MethodSpecs& method : methods[i]) all.insert(method.specs.begin(), method.specs.end());
    specs[i].assign(all.begin(), all.end());
  }
  return specs;
}

std::vector<std::vector<MethodSpecs>> SpecMap::SpecsOfMethods(
    const std::vector<const graph::ProgramEntry*>& entries) {
  std::vector<Hash128> keys;
  keys.reserve(entries.size());
  for (const graph::ProgramEntry* entry : entries) keys.push_back(KeyOf(*entry));
  std::vector<std::optional<std::vector<uint8_t>>> cached(entries.size());
  if (cache_ != nullptr) cached = cache_->Find(keys);
  std::vector<std::vector<MethodSpecs>> specs(entries.size());
  for (size_t i = 0; i < entries.size(); ++i) {
    if (cached[i].has_value() && Decode(*cached[i], plan_.specs.size(), specs[i])) continue;
    specs[i] = Match(*entries[i]);
    if (cache_ != nullptr) cache_->Put(keys[i], Encode(specs[i]));
  }
  return specs;
}

std::vector<MethodSpecs> SpecMap::Everything(const graph::ProgramEntry& entry) const {
  std::vector<uint32_t> all(plan_.specs.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<MethodSpecs> out = {{"<clinit>()V", all}};
  const graph::MethodFacts* facts = program_.MethodsOf(entry);
  for (size_t i = 0; facts != nullptr && i < facts->methods.size(); ++i) {
    std::string key(facts->Text(facts->methods[i].name));
    out.push_back({key.append(facts->Text(facts->methods[i].descriptor)), all});
  }
  return out;
}

std::vector<MethodSpecs> SpecMap::Match(const graph::ProgramEntry& entry) {
  ++matched_;
  Result<std::optional<classpath::FoundClass>> found = path_.Find(entry.facts.name);
  if (!found.ok() || !found->has_value()) return Everything(entry);
  Result<classfile::ClassFile> file = classfile::ClassFile::Parse((*found)->content.bytes());
  if (!file.ok()) return Everything(entry);
  Result<std::vector<match::JoinPoint>> points = matcher_.Match(*file);
  if (!points.ok()) return Everything(entry);
  std::map<std::string, std::set<uint32_t>> specs;
  for (const match::JoinPoint& point : *points) {
    std::string key = "<clinit>()V";
    if (point.method < file->methods().size()) {
      const classfile::Member& method = file->methods()[point.method];
      key.assign(method.name).append(method.descriptor);
    }
    for (const match::Match& match : point.matches) specs[key].insert(match.spec);
  }
  std::vector<MethodSpecs> out;
  for (const auto& [method, of] : specs) out.push_back({method, {of.begin(), of.end()}});
  return out;
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
