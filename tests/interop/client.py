# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Drives a server with the official Python client. Reads {target, cases} on standard input; see run.py."""

import asyncio
import json
import pathlib
import sys

import mcp_types as types
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "outside"))

import pages  # noqa: E402

REVISION = "2026-07-28"


async def run_case(target, case):
    """Runs one case on a connection of its own, and returns what came of it."""
    unused = list(case["answers"])

    async def person(_context, params):
        for answer in unused:
            if answer["to"] in params.message:
                unused.remove(answer)
                if answer.get("submit"):
                    await asyncio.to_thread(pages.submit, params.url)
                return types.ElicitResult(action=answer["action"], content=answer.get("content"))
        return types.ErrorData(code=types.INVALID_REQUEST, message=f"unexpected question: {params.message}")

    server = target["url"] if "url" in target else StdioServerParameters(command=target["command"][0], args=target["command"][1:])
    able = case.get("elicitation", True)
    async with Client(server, mode=REVISION, elicitation_callback=person if able else None) as client:
        try:
            result = await client.call_tool(case["tool"], case["arguments"])
        except MCPError as error:
            return {"error": {"code": error.error.code, "message": error.error.message}, "unused": unused}
    return {"result": result.model_dump(mode="json", by_alias=True, exclude_none=True), "unused": unused}


async def main():
    order = json.load(sys.stdin)
    json.dump([await run_case(order["target"], case) for case in order["cases"]], sys.stdout)


asyncio.run(main())
