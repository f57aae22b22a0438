#include "evolution/history.h"

#include <algorithm>

namespace revmon::testing {
namespace {

using graph::EdgeKind;

uint64_t Mix(uint64_t a, uint64_t b) {
  uint64_t x = (a ^ (b + 0x9e3779b97f4a7c15 + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9;
  return x ^ (x >> 31);
}

// A call of each, one statement: the pointcuts of the test's specs.
constexpr const char* kEvents[Model::kSpecs] = {
    "((java.util.Iterator<?>) x).next();",
    "((java.util.StringTokenizer) x).nextToken();",
    "((java.util.Random) x).nextInt();",
    "((java.util.Scanner) x).nextLine();",
    "((java.util.concurrent.Semaphore) x).release();",
    "((java.util.BitSet) x).flip(1);",
};

constexpr EdgeKind kKinds[] = {
    EdgeKind::kUses, EdgeKind::kInherits,   EdgeKind::kDynamic,  EdgeKind::kSignature, EdgeKind::kAnnotation,
    EdgeKind::kNest, EdgeKind::kReflection, EdgeKind::kResource, EdgeKind::kService,   EdgeKind::kConstant};

}  // namespace

Model::Model(uint32_t seed, int classes) : random_(seed) {
  for (int i = 0; i < classes; ++i) AddClass(i < classes / 5, false);
  for (int i = 0; i < 5; ++i) AddClass(false, true);
}

void Model::AddClass(bool library, bool test) {
  int id = next_id_++;
  ModelClass fresh;
  fresh.value = NewValue();
  fresh.constant = NewValue();
  fresh.library = library;
  fresh.test = test;
  fresh.spec = !test && Random(4) > 0 ? Random(kSpecs) : -1;
  classes_[id] = fresh;
  for (int n = test ? 4 : Random(4); n > 0; --n) AddDependency(id);
}

void Model::AddDependency(int id) {
  ModelClass& user = classes_.at(id);
  EdgeKind kind = kKinds[Random(static_cast<int>(std::size(kKinds)))];
  if (kind == EdgeKind::kNest) {
    // A nested class of its own, which nothing names but the class files' own attributes.
    bool has_one = std::any_of(user.dependencies.begin(), user.dependencies.end(),
                               [](const Dependency& d) { return d.kind == EdgeKind::kNest; });
    if (has_one || user.owner >= 0) return;
    int nested = next_id_++;
    ModelClass inner;
    inner.value = NewValue();
    inner.constant = NewValue();
    inner.library = user.library;
    inner.owner = id;
    inner.spec = Random(kSpecs);
    classes_[nested] = inner;
    classes_.at(id).dependencies.push_back({nested, kind});
    return;
  }
  std::vector<int> targets;
  for (const auto& [other, model] : classes_) {
    bool used = std::any_of(user.dependencies.begin(), user.dependencies.end(),
                            [&, o = other](const Dependency& d) { return d.target == o; });
    bool below = other < id && model.owner < 0 && !model.test && (!user.library || model.library);
    if (below && !used) targets.push_back(other);
  }
  // One file each, and one annotation.
  bool single = kind == EdgeKind::kService || kind == EdgeKind::kResource || kind == EdgeKind::kAnnotation;
  bool taken = std::any_of(user.dependencies.begin(), user.dependencies.end(),
                           [&](const Dependency& d) { return d.kind == kind; });
  if (targets.empty() || (single && (taken || user.library)) || user.owner >= 0) return;
  user.dependencies.push_back({targets[static_cast<size_t>(Random(static_cast<int>(targets.size())))], kind});
}

int Model::AnyClass() {
  auto at = classes_.begin();
  std::advance(at, Random(static_cast<int>(classes_.size())));
  return at->first;
}

int Model::HolderOfACopy(int otherwise) {
  std::vector<int> holders;
  for (const auto& [id, model] : classes_) {
    for (const Dependency& d : model.dependencies) {
      if (d.kind == EdgeKind::kConstant) holders.push_back(d.target);
    }
  }
  return holders.empty() ? otherwise : holders[static_cast<size_t>(Random(static_cast<int>(holders.size())))];
}

std::string Model::Edit() {
  int id = AnyClass();
  ModelClass& model = classes_.at(id);
  switch (Random(10)) {
    case 0:
    case 1:
    case 2:
    case 3: model.value = NewValue(); return "value of " + NameOf(id);
    case 4:
    case 5: {
      int holder = HolderOfACopy(id);
      classes_.at(holder).constant = NewValue();
      return "constant of " + NameOf(holder);
    }
    case 6: AddDependency(id); return "dependency added to " + NameOf(id);
    case 7:
      if (model.dependencies.empty() || model.dependencies.back().kind == EdgeKind::kNest) break;
      model.dependencies.pop_back();
      return "dependency removed from " + NameOf(id);
    case 8: {
      AddClass(false, false);
      // Somebody above has to use it: a test is moved to the top.
      ModelClass test = {};
      test.value = NewValue();
      test.constant = NewValue();
      test.test = true;
      int made = next_id_ - 1;
      while (classes_.at(made).owner >= 0) --made;
      test.dependencies.push_back({made, EdgeKind::kUses});
      classes_[next_id_++] = test;
      return "class added";
    }
    case 9:
      // Users lose the dependency with the class.
      if (model.owner >= 0 || model.test || classes_.size() < 8) break;
      std::erase_if(classes_,
                    [&](const auto& entry) { return entry.first == id || entry.second.owner == id; });
      for (auto& [other, user] : classes_) {
        std::erase_if(user.dependencies, [&](const Dependency& d) { return d.target == id; });
      }
      return "class removed";
    default: break;
  }
  model.spec = model.spec < 0 && !model.test ? Random(kSpecs) : model.spec;
  model.value = NewValue();
  return "body of " + NameOf(id);
}

uint64_t Model::Evaluate(int id, uint64_t input, Violations& out, int depth) const {
  const ModelClass& model = classes_.at(id);
  uint64_t state = Mix(input, static_cast<uint64_t>(model.value));
  for (const Dependency& dependency : model.dependencies) {
    if (dependency.kind == EdgeKind::kConstant) {
      state = Mix(state, static_cast<uint64_t>(classes_.at(dependency.target).constant));
    } else if (depth > 0) {
      state = Mix(state, Evaluate(dependency.target, state, out, depth - 1));
    }
  }
  if (model.spec >= 0 && state % 2 == 0) out.emplace(model.spec, id);
  return state;
}

Violations Model::Run() const {
  constexpr int kDeepest = 12;
  Violations out;
  for (const auto& [id, model] : classes_) {
    if (model.test) static_cast<void>(Evaluate(id, 1, out, kDeepest));
  }
  return out;
}

std::string Model::NameOf(int id, const std::map<int, ModelClass>& classes) {
  const ModelClass& model = classes.at(id);
  if (model.owner >= 0) return NameOf(model.owner, classes) + "$N" + std::to_string(id);
  return (model.test ? "p/T" : "p/C") + std::to_string(id);
}

bool Model::IsLibrary(const std::string& file) const {
  for (const auto& [id, model] : classes_) {
    if (model.owner < 0 && NameOf(id) + ".java" == file) return model.library;
  }
  return false;
}

std::string Model::Body(int id) const {
  const ModelClass& model = classes_.at(id);
  std::string body = "    Object r = Integer.valueOf(" + std::to_string(model.value) + ");\n";
  for (const Dependency& d : model.dependencies) {
    std::string target = "C" + std::to_string(d.target);
    switch (d.kind) {
      case EdgeKind::kUses: body += "    r = " + target + ".f(r);\n"; break;
      case EdgeKind::kDynamic:
        body += "    r = (java.util.function.Function<Object, Object>) " + target + "::f;\n";
        break;
      case EdgeKind::kReflection: body += "    r = \"p." + target + "\";\n"; break;
      case EdgeKind::kResource: body += "    r = \"cfg" + std::to_string(id) + ".txt\";\n"; break;
      case EdgeKind::kConstant: body += "    r = Integer.valueOf(" + target + ".K);\n"; break;
      default: break;
    }
  }
  if (model.spec >= 0) body += std::string("    ") + kEvents[model.spec] + "\n";
  return body + "    return r;\n";
}

std::string Model::Source(int id) const {
  const ModelClass& model = classes_.at(id);
  std::string annotation, parents, members;
  for (const Dependency& d : model.dependencies) {
    std::string target = "C" + std::to_string(d.target);
    if (d.kind == EdgeKind::kAnnotation) annotation = "@Ann(" + target + ".class) ";
    if (d.kind == EdgeKind::kInherits) parents += (parents.empty() ? " extends " : ", ") + target;
    if (d.kind == EdgeKind::kSignature)
      members += "  java.util.List<" + target + "> s" + std::to_string(d.target) + "();\n";
    if (d.kind == EdgeKind::kNest) {
      members += "  interface N" + std::to_string(d.target) + " { static Object f(Object x) {\n" +
                 Body(d.target) + "  } }\n";
    }
  }
  std::string name = NameOf(id).substr(2);
  return "package p;\n" + annotation + "public interface " + name + parents +
         " {\n  int K = " + std::to_string(model.constant) + ";\n" + members +
         "  static Object f(Object x) {\n" + Body(id) + "  }\n}\n";
}

std::map<std::string, std::string> Model::Files() const {
  std::map<std::string, std::string> files = {
      {"p/Ann.java", "package p;\n@interface Ann { Class<?> value(); }\n"}};
  for (const auto& [id, model] : classes_) {
    if (model.owner >= 0) continue;
    files[NameOf(id) + ".java"] = Source(id);
    for (const Dependency& d : model.dependencies) {
      std::string target = "p.C" + std::to_string(d.target);
      if (d.kind == EdgeKind::kResource) files["cfg" + std::to_string(id) + ".txt"] = "use " + target + "\n";
      if (d.kind == EdgeKind::kService) {
        std::string service = NameOf(id);
        std::replace(service.begin(), service.end(), '/', '.');
        files["META-INF/services/" + service] = target + "\n";
      }
    }
  }
  return files;
}

}  // namespace revmon::testing
