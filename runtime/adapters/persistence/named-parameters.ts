import { InternalError } from '../../kernel/errors/internal-error.js';

/** SQL text split at its parameters; `texts` has one more entry than `names`. */
export interface ParsedSql {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/** Parts of SQL without parameters: literals, quoted identifiers, comments and `::type` casts. */
const OPAQUE = [
  String.raw`'(?:[^']|'')*'`,
  String.raw`"(?:[^"]|"")*"`,
  String.raw`\`(?:[^\`]|\`\`)*\``,
  String.raw`--[^\n]*`,
  String.raw`/\*[\s\S]*?\*/`,
  String.raw`\$\$[\s\S]*?\$\$`,
  '::',
].join('|');

const COLON_PARAMETER = new RegExp(`${OPAQUE}|:([A-Za-z_][A-Za-z0-9_]*)`, 'g');
const DOLLAR_PARAMETER = new RegExp(`${OPAQUE}|\\$([A-Za-z0-9_]+)`, 'g');

/**
 * Parses the named parameters of a statement. Quotes inside literals are doubled (`''`), never escaped by a
 * backslash. `sigil` is `:` for the runtime's statements and `$` for those of Sequelize for SQLite.
 */
export function parseNamedParameters(sql: string, sigil: ':' | '$' = ':'): ParsedSql {
  const texts: string[] = [];
  const names: string[] = [];
  let from = 0;
  for (const match of sql.matchAll(sigil === ':' ? COLON_PARAMETER : DOLLAR_PARAMETER)) {
    const name = match[1];
    if (name === undefined) continue;
    texts.push(sql.slice(from, match.index));
    names.push(name);
    from = match.index + match[0].length;
  }
  texts.push(sql.slice(from));
  return { texts, names };
}

/** Checks that parameters and values match. @throws InternalError if a parameter or a value is missing */
export function assertSameNames(
  sql: string,
  wanted: ReadonlySet<string>,
  given: Readonly<Record<string, unknown>>,
): void {
  const missing = [...wanted].filter((name) => given[name] === undefined);
  const extra = Object.keys(given).filter((name) => !wanted.has(name));
  if (missing.length === 0 && extra.length === 0) return;
  const problems = [
    missing.length === 0 ? '' : `no value for ${missing.map((name) => `:${name}`).join(', ')}`,
    extra.length === 0 ? '' : `no parameter for ${extra.join(', ')}`,
  ];
  throw new InternalError(
    `Statement parameters do not match (${problems.filter(Boolean).join('; ')}): ${sql}`,
  );
}
