import type { Prompt } from '../prompt.js';

/** What a console command needs of the terminal; given by the command line. */
export interface ConsoleIo {
  /** False with `--no-interaction` or without a terminal. */
  readonly interactive: boolean;
  readonly prompt: Pick<Prompt, 'ask' | 'askHidden'>;
  print(line: string): void;
  printError(line: string): void;
}
