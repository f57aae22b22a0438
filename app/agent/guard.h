// Answers: what if memory runs out in the middle of our work inside someone else's JVM?
//
// The agent is compiled without exceptions, but the standard library's operator new still throws when memory
// is gone. Every callback from the JVM runs its work through RunGuarded, the only place that catches: the
// work is abandoned (what it had allocated is leaked, the class it was rewriting stays as it was) and the
// program goes on as if the agent were absent.
#pragma once
#include <type_traits>

namespace revmon::agent {

using GuardedWork = void (*)(void* context);

// Runs work(context); false if it was abandoned.
[[nodiscard]] bool RunGuarded(GuardedWork work, void* context) noexcept;

// The same for a callable.
template <typename F>
[[nodiscard]] bool Guarded(F&& work) noexcept {
  return RunGuarded([](void* context) { (*static_cast<std::remove_reference_t<F>*>(context))(); }, &work);
}

}  // namespace revmon::agent
