import { ProjectError } from '../../../project/project-error.js';
import { createSqlLexer, type SqlToken } from './postgres-lexer.js';

/** The tables that a script may fill, and the rights of its account. */
export interface ScriptTarget {
  readonly schema: string;
  /** Prefix of all table names. */
  readonly tablePrefix: string;
  /**
   * Whether server functions can access files and programs. Expressions may then call only common functions.
   */
  readonly isPrivileged: boolean;
}

/** Maximum statement length, excluding table data. */
const MAX_STATEMENT = 4 * 1024 * 1024;
/** Maximum row length; PostgreSQL's own limit. */
const MAX_ROW = 1024 * 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Yields the statements of a `pg_dump` script for tables, without comments. `psql` runs shell commands after
 * a backslash, and the server runs programs for `COPY`, so only statements that such a script needs are
 * allowed.
 * @throws ProjectError naming the first other statement
 */
export async function* tableStatements(
  script: AsyncIterable<Buffer>,
  target: ScriptTarget,
): AsyncGenerator<Buffer> {
  let lexer = createSqlLexer();
  let statement: Buffer[] = [];
  let size = 0;
  let isData = false;
  for await (const line of linesOf(script)) {
    if (isData) {
      isData = !/^\\\.\r?\n?$/.test(line.toString('latin1', 0, 4));
      yield line;
      continue;
    }
    const text = line.toString('latin1');
    if (statement.length === 0 && BETWEEN.test(text)) continue;
    statement.push(line);
    size += line.length;
    if (size > MAX_STATEMENT) throw refused('it has a statement of more than 4 MiB');
    const problem = lexer.read(text);
    if (problem !== undefined) throw refused(`it has ${problem}: ${shown(statement)}`);
    if (!lexer.isComplete()) continue;
    const verdict = evaluate(lexer.tokens, target);
    if (verdict === 'refused')
      throw refused(`it has a statement that does not restore a table: ${shown(statement)}`);
    isData = verdict === 'data';
    yield* statement;
    [lexer, statement, size] = [createSqlLexer(), [], 0];
  }
  if (statement.length > 0 || isData) throw refused('it ends within a statement');
}

/** Empty lines, comments, and the commands by which newer programs protect themselves from older archives. */
const BETWEEN = /^\s*$|^--[^\r\n]*\r?\n?$|^\\(?:un)?restrict [A-Za-z0-9]+\r?\n?$/;

async function* linesOf(script: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let size = 0;
  for await (const chunk of script) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end + 1)]);
      [rest, size, start] = [[], 0, end + 1];
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > MAX_ROW) throw refused('it has a line of more than 1 GiB');
  }
  if (size > 0) yield Buffer.concat(rest);
}

const refused = (how: string): ProjectError =>
  new ProjectError(
    `The database dump in the archive was not written by \`cms backup\`: ${how}. Nothing was changed.`,
  );

const shown = (statement: readonly Buffer[]): string =>
  JSON.stringify(Buffer.concat(statement).toString().trim().slice(-200));

type Verdict = 'statement' | 'data' | 'refused';

function evaluate(tokens: readonly SqlToken[], target: ScriptTarget): Verdict {
  const words = tokens.map(({ kind, text }) => (kind === 'string' ? "'" : text));
  const start = words.join(' ');
  const [first = ''] = words;
  if (tokens[0]?.kind !== 'word') return 'refused';
  switch (first) {
    case 'set':
      return isSetting(tokens) ? 'statement' : 'refused';
    case 'select':
      return SEARCH_PATH.test(written(tokens)) || SEQUENCE_VALUE.test(start) ? 'statement' : 'refused';
    case 'copy':
      return isTable(tokens, 1, target) && FROM_STDIN.test(start) ? 'data' : 'refused';
    case 'comment':
      return COMMENT.test(start) ? 'statement' : 'refused';
    case 'create':
    case 'alter':
      return isDefinition(tokens, target) ? 'statement' : 'refused';
    default:
      return 'refused';
  }
}

/** Joins tokens to a text that includes the content of strings. */
const written = (tokens: readonly SqlToken[]): string =>
  tokens.map(({ kind, text }) => (kind === 'string' ? `'${text}'` : text)).join(' ');

