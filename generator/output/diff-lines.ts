const SHOWN_LINES = 5;

/**
 * The place where two texts part, short enough for a terminal: the common start and end are cut off, and of what
 * remains the first lines of both sides are shown.
 */
export function diffLines(current: string, wanted: string): readonly string[] {
  const before = current.split('\n');
  const after = wanted.split('\n');
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    `@@ line ${start + 1} @@`,
    ...mark('-', before.slice(start, before.length - end)),
    ...mark('+', after.slice(start, after.length - end)),
  ];
}

function mark(sign: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `${sign} ${line}`);
  if (lines.length > SHOWN_LINES) shown.push(`${sign} ... ${lines.length - SHOWN_LINES} more lines`);
  return shown;
}
