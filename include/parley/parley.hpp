// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Everything that a server program needs: declaring tools, and running them on standard input and output or over HTTP.

#include <parley/asio/async_handle.hpp>
#include <parley/asio/awaitable.hpp>
#include <parley/asio/bearer_tokens.hpp>
#include <parley/asio/http_server.hpp>
#include <parley/asio/run.hpp>
#include <parley/asio/stdio.hpp>
#include <parley/crypto/openssl.hpp>
#include <parley/server/context.hpp>
#include <parley/server/elicitation_answer.hpp>
#include <parley/server/hand_written.hpp>
#include <parley/server/register.hpp>
#include <parley/server/server.hpp>
