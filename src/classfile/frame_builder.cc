#include "classfile/frame_builder.h"

#include <algorithm>
#include <string>

namespace revmon::classfile {
namespace {

// Each pass can only widen types, and few passes are ever needed; this many mean that something is wrong.
constexpr int kMaxPasses = 32;
// Types looked at for one method. Hostile code (every handler covers everything, 65535 locals) would take
// hours.
constexpr uint64_t kMaxWork = uint64_t{1} << 27;

bool IsStore(Opcode opcode) { return opcode >= Opcode::kIstore && opcode <= Opcode::kAstore3; }

bool HoldsUninitializedThis(const FrameState& state) {
  return std::any_of(state.locals.begin(), state.locals.end(),
                     [](const VerificationType& type) { return type.tag == TypeTag::kUninitializedThis; });
}

}  // namespace

void FrameBuilder::FindNeeds(std::span<const uint32_t> skip_points) {
  needed_.assign(code_.nodes.size() + 1, false);
  for (uint32_t i = 0; i < code_.nodes.size(); ++i) {
    const CodeNode& node = code_.nodes[i];
    code_.ForEachTarget(node, [this](uint32_t target) { needed_[target] = true; });
    if (EndsBlock(node.opcode)) needed_[i + 1] = true;
  }
  for (const FlatHandler& handler : code_.handlers) needed_[handler.handler] = true;
  for (uint32_t index : skip_points) needed_[index] = true;
  needed_[code_.nodes.size()] = false;
}

Result<StackMap> FrameBuilder::Build(const StackMap& declared, std::span<const uint32_t> skip_points) {
  FindNeeds(skip_points);
  declared_at_.assign(code_.nodes.size() + 1, kNoFrame);
  for (size_t i = 0; i < declared.size(); ++i) declared_at_[declared.frame(i).pc] = static_cast<int32_t>(i);
  bool missing = false;
  for (size_t i = 0; i < code_.nodes.size(); ++i) missing |= needed_[i] && declared_at_[i] == kNoFrame;
  if (!missing) return Collect(declared);

  for (const FlatHandler& handler : code_.handlers) {
    if (declared_at_[handler.handler] == kNoFrame) open_handlers_.push_back(handler);
  }
  std::sort(open_handlers_.begin(), open_handlers_.end(),
            [](const FlatHandler& a, const FlatHandler& b) { return a.start < b.start; });
  FindBounds(declared);
  bool again = true;
  for (int pass = 0; again; ++pass) {
    if (pass == kMaxPasses) return Error(ErrorCode::kLimit, "stack map frames do not settle");
    again = false;
    REVMON_RETURN_IF_ERROR(Pass(declared, again));
  }
  return Collect(declared);
}

void FrameBuilder::FindBounds(const StackMap& declared) {
  for (size_t i = code_.first_nested; i < code_.handlers.size(); ++i) {
    const FlatHandler& nested = code_.handlers[i];
    int32_t frame = declared_at_[nested.handler];
    if (frame == kNoFrame || bounds_.contains(nested.start)) continue;
    FrameView view = declared.frame(static_cast<size_t>(frame));
    computed_types_ += view.locals.size();
    if (computed_types_ > StackMap::kMaxTypes) return;  // Spend says so
    bounds_.emplace(nested.start, StateOfFrame(view.locals, {}));
  }
}

Status FrameBuilder::Spend(size_t units) {
  work_ += units;
  if (work_ > kMaxWork || computed_types_ > StackMap::kMaxTypes) {
    return Error(ErrorCode::kLimit, "the frames of a method take too much work");
  }
  return OkStatus();
}

Status FrameBuilder::Arrive(uint32_t index, const FrameState& state, uint32_t from, bool& again) {
  if (!needed_[index] || declared_at_[index] != kNoFrame) return OkStatus();
  auto [found, added] = computed_.try_emplace(index, state);
  bool changed = added;
  if (added) {
    computed_types_ += state.locals.size() + state.stack.size();
  } else {
    REVMON_RETURN_IF_ERROR(MergeState(state, found->second, changed));
  }
  if (changed && index <= from) again = true;
  return Spend(1 + state.locals.size() + state.stack.size());
}

Status FrameBuilder::ArriveAtHandlers(uint32_t index, const FrameState& state, bool& again) {
  for (const FlatHandler& handler : active_) {
    auto found = computed_.find(handler.handler);
    bool changed = false;
    if (found == computed_.end()) {
      FrameState caught = {
          .locals = state.locals, .stack = {}, .this_uninitialized = state.this_uninitialized};
      std::string_view name =
          handler.catch_type == 0 ? "java/lang/Throwable" : pool_.ClassNameAt(handler.catch_type);
      caught.stack.push_back(VerificationType::Object(name));
      computed_types_ += caught.locals.size();
      computed_.emplace(handler.handler, std::move(caught));
      changed = true;
    } else {
      auto bound = bounds_.find(handler.handler);
      MergeLocals(state, found->second, changed, bound == bounds_.end() ? nullptr : &bound->second);
    }
    if (changed && handler.handler <= index) again = true;
    REVMON_RETURN_IF_ERROR(Spend(1 + state.locals.size()));
  }
  return OkStatus();
}

// Settles the state before node `index`; `reached` says whether anything is known to reach it.
Status FrameBuilder::Enter(uint32_t index, const StackMap& declared, FrameState& state, bool& reached) {
  if (int32_t frame = declared_at_[index]; frame != kNoFrame) {
    FrameView view = declared.frame(static_cast<size_t>(frame));
    state = StateOfFrame(view.locals, view.stack);
    reached = true;
    return OkStatus();
  }
  if (!needed_[index]) return OkStatus();
  bool changed = false;  // the state is used right below, so a change asks for no further pass
  if (reached) REVMON_RETURN_IF_ERROR(Arrive(index, state, 0, changed));
  auto found = computed_.find(index);
  reached = found != computed_.end();
  if (reached) state = found->second;
  return OkStatus();
}

void FrameBuilder::OpenAndCloseHandlers(uint32_t index) {
  std::erase_if(active_, [index](const FlatHandler& handler) { return handler.end <= index; });
  while (next_handler_ < open_handlers_.size() && open_handlers_[next_handler_].start <= index) {
    active_.push_back(open_handlers_[next_handler_++]);
  }
}

Status FrameBuilder::Pass(const StackMap& declared, bool& again) {
  FrameState state = StateOfFrame(entry_locals_, {});
  bool reached = true;
  next_handler_ = 0;
  active_.clear();
  for (uint32_t i = 0; i < code_.nodes.size(); ++i) {
    REVMON_RETURN_IF_ERROR(Enter(i, declared, state, reached));
    OpenAndCloseHandlers(i);
    REVMON_RETURN_IF_ERROR(Spend(1 + active_.size()));
    if (!reached) continue;
    const CodeNode& node = code_.nodes[i];
    REVMON_RETURN_IF_ERROR(ArriveAtHandlers(i, state, again));
    REVMON_RETURN_IF_ERROR(flow_.Step(node.AsInstruction(i), i, state));
    // HotSpot compares the state after the instruction with the handler, except for stores; the specification
    // the one before. A frame that covers both satisfies both.
    if (!IsStore(node.opcode)) REVMON_RETURN_IF_ERROR(ArriveAtHandlers(i, state, again));
    Status arrived;
    code_.ForEachTarget(node, [&](uint32_t target) {
      if (arrived.ok()) arrived = Arrive(target, state, i, again);
    });
    REVMON_RETURN_IF_ERROR(std::move(arrived));
    if (EndsBlock(node.opcode)) reached = false;
  }
  return OkStatus();
}

Result<StackMap> FrameBuilder::Collect(const StackMap& declared) const {
  StackMap frames;
  std::vector<VerificationType> locals;
  std::vector<VerificationType> stack;
  for (uint32_t i = 0; i < code_.nodes.size(); ++i) {
    if (int32_t frame = declared_at_[i]; frame != kNoFrame) {
      FrameView view = declared.frame(static_cast<size_t>(frame));
      frames.Add(i, view.locals, view.stack);
      continue;
    }
    if (!needed_[i]) continue;
    auto found = computed_.find(i);
    if (found == computed_.end()) {
      return Error(ErrorCode::kInvalid,
                   "nothing reaches instruction " + std::to_string(i) + ", so its frame is unknown");
    }
    if (found->second.this_uninitialized && !HoldsUninitializedThis(found->second)) {
      return Error(ErrorCode::kUnsupported,
                   "a handler or join around a constructor's call of super() or this() has no valid frame");
    }
    locals.clear();
    stack.clear();
    AppendEntries(found->second.locals, true, locals);
    AppendEntries(found->second.stack, false, stack);
    frames.Add(i, locals, stack);
    if (frames.type_count() > StackMap::kMaxTypes) {
      return Error(ErrorCode::kLimit, "the frames of a method hold too many types");
    }
  }
  return frames;
}

}  // namespace revmon::classfile
