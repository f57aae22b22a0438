#include "weave/site_info.h"

#include <gtest/gtest.h>

#include "base/bytes.h"

namespace revmon::weave {
namespace {

using match::Value;

std::string Text(ByteReader& in) { return std::string(AsText(in.Take(in.U4()))); }

TEST(PositionOf, FollowsTheLayoutOfTheValues) {
  EXPECT_EQ(PositionOf({Value::Kind::kTarget}), 0);
  EXPECT_EQ(PositionOf({Value::Kind::kThis}), 1);
  EXPECT_EQ(PositionOf({Value::Kind::kResult}), 2);
  EXPECT_EQ(PositionOf({Value::Kind::kThrown}), 3);
  EXPECT_EQ(PositionOf({Value::Kind::kArgument, 0}), 4);
  EXPECT_EQ(PositionOf({Value::Kind::kArgument, 7}), 11);
  EXPECT_EQ(PositionOf({Value::Kind::kThread}), -1);
  EXPECT_EQ(PositionOf({}), -2);
}

TEST(EncodeSite, BeginsWithThePlace) {
  SiteInfo site;
  site.location = "a.B.m(B.java:12)";
  site.file = "B.java";
  site.line = 12;
  site.kind = match::JoinPointKind::kConstructorCall;
  site.declaring_type = "java.util.ArrayList";
  site.name = "<init>";
  site.parameters = "(int)";
  site.modifiers = 1;
  std::vector<uint8_t> bytes = EncodeSite(site);
  ByteReader in(bytes);
  EXPECT_EQ(Text(in), "a.B.m(B.java:12)");
  EXPECT_EQ(Text(in), "B.java");
  EXPECT_EQ(in.U4(), 12u);
  EXPECT_EQ(Text(in), "constructor-call");
  EXPECT_EQ(Text(in), "java.util.ArrayList");
  EXPECT_EQ(Text(in), "<init>");
  EXPECT_EQ(Text(in), "(int)");
  EXPECT_EQ(in.U2(), 1u);
  EXPECT_EQ(in.U4(), 0u);  // no matches
  EXPECT_EQ(in.U4(), 0u);  // no flows
  EXPECT_TRUE(in.ok());
  EXPECT_TRUE(in.empty());
}

TEST(EncodeSite, ResidueNamesPositionsAndTypesAsJavaDoes) {
  match::Residue residue;
  residue.types = {{{Value::Kind::kTarget}, "java/util/Map$Entry", true, false}};
  residue.guards = {{"guard0_1", true}};
  residue.variables = {{Value::Kind::kArgument, 1}, {Value::Kind::kThread}};
  residue.cflows = {5};
  SiteInfo site;
  site.matches = {{3, 2, {residue}}};
  site.flows = {{9, true, {}}};
  std::vector<uint8_t> bytes = EncodeSite(site);
  ByteReader in(bytes);
  Text(in);
  Text(in);
  in.U4();
  Text(in);
  Text(in);
  Text(in);
  Text(in);
  in.U2();
  EXPECT_EQ(in.U4(), 1u);
  EXPECT_EQ(in.U4(), 3u);  // spec
  EXPECT_EQ(in.U4(), 2u);  // event
  EXPECT_EQ(in.U4(), 1u);  // residues
  EXPECT_EQ(in.U4(), 1u);
  EXPECT_EQ(in.S2(), kTargetPosition);
  EXPECT_EQ(Text(in), "java.util.Map$Entry");
  EXPECT_EQ(in.U1(), 1u);
  EXPECT_EQ(in.U1(), 0u);
  EXPECT_EQ(in.U4(), 1u);
  EXPECT_EQ(Text(in), "guard0_1");
  EXPECT_EQ(in.U1(), 1u);
  EXPECT_EQ(in.U4(), 2u);
  EXPECT_EQ(in.S2(), kFirstArgumentPosition + 1);
  EXPECT_EQ(in.S2(), kThreadPosition);
  EXPECT_EQ(in.U4(), 1u);
  EXPECT_EQ(in.U4(), 5u);
  EXPECT_EQ(in.U4(), 0u);
  EXPECT_EQ(in.U4(), 1u);  // flows
  EXPECT_EQ(in.U4(), 9u);
  EXPECT_EQ(in.U1(), 1u);
  EXPECT_EQ(in.U4(), 0u);
  EXPECT_TRUE(in.ok());
  EXPECT_TRUE(in.empty());
}

}  // namespace
}  // namespace revmon::weave
