#include "app/agent/monitoring.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>
#include <utility>

#include "app/agent/dependency_natives.h"
#include "classfile/class_file.h"
#include "runtime/classes.h"
#include "weave/class_weaver.h"
#include "weave/file_points.h"
#include "weave/serial_version.h"
#include "weave/tables.h"
#include "weave/test_points.h"

namespace revmon::agent {
namespace {

using classfile::AttributeKind;
using classfile::ClassFile;
using match::JoinPoint;
using match::JoinPointKind;

constexpr std::chrono::milliseconds kTick(1000);

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

// Our own probes are in the class already; they are no calls of the program.
void LeaveOutProbes(const ClassFile& file, std::vector<JoinPoint>& points) {
  std::erase_if(points, [&](const JoinPoint& point) {
    if (point.method == JoinPoint::kNoMethod) return false;
    bool at_instruction = point.kind == JoinPointKind::kMethodCall || point.kind == JoinPointKind::kFieldGet;
    weave::SiteInfo site;
    if (at_instruction) DescribeMember(file, point, site);
    return site.declaring_type == "java.util.RevDeps";
  });
}

weave::SiteInfo DescribeSite(const ClassFile& file, const JoinPoint& point) {
  weave::SiteInfo site;
  site.kind = point.kind;
  site.matches = point.matches;
  site.flows = point.flows;
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

// "Ljava/util/List;" and the like, anywhere in a descriptor.
void AddTypes(std::string_view descriptor, std::set<std::string, std::less<>>& names) {
  for (size_t at = descriptor.find('L'); at != std::string_view::npos;) {
    size_t end = descriptor.find(';', at);
    if (end == std::string_view::npos) return;
    names.emplace(descriptor.substr(at + 1, end - at - 1));
    at = descriptor.find('L', end);
  }
}

// Does the Java of a spec name a class that is neither the JDK's nor ours?
bool SpeaksOfProgram(const wire::Spec& spec, const classpath::ClassPath& of_jdk) {
  std::set<std::string, std::less<>> names;
  for (const wire::ClassBlob& blob : spec.classes) {
    Result<ClassFile> file = ClassFile::Parse(blob.bytes);
    if (!file.ok()) continue;
    for (uint16_t i = 1; i < file->pool().count(); ++i) {
      if (file->pool().tag(i) != classfile::ConstantTag::kClass) continue;
      std::string_view name = file->pool().ClassName(i);
      if (name.starts_with('[')) {
        AddTypes(name, names);
      } else {
        names.emplace(name);
      }
    }
    for (const classfile::Member& method : file->methods()) AddTypes(method.descriptor, names);
    for (const classfile::Member& field : file->fields()) AddTypes(field.descriptor, names);
  }
  for (const wire::ClassBlob& blob : spec.classes) names.erase(blob.name);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    if (name.starts_with("java/") || name.starts_with("revmon/")) return false;
    Result<std::optional<classpath::FoundClass>> found = of_jdk.Find(name);
    return found.ok() && !found->has_value();
  });
}

std::vector<std::string> Joined(std::vector<std::string> some, const std::vector<std::string>& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

}  // namespace

Monitoring::Monitoring(Jvm jvm, wire::Plan plan, Options options)
    : jvm_(jvm),
      plan_(std::move(plan)),
      options_(std::move(options)),
      filter_(Joined(plan_.include, options_.include), Joined(plan_.exclude, options_.exclude)),
      method_filter_(plan_.methods),
      findings_(plan_),
      ticker_(kTick, [this](JNIEnv* jni) { TakeCounts(jni); }) {
  if (!options_.deps) return;
  dependencies_ = std::make_unique<Dependencies>(
      *options_.deps, options_.receivers, [this](JNIEnv* jni, const std::vector<std::string_view>& names) {
        return jvm_.RetransformLoaded(jni, names);
      });
}

Status Monitoring::Open() {
  REVMON_RETURN_IF_ERROR(findings_.Open(options_.out));
  return dependencies_ == nullptr ? OkStatus() : dependencies_->Open(findings_.path());
}

Result<ClassEvents> Monitoring::Prepare(ClassEvents from) {
  if (plan_.specs.empty()) {
    class_events_ = from == ClassEvents::kFirst ? ClassEvents::kStart : from;
    return class_events_;
  }
  REVMON_RETURN_IF_ERROR(OpenWorld());
  class_events_ = from;
  if (from != ClassEvents::kFirst) return from;
  slots_ = std::make_unique<Slots>(plan_, *world_);
  if (slots_->wanted()) return from;
  slots_ = nullptr;
  return ClassEvents::kStart;
}

void Monitoring::OnVmStart(JNIEnv* jni) {
  if (slots_ == nullptr) return;
  Status status = slots_->OnVmStart(jni);
  if (!status.ok()) Note(status.error().Text() + "; monitors are kept outside of objects");
}

void Monitoring::OnVmInit(JNIEnv* jni) {
  Status status = StartJava(jni);
  active_ = status.ok();
  if (status.ok() && slots_ != nullptr) {
    Status last = jvm_.ListenLast(jni, this);
    if (!last.ok()) Note(last.error().Text() + "; other agents may see what we make of a class");
  }
  if (status.ok() && class_events_ == ClassEvents::kLive) {
    status = jvm_.SendClassEvents([this](std::string_view name) { return filter_.Watches(name); });
  }
  if (!status.ok()) {
    active_ = false;
    Note(status.error().Text() + "; running unmonitored");
    return;
  }
  if (dependencies_ != nullptr) StartDependencies(jni);
  if (Status ticking = ticker_.Start(jvm_, jni); !ticking.ok())
    Note(ticking.error().Text() + "; counts are written at the end only");
  // The JVM tells of the main thread's start after this.
  Status enabled = HasThreadEvents() ? jvm_.EnableThreadEvents() : OkStatus();
  if (!enabled.ok()) Note(enabled.error().Text() + "; startThread() and endThread() never happen");
}

void Monitoring::OnAttach(JNIEnv* jni) {
  OnVmInit(jni);
  if (dependencies_ != nullptr) dependencies_->Blind("revmon", "attached to a running JVM");
  if (active_) Note("attached to a running JVM: classes that were loaded before are not monitored");
}

bool Monitoring::HasThreadEvents() const {
  using Trigger = wire::Event::Trigger;
  for (const wire::Spec& spec : plan_.specs) {
    for (const wire::Event& event : spec.events) {
      if (event.trigger == Trigger::kStartThread || event.trigger == Trigger::kEndThread) return true;
    }
  }
  return false;
}

void Monitoring::OnThreadStart(JNIEnv* jni, jthread thread) {
  if (active_ && !ticker_.Is(jni, thread)) (void)JavaSide(jni).ThreadStart();
}

void Monitoring::OnThreadEnd(JNIEnv* jni, jthread thread) {
  if (active_ && !ticker_.Is(jni, thread)) (void)JavaSide(jni).ThreadEnd();
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
  return OkStatus();
}

Status Monitoring::StartJava(JNIEnv* jni) {
  JavaSide java(jni);
  for (const runtime::EmbeddedClass& ours : runtime::Classes()) {
    if (slots_ != nullptr && slots_->Defined(ours.name)) continue;
    REVMON_RETURN_IF_ERROR(java.Define(ours.name, ours.bytes));
  }
  if (slots_ != nullptr) REVMON_RETURN_IF_ERROR(slots_->OnVmInit(jni));
  REVMON_RETURN_IF_ERROR(java.Connect(this));
  if (dependencies_ != nullptr)
    REVMON_RETURN_IF_ERROR(ConnectDependencies(jni, dependencies_.get(), options_.deps_of_methods));
  DefineSupport(jni);
  REVMON_RETURN_IF_ERROR(java.Configure(options_.events, options_.stats, options_.record));
  if (options_.traces) REVMON_RETURN_IF_ERROR(java.KeepTraces(uint64_t{options_.traces_mb} << 20));
  if (Selects()) REVMON_RETURN_IF_ERROR(java.Select(options_.select, options_.seed));
  return java.Start(weave::EncodeTables(plan_));
}

// Classes of the program may load with a class that speaks of them; from here on they are woven. A class that
// cannot be defined costs its spec, which says so when it is set up.
void Monitoring::DefineSupport(JNIEnv* jni) {
  Result<classpath::Jdk> jdk = classpath::OpenJdk(files_, jvm_.SystemProperty("java.home"));
  classpath::ClassPath of_jdk(files_, {.release = jdk.ok() ? jdk->feature : 0, .map_files = false});
  if (jdk.ok()) of_jdk.AddJdk(*jdk);
  active_ = true;
  for (const wire::Spec& spec : plan_.specs) {
    bool of_program = SpeaksOfProgram(spec, of_jdk);
    for (const wire::ClassBlob& blob : spec.classes) {
      Status defined = JavaSide(jni).DefineSupport(blob.name, blob.bytes, of_program);
      if (!defined.ok()) Note("spec " + spec.name + ": " + defined.error().Text());
    }
  }
}

bool Monitoring::OnClassBytes(const ClassEvent& event, std::vector<uint8_t>& out) {
  std::vector<uint8_t> probed;
  ClassEvent now = event;
  bool changed = dependencies_ != nullptr && AddProbes(event, probed);
  if (changed) now.bytes = probed;
  if (WeaveWatched(now, out)) {
    changed = true;
  } else if (changed) {
    out = std::move(probed);
  }
  if (slots_ == nullptr) return changed;
  std::vector<uint8_t> slotted;
  Result<bool> edited = slots_->Edit(event, changed ? Bytes(out) : event.bytes, slotted);
  if (!edited.ok()) Note(Dotted(event.name) + " has no slot: " + edited.error().Text());
  if (!edited.ok() || !*edited) return changed;
  out = std::move(slotted);
  return true;
}

bool Monitoring::AddProbes(const ClassEvent& event, std::vector<uint8_t>& out) {
  if (event.boot_loader) {
    if (!active_ || !weave::HasFilePoints(event.name)) return false;
    Result<ClassFile> file = ClassFile::Parse(event.bytes);
    Result<std::vector<uint8_t>> woven =
        file.ok() ? weave::WeaveFilePoints(*file) : Result<std::vector<uint8_t>>(file.error());
    if (!woven.ok()) {
      dependencies_->Blind(std::string(event.name), "files that are opened are not seen");
      return false;
    }
    out = std::move(woven).value();
    return !out.empty();
  }
  if (!dependencies_->Watches(event.name)) return false;
  if (!active_) {
    std::lock_guard lock(mutex_);
    early_.emplace(event.name);
    return false;
  }
  std::string why;
  auto start = std::chrono::steady_clock::now();
  bool woven = dependencies_->Weave(event.bytes, event.name, out, why);
  AddWeaveTime(start);
  if (!why.empty()) Note(Dotted(event.name) + ": what uses it is not known: " + why);
  return woven;
}

// What loaded before is offered once more.
void Monitoring::StartDependencies(JNIEnv* jni) {
  std::vector<std::string_view> names = weave::FileClasses();
  std::set<std::string, std::less<>> early;
  {
    std::lock_guard lock(mutex_);
    early.swap(early_);
  }
  names.insert(names.end(), early.begin(), early.end());
  Status woven = jvm_.RetransformLoaded(jni, names);
  if (woven.ok()) return;
  Note(woven.error().Text() + "; tests depend on everything");
  dependencies_->Blind("revmon", woven.error().Text());
}

bool Monitoring::WeaveWatched(const ClassEvent& event, std::vector<uint8_t>& out) {
  if (!active_) return false;
  // Executors matter once there are tests; a program without any keeps its own.
  bool is_executor = event.boot_loader && weave::HasTestPoints(event.name);
  if (is_executor && !executors_woven_) return false;
  if (weave::HasTestPoints(event.name)) return WeaveTestClass(event, out);
  if (plan_.specs.empty()) return false;
  std::string_view reason = event.boot_loader ? "of the boot loader" : filter_.WhyNot(event.name);
  if (!reason.empty()) {
    CountSkipped(reason);
    return false;
  }
  auto start = std::chrono::steady_clock::now();
  Result<bool> woven = Weave(event, out);
  AddWeaveTime(start);
  if (!woven.ok()) Note(std::string(event.name) + " is not monitored: " + woven.error().Text());
  std::lock_guard lock(mutex_);
  if (event.redefined == nullptr) {
    ++stats_.classes_seen;
    if (woven.ok() && *woven) {
      ++stats_.classes_woven;
    } else {
      ++skipped_[woven.ok() ? "no call that an event speaks of" : "could not be rewritten"];
    }
  }
  return woven.ok() && *woven;
}

void Monitoring::AddWeaveTime(std::chrono::steady_clock::time_point start) {
  auto spent = std::chrono::steady_clock::now() - start;
  std::lock_guard lock(mutex_);
  stats_.weave_nanos +=
      static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count());
}

