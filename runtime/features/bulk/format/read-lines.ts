import { createReadStream } from 'node:fs';

/** Maximum line length in bytes, the same as the default limit of request bodies. */
export const LONGEST_LINE = 64 * 1024 * 1024;

/** A line that is too long or not valid UTF-8. */
export class BadLine extends Error {
  override readonly name = 'BadLine';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const NEW_LINE = 0x0a;

/**
 * Yields the non-empty lines of a file with their numbers. Only a line feed ends a line, as in JSON Lines, because JSON
 * texts can contain other line separators.
 * @throws BadLine
 */
export async function* readLines(
  path: string,
): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest: Buffer[] = [];
  let waiting = 0;
  let line = 0;

  function take(bytes: Buffer): string {
    line += 1;
    const whole = rest.length === 0 ? bytes : Buffer.concat([...rest, bytes]);
    rest = [];
    waiting = 0;
    try {
      return decoder.decode(whole).trim();
    } catch {
      throw new BadLine(line, 'The line is not valid UTF-8. Save the file as UTF-8.');
    }
  }

  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    let from = 0;
    const bytes = chunk as Buffer; // streams without an encoding return buffers
    for (let end = bytes.indexOf(NEW_LINE); end !== -1; end = bytes.indexOf(NEW_LINE, from)) {
      const text = take(bytes.subarray(from, end));
      from = end + 1;
      if (text !== '') yield { line, text };
    }
    rest.push(bytes.subarray(from));
    waiting += bytes.length - from;
    if (waiting > LONGEST_LINE) throw new BadLine(line + 1, 'The line is longer than 64 MB.');
  }
  const last = take(Buffer.alloc(0));
  if (last !== '') yield { line, text: last };
}
