#include "experiment/plan.h"

// With exceptions, as everywhere in this program: toml++ in two settings does not link into one (no
// diagnostic, a crash).
#include <toml++/toml.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/path.h"
#include "base/suggest.h"

namespace revmon::experiment {
namespace {

// One table of the plan. Reads what is asked for and remembers it, so that the rest can be refused; the first
// mistake wins.
class Table {
 public:
  Table(const toml::table& table, std::string what, const std::string& file)
      : table_(table), what_(std::move(what)), file_(file) {}

  std::string Text(std::string_view key, std::string otherwise = "") {
    const toml::node* node = Find(key);
    if (node == nullptr) return otherwise;
    if (!node->is_string()) return Wrong(*node, key, "a text"), otherwise;
    return **node->as_string();
  }
  uint32_t Number(std::string_view key, uint32_t otherwise, uint32_t least) {
    const toml::node* node = Find(key);
    if (node == nullptr) return otherwise;
    constexpr int64_t kMost = 1'000'000;
    int64_t value = node->is_integer() ? **node->as_integer() : -1;
    if (value < least || value > kMost) {
      Wrong(*node, key, "a number from " + std::to_string(least) + " to " + std::to_string(kMost));
      return otherwise;
    }
    return static_cast<uint32_t>(value);
  }
  std::vector<std::string> Texts(std::string_view key) {
    std::vector<std::string> out;
    Each(key, "a list of texts", [&](const toml::node& item) {
      if (item.is_string()) out.push_back(**item.as_string());
      return item.is_string();
    });
    return out;
  }
  std::vector<int64_t> Integers(std::string_view key) {
    std::vector<int64_t> out;
    Each(key, "a list of numbers", [&](const toml::node& item) {
      if (item.is_integer()) out.push_back(**item.as_integer());
      return item.is_integer();
    });
    return out;
  }
  void Refuse(std::string text) { Refuse(table_, std::move(text)); }

  // Call last: what nobody asked for is a mistake.
  [[nodiscard]] Status Done() {
    for (const auto& [key, node] : table_) {
      if (known_.contains(key.str())) continue;
      std::vector<std::string> names(known_.begin(), known_.end());
      std::string hint = DidYouMean(key.str(), names);
      error_ = OkStatus();  // what else is wrong may well follow from it
      Refuse(node,
             what_ + " has no option '" + std::string(key.str()) + "'" + (hint.empty() ? "" : ", ") + hint);
    }
    return error_;
  }

 private:
  const toml::node* Find(std::string_view key) {
    known_.emplace(key);
    return table_.get(key);
  }
  template <typename Take>
  void Each(std::string_view key, const char* wanted, Take take) {
    const toml::node* node = Find(key);
    if (node == nullptr) return;
    const toml::array* list = node->as_array();
    bool fits = list != nullptr;
    if (fits) {
      for (const toml::node& item : *list) fits = fits && take(item);
    }
    if (!fits) Wrong(*node, key, wanted);
  }
  void Wrong(const toml::node& node, std::string_view key, const std::string& wanted) {
    Refuse(node, "'" + std::string(key) + "' of " + what_ + " must be " + wanted);
  }
  void Refuse(const toml::node& node, std::string text) {
    if (!error_.ok()) return;
    const toml::source_position at = node.source().begin;
    error_ = Error(ErrorCode::kInvalid, std::move(text)).At(file_).AtLine(at.line, at.column);
  }

  const toml::table& table_;
  std::string what_;
  const std::string& file_;
  std::set<std::string, std::less<>> known_;
  Status error_ = OkStatus();
};

class Reader {
 public:
  Reader(const std::string& file, const std::string& folder) : file_(file), folder_(folder) {}

  Result<Plan> Read(const toml::table& root) {
    REVMON_RETURN_IF_ERROR(Sections(root));
    if (const toml::table* settings = root["experiment"].as_table()) {
      REVMON_RETURN_IF_ERROR(Settings(*settings));
    }
    REVMON_RETURN_IF_ERROR(Each(root, "project", [this](const toml::table& t) { return ReadProject(t); }));
    REVMON_RETURN_IF_ERROR(
        Each(root, "technique", [this](const toml::table& t) { return ReadTechnique(t); }));
    REVMON_RETURN_IF_ERROR(Names());
    return std::move(plan_);
  }

 private:
  Status Sections(const toml::table& root) {
    for (const auto& [key, node] : root) {
      if (key.str() == "experiment" || key.str() == "project" || key.str() == "technique") continue;
      return At(node, "no section '" + std::string(key.str()) +
                          "' in a plan; there are [experiment], [[project]] and [[technique]]");
    }
    return OkStatus();
  }

  Status Settings(const toml::table& table) {
    Table in(table, "[experiment]", file_);
    plan_.repetitions = in.Number("repetitions", plan_.repetitions, 1);
    plan_.time_limit = std::chrono::seconds(in.Number("time_limit", 3600, 1));
    plan_.baseline = in.Text("baseline");
    plan_.reference = in.Text("reference");
    std::vector<std::string> jdks = in.Texts("jdks");
    if (!jdks.empty()) plan_.jdks = std::move(jdks);
    return in.Done();
  }

