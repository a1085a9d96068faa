// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// The Inspector's clients for the command line, `mcpdo` or `cli`, in one process for many commands, since to start
// Node.js for each takes longer than what they do. Reads the words of a command as a JSON array on each line, and
// writes {printed, error} for it. See run.py.

import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const clients = join(process.env.MODULES, '@modelcontextprotocol/inspector/clients');
const programs = { mcpdo: ['mcpdo/build/mcp-bin.js', 'runMcp'], cli: ['cli/build/index.js', 'runCli'] };
const [file, name] = programs[process.argv[2]];
const { [name]: run } = await import(pathToFileURL(join(clients, file)));

const write = process.stdout.write.bind(process.stdout);
let printed = '';
process.stdout.write = (text, ...rest) => {
    printed += text;
    rest.at(-1)?.();
    return true;
};

for await (const line of createInterface({ input: process.stdin })) {
    printed = '';
    let error = null;
    try {
        await run(['node', file, ...JSON.parse(line)]);
    } catch (thrown) {
        error = thrown.message;
    }
    write(`${JSON.stringify({ printed, error })}\n`);
}
process.exit(0);
