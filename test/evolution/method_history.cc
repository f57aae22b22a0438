#include "evolution/method_history.h"

#include <algorithm>

namespace revmon::testing {
namespace {

constexpr int kClasses = 20;
constexpr int kTests = 14;
constexpr int kStatements = 16;

constexpr const char* kRec = R"(package rec;
public class Rec {
  public static final java.util.Set<String> found = new java.util.TreeSet<>();
  static int depth, calls;
  public static boolean enter() { if (depth > 5 || ++calls > 3000) return false; ++depth; return true; }
  public static void exit() { --depth; }
  static void event(int spec, long x) {
    if (Math.floorMod(x ^ (x >> 7), 2) != 0) return;
    StackTraceElement at = new Throwable().getStackTrace()[2];
    found.add(spec + " " + at.getClassName() + " " + at.getMethodName());
  }
)";

constexpr const char* kRoot = R"(package p;
public class Root implements Comparable<Root> {
  long m0(long x) { return x + 1; } long m1(long x) { return x + 2; }
  long m2(long x) { return x + 3; } long m3(long x) { return x + 5; }
  public int compareTo(Root o) { return 0; }
  public String toString() { return "root"; }
}
)";

std::string Annotation(const std::string& name) {
  return "package org.junit; import java.lang.annotation.*;\n@Retention(RetentionPolicy.RUNTIME) public "
         "@interface " +
         name + " { }\n";
}

}  // namespace

MethodModel::MethodModel(uint32_t seed) : random_(seed) {
  for (int i = 0; i < kClasses; ++i) {
    Class fresh;
    fresh.super = i > 0 && Random(3) == 0 ? Random(i) : -1;
    fresh.implements = Random(3) == 0;
    fresh.field = Random(100);
    fresh.constant = 1000 + Random(1000);
    classes_.push_back(fresh);
  }
  for (int id = 0; id < kClasses; ++id) {
    Class& one = classes_[static_cast<size_t>(id)];
    for (int slot = 0; slot < kSlots; ++slot) {
      bool must = slot == kStatic || slot == kConstructor || slot == kInitializer;
      bool small = slot == kConstructor || slot == kInitializer;
      if (must || Random(2) == 0) one.code[slot] = NewCode(small ? 0 : 1, id);
    }
  }
  for (int i = 0; i < kTests; ++i)
    tests_.push_back({NewCode(0, kClasses), NewCode(2, kClasses), NewCode(2, kClasses)});
  interface_ = NewCode(0, 0);
}

MethodModel::Statement MethodModel::NewStatement(int below) {
  constexpr int kByName = 9;
  int kind = below == 0 ? 0 : Random(kStatements);
  if (kind == kByName && Random(12) > 0) kind = 1;  // reflection reaches far; most programs have little of it
  int target = below == kClasses ? Random(kClasses) : std::max(0, below - 1 - Random(4));
  return {kind, target, Random(4), Random(1000)};
}

MethodModel::Code MethodModel::NewCode(int longest, int below) {
  Code code;
  code.event = Random(6) > 0 ? Random(kSpecs) : -1;
  for (int n = Random(longest + 1); n > 0; --n) code.body.push_back(NewStatement(below));
  return code;
}

void MethodModel::EditCode(Code& code, int below) {
  switch (Random(5)) {
    case 0: code.body.push_back(NewStatement(below)); break;
    case 1:
      if (!code.body.empty()) code.body.pop_back();
      break;
    case 2: code.event = code.event < 0 ? Random(kSpecs) : -1; break;
    default:
      if (code.body.empty()) code.body.push_back(NewStatement(below));
      code.body[static_cast<size_t>(Random(static_cast<int>(code.body.size())))].value = Random(1000);
  }
}

void MethodModel::Edit() {
  int id = Random(kClasses);
  Class& one = classes_[static_cast<size_t>(id)];
  int slot = Random(kSlots);
  bool must = slot == kStatic || slot == kConstructor || slot == kInitializer;
  switch (Random(20)) {
    case 0: one.super = id > 0 && one.super < 0 ? Random(id) : -1; break;
    case 1: one.implements = !one.implements; break;
    case 2: one.field = Random(100); break;
    case 3: one.constant = 1000 + Random(1000); break;
    case 4: EditCode(interface_, 0); break;
    case 5: {
      Test& test = tests_[static_cast<size_t>(Random(kTests))];
      EditCode(Random(3) == 0 ? test.prepare : test.first, kClasses);
      break;
    }
    case 6:
    case 7:  // an override more or less
      if (must) {
        EditCode(one.code[slot], id);
      } else if (one.code.erase(slot) == 0) {
        one.code[slot] = NewCode(2, id);
      }
      break;
    default:
      if (one.code.contains(slot)) {
        EditCode(one.code[slot], id);
      } else {
        EditCode(one.code[kStatic], id);
      }
  }
}

