// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Tells by its name that a form field asks for a secret.
//
// Passwords, keys, tokens and payment data must not pass through a form (client/elicitation: such things are entered on
// a page that only the server sees, in URL mode). What a field is for cannot be seen from its type, but people name
// things after what they are.

#include <parley/core/ascii.hpp>

#include <cstddef>
#include <string_view>

namespace parley {
namespace detail {

// Words in a row that name a secret; singulars whose plural only adds an "s".
inline constexpr std::string_view secret_phrases[] = {
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "passcode",
    "pass phrase",
    "pass code",
    "secret",
    "credential",
    "token",
    "apikey",
    "api key",
    "accesskey",
    "access key",
    "privatekey",
    "private key",
    "secretkey",
    "accesstoken",
    "authtoken",
    "signing key",
    "encryption key",
    "ssh key",
    "pin",
    "otp",
    "totp",
    "one time code",
    "verification code",
    "security code",
    "recovery code",
    "backup code",
    "seed phrase",
    "recovery phrase",
    "cvv",
    "cvc",
    "credit card",
    "debit card",
    "creditcard",
    "card number",
    "cardnumber",
    "ssn",
    "social security",
};

enum class letter_case : unsigned char { none, digit, lower, upper };

// Letters beyond ASCII belong to words and count as lower case.
constexpr letter_case case_of(char c) {
  if (c >= '0' && c <= '9') return letter_case::digit;
  if (c >= 'A' && c <= 'Z') return letter_case::upper;
  if ((c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80) return letter_case::lower;
  return letter_case::none;
}

// Whether a new word starts at `at`, given that the characters there and before are both parts of words.
constexpr bool starts_word(std::string_view text, std::size_t at) {
  letter_case const before = case_of(text[at - 1]);
  letter_case const here = case_of(text[at]);
  if ((before == letter_case::digit) != (here == letter_case::digit)) return true;  // "cvv2"
  if (before == letter_case::lower && here == letter_case::upper) return true;      // "apiKey"
  // The last capital of a run belongs to what follows, as in "APIKey", unless that is the "s" of "PINs".
  return before == letter_case::upper && here == letter_case::upper && at + 1 < text.size() &&
         case_of(text[at + 1]) == letter_case::lower &&
         !(text[at + 1] == 's' && (at + 2 == text.size() || case_of(text[at + 2]) != letter_case::lower));
}

// Cuts the first word off `rest`: words are separated by whatever is no letter or digit, and by a change of case or
// between letters and digits. Empty when there is no word left.
constexpr std::string_view take_word(std::string_view& rest) {
  char const* const text = rest.data();
  std::size_t begin = 0;
  while (begin < rest.size() && case_of(text[begin]) == letter_case::none) ++begin;
  std::size_t end = begin;
  while (end < rest.size() && case_of(text[end]) != letter_case::none && (end == begin || !starts_word(rest, end)))
    ++end;
  rest.remove_prefix(end);
  return {text + begin, end - begin};
}

// Equal but for the case of ASCII letters and a plural "s".
constexpr bool is_word(std::string_view word, std::string_view singular) {
  if (word.size() == singular.size() + 1 && (word.back() == 's' || word.back() == 'S')) word.remove_suffix(1);
  if (word.size() != singular.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (ascii_lower(word[i]) != singular[i]) return false;
  return true;
}

// Whether the words at the front of `rest` are those of the phrase.
constexpr bool starts_with_phrase(std::string_view rest, std::string_view phrase) {
  while (!phrase.empty())
    if (!is_word(take_word(rest), take_word(phrase))) return false;
  return true;
}

}  // namespace detail

// Whether a field's name, title or format names a password, key, token, code or payment card. Whole words only, in
// snake_case, camelCase or plain text: "apiKey", "card_number" and "Your PIN" do, "shipping", "monkey" and "pinned" do
// not. English only. Any text will do; usable while compiling.
constexpr bool smells_of_secret(std::string_view text) {
  while (!text.empty()) {
    std::string_view rest = text;
    std::string_view const word = detail::take_word(rest);
    if (word.empty()) return false;
    // Most words share their first letter with few phrases, and the compiler evaluates this for every field of a form.
    char const first = ascii_lower(*word.data());
    for (std::string_view phrase : detail::secret_phrases)
      if (*phrase.data() == first && detail::starts_with_phrase(text, phrase)) return true;
    text = rest;
  }
  return false;
}

}  // namespace parley
