// What must not show in a checksum: where and how a class was compiled, debug options, the order of
// constants.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "classfile/class_file.h"
#include "element/canonical.h"
#include "support/javac.h"
#include "support/permute_pool.h"

namespace revmon::element {
namespace {

namespace testing = revmon::testing;
using namespace std::string_view_literals;

// A bit of everything javac can write.
const testing::SourceTree kTree = {
    {"shop/Item.java", R"(package shop;
import java.util.*;
import java.util.function.*;

public record Item(String name, @Tag("price") long price) implements Comparable<Item> {
  static final String KIND = "item";
  public int compareTo(Item other) {
    return Long.compare(price, other.price);
  }
  Supplier<String> label(int count) {
    String prefix = count > 1 ? "many " : "one ";
    return () -> prefix + name + ':' + price;
  }
}
)"},
    {"shop/Tag.java", R"(package shop;
import java.lang.annotation.*;
@Retention(RetentionPolicy.RUNTIME)
@interface Tag {
  String value() default "none";
  Class<?>[] types() default { int.class, String[].class };
}
)"},
    {"shop/Shape.java", R"(package shop;
public sealed interface Shape permits Shape.Round, Shape.Square {
  double area();
  final class Round implements Shape {
    double radius = 1.5;
    public double area() {
      return Math.PI * radius * radius;
    }
  }
  non-sealed class Square implements Shape {
    public double area() {
      class Local { long side = 4_000_000_000L; }
      return new Local().side;
    }
  }
}
)"},
    {"shop/Work.java", R"(package shop;
import java.util.*;
class Work<T extends Comparable<? super T>> {
  enum State { NEW, @Deprecated OLD, GONE { int cost() { return 2; } }; int cost() { return 1; } }
  private final Map<String, List<? extends T>> all = new HashMap<>();
  static int count;
  static { count = Integer.getInteger("n", 7); }
  @SafeVarargs
  final <E extends Exception> T pick(String key, T... others) throws E {
    T best = null;
    synchronized (all) {
      for (T candidate : all.getOrDefault(key, List.of())) {
        if (best == null || candidate.compareTo(best) > 0) best = candidate;
      }
    }
    try {
      switch (key) {
        case "a": return others[0];
        case "b": return others[1];
        default: count += 1000;
      }
      switch (count) { case 1: count = 2; break; case 2: count = 3; break; case 3: count = 1; }
    } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
      count--;
    } finally {
      count <<= 1;
    }
    int[][] grid = new int[3][4];
    grid[1][2] = State.valueOf("NEW").cost();
    return best;
  }
}
)"},
};

// Names of elements with all their checksums but debug, and with debug apart.
struct Sums {
  std::map<std::string, std::string> lasting;
  std::map<std::string, Hash128> debug;
};

Sums SumsOf(const testing::ClassTree& classes) {
  Sums sums;
  Canonicalizer canonicalizer;
  ClassChecksums checksums;
  for (const auto& [name, bytes] : classes) {
    Result<classfile::ClassFile> file = classfile::ClassFile::Parse(bytes);
    EXPECT_TRUE(file.ok());
    EXPECT_TRUE(canonicalizer.Run(*file, checksums).ok());
    auto add = [&](const std::string& element, const Checksums& s) {
      sums.lasting[element] = ToHex(s.shape) + " " + ToHex(s.annotations) + " " + ToHex(s.content);
      sums.debug[element] = s.debug;
    };
    add(name, checksums.type);
    for (size_t i = 0; i < checksums.fields.size(); ++i) {
      add(name + "." + std::string(file->fields()[i].name), checksums.fields[i]);
    }
    for (size_t i = 0; i < checksums.methods.size(); ++i) {
      const classfile::Member& method = file->methods()[i];
      add(name + "." + std::string(method.name) + std::string(method.descriptor), checksums.methods[i]);
    }
  }
  return sums;
}

class Stability : public ::testing::Test {
 protected:
  static testing::ClassTree Compile(const testing::SourceTree& tree,
                                    const std::vector<std::string>& options) {
    Result<testing::ClassTree> classes = testing::CompileJava(tree, options);
    EXPECT_TRUE(classes.ok()) << classes.error().Text();
    return classes.ok() ? classes.value() : testing::ClassTree();
  }
};

TEST_F(Stability, DebugOptionsShowInDebugOnly) {
  Sums with = SumsOf(Compile(kTree, {"-g"}));
  Sums without = SumsOf(Compile(kTree, {"-g:none"}));
  EXPECT_GT(with.lasting.size(), 40u);
  EXPECT_EQ(with.lasting, without.lasting);
  EXPECT_NE(with.debug, without.debug);
  for (const auto& [name, debug] : without.debug) EXPECT_EQ(debug, Hash128{}) << name;
}

TEST_F(Stability, MovedLinesShowInDebugOnly) {
  testing::SourceTree moved = kTree;
  for (auto& [name, source] : moved) {
    std::string spread = "\n/* a new\n   header */\n";
    for (char c : source) spread += c == '\n' ? std::string("\n\n  // moved\n") : std::string(1, c);
    source = spread;
  }
  Sums before = SumsOf(Compile(kTree, {"-g"}));
  Sums after = SumsOf(Compile(moved, {"-g"}));
  EXPECT_EQ(before.lasting, after.lasting);
  EXPECT_NE(before.debug, after.debug);
}

// Each compilation has a temporary folder of its own.
TEST_F(Stability, TheFolderDoesNotShowAtAll) {
  Sums here = SumsOf(Compile(kTree, {"-g"}));
  Sums there = SumsOf(Compile(kTree, {"-g"}));
  EXPECT_EQ(here.lasting, there.lasting);
  EXPECT_EQ(here.debug, there.debug);
}

TEST_F(Stability, TheOrderOfConstantsDoesNotShowAtAll) {
  testing::ClassTree original = Compile(kTree, {"-g", "-parameters"});
  Sums before = SumsOf(original);
  for (uint32_t seed : {1u, 2u, 3u}) {
    testing::ClassTree permuted;
    for (const auto& [name, bytes] : original) {
      Result<std::vector<uint8_t>> shuffled = testing::PermutePool(bytes, seed);
      ASSERT_TRUE(shuffled.ok()) << name << ": " << shuffled.error().Text();
      EXPECT_NE(*shuffled, bytes) << name;
      permuted[name] = *shuffled;
    }
    Sums after = SumsOf(permuted);
    EXPECT_EQ(before.lasting, after.lasting);
    EXPECT_EQ(before.debug, after.debug);
  }
}

// Pinned: checksums are compared between machines and stored. A change of this value is a new
// kCanonicalVersion.
TEST_F(Stability, TheFormItselfIsPinned) {
  // interface P { int K = 7; void m(); } in version 52, written out.
  constexpr std::string_view bytes =
      "\xCA\xFE\xBA\xBE\x00\x00\x00\x34\x00\x0B"
      "\x07\x00\x02\x01\x00\x01P\x07\x00\x04\x01\x00\x10java/lang/Object"
      "\x01\x00\x01K\x01\x00\x01I\x01\x00\x0D"
      "ConstantValue"
      "\x03\x00\x00\x00\x07\x01\x00\x01m\x01\x00\x03()V"
      "\x06\x00\x00\x01\x00\x03\x00\x00"
      "\x00\x01\x00\x19\x00\x05\x00\x06\x00\x01\x00\x07\x00\x00\x00\x02\x00\x08"
      "\x00\x01\x04\x01\x00\x09\x00\x0A\x00\x00\x00\x00"sv;
  Result<classfile::ClassFile> file = classfile::ClassFile::Parse(AsBytes(bytes));
  ASSERT_TRUE(file.ok()) << file.error().Text();
  ClassChecksums sums;
  ASSERT_TRUE(Canonicalizer().Run(*file, sums).ok());
  EXPECT_EQ(kCanonicalVersion, 1u);
  EXPECT_EQ(ToHex(sums.type.content), "ab21b3b8a04240cacc2c7c02b7a26666");
}

}  // namespace
}  // namespace revmon::element
