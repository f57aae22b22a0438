#include "project/pom.h"

#include <algorithm>
#include <pugixml.hpp>

namespace revmon::project {
namespace {

// The text of a child element without the white space around it.
std::string TextOf(const pugi::xml_node& node, const char* child) {
  std::string text = node.child(child).child_value();
  const char* blanks = " \t\r\n";
  size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::string OwnText(const pugi::xml_node& node) {
  std::string text = node.child_value();
  text.erase(0, text.find_first_not_of(" \t\r\n"));
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  return text;
}

void ReadModules(const pugi::xml_node& owner, Pom& pom) {
  for (const char* list : {"modules", "subprojects"}) {  // Maven 4 renames them
    for (const pugi::xml_node& module : owner.child(list).children()) {
      std::string name = OwnText(module);
      if (!name.empty() && std::find(pom.modules.begin(), pom.modules.end(), name) == pom.modules.end()) {
        pom.modules.push_back(name);
      }
    }
  }
}

void ReadDependencies(const pugi::xml_node& owner, Pom& pom) {
  for (const pugi::xml_node& dependency : owner.child("dependencies").children("dependency")) {
    pom.dependencies.push_back(TextOf(dependency, "groupId") + ":" + TextOf(dependency, "artifactId"));
  }
}

void ReadPlugins(const pugi::xml_node& plugins, Pom& pom) {
  for (const pugi::xml_node& plugin : plugins.children("plugin")) {
    const pugi::xml_node configuration = plugin.child("configuration");
    pom.plugins.push_back({.artifact = TextOf(plugin, "artifactId"),
                           .version = TextOf(plugin, "version"),
                           .arg_line = TextOf(configuration, "argLine"),
                           .fork_count = TextOf(configuration, "forkCount")});
  }
}

void ReadParts(const pugi::xml_node& owner, Pom& pom) {
  ReadModules(owner, pom);
  ReadDependencies(owner, pom);
  ReadPlugins(owner.child("build").child("plugins"), pom);
  ReadPlugins(owner.child("build").child("pluginManagement").child("plugins"), pom);
}

Error At(std::string_view text, size_t offset, const std::string& message) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n') + 1);
  const size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return Error(ErrorCode::kMalformed, message).AtLine(line, static_cast<uint32_t>(before.size() - start + 1));
}

}  // namespace

Result<Pom> ReadPom(std::string_view text) {
  pugi::xml_document document;
  pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size());
  if (!parsed) {
    return At(text, static_cast<size_t>(parsed.offset), std::string("not XML: ") + parsed.description());
  }
  const pugi::xml_node root = document.child("project");
  if (!root) return At(text, 0, "not a pom: it has no <project>");
  Pom pom;
  pom.artifact = TextOf(root, "artifactId");
  if (pom.artifact.empty()) {
    return At(text, static_cast<size_t>(root.offset_debug()), "not a pom: it has no <artifactId>");
  }
  pom.group = TextOf(root, "groupId");
  if (pom.group.empty()) pom.group = TextOf(root.child("parent"), "groupId");
  if (std::string packaging = TextOf(root, "packaging"); !packaging.empty()) pom.packaging = packaging;
  ReadParts(root, pom);
  for (const pugi::xml_node& profile : root.child("profiles").children("profile")) ReadParts(profile, pom);
  return pom;
}

}  // namespace revmon::project
