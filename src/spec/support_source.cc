#include "spec/support_source.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "base/path.h"
#include "spec/java_rewrite.h"
#include "spec/support_names.h"

namespace revmon::spec {
namespace {

bool Contains(const std::vector<std::string>& sorted, const std::string& name) {
  return std::binary_search(sorted.begin(), sorted.end(), name);
}

std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + "\"";
}

// The generated text, where it came from, and the line it has reached.
class Output {
 public:
  explicit Output(SupportSource* out) : out_(*out) {}

  void Glue(std::string_view text) {
    line_ += static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n'));
    out_.text += text;
  }
  void Mapped(std::string_view text, Span source, bool verbatim = false) {
    auto at = static_cast<uint32_t>(out_.text.size());
    out_.map.Add(at, static_cast<uint32_t>(text.size()), source, verbatim);
    Glue(text);
  }
  // Down to this line; where it has been reached, go on there.
  void GoTo(uint32_t line) { Glue(line_ < line ? std::string(line - line_, '\n') : " "); }
  [[nodiscard]] uint32_t line() const { return line_; }

 private:
  SupportSource& out_;
  uint32_t line_ = 1;
};

// One piece of the spec's code: a private method around it, and what the public one must know.
struct Code {
  std::string method;
  std::string where;  // "the body of event next"
  const JavaCode* code = nullptr;
  const Event* event = nullptr;  // whose variables it sees; null: none
  bool is_static = false;
  bool is_expression = false;
  bool flags = false;
  bool enters = false;  // a helper that it calls may print

  [[nodiscard]] bool has_site() const { return !is_expression; }
};

class Writer {
 public:
  Writer(const Spec& spec, const SourceText& source, Diagnostics* diagnostics, SupportSource* out)
      : spec_(spec), source_(source), diagnostics_(diagnostics), out_(out) {
    out->class_name = SupportClass(spec.name);
    for (const JavaMember& member : spec.members) members_.insert(member.names.begin(), member.names.end());
  }

  void Run() {
    Collect();
    struct Piece {
      uint32_t begin;
      std::function<void()> write;
    };
    std::vector<Piece> pieces;
    for (const JavaMember& member : spec_.members) {
      pieces.push_back({member.code.span.begin, [&] { Member(member); }});
    }
    for (Code& code : codes_) pieces.push_back({code.code->span.begin, [&] { PrivateMethod(&code); }});
    std::stable_sort(pieces.begin(), pieces.end(),
                     [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
    Header(pieces.empty() ? 1 : source_.At(pieces.front().begin).line);
    for (const Piece& piece : pieces) {
      out_.GoTo(source_.At(piece.begin).line);
      piece.write();
    }
    for (const Code& code : codes_) PublicMethod(code);
    Create();
    UsedParameters();
    ByNumber();
    out_.Glue("\n}\n");
  }

 private:
  void Collect() {
    for (const Event& event : spec_.events) {
      const std::string of_event = " of event " + event.name;
      for (size_t i = 0; i < event.guards.size(); ++i) {
        Add({GuardMethod(event.id, i), "if(...)" + of_event, &event.guards[i], &event, true, true});
      }
      NestedGuards(event, of_event);
      size_t number = 0;
      for (const JavaCode& code : event.conditions) {
        Add({ConditionMethod(event.id, number++), "condition(...)" + of_event, &code, &event, false, true});
      }
      for (const JavaCode& code : event.counts) {
        Add({ConditionMethod(event.id, number++), "countCond(...)" + of_event, &code, &event, false, true});
      }
      if (!event.body.fixed) Add({BodyMethod(event.id), "the body" + of_event, &event.body, &event});
    }
    for (size_t i = 0; i < spec_.properties.size(); ++i) {
      const Property& property = spec_.properties[i];
      if (!property.raw.fixed) Add({RawMethod(i), "raw", &property.raw});
      for (const Handler& handler : property.handlers) {
        if (handler.body.fixed) continue;
        Add({HandlerMethod(i, handler.category), "@" + handler.category, &handler.body});
      }
    }
  }

  void NestedGuards(const Event& event, const std::string& of_event) {
    const std::vector<PointcutNode>& nodes = event.pointcut.tree.nodes;
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].kind != Designator::kIf) continue;
      nested_.push_back(std::make_unique<JavaCode>(ReadExpression(nodes[i].text, nodes[i].text_span)));
      Add({NestedGuardMethod(event.id, i), "if(...)" + of_event, nested_.back().get(), &event, true, true});
    }
  }

