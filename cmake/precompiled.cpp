// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Nothing: a precompiled header that several programs share needs a file that it is made for.
