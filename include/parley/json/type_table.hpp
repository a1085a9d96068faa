// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// How a C++ type is told in JSON, as constant tables.
//
// Each described type gets one `type_table`, built by the compiler and free of any JSON type. The code that walks the
// tables (json/read.hpp, json/write.hpp, json/schema.hpp) is written once and is no template, so a further type of the
// user's costs the compiler a few constants and a handful of small functions.

#include <parley/core/fixed_string.hpp>
#include <parley/json/choices.hpp>
#include <parley/json/describe.hpp>
#include <parley/json/reflect.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace parley {

struct type_table;

// One member of a JSON object: a field of a record, or an argument of a tool.
struct field_table {
  std::string_view name;
  type_table const* type = nullptr;
  parley::notes const* notes = nullptr;  // never null
};

// An object whose members are the fields of a C++ class.
struct record_table {
  std::string_view name;                           // of the class, for messages to the program's author
  std::span<field_table const> fields;             // in declared order
  void (*locate)(void* object, void** addresses);  // writes one address for each field
  void const* (*prototype)();                      // T{}, which holds the default of each field
};

// A std::vector, or a std::array when `fixed_size` is not 0.
struct sequence_table {
  std::size_t fixed_size;
  void (*clear)(void* list);
  void* (*place)(void* list, std::size_t index);  // the element there; a vector grows by one when it ends before
  std::size_t (*size)(void const* list);
  void const* (*at)(void const* list, std::size_t index);
};

// A std::map with strings for keys.
struct mapping_table {
  using visitor = void (*)(void* context, std::string_view key, void const* value);
  void (*clear)(void* map);
  void* (*place)(void* map, std::string_view key);
  void (*visit)(void const* map, visitor each, void* context);
};

// A std::optional around the rest.
struct optional_table {
  void* (*emplace)(void* optional);
  void (*reset)(void* optional);
  void const* (*get)(void const* optional);  // null when empty
};

// A class that is no aggregate and brings `to_json` and `from_json` of its own, as NLOHMANN_DEFINE_TYPE writes them.
struct converter_table {
  void (*read)(json const& value, void* object);  // throws whatever the user's function throws
  void (*write)(void const* object, json& value);
  void const* (*prototype)();  // T{}, whose JSON tells the members there are
};

struct type_table {
  parley::kind kind;                           // of what is inside, for an optional
  std::uint8_t width = 0;                      // bytes of an integer, number or choice
  bool is_signed = false;                      // of an integer or choice
  bool is_optional = false;                    // the same as `optional`, for constants: see server/plan.hpp
  optional_table const* optional = nullptr;    // set: `inner` is the type inside, and nothing below is set
  type_table const* inner = nullptr;           // of an optional, a list or a map
  record_table const* record = nullptr;        // of an object
  choice_table const* choices = nullptr;       // of a choice
  sequence_table const* sequence = nullptr;    // of a list
  mapping_table const* mapping = nullptr;      // of a map
  converter_table const* converter = nullptr;  // of an `any` that is not `json` itself
};

// The addresses of the fields of one object, in declared order.
class fields_at {
 public:
  fields_at(record_table const& record, void* object) { record.locate(object, addresses_); }
  // The tables speak of `void*` alone; who has only a const object must not write through the addresses.
  fields_at(record_table const& record, void const* object) : fields_at(record, const_cast<void*>(object)) {}
  void* operator[](std::size_t field) const { return addresses_[field]; }

 private:
  void* addresses_[detail::max_described_fields];
};

// What a field without notes has.
inline constexpr notes no_notes{};

