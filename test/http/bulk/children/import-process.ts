import { readFileSync } from 'node:fs';
import { createApp } from '../../../../runtime/app.js';
import type { AppConfig } from '../../../../runtime/config/app-config.js';
import { SILENT_LOGGER } from '../../../../runtime/kernel/ports/logger.js';
import { callCommand, commandOf } from '../../../support/run-command.js';
import { bulkManifest } from '../bulk-manifest.js';

// Runs `cms import` in a separate process, on the database and files of a configuration (a JSON file),
// with the following arguments. Prints a line for each step that a terminal would show, and its exit code.
const [configFile = '', ...words] = process.argv.slice(2);
const stored = JSON.parse(readFileSync(configFile, 'utf8')) as AppConfig;
const app = await createApp({
  config: { ...stored, features: [] },
  manifest: bulkManifest,
  openApi: { paths: {} },
  log: SILENT_LOGGER,
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const code = await callCommand(commandOf({ app }, 'import'), words, {
  service: app,
  print,
  printError: print,
  progress: print,
});
await app.close();
print(`ended with ${code}`);
