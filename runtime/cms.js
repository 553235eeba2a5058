#!/usr/bin/env node
// The command `cms`. npm links it when a checkout is installed, before anything is compiled, so it is plain
// JavaScript.
import { existsSync } from 'node:fs';

const compiled = new URL('./dist/bundled/console/command-line/bin.js', import.meta.url);
if (existsSync(compiled)) await import(compiled.href);
else {
  process.stderr.write('`cms` is not compiled. Run `npm run build` in its repository.\n');
  process.exitCode = 1;
}
