// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace parley {

// What an asynchronous handler returned, still to be awaited. Only asio/ knows what is inside: awaiting it writes the
// value, or the question, into the slot for which it was started.
struct pending_operation {
  pending_operation() = default;
  pending_operation(pending_operation const&) = delete;
  pending_operation& operator=(pending_operation const&) = delete;
  virtual ~pending_operation() = default;
};

namespace detail {

// Owns one value of any type. The type is known to whoever put it there and to whoever reads it, and to nobody
// between: this is what keeps the engine free of templates over user types.
class box {
 public:
  template <class T>
  void put(T value) {
    value_ = {new T(std::move(value)), [](void* raw) { delete static_cast<T*>(raw); }};
  }
  // Precondition: holds a T.
  template <class T>
  T& get() const {
    return *static_cast<T*>(value_.get());
  }
  void* raw() const { return value_.get(); }
  void reset() { value_.reset(); }
  explicit operator bool() const { return value_ != nullptr; }

 private:
  std::unique_ptr<void, void (*)(void*)> value_{nullptr, [](void*) {}};
};

// Puts a T{} into a box; the address of an instantiation stands for the type in tables.
template <class T>
void make(box& into) {
  into.put(T{});
}

struct question;

enum class slot_state : std::uint8_t {
  empty,      // not filled yet in this round
  known,      // `value` holds the value
  asking,     // the resolver returned a question; `asked` holds it, and the round decides what becomes of it
  waiting,    // the question goes out, or one that it needs does: not before a later round
  declined,   // the person said no
  cancelled,  // the person dismissed the question
};

// One named value of a round: an argument, or what a resolver resolved to. Filled at most once per round, read by all
// that consume it.
struct slot {
  slot_state state = slot_state::empty;
  box value{};
  std::unique_ptr<question> asked{};
  std::unique_ptr<pending_operation> pending{};

  slot();
  slot(slot&&) noexcept;
  slot& operator=(slot&&) noexcept;
  ~slot();

  template <class T>
  void put(T result) {
    value.put(std::move(result));
    state = slot_state::known;
  }
};

}  // namespace detail
}  // namespace parley
