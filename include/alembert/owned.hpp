// What a class owns and only its own source knows: it moves with the class, which needs neither
// destructor nor moves of its own for that.
#pragma once

#include <memory>
#include <utility>

namespace alembert {

/// Is made by `make_owned`, where T is known; everywhere else a declaration of T will do.
template <typename T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

/// A T of these arguments.
template <typename T, typename... Arguments>
Owned<T> make_owned(Arguments&&... arguments) {
  return {new T(std::forward<Arguments>(arguments)...), [](T* owned) { delete owned; }};
}

}  // namespace alembert
