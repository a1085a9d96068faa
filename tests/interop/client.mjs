// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Drives a server with the official TypeScript client. Reads {target, cases} on standard input; see run.py.

import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

// The packages are not beside this file: MODULES is the folder that has them.
const require = createRequire(pathToFileURL(`${process.env.MODULES}/`));
const { Client, StreamableHTTPClientTransport } = require('@modelcontextprotocol/client');
const { StdioClientTransport } = require('@modelcontextprotocol/client/stdio');

const REVISION = '2026-07-28';
const PATIENCE = 10_000; // milliseconds for a notification

// Does what the form on a page does: sends the query of its link back to it.
async function submitPage({ origin, pathname, search }) {
    const answer = await fetch(origin + pathname, { method: 'POST', body: new URLSearchParams(search) });
    if (!answer.ok) throw new Error(`the page answers ${answer.status}`);
}

// Returns the URIs that the server says have changed, once as many as should have been are told.
async function watch(client, { watch, told, tool, arguments: args }) {
    const heard = [];
    const all = new Promise((resolve) => {
        client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
            if (heard.push(params.uri) === told.length) resolve();
        });
    });
    const subscription = await client.listen({ resourceSubscriptions: watch });
    await client.callTool({ name: tool, arguments: args });
    await Promise.race([all, setTimeout(PATIENCE, undefined, { ref: false })]);
    await subscription.close();
    return { told: heard };
}

// The lists come whole: the client walks the pages.
const lists = {
    tools: (client) => client.listTools(),
    prompts: (client) => client.listPrompts(),
    resources: (client) => client.listResources(),
    resourceTemplates: (client) => client.listResourceTemplates()
};

function perform(client, one) {
    if (one.watch) return watch(client, one);
    if (one.list) return lists[one.list](client);
    if (one.read) return client.readResource({ uri: one.read });
    if (one.prompt) return client.getPrompt({ name: one.prompt, arguments: one.arguments });
    if (one.complete) return client.complete(one.complete);
    return client.callTool({ name: one.tool, arguments: one.arguments });
}

async function runCase(target, one) {
    const { answers = [], elicitation = true } = one;
    const unused = [...answers];
    const client = new Client(
        { name: 'interop', version: '1.0.0' },
        {
            capabilities: elicitation ? { elicitation: { form: {}, url: {} } } : {},
            versionNegotiation: { mode: { pin: REVISION } }
        }
    );
    if (elicitation) {
        client.setRequestHandler('elicitation/create', async ({ params }) => {
            const at = unused.findIndex(({ to }) => params.message.includes(to));
            if (at < 0) throw new Error(`unexpected question: ${params.message}`);
            const [{ action, content, submit }] = unused.splice(at, 1);
            if (submit) await submitPage(new URL(params.url));
            return content ? { action, content } : { action };
        });
    }
    const transport = target.url
        ? new StreamableHTTPClientTransport(new URL(target.url))
        : new StdioClientTransport({ command: target.command[0], args: target.command.slice(1), stderr: 'inherit' });
    await client.connect(transport);
    try {
        return { result: await perform(client, one), unused };
    } catch (error) {
        return { error: { code: error.code, message: error.message }, unused };
    } finally {
        await client.close();
    }
}

const { target, cases } = JSON.parse(await text(process.stdin));
const outcomes = [];
for (const one of cases) outcomes.push(await runCase(target, one));
process.stdout.write(JSON.stringify(outcomes));
