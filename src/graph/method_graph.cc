#include "graph/method_graph.h"

#include <algorithm>

#include "classfile/descriptor.h"
#include "graph/method_links.h"

namespace revmon::graph {
namespace {

std::string Dotted(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '/', '.');
  return out;
}

// One type of a descriptor from `at` on, as Java has it.
std::string TypeAt(std::string_view text, size_t& at) {
  size_t dimensions = 0;
  while (at < text.size() && text[at] == '[') ++dimensions, ++at;
  std::string out;
  if (at >= text.size()) return out;
  static constexpr std::string_view kLetters = "BCDFIJSZV";
  static constexpr std::string_view kWords[] = {"byte", "char",  "double",  "float", "int",
                                                "long", "short", "boolean", "void"};
  char letter = text[at];
  if (letter == 'L') {
    size_t end = std::min(text.find(';', at), text.size());
    out = Dotted(text.substr(at + 1, end - at - 1));
    at = end;
  } else if (size_t word = kLetters.find(letter); word != std::string_view::npos) {
    out = kWords[word];
  }
  ++at;
  for (; dimensions > 0; --dimensions) out += "[]";
  return out;
}

std::string Parameters(std::string_view descriptor) {
  std::string out = "(";
  for (size_t at = 1; at < descriptor.size() && descriptor[at] != ')';) {
    if (out.size() > 1) out += ", ";
    out += TypeAt(descriptor, at);
  }
  return out + ")";
}

}  // namespace

MethodGraph MethodGraph::Link(std::span<const Program* const> programs,
                              std::span<const CopiedConstant> copies, const classpath::Hierarchy* outer,
                              bool fields) {
  MethodNodes nodes;
  for (const Program* program : programs) {
    MethodLinker(*program, nodes, outer, fields, program == programs.back()).Run(copies);
  }
  MethodGraph out;
  out.kinds = std::move(nodes.kinds);
  out.types = std::move(nodes.types);
  out.all = std::move(nodes.all);
  out.is_reflecting = std::move(nodes.reflecting);
  for (NodeId id = 0; id < out.kinds.size(); ++id) {
    if (out.is_reflecting[id]) out.reflects.push_back(id);
  }
  out.graph = DependencyGraph(std::move(nodes.names), std::move(nodes.exists), std::move(nodes.library),
                              std::move(nodes.edges));
  return out;
}

std::vector<std::vector<NodeId>> MethodGraph::NodesByType() const {
  std::vector<std::vector<NodeId>> out(kinds.size());
  for (NodeId id = 0; id < kinds.size(); ++id) {
    // A call stands for no part of the class.
    if (types[id] != kNoNode && kinds[id] != NodeKind::kCall) out[types[id]].push_back(id);
  }
  return out;
}

std::string ShownNode(std::string_view name) {
  if (name.starts_with(':')) return std::string(name.substr(1));
  size_t dot = name.find('.');
  if (dot == std::string_view::npos) return name == "<tests>" ? "the tests' framework" : Dotted(name);
  std::string type = Dotted(name.substr(0, dot));
  std::string_view member = name.substr(dot + 1);
  if (member == "*") return "all of " + type;
  if (member == "<run>") return "what runs the tests of " + type;
  bool call = member.ends_with('+');
  if (call) member.remove_suffix(1);
  if (size_t colon = member.find(':'); colon != std::string_view::npos) {
    return type + "." + std::string(member.substr(0, colon));
  }
  size_t open = std::min(member.find('('), member.size());
  std::string_view method = member.substr(0, open);
  if (method == "<clinit>") return type + "'s initialiser";
  std::string shown = method == "<init>" ? type : type + "." + std::string(method);
  return shown + Parameters(member.substr(open)) + (call ? " or an override" : "");
}

}  // namespace revmon::graph
