/** Where progress is shown: a terminal, or a file that somebody reads later. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressLine {
  /** `expected` is asked when something is printed only. */
  report(done: number, expected: () => number): void;
  /** Leaves a terminal as it was before. */
  end(): void;
}

const PAUSE_MS = { terminal: 100, file: 3000 } as const;
const CLEAR = '\r\u001B[K';
const NUMBERS = new Intl.NumberFormat('en');

/** Shows how far long work has come: one line that is rewritten on a terminal, elsewhere a line every few seconds. */
export function createProgressLine(output: ProgressOutput, now: () => number = Date.now): ProgressLine {
  const isTerminal = output.isTTY === true;
  const pause = isTerminal ? PAUSE_MS.terminal : PAUSE_MS.file;
  let last = now();
  let isShown = false;
  return {
    report(done, expected) {
      if (now() - last < pause) return;
      last = now();
      const line = `${NUMBERS.format(done)} of ${NUMBERS.format(Math.max(done, expected()))} records ...`;
      output.write(isTerminal ? `${CLEAR}${line}` : `${line}\n`);
      isShown = isTerminal;
    },
    end() {
      if (isShown) output.write(CLEAR);
      isShown = false;
    },
  };
}
