import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { BulkError } from '../bulk-error.js';

/** A redirect as a row of the file says it. */
export interface RedirectRow {
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly status: string;
}

/** Words by which first rows name the columns. */
const NAMES = {
  from: /^(from|source|old|origin|path|source[ _-]?(url|path)|old[ _-]?(url|path)|redirect[ _-]?from)$/i,
  to: /^(to|target|dest|destination|new|(target|destination|new)[ _-]?(url|path)|redirect[ _-]?to)$/i,
  status: /^(status|code|type|http|(status|http|redirect)[ _-]?(code|status|type))$/i,
};
const DELIMITERS = [',', ';', '\t', '|'];
const LONGEST_ROW = 64 * 1024;

/**
 * The rows of a CSV file, with quotes, any usual separator, and a first row with names or none.
 * @throws BulkError for a file whose columns nobody can tell
 */
export async function* readRedirectRows(path: string, shown: string): AsyncGenerator<RedirectRow> {
  const { parse } = await import('csv-parse');
  const parser = createReadStream(path).pipe(
    parse({
      bom: true,
      delimiter: await delimiterOf(path),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: LONGEST_ROW,
    }),
  );
  let columns: Columns | undefined;
  try {
    for await (const each of parser) {
      const { record, info } = each as {
        readonly record: readonly string[];
        readonly info: { readonly lines: number };
      };
      if (columns === undefined) {
        const named = namedColumns(record);
        columns = named ?? FIRST_THREE;
        if (named !== undefined) continue;
        if (!/^(\/|https?:)/i.test(record[0] ?? ''))
          throw new BulkError(
            `${shown}:1: The first line neither names columns (from,to) nor begins with a path. Add a line "from,to".`,
          );
      }
      const [from = '', to = '', status = ''] = columns.map((index) => record[index] ?? '');
      yield { line: info.lines, from, to, status };
    }
  } catch (error) {
    if (error instanceof BulkError || !(error instanceof Error) || !('code' in error)) throw error;
    throw new BulkError(`${shown} is no CSV file that can be read: ${error.message}`, { cause: error });
  }
}

type Columns = readonly [from: number, to: number, status: number];

const FIRST_THREE: Columns = [0, 1, 2];

function namedColumns(record: readonly string[]): Columns | undefined {
  const find = (name: RegExp): number => record.findIndex((cell) => name.test(cell.trim()));
  const [from, to] = [find(NAMES.from), find(NAMES.to)];
  return from === -1 || to === -1 ? undefined : [from, to, find(NAMES.status)];
}

/** The separator that the first line has the most. */
async function delimiterOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    const [first = ''] = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/);
    const counts = DELIMITERS.map((delimiter) => [delimiter, first.split(delimiter).length] as const);
    return counts.reduce((most, next) => (next[1] > most[1] ? next : most))[0];
  } finally {
    await file.close();
  }
}
