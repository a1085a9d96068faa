// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Drives servers with the official TypeScript client, or with the one before it, which most hosts have. Reads
// {era, work: [{target, cases}, …]} on standard input; see run.py. `client.mjs v1` is the older client.

import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

// The packages are not beside this file: MODULES is the folder that has them.
const require = createRequire(pathToFileURL(`${process.env.MODULES}/`));

const WHO = { name: 'interop', version: '1.0.0' };
const REVISION = '2026-07-28';
const stderr = 'inherit';
const PATIENCE = 10_000; // milliseconds for a notification

const order = JSON.parse(await text(process.stdin));
const isOlder = order.era === 'handshake';

// What differs between the two clients.
function newest() {
    const { Client, ResourceNotFoundError, StreamableHTTPClientTransport } = require('@modelcontextprotocol/client');
    const { StdioClientTransport } = require('@modelcontextprotocol/client/stdio');
    const mode = isOlder ? 'legacy' : { pin: REVISION };
    return {
        StreamableHTTPClientTransport,
        StdioClientTransport,
        make: (capabilities) => new Client(WHO, { capabilities, versionNegotiation: { mode } }),
        onQuestion: (client, answer) => client.setRequestHandler('elicitation/create', answer),
        onUpdate: (client, hear) => client.setNotificationHandler('notifications/resources/updated', hear),
        wholeList: (client, method) => client[method](), // walks the pages
        // Whatever the server sent, this client shows the code that 2026-07-28 has.
        codeOf: (error) => (isOlder && error instanceof ResourceNotFoundError ? -32002 : error.code)
    };
}

function v1() {
    const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
    const { StreamableHTTPClientTransport } = require('@modelcontextprotocol/sdk/client/streamableHttp.js');
    const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');
    const { ElicitRequestSchema, ResourceUpdatedNotificationSchema } = require('@modelcontextprotocol/sdk/types.js');
    return {
        StreamableHTTPClientTransport,
        StdioClientTransport,
        make: (capabilities) => new Client(WHO, { capabilities }),
        onQuestion: (client, answer) => client.setRequestHandler(ElicitRequestSchema, answer),
        onUpdate: (client, hear) => client.setNotificationHandler(ResourceUpdatedNotificationSchema, hear),
        wholeList: async (client, method, member) => {
            const entries = [];
            let cursor;
            let pages = 0;
            for (; pages === 0 || cursor !== undefined; ++pages) {
                const page = await client[method]({ cursor });
                entries.push(...page[member]);
                cursor = page.nextCursor;
            }
            return { [member]: entries, pages };
        },
        codeOf: (error) => error.code
    };
}

const sdk = process.argv[2] === 'v1' ? v1() : newest();

// Does what the form on a page does: sends the query of its link back to it.
async function submitPage({ origin, pathname, search }) {
    const answer = await fetch(origin + pathname, { method: 'POST', body: new URLSearchParams(search) });
    if (!answer.ok) throw new Error(`the page answers ${answer.status}`);
}

// Has the server tell of changes to these resources; the function that comes back ends it.
async function subscribe(client, uris) {
    if (!isOlder) {
        const subscription = await client.listen({ resourceSubscriptions: uris });
        return () => subscription.close();
    }
    for (const uri of uris) await client.subscribeResource({ uri });
    return async () => {
        for (const uri of uris) await client.unsubscribeResource({ uri });
    };
}

// Returns the URIs that the server says have changed, once as many as should have been are told.
async function watch(client, { watch, told, tool, arguments: args }) {
    const heard = [];
    const all = new Promise((resolve) => {
        sdk.onUpdate(client, ({ params }) => {
            if (heard.push(params.uri) === told.length) resolve();
        });
    });
    const unsubscribe = await subscribe(client, watch);
    await client.callTool({ name: tool, arguments: args });
    await Promise.race([all, setTimeout(PATIENCE, undefined, { ref: false })]);
    await unsubscribe();
    return { told: heard };
}

const lists = {
    tools: 'listTools',
    prompts: 'listPrompts',
    resources: 'listResources',
    resourceTemplates: 'listResourceTemplates'
};

function perform(client, one) {
    if (one.watch) return watch(client, one);
    if (one.list) return sdk.wholeList(client, lists[one.list], one.list);
    if (one.read) return client.readResource({ uri: one.read });
    if (one.prompt) return client.getPrompt({ name: one.prompt, arguments: one.arguments });
    if (one.complete) return client.complete(one.complete);
    return client.callTool({ name: one.tool, arguments: one.arguments });
}

async function runCase(target, one) {
    const { answers = [], elicitation = true } = one;
    const unused = [...answers];
    const client = sdk.make(elicitation ? { elicitation: { form: {}, url: {} } } : {});
    if (elicitation) {
        sdk.onQuestion(client, async ({ params }) => {
            const at = unused.findIndex(({ to }) => params.message.includes(to));
            if (at < 0) throw new Error(`unexpected question: ${params.message}`);
            const [{ action, content, submit }] = unused.splice(at, 1);
            if (submit) await submitPage(new URL(params.url));
            return content ? { action, content } : { action };
        });
    }
    const transport = target.url
        ? new sdk.StreamableHTTPClientTransport(new URL(target.url))
        : new sdk.StdioClientTransport({ command: target.command[0], args: target.command.slice(1), stderr });
    await client.connect(transport);
    try {
        return { result: await perform(client, one), unused };
    } catch (error) {
        return { error: { code: sdk.codeOf(error), message: error.message }, unused };
    } finally {
        if (isOlder && target.url) await transport.terminateSession();
        await client.close();
    }
}

const outcomes = [];
for (const { target, cases } of order.work) {
    const mine = [];
    for (const one of cases) mine.push(await runCase(target, one));
    outcomes.push(mine);
}
process.stdout.write(JSON.stringify(outcomes));
