// Answers: which variables does an event bind, from where, and is every one of them bound?
//
// A name in target(x) or args(x) is a variable when the event declares it, else a type. Each declared
// variable must be bound exactly once in every alternative of the pointcut, never under '!' or cflow.
#pragma once
#include "spec/ast.h"
#include "spec/model.h"
#include "spec/resolve.h"

namespace revmon::spec {

// Marks the variables in `split` and fills in event->variables, binds and threads. False after an error.
bool Bind(const SpecDecl& spec, const EventDecl& decl, NameResolver* resolver, SplitPointcut* split,
          Event* event, Diagnostics* diagnostics);

}  // namespace revmon::spec