namespace detail {

template <class T>
concept own_conversions = requires(json& made, json const& given, T const& from, T& into) {
  to_json(made, from);
  from_json(given, into);
};

template <class>
inline constexpr bool is_field_list = false;
template <class Owner, std::size_t Size>
inline constexpr bool is_field_list<field_list<Owner, Size>> = true;

// The type says `static constexpr auto fields = parley::fields(…)`. Another member of that name does not count.
template <class T>
concept annotated = requires {
  requires is_field_list<std::remove_cvref_t<decltype(T::fields)>>;
};

// Whether T has a shape in JSON. `Above` holds the classes that T stands inside of, because a class that contains
// itself has no finite schema.
template <class T, class... Above>
constexpr bool has_shape();

template <class Types, class... Above>
inline constexpr bool all_have_shape = false;
template <class... T, class... Above>
inline constexpr bool all_have_shape<types<T...>, Above...> = (has_shape<T, Above...>() && ...);

template <class T, class... Above>
constexpr bool has_shape() {
  if constexpr (std::is_const_v<T> || std::is_volatile_v<T> || std::is_reference_v<T>)
    return false;
  else if constexpr (optional_of<T>::value)
    return !optional_of<typename T::value_type>::value && has_shape<typename T::value_type, Above...>();
  else if constexpr (std::same_as<T, std::vector<bool>>)
    return false;  // its elements have no addresses
  else if constexpr (is_list<T>)
    return has_shape<typename T::value_type, Above...>();
  else if constexpr (is_map<T>)
    return has_shape<typename T::mapped_type, Above...>();
  else if constexpr (std::is_enum_v<T>)
    return titled_enum<T> || boost_described_enum<T> || fixed_enum<T>;
  else if constexpr (kind_of<T>() != kind::object)
    return true;
  else if constexpr ((std::same_as<T, Above> || ...))
    return false;
  else if constexpr (reflected<T>)
    return std::default_initializable<T> && all_have_shape<field_types<T>, T, Above...>;
  else
    return std::is_class_v<T> && std::default_initializable<T> && own_conversions<T>;
}

template <class T>
constexpr type_table make_type_table();
template <class T, std::size_t... Index>
constexpr auto make_field_tables(std::index_sequence<Index...>);

}  // namespace detail

// A type that can be read from JSON and written to it: bool, integers (not characters), float, double, std::string,
// `date`, `date_time`, enumerations, `json`; std::optional, std::vector, std::array and std::map<std::string, T> of
// these; plain aggregates of up to 32 such fields without base classes, however nested but not within themselves;
// classes described with BOOST_DESCRIBE_STRUCT; other classes with `to_json` and `from_json`.
template <class T>
concept described = detail::has_shape<T>();

// The table of a described type. Two uses have the same address, in every translation unit.
template <class T>
inline constexpr type_table table_of = detail::make_type_table<T>();

// ---- how tables are made -----------------------------------------------------------------------------------------

namespace diagnostics {

template <bool Holds, class T>
struct type_is_described {
  static_assert(
      Holds,
      "parley: this type has no shape in JSON: use bool, integers, float, double, std::string, parley::date, "
      "enum class, parley::json, std::optional, std::vector, std::array, std::map<std::string, T>, or a plain "
      "aggregate of these that does not contain itself");
};

template <bool Holds, class T, class Field>
struct field_is_described {
  static_assert(
      Holds,
      "parley: this field has no shape in JSON: use bool, integers, float, double, std::string, parley::date, "
      "enum class, parley::json, std::optional, std::vector, std::array, std::map<std::string, T>, or a plain "
      "aggregate of these that does not contain itself");
};

template <class T, std::size_t Field, std::size_t... Index>
auto spelled_field(std::index_sequence<Index...>) -> name<detail::field_names<T>[Field][Index]...>;

// The name of a field in a form that both compilers print as letters.
template <class T, std::size_t Field>
using field_name = decltype(spelled_field<T, Field>(std::make_index_sequence<detail::field_names<T>[Field].size()>{}));

}  // namespace diagnostics

