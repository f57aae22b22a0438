// Answers: how does revmon.rt.Deps say what was used?
//
// Its native methods, which serve one object in the process, as those of java_side.h do.
#pragma once
#include <jni.h>

#include "app/agent/dependencies.h"
#include "base/result.h"

namespace revmon::agent {

// revmon.rt.Deps must be defined; it starts to collect. `dependencies` must live as long as the JVM.
// `methods`: test methods are told apart.
[[nodiscard]] Status ConnectDependencies(JNIEnv* jni, Dependencies* dependencies, bool methods);

}  // namespace revmon::agent
