// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string_view>

namespace parley {

// An object of the application's own (a database, a client) as a handler or a resolver takes it: `Service<Database>&
// db` or `Service<Database> db`, read as `*db` and `db->`. The server gets the object once, from
// `server.provide(database)`; a tool that needs one which nobody provided is an error at start.
//
// A handle, not an owner: the object must outlive the server. Handlers run at the same time as each other, so the
// object must be safe to use from several threads.
template <class T>
class Service {
 public:
  using service_type = T;

  explicit Service(T& object) : object_(&object) {}
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }

 private:
  T* object_;
};

namespace detail {

// Identifies a service by its type: the address of an object that exists once per type.
using service_key = void const*;
template <class T>
inline constexpr char service_tag = 0;
template <class T>
inline constexpr service_key service_of = &service_tag<T>;

// What a tool asks for.
struct service_need {
  service_key key = nullptr;
  std::string_view type_name{};  // for the error at start
};

// What a server was given. `handle` is a Service<T>, so that `Service<T>&` has an object to refer to for as long as
// the server lives.
struct service_entry {
  service_key key = nullptr;
  std::shared_ptr<void> handle{};
};

template <class T>
service_entry make_service(T& object) {
  return {service_of<T>,
          {static_cast<void*>(new Service<T>(object)), [](void* raw) { delete static_cast<Service<T>*>(raw); }}};
}

}  // namespace detail
}  // namespace parley
