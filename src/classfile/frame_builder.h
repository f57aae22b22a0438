// Answers: which stack map frames does the edited code need?
//
// Frames that the method declared stay as they are. The others (targets in inserted code, handlers of wrapped
// ranges, what follows a widened jump) are computed by FrameFlow in linear passes: states that arrive at a
// place without declared frame are merged there, and passes repeat until nothing changes (a second one is
// only needed for loops inside inserted code). When no frame is missing, no pass is made at all.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/result.h"
#include "classfile/flat_code.h"
#include "classfile/frame_flow.h"
#include "classfile/stack_map.h"

namespace revmon::classfile {

class FrameBuilder {
 public:
  FrameBuilder(const FlatCode& code, const ConstantPoolEditor& pool, std::string_view class_name,
               std::span<const VerificationType> entry_locals)
      : code_(code), flow_(pool, class_name), pool_(pool), entry_locals_(entry_locals) {}

  // `declared`: pcs and sites are indexes into the code's nodes, ascending. `skip_points`: further indexes
  // that need a frame. The result is in the same terms.
  [[nodiscard]] Result<StackMap> Build(const StackMap& declared, std::span<const uint32_t> skip_points);

 private:
  static constexpr int32_t kNoFrame = -1;
  void FindNeeds(std::span<const uint32_t> skip_points);
  [[nodiscard]] Status Pass(const StackMap& declared, bool& again);
  // Merges a state into what is known at `index`, if that has no declared frame but needs one.
  [[nodiscard]] Status Arrive(uint32_t index, const FrameState& state, uint32_t from, bool& again);
  [[nodiscard]] Status ArriveAtHandlers(uint32_t index, const FrameState& state, bool& again);
  [[nodiscard]] Status Enter(uint32_t index, const StackMap& declared, FrameState& state, bool& reached);
  void FindBounds(const StackMap& declared);
  void OpenAndCloseHandlers(uint32_t index);
  // Counts `units` of work; an error when the budget is used up.
  [[nodiscard]] Status Spend(size_t units);
  [[nodiscard]] Result<StackMap> Collect(const StackMap& declared) const;

  const FlatCode& code_;
  FrameFlow flow_;
  const ConstantPoolEditor& pool_;
  std::span<const VerificationType> entry_locals_;
  std::vector<int32_t> declared_at_;  // by node: which declared frame
  std::vector<bool> needed_;
  std::vector<FlatHandler> open_handlers_;  // those without declared frame, by start
  size_t next_handler_ = 0;
  std::vector<FlatHandler> active_;
  std::map<uint32_t, FrameState> computed_;  // by node
  std::map<uint32_t, FrameState> bounds_;    // by handler: the declared frame of the next one around it
  size_t computed_types_ = 0;
  uint64_t work_ = 0;
};

}  // namespace revmon::classfile
