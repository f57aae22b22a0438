// Answers: given these events, which instances of the property reach which verdict, by the book?
//
// The textbook of parametric trace slicing (Chen and Rosu, "Parametric trace slicing and monitoring"), as
// directly as it can be written; the agent's generated monitors are checked against it.
//
//   binding   a partial map from parameters to objects; <c,i> extends <c>, two are compatible when they agree
//             where both are bound, and then have a least common extension
//   slice     of a binding b: the events whose binding b extends, cut before the first one that creates
//   instance  a binding that is the least common extension of the events in its own (cut) slice
//   verdict   after an event, for every instance whose slice ends in that event: the categories of the
//   machine
//             after the slice
//
// An event <b> therefore steps every instance that extends b, and makes the new instances b|x for every
// existing compatible x (and b itself when the event creates), each from the state of the largest instance
// below it: that one has seen the same slice. Existing instances are found through an index by domain and
// shared parameters, so an event costs what it touches. Instances never die here: the reference engine does
// not know garbage, and the agent may only drop what can no longer report.
//
// Repetition. A category that the machine can leave again is reported after every event that ends in it; one
// that can never be left from the state reached is reported once, on entry, until __RESET. Under kJavaMop it
// is reported on every further event of the instance (LTL excepted, as in the reference tool), a rejected
// event creates and repeats the last verdict, as RV-Monitor's code does.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "monitor/property.h"
#include "monitor/trace.h"

namespace revmon::monitor {

enum class Semantics : uint8_t { kTextbook, kJavaMop };

using ObjectId = uint32_t;
inline constexpr ObjectId kUnbound = 0;

// One object per parameter, kUnbound where there is none. A perthread property has one more, the thread.
using Binding = std::vector<ObjectId>;

struct Verdict {
  size_t event_index = 0;  // in the trace, counted from 0
  size_t handler = 0;      // in Property::handlers
  Binding binding;
};

struct EngineLimits {
  size_t max_instances =
      5'000'000;  // unrelated objects combine: a hostile trace grows quadratically and worse
};

class Engine {
 public:
  explicit Engine(const Property& property, Semantics semantics = Semantics::kTextbook,
                  EngineLimits limits = {});
  ~Engine();
  Engine(Engine&&) noexcept;

  // Feeds one event and appends the verdicts it raises, ordered by the instances' creation, then by handler.
  // An unknown event or parameter name is an error; so is passing the instance limit.
  [[nodiscard]] Status Step(const TraceEvent& event, std::vector<Verdict>& verdicts);

  [[nodiscard]] size_t instance_count() const;
  // An instance as "<c=1,i=2>", its slice as event indexes, and its state. In creation order.
  struct InstanceView {
    std::string binding;
    std::vector<size_t> slice;
    std::string state;
  };
  // Slices are recorded only when asked for before the first event.
  void RecordSlices();
  [[nodiscard]] std::vector<InstanceView> Instances() const;
  [[nodiscard]] std::string Describe(const Binding& binding) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// All verdicts of a whole trace.
[[nodiscard]] Result<std::vector<Verdict>> RunTrace(const Property& property,
                                                    const std::vector<TraceEvent>& trace,
                                                    Semantics semantics = Semantics::kTextbook);

}  // namespace revmon::monitor