void Monitoring::KeepInitializer(const ClassEvent& event, std::vector<JoinPoint>& points) const {
  if (event.redefined == nullptr || jvm_.HasInitializer(event.redefined).value_or(true)) return;
  std::erase_if(points, [](const JoinPoint& point) { return point.method == JoinPoint::kNoMethod; });
}

bool Monitoring::WeaveTestClass(const ClassEvent& event, std::vector<uint8_t>& out) {
  Result<ClassFile> file = ClassFile::Parse(event.bytes);
  Result<std::vector<uint8_t>> woven =
      file.ok() ? weave::WeaveTestPoints(*file) : Result<std::vector<uint8_t>>(file.error());
  if (!woven.ok()) {
    Note(Dotted(event.name) + " does not tell which test runs: " + woven.error().Text());
    return false;
  }
  out = std::move(woven).value();
  return !out.empty();
}

Result<bool> Monitoring::Weave(const ClassEvent& event, std::vector<uint8_t>& out) {
  REVMON_ASSIGN_OR_RETURN(ClassFile file, ClassFile::Parse(event.bytes));
  world_->Learn(file);
  REVMON_ASSIGN_OR_RETURN(std::vector<JoinPoint> points, matcher_->Match(file));
  KeepInitializer(event, points);
  if (dependencies_ != nullptr) LeaveOutProbes(file, points);
  method_filter_.Apply(file, points);
  if (points.empty()) return false;
  auto number = [&](const JoinPoint& point) { return AddSite(DescribeSite(file, point)); };
  REVMON_ASSIGN_OR_RETURN(weave::Woven woven, weave::WeaveClass(file, points, plan_, number));
  for (const std::string& refused : woven.refused) Note(Dotted(event.name) + "." + refused);
  if (event.redefined == nullptr) {
    std::lock_guard lock(mutex_);
    stats_.sites += woven.sites;
    stats_.methods_refused += woven.refused.size();
  }
  if (woven.sites == 0) return false;
  REVMON_RETURN_IF_ERROR(weave::KeepSerialVersion(file, *world_, woven.bytes));
  out = std::move(woven.bytes);
  return true;
}

