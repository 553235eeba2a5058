import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Choice } from './choices.js';

/** Prompts on a terminal. */
export interface Questions {
  /** Prompts for a text. @returns the default if the answer is empty. */
  text(question: string, byDefault: string): Promise<string>;
  /**
   * Prompts for one of several choices, by number or name, and repeats invalid prompts. The default is the first
   * choice.
   */
  choice<Name extends string>(question: string, choices: readonly Choice<Name>[]): Promise<Name>;
  close(): void;
}

/** The input ended before all questions were answered. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

export function createQuestions(input: Readable, output: Writable): Questions {
  const lines = createInterface({ input, output });
  const answers = lines[Symbol.asyncIterator]();
  const ask = async (prompt: string): Promise<string> => {
    output.write(prompt);
    const { value, done } = await answers.next();
    if (done === true) throw new NoAnswerError('Canceled. Nothing was written.');
    return value.trim();
  };
  return {
    text: async (question, byDefault) => (await ask(`${question} [${byDefault}] `)) || byDefault,
    async choice(question, choices) {
      const list = choices.map(({ label }, index) => `  ${index + 1}  ${label}\n`).join('');
      output.write(`${question}\n${list}`);
      for (;;) {
        const answer = (await ask('Number [1] ')) || '1';
        const chosen = choices[Number(answer) - 1] ?? choices.find(({ name }) => name === answer);
        if (chosen !== undefined) return chosen.name;
        output.write(`Enter a number from 1 to ${choices.length}.\n`);
      }
    },
    close: () => lines.close(),
  };
}
