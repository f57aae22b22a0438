#include "weave/tables.h"

#include <gtest/gtest.h>

#include "base/bytes.h"

namespace revmon::weave {
namespace {

// 0 -a-> 1, everything else stays; 1 holds category 1 for ever.
wire::Machine Trap() {
  wire::Machine machine;
  machine.letters = 2;
  machine.next = {1, 0, 1, 1};
  machine.masks = {0b10, 0b11};
  return machine;
}

TEST(PermanentMasks, CategoryOfATrapIsForEver) {
  EXPECT_EQ(PermanentMasks(Trap()), (std::vector<uint64_t>{0b10, 0b11}));
}

TEST(PermanentMasks, CategoryThatCanBeLeftIsNot) {
  wire::Machine machine = Trap();
  machine.next[3] = 0;  // b leads back
  EXPECT_EQ(PermanentMasks(machine), (std::vector<uint64_t>{0b10, 0b10}));
}

TEST(PermanentMasks, CategoryIsLostThroughALongWay) {
  wire::Machine machine;
  machine.letters = 1;
  machine.next = {1, 2, 3, 3};
  machine.masks = {1, 1, 1, 0};
  EXPECT_EQ(PermanentMasks(machine), (std::vector<uint64_t>{0, 0, 0, 0}));
}

wire::Plan OneSpec(bool per_thread) {
  wire::Spec spec;
  spec.name = "S";
  spec.per_thread = per_thread;
  spec.parameters = {{"a", {}}};
  spec.symbols = {"x", "y"};
  wire::Event x;
  x.name = "x";
  x.variables = {{"a", {}, wire::Variable::Source::kTarget, 0}};
  x.creation = true;
  wire::Event y;
  y.name = "y";
  y.symbol = 1;
  spec.events = {x, y};
  wire::Property property;
  property.logic = "ere";
  property.categories = {"fail", "match"};
  property.machine = Trap();
  property.enable = {{0}, {1}};
  property.coenable = {{}, {}};
  property.live = {{1}, {}};
  spec.properties = {property};
  return {.specs = {spec}};
}

std::string Text(ByteReader& in) { return std::string(AsText(in.Take(in.U4()))); }

// Reads one event up to its parameter sets.
struct ReadEvent {
  uint64_t binds = 0;
  bool any = false;
  std::vector<uint64_t> enabled;
};

ReadEvent EventFrom(ByteReader& in) {
  ReadEvent event;
  Text(in);
  in.U4();
  in.Skip(2);
  event.binds = in.U8();
  in.U1();
  in.Skip(size_t{5} * in.U4());
  for (int i = 0; i < 4; ++i) in.U4();  // thread tests, guards, tests of values, conditions: none
  Text(in);
  in.U4();
  event.any = in.U1() != 0;
  for (uint32_t i = in.U4(); i > 0; --i) event.enabled.push_back(in.U8());
  return event;
}

std::vector<ReadEvent> EventsOf(const wire::Plan& plan) {
  std::vector<uint8_t> bytes = EncodeTables(plan);
  ByteReader in(bytes);
  EXPECT_EQ(in.U4(), kTablesVersion);
  in.U1();
  EXPECT_EQ(in.U4(), 1u);
  EXPECT_EQ(Text(in), "S");
  in.Skip(5);
  EXPECT_EQ(in.U4(), 1u);
  EXPECT_EQ(Text(in), "a");
  EXPECT_EQ(Text(in), "");
  EXPECT_EQ(in.U4(), 2u);
  std::vector<ReadEvent> events = {EventFrom(in), EventFrom(in)};
  EXPECT_TRUE(in.ok());
  return events;
}

TEST(EncodeTables, EventsHaveWhatTheyBindAndContinue) {
  std::vector<ReadEvent> events = EventsOf(OneSpec(false));
  EXPECT_EQ(events[0].binds, 1u);
  EXPECT_EQ(events[1].binds, 0u);
  EXPECT_EQ(events[0].enabled, std::vector<uint64_t>{0});
  EXPECT_EQ(events[1].enabled, std::vector<uint64_t>{1});
}

TEST(EncodeTables, ThreadIsOneMoreParameter) {
  std::vector<ReadEvent> events = EventsOf(OneSpec(true));
  EXPECT_EQ(events[0].binds, 3u);
  EXPECT_EQ(events[1].binds, 2u);
  EXPECT_EQ(events[0].enabled, (std::vector<uint64_t>{0, 2}));
  EXPECT_EQ(events[1].enabled, std::vector<uint64_t>{3});
}

TEST(EncodeTables, BodiesNeedEveryInstance) {
  wire::Plan plan = OneSpec(false);
  plan.specs[0].events[1].body.actions = {{}};
  // Skips the body, which EventFrom cannot read; the first event says it as well.
  std::vector<uint8_t> with = EncodeTables(plan);
  ByteReader in(with);
  in.U4();
  in.U1();
  in.U4();
  Text(in);
  in.Skip(5);
  in.U4();
  Text(in);
  Text(in);
  in.U4();
  ReadEvent first = EventFrom(in);
  EXPECT_TRUE(first.any);
  EXPECT_TRUE(first.enabled.empty());
}

TEST(EncodeTables, JavaBodiesOfAnEventOnlySpecNeedEveryInstance) {
  wire::Plan plan = OneSpec(false);
  plan.specs[0].events[1].body.method = "body_1";
  EXPECT_TRUE(EventsOf(plan)[0].any);
  plan.specs[0].properties[0].handlers = {{"match", 2, {}}};
  EXPECT_FALSE(EventsOf(plan)[0].any);
}

TEST(EncodeTables, ResetOfOnePropertyMakesEveryPastOfTheOtherPossible) {
  wire::Plan plan = OneSpec(false);
  wire::Property second = plan.specs[0].properties[0];
  second.handlers = {{"match", 2, {"", {{wire::Action::Kind::kReset, false, "", {}}}}}};
  EXPECT_FALSE(EventsOf(plan)[0].any);
  plan.specs[0].properties.push_back(second);
  EXPECT_TRUE(EventsOf(plan)[0].any);
}

}  // namespace
}  // namespace revmon::weave
