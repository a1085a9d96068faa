# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Drives servers with the official Python client. Reads {era, work: [{target, cases}, …]} on standard input.

See run.py.
"""

import asyncio
import contextlib
import json
import pathlib
import sys
import warnings

import mcp_types as types
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPDeprecationWarning, MCPError

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "outside"))

import pages  # noqa: E402

MODES = {"envelope": "2026-07-28", "handshake": "legacy"}
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


class Connection:
    """A client, and what was told to it unasked, as clients of the older revisions are told."""

    def __init__(self, target, era, **options):
        command = target.get("command")
        server = StdioServerParameters(command=command[0], args=command[1:]) if command else target["url"]
        self.is_older = era == "handshake"
        self.told = asyncio.Queue()
        self.client = Client(server, mode=MODES[era], message_handler=self.hear, **options)

    async def hear(self, message):
        if isinstance(message, types.ResourceUpdatedNotification):
            await self.told.put(message.params.uri)

    @contextlib.asynccontextmanager
    async def listen(self, uris):
        """Gives a function that waits for the URI of the next change to one of these resources."""
        if not self.is_older:
            async with self.client.listen(resource_subscriptions=uris) as stream:

                async def next_change():
                    return (await anext(stream)).uri

                yield next_change
            return
        for uri in uris:
            await self.client.subscribe_resource(uri)
        yield self.told.get
        for uri in uris:
            await self.client.unsubscribe_resource(uri)


async def watch(connection, case):
    """Returns the URIs that the server says have changed, once as many as should have been are told."""
    told = []
    async with connection.listen(case["watch"]) as next_change:
        await connection.client.call_tool(case["tool"], case["arguments"])
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while len(told) < len(case["told"]):
                    told.append(await next_change())
    return {"told": told}


async def complete(client, params):
    ref = params["ref"]
    kind = types.PromptReference if ref["type"] == "ref/prompt" else types.ResourceTemplateReference
    return as_json(await client.complete(kind(**ref), params["argument"]))


async def perform(connection, case):
    client = connection.client
    if "watch" in case:
        return await watch(connection, case)
    if "list" in case:
        return await whole_list(client, case["list"])
    if "read" in case:
        return as_json(await client.read_resource(case["read"]))
    if "prompt" in case:
        return as_json(await client.get_prompt(case["prompt"], case["arguments"]))
    if "complete" in case:
        return await complete(client, case["complete"])
    return as_json(await client.call_tool(case["tool"], case["arguments"]))


async def run_case(target, era, case):
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

    able = case.get("elicitation", True)
    connection = Connection(target, era, elicitation_callback=person if able else None)
    async with connection.client:
        try:
            result = await perform(connection, case)
        except MCPError as error:
            return {"error": {"code": error.error.code, "message": error.error.message}, "unused": unused}
        except Exception as error:  # of the client, which does not like what it was sent
            return {"error": {"code": None, "message": repr(error)}, "unused": unused}
    return {"result": result, "unused": unused}


async def main():
    warnings.simplefilter("ignore", MCPDeprecationWarning)  # what is gone from the newest revision
    order = json.load(sys.stdin)
    outcomes = [[await run_case(one["target"], order["era"], case) for case in one["cases"]] for one in order["work"]]
    json.dump(outcomes, sys.stdout)


asyncio.run(main())
