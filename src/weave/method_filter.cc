#include "weave/method_filter.h"

namespace revmon::weave {

MethodFilter::MethodFilter(const std::vector<wire::ClassMethods>& classes) {
  for (const wire::ClassMethods& one : classes) {
    classes_[one.name].insert(one.methods.begin(), one.methods.end());
  }
}

void MethodFilter::Apply(const classfile::ClassFile& file, std::vector<match::JoinPoint>& points) const {
  auto listed = classes_.find(file.name());
  if (listed == classes_.end()) return;
  std::erase_if(points, [&](match::JoinPoint& point) {
    std::string key = "<clinit>()V";  // one that has to be added
    if (point.method < file.methods().size()) {
      const classfile::Member& method = file.methods()[point.method];
      key.assign(method.name).append(method.descriptor);
    }
    if (listed->second.contains(key)) return false;
    point.matches.clear();
    return point.flows.empty();
  });
}

}  // namespace revmon::weave