  void Add(Code code) {
    Position position = source_.At(code.code->span.begin);
    code.where += " (" + std::string(BaseName(spec_.file)) + ":" + std::to_string(position.line) + ")";
    code.enters = CallsPrintingMember(*code.code);
    codes_.push_back(std::move(code));
  }

  // Whether a member prints and this code names one that can be called. Errs on the side of yes.
  [[nodiscard]] bool CallsPrintingMember(const JavaCode& code) const {
    bool prints = false;
    bool calls = false;
    for (const JavaMember& member : spec_.members) {
      prints |= Contains(member.code.names, "RVMLogging") || Contains(member.code.names, "System");
      if (member.kind == JavaMember::Kind::kField) continue;
      for (const std::string& name : member.names) calls |= Contains(code.names, name);
    }
    return prints && calls;
  }

  void Header(uint32_t first_line) {
    out_.Glue("package revmon.spec;");
    std::set<std::string> used = UsedNames();
    for (const std::string& import : spec_.imports) {
      bool is_static = import.starts_with("static ");
      std::string name = import.substr(is_static ? 7 : 0);
      std::string simple = name.substr(name.rfind('.') + 1);
      // A type that only pointcuts speak of need not be there for javac.
      if (simple != "*" && !used.contains(simple)) continue;
      out_.Glue(out_.line() + 2 < first_line ? "\n" : " ");
      out_.Mapped((is_static ? "import static " : "import ") + RuntimeName(name), ImportSpan(name));
      out_.Glue(";");
    }
    out_.Glue(out_.line() + 1 < first_line ? "\n" : " ");
    out_.Glue("@SuppressWarnings(\"all\") public final class " + SupportClassSimpleName(spec_.name) +
              " extends revmon.rt.SpecMonitor {");
  }

  [[nodiscard]] Span ImportSpan(const std::string& name) const {
    size_t at = source_.text().find(name);
    if (at == std::string_view::npos) return {spec_.span.begin, spec_.span.begin + 1};
    return {static_cast<uint32_t>(at), static_cast<uint32_t>(at + name.size())};
  }

  [[nodiscard]] std::set<std::string> UsedNames() const {
    std::set<std::string> used;
    auto add_type = [&](const TypePattern& type) {
      // Names and type arguments as written; taking a package's name for a type does no harm.
      SourceText text("", JavaType(type));
      Diagnostics ignored;
      TokenList tokens = Lex(text, &ignored);
      for (uint32_t i = 0; i < tokens.tokens.size(); ++i) used.emplace(tokens.Text(i));
    };
    auto add_code = [&](const JavaCode& code) { used.insert(code.names.begin(), code.names.end()); };
    for (const JavaMember& member : spec_.members) add_code(member.code);
    for (const Code& code : codes_) {
      add_code(*code.code);
      if (code.event == nullptr) continue;
      for (const Parameter& parameter : spec_.parameters) {
        if (Contains(code.code->names, parameter.name)) add_type(parameter.type);
      }
      for (const Variable& variable : code.event->variables) add_type(variable.type);
    }
    return used;
  }

  void Member(const JavaMember& member) { Text(member.code, RewriteScope::kOther); }

  void PrivateMethod(Code* code) {
    RewriteScope scope = code->has_site() ? RewriteScope::kBody : RewriteScope::kOther;
    Rewrite rewrite = RewriteJava(code->code->text, spec_.name, scope, code->code->span.begin, diagnostics_);
    code->flags = rewrite.flags;
    out_.Glue(std::string("private ") + (code->is_static ? "static " : "") +
              (code->is_expression ? "boolean" : "void") + " revmon_" + code->method);
    Parameters(*code, true);
    out_.Glue(" throws Throwable { ");
    Locals(*code);
    if (code->is_expression) out_.Glue("return (");
    Text(*code->code, rewrite);
    out_.Glue(code->is_expression ? "); }" : "}");
  }

