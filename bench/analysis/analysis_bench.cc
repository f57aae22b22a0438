// analysis_bench [CLASSES]: how long does it take to find out what a change affects?
//
// A synthetic program: CLASSES classes (1,000) of 10 methods, two fields and four calls a method, in a
// hierarchy; five of them change. Cold: nothing is known yet. Warm: the facts of the program before are in a
// real store. Prints the time from class files on disk to impacted classes and methods, best of five, and
// peak memory.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "base/file_system.h"
#include "classfile/class_builder.h"
#include "graph/impact.h"
#include "graph/method_diff.h"
#include "graph/method_graph.h"
#include "graph/program.h"
#include "select/store_cache.h"
#include "store/store.h"

namespace {

namespace fs = std::filesystem;
using namespace revmon;
using classfile::Opcode;

std::string NameOf(int id) { return "p" + std::to_string(id / 50) + "/C" + std::to_string(id); }

// Calls go to classes of smaller numbers, most of them near; every tenth class has subclasses.
std::vector<uint8_t> ClassOf(int id, int edit) {
  std::string name = NameOf(id);
  std::string super = id % 10 != 0 ? NameOf(id - id % 10) : "java/lang/Object";
  classfile::ClassBuilder out(classfile::kJava8, classfile::kAccPublic | classfile::kAccSuper, name, super);
  out.Field(classfile::kAccPublic, "f", "I").Field(classfile::kAccPublic | classfile::kAccStatic, "s", "I");
  out.Method(classfile::kAccPublic, "<init>", "()V", [&](classfile::CodeBuilder& code) {
    code.Load('A', 0).Invoke(Opcode::kInvokespecial, super, "<init>", "()V").Op(Opcode::kReturn);
  });
  for (int m = 0; m < 9; ++m) {
    uint16_t flags = m < 3 ? classfile::kAccPublic | classfile::kAccStatic : classfile::kAccPublic;
    out.Method(flags, "m" + std::to_string(m), "(I)I", [&](classfile::CodeBuilder& code) {
      for (int call = 0; call < 4 && id > 0; ++call) {
        int target = std::max(0, id - 1 - (id * 7 + m * 13 + call * 31) % 40);
        std::string owner = NameOf(target);
        int method = (id + m + call) % 9;
        if (method >= 3) {
          code.Type(Opcode::kNew, owner)
              .Op(Opcode::kDup)
              .Invoke(Opcode::kInvokespecial, owner, "<init>", "()V");
        }
        code.PushInt(call);
        code.Invoke(method < 3 ? Opcode::kInvokestatic : Opcode::kInvokevirtual, owner,
                    "m" + std::to_string(method), "(I)I");
        code.Field(Opcode::kPutstatic, owner, "s", "I");
      }
      code.PushInt(id + (m == 4 ? edit : 0)).Op(Opcode::kIreturn);
    });
  }
  return out.Write().value();
}

void Write(const fs::path& folder, int classes, bool edited) {
  for (int id = 0; id < classes; ++id) {
    bool changes = edited && id % (classes / 5) == classes / 10;
    std::vector<uint8_t> bytes = ClassOf(id, changes ? 100'000 : 0);
    fs::path file = folder / (NameOf(id) + ".class");
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
}

double BestMs(int rounds, const std::function<void()>& work) {
  double best = 1e9;
  for (int i = 0; i < rounds; ++i) {
    auto start = std::chrono::steady_clock::now();
    work();
    std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count());
  }
  return best;
}

size_t Analyse(const graph::Program& before, const graph::Program& after, graph::Detail detail) {
  graph::ProgramDiff diff = graph::Compare(before, after);
  const graph::Program* programs[] = {&before, &after};
  if (detail == graph::Detail::kMethods) {
    graph::MethodGraph graph = graph::MethodGraph::Link(programs, diff.copies, nullptr);
    std::vector<graph::NodeId> changed = graph::ChangedNodes(graph, before, after, diff);
    return graph::Impact::Compute(graph, changed, graph::Closure::kPs1).Nodes().size();
  }
  graph::DependencyGraph graph = graph::DependencyGraph::Link(programs, diff.copies);
  std::vector<graph::NodeId> changed;
  for (const graph::EntryChange& change : diff.changes) changed.push_back(*graph.FindClass(change.name));
  return graph::Impact::Compute(graph, changed, graph::Closure::kPs1).Nodes().size();
}

}  // namespace

int main(int argc, char** argv) {
  int classes = argc > 1 ? std::atoi(argv[1]) : 1000;
  char name[] = "/tmp/revmon-analysis-XXXXXX";
  if (classes < 10 || mkdtemp(name) == nullptr) return 2;
  fs::path folder = name;
  Write(folder / "old", classes, false);
  Write(folder / "new", classes, true);
  RealFileSystem files;
  auto read = [&](const char* part, graph::FactsCache* cache, graph::Detail detail) {
    return graph::Program::Read(files, {{(folder / part).string(), false}}, 17, cache, detail);
  };
  for (graph::Detail detail : {graph::Detail::kClasses, graph::Detail::kMethods}) {
    const char* level = detail == graph::Detail::kMethods ? "methods" : "classes";
    double cold = BestMs(3, [&] {
      graph::Program program = read("old", nullptr, detail);
      const graph::Program* programs[] = {&program};
      if (detail == graph::Detail::kMethods) {
        static_cast<void>(graph::MethodGraph::Link(programs, {}, nullptr));
      } else {
        static_cast<void>(graph::DependencyGraph::Link(programs));
      }
    });
    std::vector<std::string> notes;
    Result<store::Store> store = store::Store::Open((folder / level / "store.db").string(), &notes);
    if (!store.ok()) return 2;
    std::vector<graph::ContainerSnapshot> snapshots;
    {
      select::StoreCache cache(*store);
      snapshots = read("old", &cache, detail).containers();
    }
    size_t impacted = 0;
    auto once = [&] {
      select::StoreCache cache(*store);
      graph::Program after = read("new", &cache, detail);
      graph::Program before = graph::Program::Restore(snapshots, cache, detail).value();
      impacted = Analyse(before, after, detail);
      if (!cache.Flush().ok()) std::abort();
    };
    double first = BestMs(1, once);
    double warm = BestMs(5, once);
    std::printf("%-8s cold %7.1f ms, first %7.1f ms, warm %7.1f ms, %zu nodes impacted\n", level, cold, first,
                warm, impacted);
  }
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("peak %ld MB\n", usage.ru_maxrss / 1024);
  fs::remove_all(folder);
  return 0;
}
