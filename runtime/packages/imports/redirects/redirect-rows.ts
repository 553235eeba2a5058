import { Readable } from 'node:stream';
import { BulkError, type ImportText } from 'cms-api-components';

/** A redirect as listed in the file. */
export interface RedirectRow {
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly status: string;
  /** Reason why the row is skipped, such as a regular expression; usually absent. */
  readonly skipped?: string;
}

const COLUMNS = {
  from: [
    /^(from|source|old|origin|path|source[ _-]?(url|path)|old[ _-]?(url|path)|redirect[ _-]?from|request[ _-]?path)$/i,
  ],
  to: [
    /^(to|target|dest|destination|new|(target|destination|new)[ _-]?(url|path)|redirect[ _-]?to|target[ _-]?path)$/i,
  ],
  // More specific names first, because plugin exports contain a status, a type and a code.
  status: [
    /^(code|http|(status|http|redirect|action)[ _-]?code|http[ _-]?status)$/i,
    /^(redirect[ _-]?)?type$/i,
    /^(status|(status|http)[ _-]?type)$/i,
  ],
  regex: [/^(regex|is[ _-]?regex|regular[ _-]?expression)$/i],
  format: [/^(format|match[ _-]?type)$/i],
  match: [/^match$/i],
  action: [/^(action|action[ _-]?type|type)$/i],
  enabled: [/^(enabled|active|is[ _-]?(enabled|active)|status)$/i],
  disabled: [/^(disabled|is[ _-]?disabled)$/i],
} as const;
type Column = keyof typeof COLUMNS;
type Cells = Readonly<Record<Column, string>>;
const NO_CELLS: Cells = {
  ...{ from: '', to: '', status: '', regex: '', format: '', match: '', action: '' },
  ...{ enabled: '', disabled: '' },
};

const DELIMITERS = [',', ';', '\t', '|'];
const LONGEST_ROW = 64 * 1024;
const YES = /^(1|true|yes|on|y)$/i;
const NO = /^(0|false|no|off|n|disabled|inactive|deactivated)$/i;
/** Matches characters that only occur in patterns. */
const PATTERN = /^\^|\$$|\*|\.\+|\(\?|\[[^\]]*\]|\\[dws./]/;

/**
 * Yields the rows of a CSV file with quotes, any common separator, and an optional header row.
 * @throws BulkError if the columns cannot be recognized
 */
export async function* readRedirectRows(file: ImportText): AsyncGenerator<RedirectRow> {
  const { shown } = file;
  const { parse } = await import('csv-parse');
  const parser = Readable.from(file.text()).compose(
    parse({
      bom: true,
      delimiter: await delimiterOf(file),
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
            `${shown}:1: The first line has no column names and does not start with a path. Add the line "from,to".`,
          );
      }
      yield rowOf(cellsOf(record, columns), info.lines);
    }
  } catch (error) {
    if (error instanceof BulkError || !(error instanceof Error) || !('code' in error)) throw error;
    throw new BulkError(`${shown} is not a valid CSV file: ${error.message}`, { cause: error });
  }
}

type Columns = ReadonlyMap<Column, number>;

const FIRST_THREE: Columns = new Map([
  ['from', 0],
  ['to', 1],
  ['status', 2],
]);

function namedColumns(record: readonly string[]): Columns | undefined {
  const columns = new Map<Column, number>();
  for (const [name, patterns] of Object.entries(COLUMNS)) {
    const found = patterns
      .map((pattern) => record.findIndex((cell) => pattern.test(cell.trim())))
      .find((index) => index !== -1);
    if (found !== undefined) columns.set(name as Column, found); // keys of COLUMNS
  }
  return columns.has('from') && columns.has('to') ? columns : undefined;
}

const cellsOf = (record: readonly string[], columns: Columns): Cells => ({
  ...NO_CELLS,
  ...Object.fromEntries([...columns].map(([name, index]) => [name, record[index] ?? ''])),
});

function rowOf(cells: Cells, line: number): RedirectRow {
  const { from, to, status } = cells;
  const skipped = skippedBecause(cells);
  // "active" and "url" are not status codes.
  const code = /^(active|enabled|url|plain|1|true|yes)$/i.test(status) ? '' : status;
  return { line, from, to, status: code, ...(skipped === undefined ? {} : { skipped }) };
}

/** Returns why a row cannot become a redirect of a plain path; undefined if it can. */
export function skippedBecause(cells: Partial<Cells>): string | undefined {
  const { from, to, regex, format, match, action, enabled, disabled } = { ...NO_CELLS, ...cells };
  if (NO.test(enabled) || YES.test(disabled)) return `${from} is disabled in the list.`;
  if (YES.test(regex) || /^reg(ex|ular)/i.test(format) || PATTERN.test(from) || /\$\d/.test(to))
    return `${from} is a pattern, which routes do not support.`;
  if (match !== '' && !/^(url|1|true)$/i.test(match))
    return `${from} also matches "${match}", which routes do not support.`;
  if (/^(error|nothing|pass|random)$/i.test(action))
    return `${from} has the action "${action}", which is not a redirect.`;
  return undefined;
}

/** Returns the most frequent separator of the first line. */
async function delimiterOf(file: ImportText): Promise<string> {
  const [first = ''] = (await file.head()).split(/\r?\n/);
  const counts = DELIMITERS.map((delimiter) => [delimiter, first.split(delimiter).length] as const);
  return counts.reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}
