#!/usr/bin/env node
import { nodeVersionFault } from './node-version.js';
import { ownPackage } from './own-package.js';

const fault = nodeVersionFault(process.versions.node, ownPackage().engines.node);
if (fault === undefined) {
  const { runCommandLine } = await import('./command-line.js');
  process.exitCode = await runCommandLine(process.argv.slice(2));
} else {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