  // "(Type name, ...)"; the private method also gets the flags.
  void Parameters(const Code& code, bool inner) {
    const char* separator = "";
    out_.Glue("(");
    if (code.has_site()) {
      out_.Glue("final revmon.rt.Site revmon_site");
      if (inner && code.flags) out_.Glue(", final revmon.rt.Flags revmon_flags");
      separator = ", ";
    }
    if (code.event != nullptr) {
      for (const Variable& variable : code.event->variables) {
        out_.Glue(separator);
        out_.Mapped(RuntimeName(JavaType(variable.type)), variable.type.span);
        out_.Glue(" " + variable.name);
        separator = ", ";
      }
    }
    out_.Glue(")");
  }

  // Names that code sees beside fields and the event's variables.
  void Locals(const Code& code) {
    auto is_variable = [&](const std::string& name) {
      if (code.event == nullptr) return false;
      for (const Variable& variable : code.event->variables)
        if (variable.name == name) return true;
      return false;
    };
    auto sees = [&](const std::string& name) {
      return Contains(code.code->names, name) && !is_variable(name) && !members_.contains(name);
    };
    if (code.has_site() && sees("joinpoint")) {
      out_.Glue("final revmon.rt.lang.JoinPoint.StaticPart joinpoint = revmon_site; ");
    }
    if (code.event == nullptr || code.is_static) return;
    for (size_t i = 0; i < spec_.parameters.size(); ++i) {
      const Parameter& parameter = spec_.parameters[i];
      if (!sees(parameter.name)) continue;
      used_parameters_ |= uint64_t{1} << i;
      std::string type = RuntimeName(JavaType(parameter.type));
      out_.Glue("final ");
      out_.Mapped(type, parameter.type.span);
      out_.Glue(" " + parameter.name + " = (" + type + ") revmonParameter(" + std::to_string(i) + "); ");
    }
  }

  void Text(const JavaCode& code, RewriteScope scope) {
    Text(code, RewriteJava(code.text, spec_.name, scope, code.span.begin, diagnostics_));
  }

