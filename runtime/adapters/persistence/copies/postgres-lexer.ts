/** A token of a statement. */
export interface SqlToken {
  /** `name`: a quoted identifier. */
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'sign';
  /** Words in lower case; names and strings without quotes. */
  readonly text: string;
}

/** Tokenizes one statement line by line, like `psql` and PostgreSQL. */
export interface SqlLexer {
  /** Reads a line. Returns the first text that does not occur in dumps; undefined if there is none. */
  read(line: string): string | undefined;
  /** Returns whether the final semicolon was read. */
  isComplete(): boolean;
  readonly tokens: readonly SqlToken[];
}

const SPACE = /[ \t\r\n\f\v]+/y;
const WORD = /[A-Za-z_\x80-\xff][A-Za-z0-9_$\x80-\xff]*/y;
const NUMBER = /\d[\dA-Za-z_.]*/y;
const SIGN = /::|[()[\],.+*/<>=~!@#%^&|?-]/y;
const END = /;[ \t\r\n]*$/y;
/** The rest of a quoted text; in texts with escapes, a backslash includes the next character. */
const QUOTED = {
  "'": /[^']*(?:''[^']*)*/y,
  '"': /[^"]*(?:""[^"]*)*/y,
  E: /[^'\\]*(?:(?:''|\\[\s\S])[^'\\]*)*/y,
};

type Quote = keyof typeof QUOTED;

export function createSqlLexer(): SqlLexer {
  const tokens: SqlToken[] = [];
  let open: { readonly quote: Quote; readonly parts: string[] } | undefined;
  let isEnded = false;

  function match(pattern: RegExp, line: string, at: number): string | undefined {
    pattern.lastIndex = at;
    return pattern.exec(line)?.[0];
  }

  /** Reads a text to its quote or the end of the line. Returns the next position. */
  function readQuoted(line: string, at: number, { quote, parts }: NonNullable<typeof open>): number {
    const part = match(QUOTED[quote], line, at) ?? '';
    parts.push(part);
    const end = at + part.length;
    if (end >= line.length) return end;
    const closing = quote === '"' ? '"' : "'";
    const text = parts.join('').replaceAll(closing + closing, closing);
    tokens.push({ kind: quote === '"' ? 'name' : 'string', text });
    open = undefined;
    return end + 1;
  }

  function take(kind: SqlToken['kind'], text: string | undefined): number {
    if (text === undefined) return 0;
    tokens.push({ kind, text: kind === 'word' ? text.toLowerCase() : text });
    return text.length;
  }

  /** Returns the length of the next token; 0 if there is none. */
  function readPiece(line: string, at: number): number {
    const space = match(SPACE, line, at);
    if (space !== undefined) return space.length;
    const [character, next] = [line[at] ?? '', line[at + 1] ?? ''];
    if (character === '"' || character === "'") {
      open = { quote: character, parts: [] };
      return 1;
    }
    if (/e/i.test(character) && next === "'") {
      open = { quote: 'E', parts: [] };
      return 2;
    }
    if (['--', '/*'].includes(character + next)) return 0;
    const end = match(END, line, at);
    if (end !== undefined) {
      isEnded = true;
      return end.length;
    }
    return (
      take('word', match(WORD, line, at)) ||
      take('number', match(NUMBER, line, at)) ||
      take('sign', match(SIGN, line, at))
    );
  }

  return {
    tokens,
    isComplete: () => isEnded,
    read(line) {
      for (let at = 0; at < line.length;) {
        if (open !== undefined) {
          at = readQuoted(line, at, open);
          continue;
        }
        const length = readPiece(line, at);
        if (length === 0) return describe(line[at] ?? '');
        at += length;
      }
      return undefined;
    },
  };
}

function describe(character: string): string {
  switch (character) {
    case '\\':
      return 'a command of psql';
    case '$':
      return 'code between dollar signs';
    case '-':
    case '/':
      return 'a comment inside a statement';
    case ';':
      return 'two statements in a line';
    default:
      return `an unexpected ${JSON.stringify(character)}`;
  }
}
