#include "experiment/cell.h"

namespace revmon::experiment {

std::string Lane::Key() const {
  std::string name = jdk;
  while (name.ends_with('/')) name.pop_back();
  name = name.substr(name.rfind('/') + 1);
  return project->name + "/" + technique->name + "/" + (name.empty() ? "jdk" : name) + "/" +
         std::to_string(repetition);
}

std::vector<Lane> LanesOf(const Plan& plan, const std::vector<std::vector<std::string>>& revisions) {
  std::vector<Lane> lanes;
  for (uint32_t repetition = 0; repetition < plan.repetitions; ++repetition) {
    for (size_t p = 0; p < plan.projects.size(); ++p) {
      for (const std::string& jdk : plan.jdks) {
        for (const Technique& technique : plan.techniques) {
          lanes.push_back({.project = &plan.projects[p],
                           .technique = &technique,
                           .jdk = jdk,
                           .repetition = repetition,
                           .revisions = revisions[p]});
        }
      }
    }
  }
  return lanes;
}

std::string Expand(std::string_view command, const std::vector<Placeholder>& values) {
  std::string out;
  while (!command.empty()) {
    const Placeholder* found = nullptr;
    for (const Placeholder& value : values) {
      const bool here = command.size() >= value.name.size() + 2 && command[0] == '{' &&
                        command.substr(1, value.name.size()) == value.name &&
                        command[value.name.size() + 1] == '}';
      if (here) found = &value;
    }
    if (found != nullptr) {
      out += found->value;
      command.remove_prefix(found->name.size() + 2);
    } else {
      out += command[0];
      command.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace revmon::experiment
