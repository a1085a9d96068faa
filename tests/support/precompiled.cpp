// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Nothing: the precompiled header that all test programs share needs a file that it is made for. main.cpp cannot be
// that one, since it says what Catch2 is to be before it includes it.
