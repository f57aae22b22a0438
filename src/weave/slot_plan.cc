#include "weave/slot_plan.h"

#include <algorithm>
#include <initializer_list>

namespace revmon::weave {
namespace {

using classfile::ClassFile;

constexpr std::string_view kObject = "java/lang/Object";
constexpr size_t kMaxDepth = 1000;  // superclasses of one class; against circles

// A superclass in the JDK, and classes that extend it and implement more than it does.
struct Stem {
  std::string_view name;
  std::initializer_list<std::string_view> extended_by;
};

const Stem kStems[] = {
    {"java/util/AbstractCollection",
     {"java/util/ArrayList", "java/util/LinkedList", "java/util/HashSet", "java/util/TreeSet",
      "java/util/ArrayDeque", "java/util/concurrent/LinkedBlockingDeque",
      "java/util/concurrent/LinkedTransferQueue"}},
    {"java/util/AbstractMap",
     {"java/util/HashMap", "java/util/TreeMap", "java/util/concurrent/ConcurrentSkipListMap"}},
    {"java/util/Dictionary", {"java/util/Hashtable"}},
    {"java/util/HashMap$HashIterator", {"java/util/HashMap$KeyIterator"}},
    {"java/util/LinkedHashMap$LinkedHashIterator", {"java/util/LinkedHashMap$LinkedKeyIterator"}},
    {"java/util/concurrent/ConcurrentHashMap$Traverser",
     {"java/util/concurrent/ConcurrentHashMap$KeyIterator"}},
    {"java/util/ArrayList$Itr", {"java/util/ArrayList$ListItr"}},
    {"java/util/AbstractList$Itr", {"java/util/AbstractList$ListItr"}},
    {"java/util/Vector$Itr", {"java/util/Vector$ListItr"}},
    {"java/util/stream/PipelineHelper",
     {"java/util/stream/ReferencePipeline", "java/util/stream/IntPipeline", "java/util/stream/LongPipeline",
      "java/util/stream/DoublePipeline"}},
    {"java/util/concurrent/AbstractExecutorService",
     {"java/util/concurrent/ForkJoinPool", "java/util/concurrent/ScheduledThreadPoolExecutor"}},
    {"java/io/InputStream", {"java/io/ObjectInputStream"}},
    {"java/io/OutputStream", {"java/io/ObjectOutputStream"}},
    {"java/nio/Buffer", {"java/nio/CharBuffer"}},
    {"java/nio/channels/spi/AbstractInterruptibleChannel",
     {"java/nio/channels/FileChannel", "java/nio/channels/SocketChannel",
      "java/nio/channels/DatagramChannel"}},
};

bool IsTooGeneral(std::string_view type) {
  return type == kObject || type == "java/io/Serializable" || type == "java/lang/Cloneable" ||
         type == "java/lang/Comparable";
}

// The JVM knows how these are laid out, or they are part of how it finds and runs code.
bool IsUntouchable(std::string_view name) {
  constexpr std::string_view kPackages[] = {"java/lang/ref/",
                                            "java/lang/invoke/",
                                            "java/lang/reflect/",
                                            "java/lang/module/",
                                            "jdk/internal/vm/",
                                            "jdk/internal/ref/",
                                            "jdk/internal/misc/",
                                            "jdk/internal/loader/",
                                            "jdk/internal/reflect/",
                                            "sun/reflect/",
                                            "revmon/",
                                            "java/util/Rev"};
  constexpr std::string_view kClasses[] = {
      "java/lang/Object",      "java/lang/String", "java/lang/Class",
      "java/lang/ClassLoader", "java/lang/Number", "java/lang/Boolean",
      "java/lang/Character",   "java/lang/Module", "java/lang/StackTraceElement",
      "java/lang/Record",      "java/lang/Enum",   "java/lang/StackStreamFactory",
      "java/lang/System"};
  for (std::string_view package : kPackages) {
    if (name.starts_with(package)) return true;
  }
  return std::find(std::begin(kClasses), std::end(kClasses), name) != std::end(kClasses);
}

std::string Internal(std::string_view binary_name) {
  std::string name(binary_name);
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

}  // namespace

SlotPlan::SlotPlan(const wire::Plan& plan, match::TypeWorld& world) : world_(world) {
  for (const wire::Spec& spec : plan.specs) {
    for (const wire::Parameter& parameter : spec.parameters) {
      const wire::TypePattern& type = parameter.type;
      if (type.kind != wire::TypePattern::Kind::kExact || type.dimensions != 0) continue;
      std::string name = Internal(type.name);
      // A type without package is a primitive, or one that no two class loaders agree on.
      if (name.find('/') != std::string::npos && !IsTooGeneral(name)) types_.insert(std::move(name));
    }
  }
  for (const std::string& type : types_) {
    const match::TypeInfo* info = world_.Find(type);
    for (size_t depth = 0; info != nullptr && !info->is_interface() && depth < kMaxDepth; ++depth) {
      if (info->super == kObject) stems_.emplace(info->name);
      if (info->super.empty() || info->super == kObject) break;
      info = world_.Find(info->super);
    }
  }
  for (const Stem& stem : kStems) {
    if (std::any_of(stem.extended_by.begin(), stem.extended_by.end(),
                    [&](std::string_view name) { return IsOfParameter(name); })) {
      stems_.emplace(stem.name);
    }
  }
}

bool SlotPlan::IsOfParameter(std::string_view name) {
  for (std::string_view type : world_.SupertypesOf(name).names) {
    if (types_.contains(std::string(type))) return true;
  }
  return false;
}

bool SlotPlan::Owns(const ClassFile& file) {
  constexpr uint16_t kNoOwner = classfile::kAccInterface | classfile::kAccModule;
  if (types_.empty() || (file.access_flags() & kNoOwner) != 0) return false;
  if (file.super_name() != kObject || IsUntouchable(file.name())) return false;
  std::string name(file.name());
  if (types_.contains(name) || stems_.contains(name)) return true;
  for (size_t i = 0; i < file.interface_count(); ++i) {
    if (IsOfParameter(file.interface_name(i))) return true;
  }
  return false;
}

std::vector<std::string> SlotPlan::ViewsOf(const ClassFile& file) {
  if ((file.access_flags() & classfile::kAccPublic) != 0) return {std::string(file.name())};
  if (file.name() == "java/lang/AbstractStringBuilder") {
    return {"java/lang/StringBuffer", "java/lang/StringBuilder"};
  }
  return {};
}

bool SlotPlan::ReachesObjectClone(std::string_view owner) {
  for (size_t depth = 0; depth < kMaxDepth; ++depth) {
    if (owner.empty() || owner == kObject) return true;
    const match::TypeInfo* info = world_.Find(owner);
    if (info == nullptr) return true;
    for (const match::MemberInfo& method : match::MembersNamed(info->methods, "clone")) {
      if (method.descriptor == "()Ljava/lang/Object;") return false;
    }
    owner = info->super;
  }
  return true;
}

}  // namespace revmon::weave
