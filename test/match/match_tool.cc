// Answers: what does our matcher say about a folder of classes, and what is the same question to AspectJ?
//
//   match_tool JDK CLASSES OUT SPEC...
//
// Compiles the specs to a plan and writes OUT/Events.aj, an aspect with one advice for each alternative of
// each event (one a line), OUT/events.txt, "line event" for each of them, and OUT/ours.txt, one line "class
// line event" for each match in CLASSES. What only this language has (condition, if, thread tests) is left
// out on both sides: the question is which places match at all.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "classfile/descriptor.h"
#include "classpath/class_path.h"
#include "classpath/jdk.h"
#include "match/matcher.h"
#include "spec/class_path_types.h"
#include "spec/load.h"
#include "spec/plan_builder.h"

namespace revmon {
namespace {

using wire::Test;

// AspectJ and Java write nested types with a dot.
std::string Dots(std::string text) {
  std::replace(text.begin(), text.end(), '$', '.');
  return text;
}

std::string JavaType(const wire::TypePattern& type) {
  wire::TypePattern plain = type;
  plain.subtypes = false;
  plain.annotations.clear();
  return Dots(ToString(plain));
}

struct Advice {
  const wire::Event* event;
  std::set<int32_t> bound;

  std::string Arg(const wire::ArgPattern& arg) {
    if (arg.variable == wire::ArgPattern::kTypeOnly) return Dots(ToString(arg.type));
    bound.insert(arg.variable);
    return "v" + std::to_string(arg.variable);
  }
  std::string Conjunction(const wire::Alternative& tests) {
    std::string text;
    for (const Test& test : tests) {
      if (test.kind == Test::Kind::kGuard || test.kind == Test::Kind::kTrue) continue;
      text += (text.empty() ? "" : " && ") + One(test);
    }
    return text.empty() ? "within(*)" : text;
  }
  std::string One(const Test& test) {
    const std::string text = (test.negated ? "!" : "") + std::string(ToString(test.kind)) + "(";
    switch (test.kind) {
      case Test::Kind::kCall:
      case Test::Kind::kExecution:
      case Test::Kind::kGet:
      case Test::Kind::kSet:
      case Test::Kind::kInitialization:
      case Test::Kind::kPreinitialization:
      case Test::Kind::kWithinCode: return text + Dots(ToString(test.signature)) + ")";
      case Test::Kind::kCflow:
      case Test::Kind::kCflowBelow: {
        std::string inner;
        for (const wire::Alternative& tests : test.inner) {
          inner += (inner.empty() ? "(" : " || (") + Conjunction(tests) + ")";
        }
        return text + inner + ")";
      }
      default: break;
    }
    std::string args;
    for (const wire::ArgPattern& arg : test.args) args += (args.empty() ? "" : ", ") + Arg(arg);
    return text + args + ")";
  }
};

bool IsAfter(const wire::Event& event) {
  return event.advice != wire::Event::Advice::kBefore && event.advice != wire::Event::Advice::kAround;
}

// One advice, on one line. before and after go to aspects of their own: in one, AspectJ wants an order.
std::string AdviceOf(const wire::Event& event, const wire::Alternative& alternative) {
  Advice advice{&event, {}};
  const std::string pointcut = advice.Conjunction(alternative);
  std::string formals, returning;
  for (int32_t variable : advice.bound) {
    formals += (formals.empty() ? "" : ", ") + JavaType(event.variables[static_cast<size_t>(variable)].type) +
               " v" + std::to_string(variable);
  }
  std::string kind = "before(" + formals + ")";
  if (IsAfter(event)) {
    kind = "after(" + formals + ")";
    if (event.advice == wire::Event::Advice::kAfterReturning) returning = " returning";
    if (event.advice == wire::Event::Advice::kAfterThrowing) returning = " throwing";
    for (const wire::Variable& variable : event.variables) {
      const bool value = variable.source == wire::Variable::Source::kReturning ||
                         variable.source == wire::Variable::Source::kThrowing;
      if (value && !returning.empty()) returning += "(" + JavaType(variable.type) + " result)";
    }
  }
  return kind + returning + ": " + pointcut + " && !within(Before) && !within(After) { }";
}

Result<wire::Plan> ReadPlan(const classpath::ClassPath& path, const std::vector<std::string>& files) {
  const spec::ClassPathTypes types(path);
  RealFileSystem fs;
  std::vector<spec::Spec> specs;
  for (const std::string& file : files) {
    REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, fs.ReadFile(file));
    spec::LoadedFile loaded = spec::Load(file, std::string(bytes.begin(), bytes.end()), &types);
    for (spec::Spec& one : loaded.specs) specs.push_back(std::move(one));
    if (loaded.specs.empty()) std::fprintf(stderr, "match_tool: no spec in %s\n", file.c_str());
  }
  return spec::BuildPlan(specs);
}

std::string NameOf(const wire::Spec& spec, size_t event) {
  return spec.name + "." + spec.events[event].name + "#" + std::to_string(event);
}

void WriteAspect(const wire::Plan& plan, const std::string& out) {
  std::ofstream aspect(out + "/Events.aj"), events(out + "/events.txt");
  int line = 0;
  for (bool after : {false, true}) {
    aspect << (after ? "aspect After {\n" : "aspect Before {\n");
    ++line;
    for (const wire::Spec& spec : plan.specs) {
      for (size_t e = 0; e < spec.events.size(); ++e) {
        const wire::Event& event = spec.events[e];
        if (event.trigger != wire::Event::Trigger::kJoinPoint || IsAfter(event) != after) continue;
        for (const wire::Alternative& alternative : event.alternatives) {
          aspect << AdviceOf(event, alternative) << "\n";
          events << ++line << " " << NameOf(spec, e) << "\n";
        }
      }
    }
    aspect << "}\n";
    ++line;
  }
}

// The line; of a body the member, since javac and AspectJ have different ideas of where a body starts.
std::string PlaceOf(const classfile::ClassFile& file, const match::JoinPoint& point) {
  using Kind = match::JoinPointKind;
  switch (point.kind) {
    case Kind::kStaticInitialization: return "<clinit>";
    case Kind::kMethodExecution:
    case Kind::kConstructorExecution:
    case Kind::kInitialization:
    case Kind::kPreinitialization: break;
    default: return std::to_string(point.line);
  }
  const classfile::Member& member = file.methods()[point.method];
  std::string text = classfile::MethodToJava(member.name, member.descriptor);
  text = text.substr(text.find(' ') + 1);
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

Status WriteMatches(const wire::Plan& plan, const classpath::ClassPath& path, const std::string& classes,
                    const std::string& out) {
  match::ClassPathWorld world(path);
  match::Matcher matcher(plan, world);
  RealFileSystem fs;
  std::set<std::string> lines;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(classes)) {
    if (entry.path().extension() != ".class") continue;
    REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, fs.ReadFile(entry.path().string()));
    REVMON_ASSIGN_OR_RETURN(classfile::ClassFile file, classfile::ClassFile::Parse(bytes));
    REVMON_ASSIGN_OR_RETURN(std::vector<match::JoinPoint> points, matcher.Match(file));
    for (const match::JoinPoint& point : points) {
      for (const match::Match& one : point.matches) {
        std::string name(file.name());
        std::replace(name.begin(), name.end(), '/', '.');
        lines.insert(name + " " + PlaceOf(file, point) + " " + NameOf(plan.specs[one.spec], one.event));
      }
    }
  }
  std::ofstream ours(out + "/ours.txt");
  for (const std::string& line : lines) ours << line << "\n";
  return OkStatus();
}

Status Run(const std::vector<std::string>& args) {
  RealFileSystem fs;
  REVMON_ASSIGN_OR_RETURN(classpath::Jdk jdk, classpath::OpenJdk(fs, args[0]));
  classpath::ClassPath path(fs, {.release = jdk.feature});
  path.AddJdk(jdk);
  path.AddElement(args[1]);
  REVMON_ASSIGN_OR_RETURN(wire::Plan plan, ReadPlan(path, {args.begin() + 3, args.end()}));
  WriteAspect(plan, args[2]);
  return WriteMatches(plan, path, args[1], args[2]);
}

}  // namespace
}  // namespace revmon

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  if (args.size() < 4) {
    std::fprintf(stderr, "usage: match_tool JDK CLASSES OUT SPEC...\n");
    return 2;
  }
  const revmon::Status status = revmon::Run(args);
  if (!status.ok()) std::fprintf(stderr, "match_tool: %s\n", status.error().Text().c_str());
  return status.ok() ? 0 : 1;
}
