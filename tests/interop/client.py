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
PATIENCE = 10  # seconds for a notification


def as_json(result):
    return result.model_dump(mode="json", by_alias=True, exclude_none=True)


async def whole_list(client, member):
    """Walks the pages of a list; all of them as one result, and how many there were."""
    fetch = {
        "tools": client.list_tools,
        "prompts": client.list_prompts,
        "resources": client.list_resources,
        "resourceTemplates": client.list_resource_templates,
    }[member]
    entries, pages_seen, cursor = [], 0, None
    while pages_seen == 0 or cursor is not None:
        page = await fetch(cursor=cursor)
        entries += as_json(page)[member]
        pages_seen, cursor = pages_seen + 1, page.next_cursor
    return {member: entries, "pages": pages_seen}


async def watch(client, case):
    """Returns the URIs that the server says have changed, once as many as should have been are told."""
    told = []
    async with client.listen(resource_subscriptions=case["watch"]) as stream:
        await client.call_tool(case["tool"], case["arguments"])
        try:
            async with asyncio.timeout(PATIENCE):
                while len(told) < len(case["told"]):
                    told.append((await anext(stream)).uri)
        except TimeoutError:
            pass
    return {"told": told}


async def complete(client, params):
    ref = params["ref"]
    kind = types.PromptReference if ref["type"] == "ref/prompt" else types.ResourceTemplateReference
    return as_json(await client.complete(kind(**ref), params["argument"]))


async def perform(client, case):
    if "watch" in case:
        return await watch(client, case)
    if "list" in case:
        return await whole_list(client, case["list"])
    if "read" in case:
        return as_json(await client.read_resource(case["read"]))
    if "prompt" in case:
        return as_json(await client.get_prompt(case["prompt"], case["arguments"]))
    if "complete" in case:
        return await complete(client, case["complete"])
    return as_json(await client.call_tool(case["tool"], case["arguments"]))


async def run_case(target, case):
    """Runs one case on a connection of its own, and returns what came of it."""
    unused = list(case.get("answers", []))

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
            result = await perform(client, case)
        except MCPError as error:
            return {"error": {"code": error.error.code, "message": error.error.message}, "unused": unused}
    return {"result": result, "unused": unused}


async def main():
    order = json.load(sys.stdin)
    json.dump([await run_case(order["target"], case) for case in order["cases"]], sys.stdout)


asyncio.run(main())
