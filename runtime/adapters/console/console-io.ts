import type { ConsoleIo } from './accounts/console-io.js';
import type { GlobalFlag } from './global-flags.js';
import { createPrompt, isInteractive } from './prompt.js';

/** The terminal as console commands see it. */
export function createConsoleIo(flags: Readonly<Record<GlobalFlag, boolean>>): ConsoleIo {
  return {
    interactive: !flags['no-interaction'] && isInteractive(),
    prompt: createPrompt(),
    print(line) {
      if (!flags.quiet) process.stdout.write(`${line}\n`);
    },
    printError: (line) => void process.stderr.write(`${line}\n`),
  };
}