  template <typename One>
  Status Each(const toml::table& root, std::string_view key, One one) {
    const toml::node* node = root.get(key);
    const toml::array* list = node == nullptr ? nullptr : node->as_array();
    if (list == nullptr || list->empty()) {
      return Error(ErrorCode::kInvalid, "the plan has no [[" + std::string(key) + "]]").At(file_);
    }
    for (const toml::node& item : *list) {
      if (!item.is_table()) return At(item, "[[" + std::string(key) + "]] must be a table");
      REVMON_RETURN_IF_ERROR(one(*item.as_table()));
    }
    return OkStatus();
  }

  Status ReadProject(const toml::table& table) {
    Table in(table, "[[project]]", file_);
    Project project;
    project.name = in.Text("name");
    project.path = in.Text("path");
    project.revisions = in.Texts("revisions");
    project.range = in.Text("range");
    project.last = in.Number("last", 0, 1);
    project.head = in.Text("head", "HEAD");
    project.build = in.Text("build");
    project.test = in.Text("test");
    project.classes = in.Texts("classes");
    if (!IsName(project.name)) in.Refuse("[[project]] needs a 'name' of letters, digits, '-', '_' and '.'");
    if (project.path.empty()) in.Refuse("project '" + project.name + "' needs a 'path'");
    const int ways = static_cast<int>(!project.revisions.empty()) + static_cast<int>(!project.range.empty()) +
                     static_cast<int>(project.last > 0);
    if (ways != 1) {
      in.Refuse("project '" + project.name + "' needs one of 'revisions', 'range' and 'last'");
    }
    if (project.last > 0 && project.classes.empty()) {
      in.Refuse("project '" + project.name +
                "' needs 'classes', the folders of class files that 'last' compares");
    }
    if (!project.path.starts_with('/')) project.path = JoinPath(folder_, project.path);
    plan_.projects.push_back(std::move(project));
    return in.Done();
  }

  Status ReadTechnique(const toml::table& table) {
    Table in(table, "[[technique]]", file_);
    Technique technique;
    technique.name = in.Text("name");
    technique.revmon = in.Texts("revmon");
    technique.command = in.Text("command");
    technique.keep = in.Texts("keep");
    technique.exits = in.Integers("exits");
    if (!IsName(technique.name)) {
      in.Refuse("[[technique]] needs a 'name' of letters, digits, '-', '_' and '.'");
    }
    if (technique.revmon.empty() == technique.command.empty()) {
      in.Refuse("technique '" + technique.name + "' needs either 'revmon' or 'command'");
    }
    for (const std::string& path : technique.keep) {
      const bool leaves = path.starts_with('/') || path.find("..") != std::string::npos;
      if (path.empty() || leaves) in.Refuse("'keep' must name files below the project: '" + path + "'");
    }
    if (technique.exits.empty()) {
      technique.exits = technique.revmon.empty() ? std::vector<int64_t>{0} : std::vector<int64_t>{0, 1};
    }
    plan_.techniques.push_back(std::move(technique));
    return in.Done();
  }

  // Names become folders, and rows of tables: no two may be the same.
  Status Names() {
    std::set<std::string> projects, techniques;
    for (const Project& project : plan_.projects) {
      if (!projects.insert(project.name).second) return Twice("projects", project.name);
    }
    for (const Technique& technique : plan_.techniques) {
      if (!techniques.insert(technique.name).second) return Twice("techniques", technique.name);
    }
    if (plan_.baseline.empty()) plan_.baseline = plan_.techniques.front().name;
    if (plan_.reference.empty()) plan_.reference = plan_.baseline;
    for (const std::string& name : {plan_.baseline, plan_.reference}) {
      if (techniques.contains(name)) continue;
      return Error(ErrorCode::kInvalid, "[experiment] names the technique '" + name + "', which is not there")
          .At(file_);
    }
    return OkStatus();
  }
  Status Twice(const std::string& what, const std::string& name) {
    return Error(ErrorCode::kInvalid, "two " + what + " are called '" + name + "'").At(file_);
  }
  static bool IsName(const std::string& name) {
    return !name.empty() && !name.starts_with('.') &&
           std::all_of(name.begin(), name.end(), [](unsigned char c) {
             return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
           });
  }
  Status At(const toml::node& node, std::string text) {
    const toml::source_position at = node.source().begin;
    return Error(ErrorCode::kInvalid, std::move(text)).At(file_).AtLine(at.line, at.column);
  }

  const std::string& file_;
  const std::string& folder_;
  Plan plan_;
};

}  // namespace

Result<Plan> ParsePlan(std::string_view text, const std::string& file, const std::string& folder) {
  try {
    return Reader(file, folder).Read(toml::parse(text, file));
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    return Error(ErrorCode::kMalformed, std::string(error.description())).At(file).AtLine(at.line, at.column);
  }
}

}  // namespace revmon::experiment
