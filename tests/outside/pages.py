# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""The person at a page that a server has sent them to."""

import urllib.parse
import urllib.request


def submit(url):
    """Does what the form on the page does: sends the query of its link back to it. Raises if the page refuses."""
    parts = urllib.parse.urlsplit(url)
    page = parts._replace(query="").geturl()
    with urllib.request.urlopen(page, data=parts.query.encode(), timeout=10) as answer:
        answer.read()
