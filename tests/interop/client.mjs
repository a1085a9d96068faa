// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Drives a server with the official TypeScript client. Reads {target, cases} on standard input; see run.py.

import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

// The packages are not beside this file: MODULES is the folder that has them.
const require = createRequire(pathToFileURL(`${process.env.MODULES}/`));
const { Client, StreamableHTTPClientTransport } = require('@modelcontextprotocol/client');
const { StdioClientTransport } = require('@modelcontextprotocol/client/stdio');

const REVISION = '2026-07-28';

// Does what the form on a page does: sends the query of its link back to it.
async function submitPage({ origin, pathname, search }) {
    const answer = await fetch(origin + pathname, { method: 'POST', body: new URLSearchParams(search) });
    if (!answer.ok) throw new Error(`the page answers ${answer.status}`);
}

async function runCase(target, { tool, arguments: args, answers, elicitation = true }) {
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
        return { result: await client.callTool({ name: tool, arguments: args }), unused };
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
