#!/usr/bin/env node
import { flush, handle, run, settings } from '@oclif/core';

// Compiled commands are always what runs, whatever NODE_ENV says.
settings.enableAutoTranspile = false;

try {
  await run(process.argv.slice(2), import.meta.url);
  await flush();
} catch (error) {
  // Everything thrown on purpose is an Error; anything else is printed by its text.
  await handle(error instanceof Error ? error : new Error(String(error)));
}