const SEARCH_PATH = /^select pg_catalog \. set_config \( 'search_path' , '' , false \)$/;
const SEQUENCE_VALUE = /^select pg_catalog \. setval \( ' , \d+ , (?:true|false) \)$/;
const FROM_STDIN = /^copy \S+ \. \S+ (?:\( [^()]* \) )?from stdin$/;
const COMMENT = /^comment on (?:table|column|index|constraint|sequence|statistics) [^']* is (?:'|null)$/;

/** Required values of `pg_dump` settings. With other values, texts would be parsed differently. */
const FIXED_SETTINGS: Readonly<Record<string, string>> = {
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
};
const SETTINGS =
  /^(?:statement_timeout|lock_timeout|idle_in_transaction_session_timeout|transaction_timeout|check_function_bodies|xmloption|client_min_messages|row_security|default_tablespace|default_table_access_method|default_with_oids)$/;

function isSetting([, name, sign, value, ...others]: readonly SqlToken[]): boolean {
  if (name === undefined || sign?.text !== '=' || value === undefined || others.length > 0) return false;
  const fixed = FIXED_SETTINGS[name.text];
  return fixed === undefined ? SETTINGS.test(name.text) : value.text === fixed;
}

/** Returns whether a qualified name of one of the tables or their sequences starts at a position. */
function isTable(
  tokens: readonly SqlToken[],
  at: number,
  { schema, tablePrefix }: Pick<ScriptTarget, 'schema' | 'tablePrefix'>,
): boolean {
  const [first, dot, name] = tokens.slice(at, at + 3);
  return first?.text === schema && dot?.text === '.' && name?.text.startsWith(tablePrefix) === true;
}

/** Statements that create tables, without queries and code. */
const TARGET =
  /^(?:create (?:unlogged )?(?:table|sequence) |alter (?:table (?:only )?|sequence |index )|create (?:unique )?index \S+ on (?:only )?|create statistics )/;
const FORBIDDEN =
  /^(?:select|execute|values|program|function|procedure|trigger|rule|policy|owner|language|security|call|do|into)$/;

function isDefinition(tokens: readonly SqlToken[], target: ScriptTarget): boolean {
  const text = tokens.map((token) => token.text.replaceAll(' ', '_')).join(' ');
  const beginning = TARGET.exec(`${text} `)?.[0];
  if (beginning === undefined) return false;
  const at = beginning.trim().split(' ').length;
  if (!isTable(tokens, at, target)) return false;
  if (tokens.some(({ kind, text: word }) => kind === 'word' && FORBIDDEN.test(word))) return false;
  return (
    !target.isPrivileged || tokens.every((_, index) => !isCall(tokens, index) || isKnownCall(tokens, index))
  );
}

/** Returns whether a name followed by a parenthesis is at a position. */
const isCall = (tokens: readonly SqlToken[], index: number): boolean =>
  tokens[index + 1]?.text === '(' && ['word', 'name'].includes(tokens[index]?.kind ?? '');

/** Types, clauses and functions before a parenthesis that do not access anything outside the row. */
const HARMLESS =
  /^(?:char|character|varying|varchar|bpchar|numeric|decimal|bit|float|time|timestamp|interval|timestamptz|key|unique|check|include|exclude|with|where|when|as|default|using|and|or|not|in|any|all|some|is|on|by|array|row|identity|then|else|case|coalesce|nullif|greatest|least|lower|upper|length|char_length|octet_length|left|right|substr|substring|trim|btrim|concat|replace|abs|round|floor|ceil|mod|md5|date|date_part|date_trunc|extract|now|nextval|gen_random_uuid|uuid_generate_v4|jsonb_typeof|jsonb_array_length|jsonb_extract_path_text|json_typeof|to_tsvector|setweight|btree|hash|gin|gist|spgist|brin)$/;

function isKnownCall(tokens: readonly SqlToken[], index: number): boolean {
  const [before, dot] = [tokens[index - 2]?.text, tokens[index - 1]?.text];
  // In `create table a.b (`, `on a.b (`, `references a.b(` and `copy a.b (`, the parentheses contain columns.
  const holder = dot === '.' ? tokens[index - 3]?.text : dot;
  if (['table', 'on', 'only', 'references', 'exists'].includes(holder ?? '')) return true;
  return (dot !== '.' || before === 'pg_catalog') && HARMLESS.test(tokens[index]?.text ?? '');
}
