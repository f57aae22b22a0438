#include "monitor/engine.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "monitor/instance_index.h"

namespace revmon::monitor {
namespace {

using logic::CategoryMask;
using logic::State;

// What one instance remembers. `states` has one state, or under `suffix` one for every suffix still alive.
struct Instance {
  std::vector<State> states;
  CategoryMask held = 0;       // categories after the last accepted event
  CategoryMask permanent = 0;  // of those, the ones that can never be left
  std::vector<uint8_t> parts;  // connected parameters share a part number
  std::vector<size_t> slice;   // only when recorded
};

Binding Join(const Binding& a, const Binding& b) {
  Binding joined = a;
  for (size_t p = 0; p < a.size(); ++p) {
    if (joined[p] == kUnbound) joined[p] = b[p];
  }
  return joined;
}

int CountBound(const Binding& binding) {
  return static_cast<int>(
      std::count_if(binding.begin(), binding.end(), [](ObjectId o) { return o != kUnbound; }));
}

}  // namespace

class Engine::Impl {
 public:
  Impl(const Property& property, Semantics semantics, EngineLimits limits);

  Status Step(const TraceEvent& event, std::vector<Verdict>& verdicts);

  const Property property_;
  const Semantics semantics_;
  const EngineLimits limits_;
  bool record_slices_ = false;
  InstanceIndex index_;
  std::vector<Instance> instances_;

  [[nodiscard]] std::string Describe(const Binding& binding) const;

 private:
  [[nodiscard]] Result<const EventDecl*> FindEvent(const TraceEvent& event) const;
  [[nodiscard]] Result<Binding> BindingOf(const TraceEvent& event, const EventDecl& decl);
  [[nodiscard]] ObjectId ObjectOf(const std::string& word);
  [[nodiscard]] Status CollectTargets(const EventDecl& decl, const Binding& binding,
                                      std::vector<InstanceId>& targets);
  InstanceId Create(const Binding& binding, InstanceId below);
  void Advance(Instance& instance, const EventDecl& decl);
  void Connect(Instance& instance, const Binding& event_binding) const;
  void Report(InstanceId id, CategoryMask categories, std::vector<Verdict>& verdicts);
  [[nodiscard]] bool MayReport(InstanceId id);
  [[nodiscard]] bool IsExtended(const Binding& binding);
  [[nodiscard]] CategoryMask PermanentIn(const State& state, CategoryMask held) const;
  void FindPermanent();

