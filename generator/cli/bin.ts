#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { flush, handle, run, settings } from '@oclif/core';

// Compiled commands are always what runs, whatever NODE_ENV says.
settings.enableAutoTranspile = false;

try {
  // It has no plugins, and CMS_DATA_DIR is the data folder of a project, not a place to look for some.
  const [first, ...others] = process.argv.slice(2);
  const line = first === 'help' ? [...others, '--help'] : process.argv.slice(2);
  await run(line, {
    root: fileURLToPath(import.meta.url),
    userPlugins: false,
    devPlugins: false,
    jitPlugins: false,
  });
  await flush();
} catch (error) {
  // Everything thrown on purpose is an Error; anything else is printed by its text.
  await handle(error instanceof Error ? error : new Error(String(error)));
}
