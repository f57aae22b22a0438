#include "graph/block_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "graph/member_lookup.h"
#include "support/javac.h"

namespace revmon::graph {
namespace {

using ::testing::ElementsAre;

struct Case {
  const char* name;
  const char* before;  // body of `int m(int x)`
  const char* after;
  std::optional<std::vector<uint32_t>> changed;
};

std::vector<Case> Cases() {
  return {
      // 0: x > 0?  1: return 1  2: return 2
      {"Then", "if (x > 0) return 1; return 2;", "if (x > 0) return 3; return 2;", std::vector<uint32_t>{1}},
      {"Else", "if (x > 0) return 1; return 2;", "if (x > 0) return 1; return 4;", std::vector<uint32_t>{2}},
      {"Condition", "if (x > 0) return 1; return 2;", "if (x < 0) return 1; return 2;",
       std::vector<uint32_t>{0}},
      {"OneBlock", "return 1;", "return 2;", std::nullopt},
      // A case more: the switch itself.
      {"Switch", "switch (x) { case 1: return 1; default: return 2; }",
       "switch (x) { case 1: return 1; case 2: return 5; default: return 2; }", std::vector<uint32_t>{0}},
      {"SwitchCase", "switch (x) { case 1: return 1; case 2: return 3; default: return 2; }",
       "switch (x) { case 1: return 1; case 2: return 5; default: return 2; }", std::vector<uint32_t>{2}},
      // Another type of exception is caught around block 0; the handler is what it was.
      {"Caught", "try { return 8 / x; } catch (ArithmeticException e) { return 2; }",
       "try { return 8 / x; } catch (IllegalStateException e) { return 2; }", std::vector<uint32_t>{0}},
      {"Handler", "try { return 8 / x; } catch (ArithmeticException e) { return 2; }",
       "try { return 8 / x; } catch (ArithmeticException e) { return 3; }", std::vector<uint32_t>{1}},
      // Swapped blocks: both ways lead elsewhere.
      {"Swapped", "if (x > 0) return 1; return 2;", "if (x > 0) return 2; return 1;",
       std::vector<uint32_t>{1, 2}},
      // 0: i = 0  1: i < x  2: body  3: return; statements behind the loop
      {"BehindALoop", "int i = 0; while (i < x) i += 2; return i;",
       "int i = 0; while (i < x) i += 2; return i + 1;", std::vector<uint32_t>{3}},
  };
}

Program Read(bool after) {
  testing::SourceTree tree;
  for (const Case& one : Cases()) {
    tree[std::string(one.name) + ".java"] =
        "class " + std::string(one.name) + " { int m(int x) { " + (after ? one.after : one.before) + " } }";
  }
  tree["Shape.java"] = std::string("class Shape { ") + (after ? "synchronized " : "") +
                       "int m(int x) { if (x > 0) return " + (after ? "3" : "1") + "; return 2; } }";
  Result<testing::ClassTree> classes = testing::CompileJava(tree);
  EXPECT_TRUE(classes.ok()) << (classes.ok() ? "" : classes.error().Text());
  InMemoryFileSystem files;
  for (const auto& [name, bytes] : *classes) files.Put("/c/" + name + ".class", bytes);
  return Program::Read(files, {{"/c", false}}, 17, nullptr, Detail::kMethods);
}

class BlockDiffTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    before_ = new Program(Read(false));
    after_ = new Program(Read(true));
  }
  static void TearDownTestSuite() {
    delete before_;
    delete after_;
  }
  static std::optional<std::vector<uint32_t>> Changed(std::string_view name) {
    MemberLookup before(*before_, nullptr), after(*after_, nullptr);
    return ChangedBlocks(*before.Facts(name), *before.Declared(name, "m(I)I"), *after.Facts(name),
                         *after.Declared(name, "m(I)I"));
  }
  static inline Program *before_ = nullptr, *after_ = nullptr;
};

TEST_F(BlockDiffTest, TheChangedBlocks) {
  for (const Case& one : Cases()) EXPECT_EQ(Changed(one.name), one.changed) << one.name;
}

TEST_F(BlockDiffTest, AMethodWithAnotherShapeCountsAsAWhole) { EXPECT_EQ(Changed("Shape"), std::nullopt); }

TEST_F(BlockDiffTest, AnUnchangedBodyHasNoChangedBlockAndCountsAsAWhole) {
  MemberLookup before(*before_, nullptr);
  const MethodFacts& facts = *before.Facts("Then");
  const MemberFacts& method = *before.Declared("Then", "m(I)I");
  EXPECT_EQ(method.block_count, 3u);
  EXPECT_EQ(ChangedBlocks(facts, method, facts, method), std::nullopt);
}

TEST_F(BlockDiffTest, DamagedBlocksAreNoticed) {
  MemberLookup before(*before_, nullptr);
  MethodFacts facts = *before.Facts("Then");
  facts.nexts[0] = 7;
  ByteWriter bytes;
  Encode(facts, bytes);
  ByteReader reader(bytes.bytes());
  MethodFacts out;
  EXPECT_FALSE(Decode(reader, out).ok());
}

}  // namespace
}  // namespace revmon::graph
