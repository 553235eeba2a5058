#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { nodeVersionFault } from './node-version.js';

const fault = nodeVersionFault(process.versions.node);
if (fault === undefined) {
  const { runCommandLine } = await import('./run-command-line.js');
  await runCommandLine(fileURLToPath(import.meta.url));
} else {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
