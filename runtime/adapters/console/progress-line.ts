/** Where progress is shown: a terminal, or a file that somebody reads later. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressLine {
  /** `text` is asked when something is printed only. */
  show(text: () => string): void;
  /** Records that are done, of those that are expected. */
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

  function show(text: () => string): void {
    // Whoever looks at a terminal sees at once that something is done.
    const isFirst = isTerminal && !isShown;
    if (!isFirst && now() - last < pause) return;
    last = now();
    output.write(isTerminal ? `${CLEAR}${text()}` : `${text()}\n`);
    isShown = isTerminal;
  }

  return {
    show,
    report: (done, expected) =>
      show(() => `${NUMBERS.format(done)} of ${NUMBERS.format(Math.max(done, expected()))} records ...`),
    end() {
      if (isShown) output.write(CLEAR);
      isShown = false;
    },
  };
}
