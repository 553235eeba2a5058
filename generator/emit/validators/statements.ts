import { code, type Code } from 'cms-api-components/internal/kernel/contract/code.js';
import { printFlat, printLiteral } from 'cms-api-components/internal/kernel/util/text/source-literal.js';

const WIDTH = 110;

/** Statements of generated validators: calls, guarded blocks and single lines. */
export type Statement = LineStatement | CallStatement | BlockStatement;

interface LineStatement {
  readonly kind: 'line';
  readonly text: string;
}

interface CallStatement {
  readonly kind: 'call';
  readonly name: string;
  readonly arguments: readonly unknown[];
}

interface BlockStatement {
  readonly kind: 'block';
  /** `if (groups.has('Default'))` */
  readonly head: string;
  readonly body: readonly Statement[];
  /** Text after the closing brace: `,` in a literal, `);` after the last argument of a call. */
  readonly tail?: string;
}

export function line(text: string): Statement {
  return { kind: 'line', text };
}

/** Returns a call. Arguments are literals, or marked as code. Omits the last argument if it has no members. */
export function call(name: string, ...given: readonly unknown[]): Statement {
  const last = given.at(-1);
  const isEmpty = typeof last === 'object' && last !== null && Reflect.ownKeys(last).length === 0;
  return { kind: 'call', name, arguments: isEmpty ? given.slice(0, -1) : given };
}

/** Returns a guarded block. Omits empty blocks and merges a nested guard into one condition. */
export function block(head: string, body: readonly Statement[]): readonly Statement[] {
  const [only, ...others] = body;
  if (only === undefined) return [];
  const inner = only.kind === 'block' && only.tail === undefined && others.length === 0 ? only : undefined;
  const [outerCondition, innerCondition] = [conditionOf(head), conditionOf(inner?.head ?? '')];
  if (inner === undefined || outerCondition === undefined || innerCondition === undefined) {
    return [{ kind: 'block', head, body }];
  }
  return [{ kind: 'block', head: `if (${outerCondition} && ${innerCondition})`, body: inner.body }];
}

function conditionOf(head: string): string | undefined {
  const condition = /^if \((.*)\)$/.exec(head)?.[1];
  return condition?.includes(' || ') === true ? `(${condition})` : condition;
}

export interface MemberChecks {
  readonly statements: readonly Statement[];
  /** Whether the checks also report violations of other members. Such checks keep their position. */
  readonly isBound: boolean;
}

/**
 * Merges adjacent checks with the same guard. Checks of one member keep their order. Checks of different members can be
 * reordered, because violations are returned in member order (components.md section 9.1).
 */
export function joinChecks(members: readonly MemberChecks[]): readonly Statement[] {
  const joined: Statement[] = [];
  let bound = 0;
  for (const { statements, isBound } of members) {
    let first = isBound ? Math.max(0, joined.length - 1) : bound;
    for (const statement of statements) {
      const place = joined.findIndex((other, index) => index >= first && isSameGuard(other, statement));
      const known = joined[place];
      if (known?.kind === 'block' && statement.kind === 'block') {
        joined[place] = { ...known, body: [...known.body, ...statement.body] };
        first = place;
      } else first = joined.push(statement) - 1;
    }
    if (isBound) bound = Math.max(0, joined.length - 1);
  }
  return joined;
}

function isSameGuard(left: Statement, right: Statement): boolean {
  if (left.kind !== 'block' || right.kind !== 'block') return false;
  return left.head === right.head && left.tail === undefined && right.tail === undefined;
}

/** Returns lines in braces with trailing text, such as a member of a literal or a function as the last argument. */
export function braces(head: string, body: readonly Statement[], tail: string): Statement {
  return body.length === 0 ? line(`${head} {}${tail}`) : { kind: 'block', head, body, tail };
}

/** Prints statements without a trailing line break. */
export function printStatements(statements: readonly Statement[], indent: number): string {
  return statements.map((statement) => printStatement(statement, indent)).join('\n');
}

function printStatement(statement: Statement, indent: number): string {
  const pad = ' '.repeat(indent);
  switch (statement.kind) {
    case 'line':
      return pad + statement.text;
    case 'call':
      return pad + printCall(statement, indent);
    case 'block': {
      const { head, body, tail = '' } = statement;
      return `${pad}${head} {\n${printStatements(body, indent + 2)}\n${pad}}${tail}`;
    }
  }
}

/**
 * Prints a call on one line, with the last argument on several lines, or with one argument per line, whichever fits.
 */
function printCall({ name, arguments: given }: CallStatement, indent: number): string {
  const flat = `${name}(${given.map((argument) => printFlat(argument)).join(', ')});`;
  if (indent + flat.length <= WIDTH) return flat;
  const head = given.slice(0, -1).map((argument) => `${printFlat(argument)}, `);
  const hugged = `${name}(${head.join('')}`;
  const last = printLiteral(given.at(-1), { indent, used: WIDTH });
  const isLonely = !head.at(-1)?.startsWith('{');
  if (isLonely && last.startsWith('{\n') && indent + hugged.length < WIDTH) return `${hugged}${last});`;
  const inner = ' '.repeat(indent + 2);
  const lines = given.map(
    (argument) => `${inner}${printLiteral(argument, { indent: indent + 2, used: 1 })},\n`,
  );
  return `${name}(\n${lines.join('')}${' '.repeat(indent)});`;
}

/** A violation path: literal text and code, such as `speakers[` index `].name`. */
export type Path = readonly (string | Code)[];

/** Prints a path as a string, a variable, or a template literal. */
export function printPath(path: Path): Code {
  const parts = path.filter((part) => part !== '');
  const texts = parts.filter((part) => typeof part === 'string');
  if (texts.length === parts.length) return code(printLiteral(texts.join('')));
  if (parts.length === 1) return code(printLiteral(parts[0]));
  if (texts.some((text) => !PLAIN_TEXT.test(text))) {
    return code(parts.map((part) => printLiteral(part)).join(' + '));
  }
  const printed = parts.map((part) => (typeof part === 'string' ? part : `\${${printLiteral(part)}}`));
  return code(`\`${printed.join('')}\``);
}

const PLAIN_TEXT = /^[\w.[\] -]*$/;
