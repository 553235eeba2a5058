#!/usr/bin/env node
import { nodeVersionFault } from './node-version.js';

const fault = nodeVersionFault(process.versions.node);
if (fault === undefined) {
  const { runCommandLine } = await import('./run-command-line.js');
  await runCommandLine();
} else {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
