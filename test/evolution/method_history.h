// Answers: what does a random program with methods, fields, lambdas and initialisers look like, edit by edit?
//
// Real Java, run for real: classes in a hierarchy with overrides, default methods, static and instance state,
// constructors, initialisers, lambdas, method references, generics, anonymous classes, callbacks of the JDK
// and reflection by name. A value goes through everything; an event is a violation or not by the value that
// reaches it. rec.Rec keeps what happened and ends recursion; it is no part of the program.
#pragma once
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace revmon::testing {

class MethodModel {
 public:
  static constexpr int kSpecs = 12;

  explicit MethodModel(uint32_t seed);
  void Edit();
  // "p/K3.java" -> source.
  [[nodiscard]] std::map<std::string, std::string> Files() const;

 private:
  // Slots of a class that hold code: m0 to m3 (virtual), then these.
  enum Slot { kStatic = 4, kConstructor, kInitializer, kToString, kCompare, kDefault, kSlots };
  struct Statement {
    int kind = 0, target = 0, method = 0, value = 0;
  };
  struct Code {
    int event = -1;
    std::vector<Statement> body;
  };
  struct Class {
    int super = -1;  // -1: Root
    bool implements = false;
    int field = 0, constant = 0;
    std::map<int, Code> code;  // by slot; those that must be there always are
  };
  struct Test {
    Code prepare, first, second;
  };

  int Random(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  // Code runs classes of smaller numbers only: programs have parts that do not know each other.
  [[nodiscard]] Code NewCode(int longest, int below);
  [[nodiscard]] Statement NewStatement(int below);
  void EditCode(Code& code, int below);
  [[nodiscard]] static std::string Print(const Statement& statement, int number);
  [[nodiscard]] static std::string Print(const Code& code);
  [[nodiscard]] static std::string Method(const std::string& head, const Code& code);
  [[nodiscard]] std::string Source(int id) const;

  std::mt19937 random_;
  std::vector<Class> classes_;
  std::vector<Test> tests_;
  Code interface_;
};

}  // namespace revmon::testing
