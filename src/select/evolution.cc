#include "select/evolution.h"

#include <algorithm>
#include <map>

#include "base/path.h"
#include "select/known.h"
#include "wire/plan_io.h"

namespace revmon::select {
namespace {

constexpr int64_t kNsPerMs = 1'000'000;

std::string Internal(std::string_view class_name) {
  std::string name(class_name);
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

std::vector<store::Container> ToStore(const std::vector<graph::ContainerSnapshot>& snapshots,
                                      const std::function<std::string(const std::string&)>& shown) {
  std::vector<store::Container> out;
  for (const graph::ContainerSnapshot& s : snapshots) {
    out.push_back({shown(s.location), s.library, s.archive, s.keys});
  }
  return out;
}

std::vector<graph::ContainerSnapshot> FromStore(const std::vector<store::Container>& containers) {
  std::vector<graph::ContainerSnapshot> out;
  for (const store::Container& c : containers) out.push_back({c.location, c.library, c.archive, c.keys});
  return out;
}

// Without git the classes themselves are the identity of a state.
std::string HashOfClasses(const graph::Program& program) {
  Hasher hasher;
  for (const graph::ContainerSnapshot& container : program.containers()) {
    for (const Hash128& key : container.keys) hasher.Put(key);
  }
  return ToHex(hasher.Finish());
}

// Which classes are watched, apart from what selection does.
std::string ScopeOf(const ChooseOptions& options) {
  return options.scope + (options.variant.libraries ? "" : " no libraries");
}

}  // namespace

std::vector<store::SpecVersion> VersionsOf(const wire::Plan& plan) {
  std::vector<store::SpecVersion> versions;
  wire::Plan one;
  one.semantics = plan.semantics;
  for (const wire::Spec& spec : plan.specs) {
    one.specs.assign(1, spec);
    versions.push_back({spec.name, HashBytes(wire::WritePlan(one))});
  }
  return versions;
}

Result<AcceptedList> ReadAccepted(const FileSystem& files, const std::string& root) {
  std::string path = JoinPath(root, kAcceptedFile);
  if (!files.Exists(path)) return AcceptedList();
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, files.ReadFile(path));
  return AcceptedList::Parse(AsText(bytes));
}

Result<std::unique_ptr<Evolution>> Evolution::Open(const FileSystem& files, EvolutionOptions options) {
  auto evolution = std::unique_ptr<Evolution>(new Evolution(files, std::move(options)));
  REVMON_RETURN_IF_ERROR(evolution->OpenRepository());
  std::string store = JoinPath(evolution->options_.root, evolution->options_.store);
  REVMON_ASSIGN_OR_RETURN(evolution->store_, store::Store::Open(store, &evolution->notes_));
  evolution->cache_ = std::make_unique<StoreCache>(*evolution->store_);
  if (evolution->repository_.has_value()) {
    REVMON_ASSIGN_OR_RETURN(evolution->baseline_,
                            FindBaseline(*evolution->store_, evolution->repository(), evolution->state_,
                                         evolution->options_.base, evolution->options_.rule));
  }
  if (!evolution->options_.containers.empty()) REVMON_RETURN_IF_ERROR(evolution->OpenPrograms());
  return evolution;
}

Result<std::unique_ptr<Evolution>> Evolution::Resume(const FileSystem& files, EvolutionOptions options,
                                                     int64_t run, std::optional<int64_t> baseline) {
  auto evolution = std::unique_ptr<Evolution>(new Evolution(files, std::move(options)));
  REVMON_RETURN_IF_ERROR(evolution->OpenRepository());
  std::string store = JoinPath(evolution->options_.root, evolution->options_.store);
  REVMON_ASSIGN_OR_RETURN(evolution->store_, store::Store::Open(store, &evolution->notes_));
  evolution->cache_ = std::make_unique<StoreCache>(*evolution->store_);
  REVMON_ASSIGN_OR_RETURN(store::RunRecord record, evolution->store_->Load(run));
  if (evolution->state_.tree != record.tree && record.dirty) {
    return Error(ErrorCode::kInvalid, "the sources have changed since, and were not committed");
  }
  evolution->state_.commit = record.commit;
  evolution->state_.tree = record.tree;
  REVMON_ASSIGN_OR_RETURN(evolution->after_,
                          graph::Program::Restore(FromStore(record.containers), *evolution->cache_));
  evolution->views_ = record.modules;
  evolution->baseline_.run = baseline;
  REVMON_RETURN_IF_ERROR(evolution->OpenBaseline());
  evolution->run_ = run;
  return evolution;
}

Status Evolution::OpenRepository() {
  if (!options_.module.empty()) return OkStatus();
  REVMON_ASSIGN_OR_RETURN(std::optional<vcs::Repository> repository, vcs::Repository::Open(options_.root));
  if (!repository.has_value()) return OkStatus();
  repository_ = std::move(repository);
  std::vector<std::string> outputs = InRepository(files_, *repository_, options_.outputs);
  REVMON_ASSIGN_OR_RETURN(state_, repository_->State(outputs));
  return OkStatus();
}

Status Evolution::OpenPrograms() {
  int release = options_.jdk.has_value() ? options_.jdk->feature : 0;
  graph::Detail detail = options_.methods ? graph::Detail::kMethods : graph::Detail::kClasses;
  after_ = graph::Program::Read(files_, options_.containers, release, cache_.get(), detail);
  if (!repository_.has_value()) state_.tree = HashOfClasses(*after_);
  REVMON_RETURN_IF_ERROR(OpenBaseline());
  path_ = std::make_unique<classpath::ClassPath>(files_, classpath::ClassPathOptions{.release = release});
  if (options_.jdk.has_value()) path_->AddJdk(*options_.jdk);
  for (const graph::ContainerPath& container : options_.containers) path_->AddElement(container.path);
  return OkStatus();
}

Status Evolution::Use(const std::vector<ModulePath>& modules) {
  options_.containers.clear();
  for (bool library : {false, true}) {
    for (const ModulePath& module : modules) {
      for (const graph::ContainerPath& container : module.containers) {
        if (container.library == library) options_.containers.push_back(container);
      }
    }
  }
  REVMON_RETURN_IF_ERROR(OpenPrograms());
  views_ = Views(modules);
  return OkStatus();
}

Status Evolution::OpenBaseline() {
  if (!options_.module.empty()) {
    if (options_.baseline != 0) baseline_.run = options_.baseline;
    if (options_.baseline == 0) baseline_.why = "there is no earlier run to compare with";
  } else if (!repository_.has_value()) {
    REVMON_ASSIGN_OR_RETURN(baseline_, FindBaseline(*store_, nullptr, state_, options_.base, options_.rule));
  }
  why_no_baseline_ = baseline_.why;
  if (!baseline_.run.has_value()) return OkStatus();
  REVMON_ASSIGN_OR_RETURN(baseline_run_, store_->Load(*baseline_.run));
  Result<std::vector<store::Container>> containers = BaselineContainers();
  graph::Detail detail = options_.methods ? graph::Detail::kMethods : graph::Detail::kClasses;
  Result<graph::Program> before = containers.ok()
                                      ? graph::Program::Restore(FromStore(*containers), *cache_, detail)
                                      : Result<graph::Program>(containers.error());
  if (before.ok()) {
    before_ = std::move(before).value();
  } else {
    why_no_baseline_ = before.error().message();
  }
  return OkStatus();
}

Result<std::vector<store::Container>> Evolution::BaselineContainers() const {
  if (options_.module.empty()) return baseline_run_.containers;
  for (const store::ModuleView& view : baseline_run_.modules) {
    if (view.name != options_.module) continue;
    std::vector<store::Container> containers;
    for (uint32_t position : view.containers) {
      if (position < baseline_run_.containers.size())
        containers.push_back(baseline_run_.containers[position]);
    }
    return containers;
  }
  return Error(ErrorCode::kNotFound, "the earlier run did not test " + options_.module);
}

std::string Evolution::WhyFull(const ChooseOptions& options) const {
  if (!options.rps) return "asked for";
  if (!before_.has_value()) return why_no_baseline_;
  std::string jdk = options_.jdk.has_value() ? options_.jdk->version : "";
  if (baseline_run_.jdk != jdk) return "another JDK: " + jdk + " instead of " + baseline_run_.jdk;
  if (baseline_run_.scope != ScopeOf(options)) return "other classes are watched than in the earlier run";
  return "";
}

std::vector<std::string> Evolution::ChangedSpecs() const {
  std::map<std::string, Hash128> known;
  for (const store::SpecVersion& spec : baseline_run_.specs) known[spec.name] = spec.hash;
  std::vector<std::string> changed;
  for (const store::SpecVersion& spec : spec_versions_) {
    auto at = known.find(spec.name);
    if (at == known.end() || at->second != spec.hash) changed.push_back(spec.name);
  }
  return changed;
}

const Selection& Evolution::Choose(const wire::Plan& plan, const ChooseOptions& options) {
  plan_ = &plan;
  chosen_ = options;
  spec_versions_ = VersionsOf(plan);
  SpecMap map(plan, *after_, *path_, options_.jdk.has_value() ? options_.jdk->version : "", cache_.get());
  SelectionInput input;
  input.before = before_.has_value() ? &*before_ : nullptr;
  input.after = &*after_;
  input.plan = &plan;
  input.specs = &map;
  input.variant = options.variant;
  input.why_full = WhyFull(options);
  if (input.why_full.empty()) input.changed_specs = ChangedSpecs();
  input.full_on_library_change = options.full_on_library_change;
  input.watches = options.watches;
  input.edges = options.edges;
  input.analysis = options.analysis;
  input.fields = options.fields;
  classpath::Hierarchy outer(*path_);
  input.outer = &outer;
  selection_ = Select(input);
  coverage_ = {CoverageOf(selection_, plan, "")};
  if (!selection_.why_classes.empty()) {
    notes_.push_back("classes are followed, not methods: " + selection_.why_classes);
  }
  if (Status flushed = cache_->Flush(); !flushed.ok()) {
    notes_.push_back("nothing could be kept for the next run: " + flushed.error().Text());
  }
  return selection_;
}

Result<TestChoice> Evolution::ChooseTests(const std::vector<std::string>& folders,
                                          TestChoiceOptions options) {
  TestChoiceInput input;
  input.module = options_.module;
  input.before = before_.has_value() ? &*before_ : nullptr;
  input.after = &*after_;
  classpath::Hierarchy outer(*path_);
  input.outer = &outer;
  for (uint32_t i = 0; i < after_->containers().size(); ++i) {
    std::string location = NormalizePath(after_->containers()[i].location);
    for (const std::string& folder : folders) {
      if (NormalizePath(folder) == location) input.test_containers.insert(i);
    }
  }
  DependencyReader records;
  if (input.before != nullptr) {
    REVMON_ASSIGN_OR_RETURN(input.recorded, EarlierTests());
    std::erase_if(input.recorded, [&](const store::TestClass& one) { return one.module != options_.module; });
    REVMON_RETURN_IF_ERROR(ReadDependencies(input.recorded, &records));
    input.records = &records.all();
    std::string jdk = options_.jdk.has_value() ? options_.jdk->version : "";
    if (options.why_all.empty() && baseline_run_.jdk != jdk) {
      options.why_all = "another JDK: " + jdk + " instead of " + baseline_run_.jdk;
    }
    if (options.why_all.empty() && !IsDynamic(options.rts.technique)) {
      options.why_all = WhyAllFor(options.changed_files, *after_);
    }
  }
  if (input.before == nullptr && options.why_all.empty()) options.why_all = why_no_baseline_;
  REVMON_ASSIGN_OR_RETURN(std::vector<store::TestClass> failed, store_->FailedTests());
  for (const store::TestClass& one : failed) {
    if (one.module == options_.module) input.failed.insert(one.name);
  }
  Result<TestChoice> choice = select::ChooseTests(input, options);
  if (Status flushed = cache_->Flush(); !flushed.ok()) {
    notes_.push_back("nothing could be kept for the next run: " + flushed.error().Text());
  }
  return choice;
}

Status Evolution::ReadDependencies(const std::vector<store::TestClass>& tests, DependencyReader* out) {
  std::vector<Hash128> keys;
  std::vector<std::string> names;
  for (const store::TestClass& one : tests) {
    if (!one.dependencies.has_value()) continue;
    keys.push_back(*one.dependencies);
    names.push_back(one.name);
  }
  REVMON_ASSIGN_OR_RETURN(auto blobs, store_->FindFacts(keys));
  for (size_t i = 0; i < blobs.size(); ++i) {
    // Without its record a test runs: nothing is lost but time.
    if (blobs[i].has_value()) static_cast<void>(out->Add(names[i], *blobs[i]).ok());
  }
  return OkStatus();
}

Result<ChangedInputs> Evolution::ChangedFiles() const {
  if (!repository_.has_value() || !baseline_.run.has_value()) return ChangedInputs();
  REVMON_ASSIGN_OR_RETURN(store::RunRecord run, store_->Load(*baseline_.run));
  REVMON_ASSIGN_OR_RETURN(std::vector<vcs::FileChange> changes, repository_->Diff(run.tree, state_.tree));
  std::vector<std::string> paths;
  for (const vcs::FileChange& change : changes) {
    if (!change.old_path.empty()) paths.push_back(change.old_path);
    if (!change.new_path.empty() && change.new_path != change.old_path) paths.push_back(change.new_path);
  }
  Result<std::string> root = files_.RealPath(options_.root);
  Result<std::string> top = files_.RealPath(repository_->root());
  bool below = root.ok() && top.ok() && root->starts_with(*top + "/");
  return SortInputs(paths, below ? root->substr(top->size() + 1) : "");
}

Result<std::string> Evolution::WhyOtherEnvironment() const {
  if (!baseline_.run.has_value()) return std::string();
  REVMON_ASSIGN_OR_RETURN(store::RunRecord run, store_->Load(*baseline_.run));
  return DifferenceOf(run.environment, environment_);
}

Result<std::string> Evolution::WhyAllTests(const wire::Plan& plan, const ChooseOptions& options) const {
  if (!baseline_.run.has_value()) return baseline_.why;
  REVMON_ASSIGN_OR_RETURN(store::RunRecord run, store_->Load(*baseline_.run));
  if (run.scope != ScopeOf(options)) return std::string("other classes are watched than in the earlier run");
  std::map<std::string, Hash128> known;
  for (const store::SpecVersion& spec : run.specs) known[spec.name] = spec.hash;
  for (const store::SpecVersion& spec : VersionsOf(plan)) {
    auto at = known.find(spec.name);
    if (at == known.end()) return "spec " + spec.name + " is new";
    if (at->second != spec.hash) return "spec " + spec.name + " changed";
  }
  return std::string();
}

Result<std::vector<store::TestClass>> Evolution::EarlierTests() const {
  if (!baseline_.run.has_value()) return std::vector<store::TestClass>();
  REVMON_ASSIGN_OR_RETURN(std::vector<store::TestClass> tests, store_->LoadTestClasses(*baseline_.run));
  // What a later run of the same commit has recorded (revmon collect) is as good.
  REVMON_ASSIGN_OR_RETURN(store::RunRecord run, store_->Load(*baseline_.run));
  if (run.commit.empty() || run.dirty) return tests;
  REVMON_ASSIGN_OR_RETURN(std::optional<int64_t> newest, store_->FindClean(run.commit));
  if (!newest.has_value() || *newest == run.id) return tests;
  REVMON_ASSIGN_OR_RETURN(std::vector<store::TestClass> others, store_->LoadTestClasses(*newest));
  std::map<std::pair<std::string, std::string>, std::optional<Hash128>> recorded;
  for (const store::TestClass& one : others) recorded[{one.module, one.name}] = one.dependencies;
  for (store::TestClass& one : tests) {
    auto at = recorded.find({one.module, one.name});
    if (!one.dependencies.has_value() && at != recorded.end()) one.dependencies = at->second;
  }
  return tests;
}

bool Evolution::ClassChanged(std::string_view class_name) const {
  std::string internal = Internal(class_name);
  const graph::ProgramEntry* now = after_->FindClass(internal);
  const graph::ProgramEntry* then = before_.has_value() ? before_->FindClass(internal) : nullptr;
  return now == nullptr || then == nullptr || now->facts.content != then->facts.content;
}

void Evolution::Adopt(const wire::Plan& plan, const ChooseOptions& options, std::vector<Coverage> modules) {
  plan_ = &plan;
  chosen_ = options;
  spec_versions_ = VersionsOf(plan);
  coverage_ = std::move(modules);
}

bool Evolution::Covers(const std::string& spec, std::string_view class_name, std::string_view method) const {
  std::string internal = Internal(class_name);
  if (chosen_.watches && !chosen_.watches(internal)) return false;
  if (unrun_ && unrun_(class_name)) return false;
  if (std::none_of(plan_->specs.begin(), plan_->specs.end(),
                   [&](const wire::Spec& one) { return one.name == spec; })) {
    return false;  // nobody asked for it any more
  }
  const graph::ProgramEntry* entry = after_->FindClass(internal);
  for (const Coverage& module : coverage_) {
    auto view = std::find_if(views_.begin(), views_.end(),
                             [&](const store::ModuleView& one) { return one.name == module.module; });
    bool uses = entry == nullptr || view == views_.end() ||
                std::find(view->containers.begin(), view->containers.end(), entry->container) !=
                    view->containers.end();
    if (uses && !module.Covers(spec, class_name, method)) return false;
  }
  return true;
}

// The containers of each module as positions in the program's.
std::vector<store::ModuleView> Evolution::Views(const std::vector<ModulePath>& modules) const {
  std::map<std::string, uint32_t> positions;
  const std::vector<graph::ContainerSnapshot>& containers = after_->containers();
  for (uint32_t i = 0; i < containers.size(); ++i) {
    positions.emplace(NormalizePath(containers[i].location), i);
  }
  std::vector<store::ModuleView> views;
  for (const ModulePath& module : modules) {
    if (!module.monitored) continue;  // nothing was seen of it: all of it is new to the next run
    store::ModuleView view{module.name, {}};
    for (const graph::ContainerPath& container : module.containers) {
      auto at = positions.find(NormalizePath(container.path));
      if (at == positions.end()) continue;  // not there, or not readable: known as a problem
      if (std::find(view.containers.begin(), view.containers.end(), at->second) == view.containers.end()) {
        view.containers.push_back(at->second);
      }
    }
    views.push_back(std::move(view));
  }
  return views;
}

// Containers are stored without the machine's paths.
std::string Evolution::Shown(const std::string& location) const {
  Result<std::string> root = files_.RealPath(options_.root);
  Result<std::string> real = files_.RealPath(location);
  if (root.ok() && real.ok() && real->starts_with(*root + "/")) return real->substr(root->size() + 1);
  return std::string(BaseName(location));
}

Status Evolution::Begin(const std::string& technique, const Clock& clock) {
  store::RunRecord run;
  run.commit = state_.commit;
  run.tree = state_.tree;
  run.dirty = state_.dirty();
  run.started_ms = clock.WallNs() / kNsPerMs;
  run.technique = technique;
  run.jdk = options_.jdk.has_value() ? options_.jdk->version : "";
  run.scope = ScopeOf(chosen_);
  for (const store::SpecVersion& spec : spec_versions_) {
    if (std::find(owed_.begin(), owed_.end(), spec.name) == owed_.end()) run.specs.push_back(spec);
  }
  run.containers = ToStore(after_->containers(), [this](const std::string& l) { return Shown(l); });
  run.modules = views_;
  run.environment = environment_;
  REVMON_ASSIGN_OR_RETURN(run_, store_->Begin(run));
  return OkStatus();
}

Result<Verdicts> Evolution::Judge(const std::vector<wire::Violation>& violations, bool vms) {
  SuppressInput input;
  store::Outcome known;
  std::optional<SourceLines> lines;
  input.violations = &violations;
  if (baseline_.run.has_value()) {
    REVMON_ASSIGN_OR_RETURN(known, store_->LoadOutcome(*baseline_.run));
    input.baseline = &known.findings;
    if (repository_.has_value()) {
      REVMON_ASSIGN_OR_RETURN(lines, SourceLines::Between(*repository_, baseline_run_.tree, state_.tree));
      input.lines = &*lines;
    }
  }
  input.covers = [this](const std::string& spec, std::string_view class_name, std::string_view method) {
    return Covers(spec, class_name, method);
  };
  input.exists = [this](std::string_view name) { return after_->FindClass(Internal(name)) != nullptr; };
  input.same_class = [this](std::string_view name) {
    std::string internal = Internal(name);
    const graph::ProgramEntry* now = after_->FindClass(internal);
    const graph::ProgramEntry* then = before_.has_value() ? before_->FindClass(internal) : nullptr;
    return now != nullptr && then != nullptr && now->facts.content == then->facts.content;
  };
  Verdicts verdicts = select::Judge(input);
  if (!vms) {
    for (Judged& judged : verdicts.all) judged.known = judged.carried;
  }
  MarkAccepted(files_, options_.root, repository(), state_.tree, &verdicts.all);
  return verdicts;
}

Status Evolution::Amend(const Verdicts& verdicts) {
  if (!run_.has_value()) return Error(ErrorCode::kInvalid, "no run was resumed");
  return store_->Amend(*run_, spec_versions_, verdicts.Findings());
}

Status Evolution::Finish(const Verdicts& verdicts, const std::vector<store::TestResult>& tests,
                         const std::vector<store::Timing>& timings, const Clock& clock,
                         const std::vector<store::TestClass>& classes) {
  if (!run_.has_value()) return Error(ErrorCode::kInvalid, "no run was begun");
  return store_->Finish(*run_, clock.WallNs() / kNsPerMs, {verdicts.Findings(), tests, timings, classes});
}

}  // namespace revmon::select
