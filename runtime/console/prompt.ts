import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Prompt } from '../kernel/contract/features/command.js';
import { ProjectError } from '../project/project-error.js';

/** Returns whether the terminal is interactive. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Creates a terminal prompt. Questions go to stderr, so that stdout contains results only. */
export function createPrompt(): Prompt {
  const askUntilValid: Prompt['ask'] = async (question, validate) => {
    for (;;) {
      const answer = (await askOnce(question, false)).trim();
      const complaint = validate?.(answer);
      if (complaint === undefined) return answer;
      process.stderr.write(`${complaint}\n`);
    }
  };
  return {
    ask: askUntilValid,
    async askHidden(question, validate) {
      for (;;) {
        const answer = await askOnce(question, true);
        const complaint = validate?.(answer);
        if (complaint === undefined) return answer;
        process.stderr.write(`${complaint}\n`);
      }
    },
    async confirm(question) {
      const answer = await askUntilValid(`${question} (y/N)`);
      return /^y(es)?$/i.test(answer);
    },
  };
}

async function askOnce(question: string, hidden: boolean): Promise<string> {
  // Readline clears its line, so it must print the question itself, except for a hidden one, whose output is
  // discarded.
  if (hidden) process.stderr.write(`${question} `);
  // With a terminal as input, readline echoes to `output`; discarding it hides the answer.
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? sink : process.stderr,
    terminal: true,
  });
  try {
    return await lines.question(hidden ? '' : `${question} `);
  } catch (cause) {
    // Ctrl+C and Ctrl+D; commands prompt before they change anything.
    process.stderr.write('\n');
    throw new ProjectError('Canceled. Nothing was changed.', { cause });
  } finally {
    lines.close();
    if (hidden) process.stderr.write('\n');
  }
}