  std::unordered_map<std::string, ObjectId> objects_;
  std::vector<std::string> object_names_ = {""};
  std::vector<CategoryMask> permanent_;  // per state of a Dfa: categories held there and in all that follows
  size_t next_event_ = 0;
};

Engine::Impl::Impl(const Property& property, Semantics semantics, EngineLimits limits)
    : property_(property), semantics_(semantics), limits_(limits) {
  FindPermanent();
}

// A category is permanent in a state unless some way from it leads to a state without the category: that is
// found backwards, from the states that lack it.
void Engine::Impl::FindPermanent() {
  const logic::Dfa* dfa = property_.machine.dfa();
  if (dfa == nullptr) return;
  std::vector<std::vector<logic::StateId>> predecessors(dfa->size());
  std::vector<logic::StateId> work;
  for (logic::StateId s = 0; s < dfa->size(); ++s) {
    permanent_.push_back(dfa->Mask(s));
    work.push_back(s);
    for (logic::Event e = 0; e < dfa->alphabet().size(); ++e) predecessors[dfa->Next(s, e)].push_back(s);
  }
  while (!work.empty()) {
    logic::StateId s = work.back();
    work.pop_back();
    for (logic::StateId before : predecessors[s]) {
      CategoryMask kept = permanent_[before] & permanent_[s];
      if (kept != permanent_[before]) work.push_back(before);
      permanent_[before] = kept;
    }
  }
}

CategoryMask Engine::Impl::PermanentIn(const State& state, CategoryMask held) const {
  if (property_.machine.dfa() != nullptr) return permanent_[state.words.at(0)];
  // Of the other logics, fail and succeed are absorbing by definition; the rest can be left.
  CategoryMask absorbing = property_.machine.CategoryBit("fail") | property_.machine.CategoryBit("succeed");
  return held & absorbing;
}

Result<const EventDecl*> Engine::Impl::FindEvent(const TraceEvent& event) const {
  const EventDecl* by_name = nullptr;
  for (const EventDecl& decl : property_.events) {
    if (decl.name != event.name) continue;
    by_name = &decl;
    // Overloads are told apart by the parameters they bind.
    ParameterMask bound = 0;
    for (const TraceBinding& b : event.bindings) {
      auto at = std::find(property_.parameters.begin(), property_.parameters.end(), b.parameter);
      if (at != property_.parameters.end()) bound |= ParameterMask{1} << (at - property_.parameters.begin());
    }
    if (bound == decl.parameters) return by_name;
  }
  if (by_name != nullptr) return by_name;  // BindingOf says which parameter is missing or too many
  std::string known;
  for (const EventDecl& decl : property_.events) known += (known.empty() ? "" : ", ") + decl.name;
  return Error(ErrorCode::kNotFound, "unknown event '" + event.name + "'")
      .AtLine(event.line, 1)
      .Hint(property_.name + " has the events " + known);
}

ObjectId Engine::Impl::ObjectOf(const std::string& word) {
  auto [found, fresh] = objects_.try_emplace(word, static_cast<ObjectId>(object_names_.size()));
  if (fresh) object_names_.push_back(word);
  return found->second;
}

Result<Binding> Engine::Impl::BindingOf(const TraceEvent& event, const EventDecl& decl) {
  Binding binding(property_.parameters.size() + (property_.per_thread ? 1 : 0), kUnbound);
  for (const TraceBinding& b : event.bindings) {
    auto at = std::find(property_.parameters.begin(), property_.parameters.end(), b.parameter);
    auto position = static_cast<size_t>(at - property_.parameters.begin());
    if (at == property_.parameters.end() || (decl.parameters >> position & 1) == 0) {
      return Error(ErrorCode::kInvalid, "event '" + event.name + "' binds no parameter '" + b.parameter + "'")
          .AtLine(event.line, 1);
    }
    binding[position] = ObjectOf(b.object);
  }
  for (size_t p = 0; p < property_.parameters.size(); ++p) {
    if ((decl.parameters >> p & 1) != 0 && binding[p] == kUnbound) {
      return Error(ErrorCode::kInvalid,
                   "event '" + event.name + "' needs a value for '" + property_.parameters[p] + "'")
          .AtLine(event.line, 1);
    }
  }
  // Threads live in the same table as objects, under names that no trace word can have.
  if (property_.per_thread) binding.back() = ObjectOf("% " + event.thread);
  return binding;
}

// The instances whose slice this event extends, made where they do not exist yet; ascending.
Status Engine::Impl::CollectTargets(const EventDecl& decl, const Binding& binding,
                                    std::vector<InstanceId>& targets) {
  std::vector<InstanceId> compatible;
  index_.FindCompatible(binding, compatible);
  // New bindings with the largest existing instance below each: compatible ones are merged with the event's.
  std::map<Binding, InstanceId> fresh;
  if (decl.creates && index_.Find(binding) == InstanceIndex::kNone)
    fresh.emplace(binding, InstanceIndex::kNone);
  for (InstanceId id : compatible) {
    Binding joined = Join(index_.binding(id), binding);
    if (joined == index_.binding(id)) {
      targets.push_back(id);
    } else if (index_.Find(joined) == InstanceIndex::kNone) {
      auto [entry, added] = fresh.try_emplace(std::move(joined), id);
      bool larger = added || entry->second == InstanceIndex::kNone ||
                    CountBound(index_.binding(entry->second)) < CountBound(index_.binding(id));
      if (larger) entry->second = id;
    }
  }
  if (index_.size() + fresh.size() > limits_.max_instances) {
    return Error(ErrorCode::kLimit,
                 "more than " + std::to_string(limits_.max_instances) + " monitor instances")
        .Hint("mark the events that create monitors with 'creation'");
  }
  for (const auto& [joined, below] : fresh) targets.push_back(Create(joined, below));
  return OkStatus();
}

InstanceId Engine::Impl::Create(const Binding& binding, InstanceId below) {
  InstanceId id = index_.Add(binding);
  Instance instance;
  if (below == InstanceIndex::kNone) {
    instance.states = {property_.machine.Initial()};
    for (size_t p = 0; p < binding.size(); ++p) instance.parts.push_back(static_cast<uint8_t>(p));
  } else {
    instance = instances_[below];
  }
  instances_.push_back(std::move(instance));
  return id;
}

void Engine::Impl::Connect(Instance& instance, const Binding& event_binding) const {
  int first = -1;
  for (size_t p = 0; p < event_binding.size(); ++p) {
    if (event_binding[p] == kUnbound) continue;
    if (first < 0) first = static_cast<int>(p);
    uint8_t from = instance.parts[p];
    uint8_t to = instance.parts[static_cast<size_t>(first)];
    std::replace(instance.parts.begin(), instance.parts.end(), from, to);
  }
}

void Engine::Impl::Advance(Instance& instance, const EventDecl& decl) {
  for (State& state : instance.states) state = property_.machine.Step(state, decl.letter);
  if (property_.suffix) {
    // The next suffix starts fresh; equal states have the same future and are kept once.
    std::sort(instance.states.begin(), instance.states.end());
    instance.states.erase(std::unique(instance.states.begin(), instance.states.end()), instance.states.end());
  }
  instance.held = 0;
  instance.permanent = 0;
  for (const State& state : instance.states) {
    CategoryMask held = property_.machine.Categories(state);
    instance.held |= held;
    instance.permanent |= PermanentIn(state, held);
  }
  if (property_.suffix) instance.states.push_back(property_.machine.Initial());
}

bool Engine::Impl::IsExtended(const Binding& binding) {
  std::vector<InstanceId> compatible;
  index_.FindCompatible(binding, compatible);
  return std::any_of(compatible.begin(), compatible.end(), [&](InstanceId other) {
    return index_.binding(other) != binding && Join(binding, index_.binding(other)) == index_.binding(other);
  });
}

bool Engine::Impl::MayReport(InstanceId id) {
  const Binding& binding = index_.binding(id);
  ParameterMask domain = InstanceIndex::DomainOf(binding);
  ParameterMask all = (ParameterMask{1} << property_.parameters.size()) - 1;
  if (property_.full_binding && (domain & all) != all) return false;
  if (property_.maximal_binding && IsExtended(binding)) return false;
  if (property_.connected) {
    std::set<uint8_t> parts;
    for (size_t p = 0; p < property_.parameters.size(); ++p) {
      if (binding[p] != kUnbound) parts.insert(instances_[id].parts[p]);
    }
    return parts.size() <= 1;
  }
  return true;
}

void Engine::Impl::Report(InstanceId id, CategoryMask categories, std::vector<Verdict>& verdicts) {
  if (!MayReport(id)) return;
  bool reset = false;
  for (size_t h = 0; h < property_.handlers.size(); ++h) {
    if ((property_.handlers[h].bit & categories) == 0) continue;
    verdicts.push_back({.event_index = next_event_, .handler = h, .binding = index_.binding(id)});
    reset |= property_.handlers[h].resets;
  }
  if (reset) {
    Instance& instance = instances_[id];
    instance.states = {property_.machine.Initial()};
    instance.held = instance.permanent = 0;
  }
}

Status Engine::Impl::Step(const TraceEvent& event, std::vector<Verdict>& verdicts) {
  REVMON_ASSIGN_OR_RETURN(const EventDecl* decl, FindEvent(event));
  REVMON_ASSIGN_OR_RETURN(Binding binding, BindingOf(event, *decl));
  bool javamop = semantics_ == Semantics::kJavaMop;
  if (!event.rejected || javamop) {
    std::vector<InstanceId> targets;
    REVMON_RETURN_IF_ERROR(CollectTargets(*decl, binding, targets));
    for (InstanceId id : targets) {
      Instance& instance = instances_[id];
      CategoryMask settled = instance.permanent;  // known before this event, for ever
      if (!event.rejected) {
        Connect(instance, binding);
        Advance(instance, *decl);
        if (record_slices_) instance.slice.push_back(next_event_);
      }
      bool repeats = javamop && property_.machine.logic() != logic::Logic::kLtl;
      Report(id, repeats ? instance.held : instance.held & ~settled, verdicts);
    }
  }
  ++next_event_;
  return OkStatus();
}

std::string Engine::Impl::Describe(const Binding& binding) const {
  std::string text;
  for (size_t p = 0; p < property_.parameters.size(); ++p) {
    if (binding[p] == kUnbound) continue;
    text += (text.empty() ? "" : ",") + property_.parameters[p] + "=" + object_names_[binding[p]];
  }
  if (property_.per_thread) text += (text.empty() ? "%" : ",%") + object_names_[binding.back()].substr(2);
  return "<" + text + ">";
}

Engine::Engine(const Property& property, Semantics semantics, EngineLimits limits)
    : impl_(std::make_unique<Impl>(property, semantics, limits)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;

Status Engine::Step(const TraceEvent& event, std::vector<Verdict>& verdicts) {
  return impl_->Step(event, verdicts);
}
size_t Engine::instance_count() const { return impl_->index_.size(); }
void Engine::RecordSlices() { impl_->record_slices_ = true; }
std::string Engine::Describe(const Binding& binding) const { return impl_->Describe(binding); }

std::vector<Engine::InstanceView> Engine::Instances() const {
  std::vector<InstanceView> views;
  for (InstanceId id = 0; id < impl_->instances_.size(); ++id) {
    const Instance& instance = impl_->instances_[id];
    std::string state;
    for (const State& s : instance.states) {
      state += (state.empty() ? "" : " | ") + impl_->property_.machine.Describe(s);
    }
    views.push_back(
        {.binding = Describe(impl_->index_.binding(id)), .slice = instance.slice, .state = state});
  }
  return views;
}

Result<std::vector<Verdict>> RunTrace(const Property& property, const std::vector<TraceEvent>& trace,
                                      Semantics semantics) {
  Engine engine(property, semantics);
  std::vector<Verdict> verdicts;
  for (const TraceEvent& event : trace) REVMON_RETURN_IF_ERROR(engine.Step(event, verdicts));
  return verdicts;
}

}  // namespace revmon::monitor
