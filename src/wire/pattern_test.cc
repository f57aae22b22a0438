#include "wire/pattern.h"

#include <gtest/gtest.h>

#include "wire/test_plan.h"

namespace revmon::wire {
namespace {

TEST(PatternTest, TypesReadAsWritten) {
  TypePattern entry = Exact("java.util.Map$Entry");
  entry.dimensions = 2;
  entry.subtypes = true;
  EXPECT_EQ(ToString(entry), "java.util.Map$Entry[][]+");
  TypePattern negated = {.kind = TypePattern::Kind::kNot, .name = "", .operands = {Exact("int")}};
  EXPECT_EQ(ToString(negated), "!int");
  TypePattern either = {.kind = TypePattern::Kind::kOr, .name = "", .operands = {Exact("A"), Exact("B")}};
  either.annotations = {Exact("Ann")};
  EXPECT_EQ(ToString(either), "@Ann (A || B)");
}

TEST(PatternTest, CallShowsItsWholeSignature) {
  Plan plan = SamplePlan();
  const Alternative& tests = plan.specs[0].events[0].alternatives[0];
  EXPECT_EQ(ToString(tests[0]), "call(!static * java.util.Iterator+.has*(..) throws !java.io.IOException)");
  EXPECT_EQ(ToString(tests[1]), "target($0: java.util.Iterator)");
  EXPECT_EQ(ToString(tests[2]),
            "!cflow(call(!static * java.util.Iterator+.has*(..) throws !java.io.IOException))");
}

TEST(PatternTest, ConstructorHasNoReturnType) {
  SignaturePattern signature;
  signature.kind = SignaturePattern::Kind::kConstructor;
  signature.any_declaring = false;
  signature.declaring = Exact("java.io.File");
  signature.parameters = {Exact("java.lang.String")};
  EXPECT_EQ(ToString(signature), "java.io.File.new(java.lang.String)");
}

}  // namespace
}  // namespace revmon::wire
