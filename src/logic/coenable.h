// Answers: which parameters must a monitor have seen before an event (creation), and which may it still see
// after it (garbage)?
//
// For a goal G (the handled categories), over all traces w e w' that end in G:
//   enable(e)   = { union of masks of the events in w },               w may be empty
//   coenable(e) = { union of masks of the events in w' },              w' not empty: what has happened needs
//   no future
// The mask of an event is any 64-bit set the caller likes: bit p = "binds parameter p" gives parameter sets
// at once, bit e = "is event e" gives the event sets of the literature. Working on unions instead of event
// sets keeps the fixpoint at states * 2^parameters instead of states * 2^events. A new instance may be
// created at e from one whose domain is in enable(e) only; a monitor whose last event was e (or, sharper,
// whose state is s) is garbage once every set of coenable(e) (live(s)) has a dead parameter.
//
// On a Dfa the sets are exact. On other machines they are a sound over-approximation: any trace of events is
// taken to lead to the goal and back, so enable(e) is every union of event masks (and the empty one),
// coenable(e) every union of at least one.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "logic/machine.h"

namespace revmon::logic {

using EventMask = uint64_t;
// Sets in ascending order of their value, without repetition.
using MaskSets = std::vector<EventMask>;

// Per event of the machine's alphabet; event_masks has one mask for each. An event that cannot be on a way to
// the goal has no set at all. kLimit past max_sets unions.
[[nodiscard]] Result<std::vector<MaskSets>> EnableSets(const Machine& machine, CategoryMask goal,
                                                       std::span<const EventMask> event_masks,
                                                       const Budget& budget = {});
[[nodiscard]] Result<std::vector<MaskSets>> CoenableSets(const Machine& machine, CategoryMask goal,
                                                         std::span<const EventMask> event_masks,
                                                         const Budget& budget = {});

// Per state of the automaton: the unions of masks over non-empty ways from it to the goal.
[[nodiscard]] Result<std::vector<MaskSets>> LiveSets(const Dfa& dfa, CategoryMask goal,
                                                     std::span<const EventMask> event_masks,
                                                     const Budget& budget = {});

// Only the sets that contain no other set of the list: enough for garbage, where a subset decides.
[[nodiscard]] MaskSets Minimal(const MaskSets& sets);

}  // namespace revmon::logic