uint32_t Monitoring::AddSite(weave::SiteInfo site) {
  Hash128 identity = HashBytes(weave::EncodeSite(site));
  std::lock_guard lock(mutex_);
  auto [known, fresh] = site_numbers_.try_emplace(identity, static_cast<uint32_t>(sites_.size()));
  if (fresh) sites_.push_back(std::move(site));
  return known->second;
}

std::vector<uint8_t> Monitoring::SiteInfo(uint32_t site) {
  std::lock_guard lock(mutex_);
  return site < sites_.size() ? weave::EncodeSite(sites_[site]) : std::vector<uint8_t>();
}

void Monitoring::Violation(ViolationEvent event) {
  weave::SiteInfo place;
  {
    std::lock_guard lock(mutex_);
    if (event.site < sites_.size()) {
      place.location = sites_[event.site].location;
      place.file = sites_[event.site].file;
      place.line = sites_[event.site].line;
    }
  }
  findings_.AddViolation(std::move(event), place);
}

// Executors may have been loaded before they could be woven. There is no need for it before the first test.
void Monitoring::TestStarted(JNIEnv* jni, uint32_t id, std::string name, bool container) {
  if (!executors_woven_.exchange(true)) {
    Status woven = jvm_.RetransformLoaded(jni, weave::ExecutorClasses());
    if (!woven.ok()) Note(woven.error().Text() + "; tasks of thread pools may not be credited to their test");
  }
  findings_.TestStarted(id, std::move(name), container);
}

