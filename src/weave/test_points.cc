#include "weave/test_points.h"

#include <algorithm>
#include <array>
#include <string>

#include "classfile/class_editor.h"
#include "classfile/code_builder.h"
#include "classfile/code_editor.h"

namespace revmon::weave {
namespace {

using classfile::ClassEditor;
using classfile::ClassFile;
using classfile::CodeBuilder;
using classfile::CodeEditor;
using classfile::Jumps;
using classfile::Member;
using classfile::Opcode;

// The numbers of revmon.rt.Tests.
enum Point : uint8_t {
  kJUnit3Start,
  kJUnit3End,
  kJUnit3Failed,
  kJUnit4Start,
  kJUnit4End,
  kJUnit4Failed,
  kJUnit4Assumption,
  kJUnit4Ignored,
  kJUnit4ClassStart,
  kJUnit4ClassEnd,
  kPlatformStart,
  kPlatformEnd,
  kPlatformSkipped,
  kTestNgTest,
  kTestNgConfigurationStart,
  kTestNgConfigurationEnd,
  kTaskMade,
  kTaskStart,
  kTaskEnd,
};

enum class Way : uint8_t {
  kArgument,    // on entry, with the first argument
  kArguments,   // on entry, with the first two
  kAround,      // on entry, and with the next point on every way out, with `this`
  kMade,        // when a constructor is done, with `this`
  kBeforeCall,  // before a call in the body, with its last argument
  kAfterCall,   // after a call in the body, with null
};

struct TestPoint {
  std::string_view owner;
  std::string_view method;
  std::string_view first_parameter;  // descriptors start with it; tells overloads apart
  Point point;
  Way way;
  std::string_view call = "";  // name of what is called, for kBeforeCall and kAfterCall
};

constexpr std::string_view kExecutor = "java/util/concurrent/ThreadPoolExecutor";
constexpr std::string_view kResult = "junit/framework/TestResult";
constexpr std::string_view kNotifier = "org/junit/runner/notification/RunNotifier";
constexpr std::string_view kAdapter = "org/junit/platform/launcher/core/ExecutionListenerAdapter";
constexpr std::string_view kListeners = "org/testng/internal/TestListenerHelper";
constexpr std::string_view kTest = "(Ljunit/framework/Test;";
constexpr std::string_view kDescription = "(Lorg/junit/runner/Description;";
constexpr std::string_view kFailure = "(Lorg/junit/runner/notification/Failure;";
constexpr std::string_view kDescriptor = "(Lorg/junit/platform/engine/TestDescriptor;";
constexpr std::string_view kTestNgResult = "(Lorg/testng/ITestResult;";

constexpr TestPoint kFrameworks[] = {
    {kResult, "startTest", kTest, kJUnit3Start, Way::kArgument},
    {kResult, "endTest", kTest, kJUnit3End, Way::kArgument},
    {kResult, "addError", kTest, kJUnit3Failed, Way::kArgument},
    {kResult, "addFailure", kTest, kJUnit3Failed, Way::kArgument},
    {kNotifier, "fireTestStarted", kDescription, kJUnit4Start, Way::kArgument},
    {kNotifier, "fireTestFinished", kDescription, kJUnit4End, Way::kArgument},
    {kNotifier, "fireTestFailure", kFailure, kJUnit4Failed, Way::kArgument},
    {kNotifier, "fireTestAssumptionFailed", kFailure, kJUnit4Assumption, Way::kArgument},
    {kNotifier, "fireTestIgnored", kDescription, kJUnit4Ignored, Way::kArgument},
    {"org/junit/runners/ParentRunner", "run", "(Lorg/junit/runner/notification/RunNotifier;",
     kJUnit4ClassStart, Way::kAround},
    {kAdapter, "executionStarted", kDescriptor, kPlatformStart, Way::kArgument},
    {kAdapter, "executionFinished", kDescriptor, kPlatformEnd, Way::kArguments},
    {kAdapter, "executionSkipped", kDescriptor, kPlatformSkipped, Way::kArgument},
    {kListeners, "runTestListeners", kTestNgResult, kTestNgTest, Way::kArgument},
    {kListeners, "runPreConfigurationListeners", kTestNgResult, kTestNgConfigurationStart, Way::kArgument},
    {kListeners, "runPostConfigurationListeners", kTestNgResult, kTestNgConfigurationEnd, Way::kArgument},
};

// Subclasses of FutureTask (scheduled tasks too) come through its constructor; a fork-join pool wraps what is
// not a task of its own. Tasks that a computation forks have no test of their own to carry.
constexpr TestPoint kExecutors[] = {
    {kExecutor, "execute", "(Ljava/lang/Runnable;", kTaskMade, Way::kArgument},
    {kExecutor, "runWorker", "(", kTaskStart, Way::kBeforeCall, "beforeExecute"},
    {kExecutor, "runWorker", "(", kTaskEnd, Way::kAfterCall, "afterExecute"},
    {"java/util/concurrent/FutureTask", "<init>", "(", kTaskMade, Way::kMade},
    {"java/util/concurrent/CompletableFuture$AsyncRun", "<init>", "(", kTaskMade, Way::kMade},
    {"java/util/concurrent/CompletableFuture$AsyncRun", "run", "()", kTaskStart, Way::kAround},
    {"java/util/concurrent/CompletableFuture$AsyncSupply", "<init>", "(", kTaskMade, Way::kMade},
    {"java/util/concurrent/CompletableFuture$AsyncSupply", "run", "()", kTaskStart, Way::kAround},
    {"java/util/concurrent/ForkJoinTask$AdaptedRunnable", "<init>", "(", kTaskMade, Way::kMade},
    {"java/util/concurrent/ForkJoinTask$AdaptedRunnable", "exec", "()", kTaskStart, Way::kAround},
    {"java/util/concurrent/ForkJoinTask$AdaptedRunnableAction", "<init>", "(", kTaskMade, Way::kMade},
    {"java/util/concurrent/ForkJoinTask$AdaptedRunnableAction", "exec", "()", kTaskStart, Way::kAround},
    {"java/util/concurrent/ForkJoinTask$AdaptedCallable", "<init>", "(", kTaskMade, Way::kMade},
    {"java/util/concurrent/ForkJoinTask$AdaptedCallable", "exec", "()", kTaskStart, Way::kAround},
    {"java/util/concurrent/ForkJoinTask$AdaptedInterruptibleCallable", "<init>", "(", kTaskMade, Way::kMade},
    {"java/util/concurrent/ForkJoinTask$AdaptedInterruptibleCallable", "exec", "()", kTaskStart,
     Way::kAround},
    {"java/util/concurrent/ForkJoinTask$RunnableExecuteAction", "<init>", "(", kTaskMade, Way::kMade},
    {"java/util/concurrent/ForkJoinTask$RunnableExecuteAction", "exec", "()", kTaskStart, Way::kAround},
    {"java/util/concurrent/ForkJoinTask$InterruptibleTask", "<init>", "(", kTaskMade, Way::kMade},
    {"java/util/concurrent/ForkJoinTask$InterruptibleTask", "exec", "()", kTaskStart, Way::kAround},
};

constexpr std::string_view kHook = "java/util/RevTests";
constexpr std::string_view kOne = "(Ljava/lang/Object;I)V";
constexpr std::string_view kTwo = "(Ljava/lang/Object;Ljava/lang/Object;I)V";

bool IsReturn(Opcode opcode) { return opcode >= Opcode::kIreturn && opcode <= Opcode::kReturn; }

// at(<top of stack>, point), or with the two topmost values.
void AppendAt(CodeBuilder& code, int point, std::string_view descriptor) {
  code.PushInt(point).Invokestatic(kHook, "at", descriptor);
}

Status InsertEntry(CodeEditor& code, const Member& method, const TestPoint& point) {
  uint16_t first = (method.access_flags & classfile::kAccStatic) != 0 ? 0 : 1;
  CodeBuilder entry(code.pool());
  entry.Load('A', first);
  if (point.way == Way::kArguments) entry.Load('A', static_cast<uint16_t>(first + 1));
  AppendAt(entry, point.point, point.way == Way::kArguments ? kTwo : kOne);
  return code.InsertBefore(0, std::move(entry), Jumps::kSkipInserted);
}

Status InsertBeforeReturns(CodeEditor& code, int point) {
  for (size_t slot = 0; slot < code.size(); ++slot) {
    if (!IsReturn(code.instruction(slot).opcode)) continue;
    CodeBuilder exit(code.pool());
    exit.Load('A', 0);
    AppendAt(exit, point, kOne);
    REVMON_RETURN_IF_ERROR(code.InsertBefore(slot, std::move(exit), Jumps::kRunInserted));
  }
  return OkStatus();
}

Status InsertAround(CodeEditor& code, const TestPoint& point) {
  CodeBuilder entry(code.pool());
  entry.Load('A', 0);
  AppendAt(entry, point.point, kOne);
  REVMON_RETURN_IF_ERROR(code.InsertBefore(0, std::move(entry), Jumps::kSkipInserted));
  CodeBuilder thrown(code.pool());
  thrown.Load('A', 0);
  AppendAt(thrown, point.point + 1, kOne);
  thrown.Op(Opcode::kAthrow);
  REVMON_RETURN_IF_ERROR(
      code.Wrap(0, code.size() - 1, classfile::Cover::kInstructions, "", std::move(thrown)));
  return InsertBeforeReturns(code, point.point + 1);
}

Status InsertAtCalls(const ClassFile& file, CodeEditor& code, const TestPoint& point) {
  for (size_t slot = 0; slot < code.size(); ++slot) {
    if (code.instruction(slot).opcode != Opcode::kInvokevirtual) continue;
    if (file.pool().Member(code.instruction(slot).pool_index()).name != point.call) continue;
    CodeBuilder at(code.pool());
    at.Op(point.way == Way::kBeforeCall ? Opcode::kDup : Opcode::kAconstNull);
    AppendAt(at, point.point, kOne);
    REVMON_RETURN_IF_ERROR(point.way == Way::kBeforeCall
                               ? code.InsertBefore(slot, std::move(at), Jumps::kRunInserted)
                               : code.InsertAfter(slot, std::move(at)));
  }
  return OkStatus();
}

Status Insert(const ClassFile& file, CodeEditor& code, const Member& method, const TestPoint& point) {
  switch (point.way) {
    case Way::kArgument:
    case Way::kArguments: return InsertEntry(code, method, point);
    case Way::kAround: return InsertAround(code, point);
    case Way::kMade: return InsertBeforeReturns(code, point.point);
    case Way::kBeforeCall:
    case Way::kAfterCall: return InsertAtCalls(file, code, point);
  }
  return OkStatus();
}

std::vector<const TestPoint*> PointsOf(std::string_view owner) {
  std::vector<const TestPoint*> points;
  for (const TestPoint& point : kFrameworks) {
    if (point.owner == owner) points.push_back(&point);
  }
  for (const TestPoint& point : kExecutors) {
    if (point.owner == owner) points.push_back(&point);
  }
  return points;
}

// Most classes are decided here: a look at a few characters.
bool MayHavePoints(std::string_view name) {
  return name.starts_with("org/junit/") || name.starts_with("java/util/concurrent/") ||
         name.starts_with("org/testng/") || name.starts_with("junit/framework/");
}

}  // namespace

bool HasTestPoints(std::string_view name) { return MayHavePoints(name) && !PointsOf(name).empty(); }

Result<std::vector<uint8_t>> WeaveTestPoints(const ClassFile& file) {
  std::vector<const TestPoint*> points = PointsOf(file.name());
  ClassEditor editor(file);
  bool changed = false;
  for (size_t index = 0; index < file.methods().size(); ++index) {
    const Member& method = file.methods()[index];
    auto meant = [&](const TestPoint* point) {
      return point->method == method.name && method.descriptor.starts_with(point->first_parameter);
    };
    if (file.Find(method, classfile::AttributeKind::kCode) == nullptr ||
        std::none_of(points.begin(), points.end(), meant)) {
      continue;
    }
    REVMON_ASSIGN_OR_RETURN(CodeEditor code, editor.EditCode(index));
    for (const TestPoint* point : points) {
      if (meant(point)) REVMON_RETURN_IF_ERROR(Insert(file, code, method, *point));
    }
    REVMON_RETURN_IF_ERROR(editor.SetCode(index, code));
    changed = true;
  }
  if (!changed) return std::vector<uint8_t>();
  return editor.Write();
}

std::vector<std::string_view> ExecutorClasses() {
  std::vector<std::string_view> names;
  for (const TestPoint& point : kExecutors) {
    if (names.empty() || names.back() != point.owner) names.push_back(point.owner);
  }
  return names;
}

}  // namespace revmon::weave
