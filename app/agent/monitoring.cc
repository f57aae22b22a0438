#include "app/agent/monitoring.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

#include "classfile/class_file.h"
#include "runtime/classes.h"
#include "weave/class_weaver.h"
#include "weave/tables.h"

namespace revmon::agent {
namespace {

using classfile::AttributeKind;
using classfile::ClassFile;
using match::JoinPoint;
using match::JoinPointKind;

constexpr size_t kMostLines = 10;  // of ours on stderr

uint64_t NowMs() {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

std::string Dotted(std::string_view internal_name) {
  std::string name(internal_name);
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

std::string SourceFileOf(const ClassFile& file) {
  const classfile::Attribute* attribute = file.Find(AttributeKind::kSourceFile);
  if (attribute == nullptr || attribute->data.size() != 2) return "";
  return std::string(file.pool().Utf8(LoadBe16(attribute->data.data())));
}

// The first line that any code of the class stands on. A class file does not say where its class is declared,
// but the constructor that javac adds stands on that very line, and nothing stands before it.
uint32_t FirstLineOf(const ClassFile& file) {
  uint32_t first = 0;
  classfile::CodeView code;
  for (const classfile::Member& method : file.methods()) {
    const classfile::Attribute* attribute = file.Find(method, AttributeKind::kCode);
    if (attribute == nullptr || !code.ParseFrom(*attribute, file.pool()).ok()) continue;
    for (const classfile::Attribute& table : code.attributes) {
      if (table.kind != AttributeKind::kLineNumberTable) continue;
      ByteReader reader(table.data);
      for (uint16_t rows = reader.U2(); rows > 0 && reader.ok(); --rows) {
        reader.Skip(2);
        uint32_t line = reader.U2();
        if (reader.ok() && line != 0 && (first == 0 || line < first)) first = line;
      }
    }
  }
  return first;
}

// What is called, read or written at an instruction.
void DescribeMember(const ClassFile& file, const JoinPoint& point, weave::SiteInfo& site) {
  const classfile::Attribute* attribute = file.Find(file.methods()[point.method], AttributeKind::kCode);
  classfile::CodeView code;
  if (attribute == nullptr || !code.ParseFrom(*attribute, file.pool()).ok()) return;
  classfile::InstructionReader reader(code);
  classfile::Instruction instruction;
  for (uint32_t slot = 0; reader.Next(instruction); ++slot) {
    if (slot != point.slot) continue;
    classfile::MemberRef ref = file.pool().Member(instruction.pool_index());
    site.declaring_type = Dotted(ref.owner);
    site.name = ref.name;
    return;
  }
}

weave::SiteInfo DescribeSite(const ClassFile& file, const JoinPoint& point) {
  weave::SiteInfo site;
  site.kind = point.kind;
  site.matches = point.matches;
  site.file = SourceFileOf(file);
  site.line = point.kind == JoinPointKind::kStaticInitialization ? FirstLineOf(file) : point.line;
  std::string method(point.method == JoinPoint::kNoMethod ? "<clinit>" : file.methods()[point.method].name);
  std::string place = site.file.empty() ? "Unknown Source" : site.file;
  if (!site.file.empty() && site.line != 0) place += ":" + std::to_string(site.line);
  site.location = Dotted(file.name()) + "." + method + "(" + place + ")";
  bool at_instruction = point.kind == JoinPointKind::kMethodCall ||
                        point.kind == JoinPointKind::kConstructorCall ||
                        point.kind == JoinPointKind::kFieldGet || point.kind == JoinPointKind::kFieldSet;
  site.declaring_type = Dotted(file.name());
  site.name = method;
  if (at_instruction) DescribeMember(file, point, site);
  return site;
}

}  // namespace

void Monitoring::OnVmInit(JNIEnv* jni) {
  Status status = OpenWorld();
  if (status.ok()) status = StartJava(jni);
  if (status.ok()) {
    active_ = true;
  } else {
    Note(status.error().Text() + "; running unmonitored");
  }
}

Status Monitoring::OpenWorld() {
  std::string home = jvm_.SystemProperty("java.home");
  REVMON_ASSIGN_OR_RETURN(classpath::Jdk jdk, classpath::OpenJdk(files_, home));
  // Not mapped: a jar that somebody truncates while we read it must not take the program down.
  path_ = std::make_unique<classpath::ClassPath>(
      files_, classpath::ClassPathOptions{.release = jdk.feature, .map_files = false});
  path_->AddJdk(jdk);
  path_->AddPath(jvm_.SystemProperty("java.class.path"));
  world_ = std::make_unique<match::ClassPathWorld>(*path_);
  matcher_ = std::make_unique<match::Matcher>(plan_, *world_);
  // The sites do not count calls yet; whoever relies on it has to know.
  if (!matcher_->flows().empty())
    Note("cflow and cflowbelow are not counted: to them no call is ever under way");
  return OkStatus();
}

Status Monitoring::StartJava(JNIEnv* jni) {
  JavaSide java(jni);
  for (const runtime::EmbeddedClass& ours : runtime::Classes()) {
    REVMON_RETURN_IF_ERROR(java.Define(ours.name, ours.bytes));
  }
  REVMON_RETURN_IF_ERROR(java.Connect(this));
  for (const wire::Spec& spec : plan_.specs) {
    for (const wire::ClassBlob& blob : spec.classes) {
      REVMON_RETURN_IF_ERROR(java.DefineSupport(blob.name, blob.bytes));
    }
  }
  return java.Start(weave::EncodeTables(plan_));
}

bool Monitoring::OnClassBytes(const ClassEvent& event, std::vector<uint8_t>& out) {
  if (!active_ || event.boot_loader || !filter_.Watches(event.name)) return false;
  auto start = std::chrono::steady_clock::now();
  Result<bool> woven = Weave(event, out);
  auto spent = std::chrono::steady_clock::now() - start;
  if (!woven.ok()) Note(std::string(event.name) + " is not monitored: " + woven.error().Text());
  std::lock_guard lock(mutex_);
  ++stats_.classes_seen;
  if (woven.ok() && *woven) ++stats_.classes_woven;
  stats_.weave_nanos +=
      static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count());
  return woven.ok() && *woven;
}

Result<bool> Monitoring::Weave(const ClassEvent& event, std::vector<uint8_t>& out) {
  REVMON_ASSIGN_OR_RETURN(ClassFile file, ClassFile::Parse(event.bytes));
  world_->Learn(file);
  REVMON_ASSIGN_OR_RETURN(std::vector<JoinPoint> points, matcher_->Match(file));
  if (points.empty()) return false;
  auto number = [&](const JoinPoint& point) { return AddSite(DescribeSite(file, point)); };
  REVMON_ASSIGN_OR_RETURN(weave::Woven woven, weave::WeaveClass(file, points, plan_, number));
  for (const std::string& refused : woven.refused) Note(Dotted(event.name) + "." + refused);
  {
    std::lock_guard lock(mutex_);
    stats_.sites += woven.sites;
    stats_.methods_refused += woven.refused.size();
  }
  if (woven.sites == 0) return false;
  out = std::move(woven.bytes);
  return true;
}

uint32_t Monitoring::AddSite(weave::SiteInfo site) {
  std::lock_guard lock(mutex_);
  sites_.push_back(std::move(site));
  return static_cast<uint32_t>(sites_.size() - 1);
}

std::vector<uint8_t> Monitoring::SiteInfo(uint32_t site) {
  std::lock_guard lock(mutex_);
  return site < sites_.size() ? weave::EncodeSite(sites_[site]) : std::vector<uint8_t>();
}

void Monitoring::Violation(uint32_t spec, uint32_t property, uint32_t handler, uint32_t site,
                           std::string message, std::string thread) {
  if (spec >= plan_.specs.size()) return;
  const wire::Spec& violated = plan_.specs[spec];
  wire::Violation violation;
  violation.spec = violated.name;
  violation.severity = violated.severity;
  // A handler that says nothing of its own gets the rule, which says more than that it was broken.
  bool is_default = message.starts_with("Specification " + violated.name + " has been violated on line ") &&
                    message.find('\n') == std::string::npos;
  bool use_rule = !violated.message.empty() && (message.empty() || is_default);
  violation.message = use_rule ? violated.message : std::move(message);
  violation.thread = std::move(thread);
  violation.count = 1;
  violation.first_ms = violation.last_ms = NowMs();
  if (property < violated.properties.size() && handler < violated.properties[property].handlers.size()) {
    violation.category = violated.properties[property].handlers[handler].category;
  }
  {
    std::lock_guard lock(mutex_);
    auto [known, fresh] = violations_.try_emplace({spec, property, handler, site}, violations_.size() + 1);
    if (!fresh) return;
    violation.id = known->second;
    if (site < sites_.size()) {
      violation.location = sites_[site].location;
      violation.file = sites_[site].file;
      violation.line = sites_[site].line;
    }
  }
  results_.Append(wire::EncodeViolation(violation));
}

void Monitoring::Failure(std::string text) { Note(text); }

void Monitoring::Note(const std::string& text) {
  {
    std::lock_guard lock(mutex_);
    if (!notes_.insert(text).second) return;
    if (notes_.size() <= kMostLines) std::fprintf(stderr, "revmon: %s\n", text.c_str());
  }
  results_.Append(wire::EncodeNote(text));
}

void Monitoring::OnVmDeath(JNIEnv* jni) {
  if (!active_.exchange(false)) return;
  JavaSide java(jni);
  if (Status ended = java.EndProgram(); !ended.ok()) Note(ended.error().Text());
  Result<std::vector<uint8_t>> counts = java.Counts();
  if (counts.ok()) WriteCounts(*counts);
  std::lock_guard lock(mutex_);
  results_.Append(wire::EncodeEnd(stats_));
}

// Rows of revmon.rt.Agent.counts().
void Monitoring::WriteCounts(Bytes counts) {
  ByteReader reader(counts);
  while (!reader.empty()) {
    Known key = {reader.U4(), reader.U4(), reader.U4(), reader.U4()};
    uint64_t count = reader.U8();
    reader.Skip(8);  // when it was first seen is in the results already
    uint64_t last = reader.U8();
    reader.Skip(4);
    if (!reader.ok()) return;
    std::unique_lock lock(mutex_);
    auto known = violations_.find(key);
    if (known == violations_.end()) continue;
    uint32_t id = known->second;
    lock.unlock();
    results_.Append(wire::EncodeCount(id, count, last));
  }
}

}  // namespace revmon::agent
