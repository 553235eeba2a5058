import type { ConsoleIo } from './accounts/console-io.js';
import { createPrompt, isInteractive } from './prompt.js';

/** The terminal as console commands see it. */
export function createConsoleIo(options: { readonly noInteraction: boolean }): ConsoleIo {
  return {
    interactive: !options.noInteraction && isInteractive(),
    prompt: createPrompt(),
    print: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
  };
}