namespace detail {

template <class T>
void const* prototype() {
  static T const object{};
  return &object;
}

template <class T>
constexpr notes const* notes_on(std::string_view field) {
  if constexpr (annotated<T>) {
    static_assert(std::is_base_of_v<typename std::remove_cvref_t<decltype(T::fields)>::owner, T>,
                  "parley: fields(...) in this type describes members of another type");
    for (named_notes const& entry : T::fields.entries)
      if (entry.name == field) return &entry.notes;
  }
  return &no_notes;
}

template <class T, class Types, class Index>
struct fields_of;
template <class T, class... Field, std::size_t... Index>
struct fields_of<T, types<Field...>, std::index_sequence<Index...>>
    : diagnostics::field_is_described<has_shape<Field, T>(), T, diagnostics::field_name<T, Index>>... {
  static constexpr std::array<field_table, sizeof...(Field)> table{
      field_table{field_names<T>[Index], &table_of<Field>, notes_on<T>(field_names<T>[Index])}...};
};

template <class T>
inline constexpr record_table record_of{
    .name = type_name<T>,
    .fields = fields_of<T, field_types<T>, std::make_index_sequence<field_types<T>::size>>::table,
    .locate = &bindings_of<T>::locate,
    .prototype = &prototype<T>,
};

template <class List>
struct sequence_of;
template <class T>
struct sequence_of<std::vector<T>> {
  using list = std::vector<T>;
  static constexpr sequence_table table{
      .fixed_size = 0,
      .clear = [](void* self) { static_cast<list*>(self)->clear(); },
      .place = [](void* self, std::size_t index) -> void* {
        auto& items = *static_cast<list*>(self);
        return index < items.size() ? &items[index] : &items.emplace_back();
      },
      .size = [](void const* self) { return static_cast<list const*>(self)->size(); },
      .at = [](void const* self, std::size_t index) -> void const* {
        return &(*static_cast<list const*>(self))[index];
      },
  };
};
template <class T, std::size_t Size>
struct sequence_of<std::array<T, Size>> {
  using list = std::array<T, Size>;
  static constexpr sequence_table table{
      .fixed_size = Size,
      .clear = [](void* self) { *static_cast<list*>(self) = list{}; },
      .place = [](void* self, std::size_t index) -> void* { return &(*static_cast<list*>(self))[index]; },
      .size = [](void const*) { return Size; },
      .at = [](void const* self, std::size_t index) -> void const* {
        return &(*static_cast<list const*>(self))[index];
      },
  };
};

template <class Map>
inline constexpr mapping_table mapping_of{
    .clear = [](void* self) { static_cast<Map*>(self)->clear(); },
    .place = [](void* self, std::string_view key) -> void* { return &(*static_cast<Map*>(self))[std::string(key)]; },
    .visit =
        [](void const* self, mapping_table::visitor each, void* context) {
          for (auto const& [key, value] : *static_cast<Map const*>(self)) each(context, key, &value);
        },
};

template <class Optional>
inline constexpr optional_table optional_table_of{
    .emplace = [](void* self) -> void* { return &static_cast<Optional*>(self)->emplace(); },
    .reset = [](void* self) { static_cast<Optional*>(self)->reset(); },
    .get = [](void const* self) -> void const* {
      auto const& optional = *static_cast<Optional const*>(self);
      return optional.has_value() ? &*optional : nullptr;
    },
};

template <class T>
inline constexpr converter_table converter_of{
    .read = [](json const& value, void* object) { from_json(value, *static_cast<T*>(object)); },
    .write = [](void const* object, json& value) { to_json(value, *static_cast<T const*>(object)); },
    .prototype = &prototype<T>,
};

template <class T>
constexpr type_table make_type_table() {
  type_table table{.kind = kind_of<T>()};
  if constexpr (optional_of<T>::value) {
    table.is_optional = true;
    table.optional = &optional_table_of<T>;
    table.inner = &table_of<typename T::value_type>;
    table.kind = table.inner->kind;
  } else if constexpr (std::is_enum_v<T>) {
    table.width = sizeof(T);
    table.is_signed = std::is_signed_v<std::underlying_type_t<T>>;
    table.choices = &choices_of<T>::table;
  } else if constexpr (std::is_arithmetic_v<T>) {
    table.width = sizeof(T);
    table.is_signed = std::is_signed_v<T>;
  } else if constexpr (is_list<T>) {
    table.sequence = &sequence_of<T>::table;
    table.inner = &table_of<typename T::value_type>;
  } else if constexpr (is_map<T>) {
    table.mapping = &mapping_of<T>;
    table.inner = &table_of<typename T::mapped_type>;
  } else if constexpr (kind_of<T>() == kind::object && reflected<T>) {
    table.record = &record_of<T>;
  } else if constexpr (kind_of<T>() == kind::object && own_conversions<T>) {
    table.kind = kind::any;
    table.converter = &converter_of<T>;
  } else if constexpr (kind_of<T>() == kind::object) {
    static_cast<void>(diagnostics::type_is_described<described<T>, T>{});
  }
  return table;
}

}  // namespace detail
}  // namespace parley