void Monitoring::TestEnded(uint32_t id, uint32_t outcome, uint64_t nanos) {
  using Outcome = wire::TestRun::Outcome;
  bool known = outcome <= static_cast<uint32_t>(Outcome::kLast);
  findings_.TestEnded(id, known ? static_cast<Outcome>(outcome) : Outcome::kUnfinished, nanos);
}

void Monitoring::CountSkipped(std::string_view reason) {
  std::lock_guard lock(mutex_);
  auto found = skipped_.find(reason);
  if (found == skipped_.end()) found = skipped_.emplace(reason, 0).first;
  ++found->second;
}

void Monitoring::TakeCounts(JNIEnv* jni) {
  Result<std::vector<uint8_t>> counts = JavaSide(jni).Counts();
  if (counts.ok()) findings_.TakeCounts(*counts);
}

void Monitoring::OnVmDeath(JNIEnv* jni) {
  if (!active_.exchange(false)) return;
  ticker_.Stop();
  JavaSide java(jni);
  if (Status ended = java.EndProgram(); !ended.ok()) Note(ended.error().Text());
  TakeCounts(jni);
  if (options_.traces || Selects()) findings_.EndTraces();
  if (options_.stats) findings_.AddRunStats(Statistics(jni));
  std::lock_guard lock(mutex_);
  findings_.End(stats_);
}

void Monitoring::Record(uint32_t spec, Bytes lines) {
  if (spec >= plan_.specs.size()) return;
  Status written = findings_.AppendTrace(plan_.specs[spec].name, lines);
  if (!written.ok()) Note(written.error().Text());
}

void Monitoring::Traces(uint32_t kind, Bytes payload) {
  Status written = findings_.AddTraces(static_cast<trace::Kind>(kind), payload);
  if (!written.ok()) Note(written.error().Text());
}

wire::RunStats Monitoring::Statistics(JNIEnv* jni) {
  wire::RunStats stats;
  Result<std::vector<uint8_t>> numbers = JavaSide(jni).Statistics();
  ByteReader reader(numbers.ok() ? Bytes(*numbers) : Bytes());
  for (const wire::Spec& spec : plan_.specs) {
    wire::SpecStats row = {
        .spec = spec.name, .events = reader.U8(), .created = reader.U8(), .freed = reader.U8()};
    if (reader.ok()) stats.specs.push_back(std::move(row));
  }
  std::lock_guard lock(mutex_);
  for (const auto& [reason, count] : skipped_) stats.skipped.push_back({reason, count});
  return stats;
}

}  // namespace revmon::agent