// One case per way in which code runs other code: a table.
std::string MethodModel::Print(const Statement& s, int number) {
  std::string k = "K" + std::to_string(s.target), v = std::to_string(s.value), n = std::to_string(number);
  std::string m = ".m" + std::to_string(s.method) + "(x)";
  std::string op = "java.util.function.LongUnaryOperator o" + n + " = ";
  switch (s.kind) {
    case 0: return "x = x * 31 + " + v + ";";
    case 1: return "x = new " + k + "()" + m + ";";
    case 2: return "x = " + k + ".s0(x);";
    case 3: return "x += " + k + ".s;";
    case 4: return "Root r" + n + " = new " + k + "(); x = r" + n + m + ";";
    case 5: return op + "w -> " + k + ".s0(w) + " + v + "; x = o" + n + ".applyAsLong(x);";
    case 6: return op + k + "::s0; x = o" + n + ".applyAsLong(x);";
    case 7: return "x += (\"" + v + "\" + new " + k + "()).length();";
    case 8: return "x = new Box<" + k + ">(new " + k + "()).get()" + m + ";";
    case 9:
      return "try { x = (Long) Class.forName(\"p." + k +
             "\").getMethod(\"s0\", long.class).invoke(null, x); } catch (Exception e) { x = -1; }";
    case 10: return "x = new Root() { long m0(long w) { return w + " + k + ".s0(w) + " + v + "; } }.m0(x);";
    case 11:
      return "Object i" + n + " = new " + k + "(); if (i" + n + " instanceof I) x = ((I) i" + n + ").d0(x);";
    case 12: return k + " k" + n + " = new " + k + "(); k" + n + ".f += x; x = k" + n + ".f;";
    case 13:
      return "x += new java.util.TreeSet<Root>(java.util.Arrays.asList(new " + k + "(), new " + k +
             "())).size();";
    case 14: return "x = Use.run(w -> " + k + ".s0(w) + " + v + ", x);";
    default: return "x += " + k + ".C;";
  }
}

std::string MethodModel::Print(const Code& code) {
  std::string text;
  for (size_t i = 0; i < code.body.size(); ++i)
    text += "      " + Print(code.body[i], static_cast<int>(i)) + "\n";
  if (code.event >= 0) text += "      rec.Rec.e" + std::to_string(code.event) + "(x);\n";
  return text;
}

std::string MethodModel::Method(const std::string& head, const Code& code) {
  return "  " + head + " {\n    if (!rec.Rec.enter()) return x;\n    try {\n" + Print(code) +
         "      return x;\n    } finally { rec.Rec.exit(); }\n  }\n";
}

std::string MethodModel::Source(int id) const {
  const Class& one = classes_[static_cast<size_t>(id)];
  std::string name = "K" + std::to_string(id);
  std::string text = "package p;\npublic class " + name + " extends " +
                     (one.super < 0 ? "Root" : "K" + std::to_string(one.super)) +
                     (one.implements ? " implements I" : "") +
                     " {\n  static final long C = " + std::to_string(one.constant) +
                     ";\n  long f = " + std::to_string(one.field) + ";\n  static long s;\n";
  for (const auto& [slot, code] : one.code) {
    std::string guarded = "    long x = 7;\n    if (rec.Rec.enter()) try {\n" + Print(code);
    if (slot < kStatic) text += Method("long m" + std::to_string(slot) + "(long x)", code);
    if (slot == kStatic) text += Method("public static long s0(long x)", code);
    if (slot == kDefault) text += Method("public long d0(long x)", code);
    if (slot == kConstructor)
      text +=
          "  public " + name + "() {\n" + guarded + "      f += x;\n    } finally { rec.Rec.exit(); }\n  }\n";
    if (slot == kInitializer)
      text += "  static {\n" + guarded + "      s = x;\n    } finally { rec.Rec.exit(); }\n  }\n";
    if (slot == kToString)
      text += "  public String toString() {\n" + guarded +
              "    } finally { rec.Rec.exit(); }\n    return \"k\" + x;\n  }\n";
    if (slot == kCompare)
      text += "  public int compareTo(Root o) {\n" + guarded +
              "    } finally { rec.Rec.exit(); }\n    return (int) (x % 3) - 1;\n  }\n";
  }
  return text + "}\n";
}

std::map<std::string, std::string> MethodModel::Files() const {
  std::string rec = kRec;
  for (int i = 0; i < kSpecs; ++i) {
    rec +=
        "  public static void e" + std::to_string(i) + "(long x) { event(" + std::to_string(i) + ", x); }\n";
  }
  std::map<std::string, std::string> files = {
      {"rec/Rec.java", rec + "}\n"},
      {"org/junit/Test.java", Annotation("Test")},
      {"org/junit/Before.java", Annotation("Before")},
      {"p/Root.java", kRoot},
      {"p/Task.java", "package p;\ninterface Task { long go(long x); }\n"},
      {"p/Use.java", "package p;\nclass Use { static long run(Task t, long x) { return t.go(x); } }\n"},
      {"p/Box.java", "package p;\nclass Box<T> { T t; Box(T t) { this.t = t; } T get() { return t; } }\n"},
      {"p/I.java", "package p;\ninterface I {\n" + Method("default long d0(long x)", interface_) + "}\n"},
  };
  for (int i = 0; i < kClasses; ++i) files["p/K" + std::to_string(i) + ".java"] = Source(i);
  for (size_t i = 0; i < tests_.size(); ++i) {
    auto method = [](const std::string& head, const Code& code) {
      return "  " + head + " {\n    long x = 3;\n" + Print(code) + "  }\n";
    };
    files["p/T" + std::to_string(i) + ".java"] =
        "package p;\npublic class T" + std::to_string(i) + " {\n" +
        method("@org.junit.Before public void prepare()", tests_[i].prepare) +
        method("@org.junit.Test public void test0()", tests_[i].first) +
        method("@org.junit.Test public void test1()", tests_[i].second) + "}\n";
  }
  return files;
}

}  // namespace revmon::testing