  void Text(const JavaCode& code, const Rewrite& rewrite) {
    // Text of a named pointcut has its parameters renamed and then is no longer what the file says.
    bool verbatim = source_.Slice(code.span) == code.text;
    std::string text = code.text;
    for (size_t i = 0; i < text.size(); ++i) {
      // To javac a lone CR ends a line; to us it does not.
      if (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')) text[i] = ' ';
    }
    auto copy = [&](size_t from, size_t to) {
      auto begin = code.span.begin + static_cast<uint32_t>(from);
      Span span = verbatim ? Span{begin, code.span.begin + static_cast<uint32_t>(to)} : code.span;
      out_.Mapped(std::string_view(text).substr(from, to - from), span, verbatim);
    };
    size_t at = 0;
    for (const Replacement& replacement : rewrite.replacements) {
      copy(at, replacement.span.begin);
      Span span = code.span;
      if (verbatim) span = {code.span.begin + replacement.span.begin, code.span.begin + replacement.span.end};
      out_.Mapped(replacement.text, span);
      at = replacement.span.end;
    }
    copy(at, text.size());
    // What follows must not become part of a comment.
    size_t last_line = text.rfind('\n') + 1;
    if (text.find("//", last_line) != std::string::npos) out_.Glue("\n");
  }

  void PublicMethod(const Code& code) {
    std::string spec = Quoted(spec_.name);
    std::string site = code.has_site() ? "revmon_site" : "null";
    std::string flags = code.flags ? "revmon_flags.bits()" : "0";
    out_.Glue(std::string("\npublic ") + (code.is_static ? "static " : "") +
              (code.is_expression ? "boolean " : "int ") + code.method);
    Parameters(code, false);
    out_.Glue(" {");
    if (code.flags) out_.Glue(" final revmon.rt.Flags revmon_flags = new revmon.rt.Flags();");
    out_.Glue(" try {");
    if (code.enters) {
      out_.Glue(" Object revmon_before = revmon.rt.RVMLogging.enter(" + spec + ", " + site + "); try {");
    }
    out_.Glue(code.is_expression ? " return " : " ");
    Call(code);
    if (!code.is_expression) out_.Glue(" return " + flags + ";");
    if (code.enters) out_.Glue(" } finally { revmon.rt.RVMLogging.leave(revmon_before); }");
    out_.Glue(" }");
    constexpr const char* kFailed = "revmon.rt.SpecMonitor.FAILED";
    std::string failed = code.is_expression ? "false" : (code.flags ? flags + " | " : "") + kFailed;
    Contain(code.where, failed);
    out_.Glue(" }");
  }

  void Call(const Code& code) {
    std::string call = "revmon_" + code.method + "(";
    const char* separator = "";
    if (code.has_site()) {
      call += code.flags ? "revmon_site, revmon_flags" : "revmon_site";
      separator = ", ";
    }
    if (code.event != nullptr) {
      for (const Variable& variable : code.event->variables) {
        call += separator + variable.name;
        separator = ", ";
      }
    }
    out_.Glue(call + ");");
  }

  // The inner try is for a stack that is too full even for the call that reports it.
  void Contain(const std::string& where, const std::string& result) {
    out_.Glue(" catch (Throwable revmon_failure) { try { revmon.rt.Failures.contain(" + Quoted(spec_.name) +
              ", " + Quoted(where) +
              ", revmon_failure); } catch (StackOverflowError revmon_full) {} return " + result + "; }");
  }

  void Create() {
    std::string name = SupportClassSimpleName(spec_.name);
    out_.Glue("\npublic static " + name + " revmonCreate() { try { return new " + name + "(); }");
    Contain("a field's initialiser", "null");
    out_.Glue(" }\n@Override public revmon.rt.SpecMonitor revmonNew() { return revmonCreate(); }");
  }

  void UsedParameters() {
    if (used_parameters_ == 0) return;
    out_.Glue("\n@Override public long revmonUsedParameters() { return " + std::to_string(used_parameters_) +
              "L; }");
  }

  // What the engine calls: a switch, since a call by reflection costs more than most conditions.
  void ByNumber() {
    std::string names;
    std::string asks;
    std::string runs;
    int number = 0;
    for (const Code& code : codes_) {
      if (code.is_static) continue;
      std::string arguments = code.has_site() ? "revmon_site" : "";
      for (size_t i = 0; code.event != nullptr && i < code.event->variables.size(); ++i) {
        arguments += arguments.empty() ? "" : ", ";
        arguments += FromObject(code.event->variables[i].type, "revmon_v[" + std::to_string(i) + "]");
      }
      names += (names.empty() ? "" : ", ") + Quoted(code.method);
      (code.is_expression ? asks : runs) +=
          " case " + std::to_string(number++) + ": return " + code.method + "(" + arguments + ");";
    }
    out_.Glue("\npublic static java.lang.String[] revmonCodes() { return new java.lang.String[] {" + names +
              "}; }");
    const std::string by_number = "java.lang.Object[] revmon_v) { switch (revmon_code) {";
    if (!asks.empty()) {
      out_.Glue("\n@Override public boolean revmonAsk(int revmon_code, " + by_number + asks +
                " default: return false; } }");
    }
    if (!runs.empty()) {
      out_.Glue("\n@Override public int revmonDo(int revmon_code, revmon.rt.Site revmon_site, " + by_number +
                runs + " default: return revmon.rt.SpecMonitor.FAILED; } }");
    }
  }

  // The variable that the event's method takes, of what the engine has.
  static std::string FromObject(const TypePattern& type, const std::string& value) {
    static const std::map<std::string, std::string> kPrimitives = {
        {"boolean", "revmonBoolean"}, {"char", "revmonChar"},    {"byte", "revmonByte"},
        {"short", "revmonShort"},     {"int", "revmonInt"},      {"long", "revmonLong"},
        {"float", "revmonFloat"},     {"double", "revmonDouble"}};
    std::string name = RuntimeName(JavaType(type));
    auto primitive = kPrimitives.find(name);
    return primitive == kPrimitives.end() ? "(" + name + ") " + value : primitive->second + "(" + value + ")";
  }

  const Spec& spec_;
  const SourceText& source_;
  Diagnostics* diagnostics_;
  Output out_;
  std::set<std::string> members_;
  std::vector<Code> codes_;
  std::vector<std::unique_ptr<JavaCode>> nested_;
  uint64_t used_parameters_ = 0;
};

}  // namespace

SupportSource WriteSupportSource(const Spec& spec, const SourceText& source, Diagnostics* diagnostics) {
  SupportSource out;
  Writer(spec, source, diagnostics, &out).Run();
  return out;
}

}  // namespace revmon::spec
