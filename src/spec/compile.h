// Answers: which machine does each formula of a checked spec denote?
//
// The bridge to src/logic: the alphabet is every declared event (also those the formula does not mention),
// the handled categories are those of the handlers, and what logic finds wrong is shown at its place in the
// spec file.
#pragma once
#include "spec/model.h"
#include "spec/source.h"

namespace revmon::spec {

// Fills in Property::machine. False when a formula or a handler's category is wrong; every mistake is
// reported.
bool CompileProperties(Spec* spec, Diagnostics* diagnostics);

}  // namespace revmon::spec
