// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/secret.hpp>

#include "support/catch.hpp"

#include <string>

using parley::smells_of_secret;

TEST_CASE("names of secrets are recognised in every spelling that people use", "[json][secret][once-12][ELF-15]") {
  auto text =
      GENERATE(as<std::string>{}, "password", "Password", "PASSWORD", "newPassword", "new_password", "password2",
               "Your password:", "passphrase", "pass phrase", "passcode", "passwd", "pwd", "client_secret", "secrets",
               "token", "accessToken", "refresh_tokens", "apikey", "accesskey", "api_key", "apiKey", "APIKey",
               "API key", "api-keys", "private key", "privateKey", "pin", "PIN", "newPIN", "PINCode", "PINs",
               "card number", "cardNumber", "credit_card", "cvv", "cvv2", "CVC", "otp", "one-time code",
               "verification code", "credential", "db_credentials", "ssn", "social security number");
  CAPTURE(text);
  CHECK(smells_of_secret(text));
}

TEST_CASE("words that only contain the name of a secret pass", "[json][secret][once-12]") {
  auto text = GENERATE(as<std::string>{}, "", " ", "name", "shipping", "discard", "monkey", "pinned", "spinning",
                       "opinion", "tokenizer", "secretary", "key", "primary_key", "api", "api_version", "card",
                       "number", "passenger", "boarding pass", "country code", "keyboard", "cardinality", "code", "one",
                       "pine", "PINE", "compass", "na\xc3\xafve", "\xc3\xa4pin");
  CAPTURE(text);
  CHECK_FALSE(smells_of_secret(text));
}

TEST_CASE("the judgement is made while compiling", "[json][secret]") {
  STATIC_REQUIRE(smells_of_secret("user_password"));
  STATIC_REQUIRE_FALSE(smells_of_secret("user_name"));
}
