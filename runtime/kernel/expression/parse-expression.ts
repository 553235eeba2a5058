import { ExpressionError, type Comparison, type Expression, type RootName } from './expression.js';
import { tokenize, type Token } from './tokenize.js';

export const MAX_EXPRESSION_LENGTH = 2000;
/** Maximum nesting of parentheses, lists and unary operators. */
export const MAX_EXPRESSION_DEPTH = 32;

const ROOT_NAMES: ReadonlySet<string> = new Set<RootName>(['this', 'value', 'object', 'user']);
const COMPARISONS: ReadonlySet<string> = new Set<Comparison>(['==', '!=', '<', '>', '<=', '>=']);
const LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

interface Cursor {
  readonly tokens: readonly Token[];
  index: number;
  depth: number;
}

/**
 * Parses the expression dialect of security rules and constraints (components.md section 11.5) into a tree.
 * @throws ExpressionError naming the position and what to write instead.
 *
 * @example
 * const rule = parseExpression("is_granted('ROLE_EDITOR') or object.owner == user");
 */
export function parseExpression(source: string): Expression {
  if (source.length > MAX_EXPRESSION_LENGTH) {
    throw new ExpressionError('The expression is too long', MAX_EXPRESSION_LENGTH, 'split it or shorten it');
  }
  const cursor: Cursor = { tokens: tokenize(source), index: 0, depth: 0 };
  const expression = parseOr(cursor);
  const rest = peek(cursor);
  if (rest.kind !== 'end') {
    throw new ExpressionError(
      `Unexpected ${describe(rest)}`,
      rest.position,
      'join conditions with "and" or "or"',
    );
  }
  return expression;
}

function parseOr(cursor: Cursor): Expression {
  let left = parseAnd(cursor);
  while (takes(cursor, 'or', '||')) left = { kind: 'or', left, right: parseAnd(cursor) };
  return left;
}

function parseAnd(cursor: Cursor): Expression {
  let left = parseNot(cursor);
  while (takes(cursor, 'and', '&&')) left = { kind: 'and', left, right: parseNot(cursor) };
  return left;
}

function parseNot(cursor: Cursor): Expression {
  if (!takes(cursor, 'not', '!')) return parseComparison(cursor);
  return nested(cursor, () => ({ kind: 'not', operand: parseNot(cursor) }));
}

function parseComparison(cursor: Cursor): Expression {
  const left = parseMember(cursor);
  const operator = peek(cursor);
  if (operator.kind === 'symbol' && isComparison(operator.value)) {
    cursor.index += 1;
    return { kind: 'comparison', operator: operator.value, left, right: parseMember(cursor) };
  }
  if (takes(cursor, 'in')) return { kind: 'in', negated: false, left, right: parseMember(cursor) };
  if (takes(cursor, 'matches')) return { kind: 'matches', subject: left, pattern: parsePattern(cursor) };
  if (operator.kind === 'word' && operator.value === 'not') {
    cursor.index += 1;
    if (takes(cursor, 'in')) return { kind: 'in', negated: true, left, right: parseMember(cursor) };
    throw new ExpressionError(
      'Unexpected "not"',
      operator.position,
      'write "not in" or put "not" before the condition',
    );
  }
  return left;
}

function parseMember(cursor: Cursor): Expression {
  let target = parsePrimary(cursor);
  while (takes(cursor, '.')) {
    const name = next(cursor);
    if (name.kind !== 'word') {
      throw new ExpressionError(
        `Unexpected ${describe(name)}`,
        name.position,
        'a field name follows the dot',
      );
    }
    target = { kind: 'member', target, name: name.value };
  }
  return target;
}

function parsePrimary(cursor: Cursor): Expression {
  const token = next(cursor);
  if (token.kind === 'string' || token.kind === 'number') return { kind: 'literal', value: token.value };
  if (token.kind === 'word') return parseWord(cursor, token.value, token.position);
  if (token.kind === 'symbol' && token.value === '(') {
    return nested(cursor, () => {
      const inner = parseOr(cursor);
      expect(cursor, ')');
      return inner;
    });
  }
  if (token.kind === 'symbol' && token.value === '[') return nested(cursor, () => parseList(cursor));
  if (token.kind === 'symbol' && token.value === '-') {
    return nested(cursor, () => ({ kind: 'negate', operand: parseMember(cursor) }));
  }
  const hint = "write a literal, this, value, object, user or is_granted('ROLE_X')";
  throw new ExpressionError(`Unexpected ${describe(token)}`, token.position, hint);
}

function parseWord(cursor: Cursor, word: string, position: number): Expression {
  const literal = LITERALS.get(word);
  if (literal !== undefined) return { kind: 'literal', value: literal };
  if (isRootName(word)) return { kind: 'name', name: word };
  if (word === 'is_granted') {
    expect(cursor, '(');
    const role = next(cursor);
    if (role.kind !== 'string' || role.value === '') {
      throw new ExpressionError('is_granted needs a role', role.position, "write is_granted('ROLE_ADMIN')");
    }
    expect(cursor, ')');
    return { kind: 'granted', role: role.value };
  }
  const hint =
    word.startsWith('ROLE_') || word.startsWith('IS_')
      ? `write is_granted('${word}')`
      : 'the names are this, value, object and user, the only function is is_granted';
  throw new ExpressionError(`Unknown name "${word}"`, position, hint);
}

function parseList(cursor: Cursor): Expression {
  const items: Expression[] = [];
  if (takes(cursor, ']')) return { kind: 'list', items };
  do {
    items.push(parseOr(cursor));
  } while (takes(cursor, ','));
  expect(cursor, ']');
  return { kind: 'list', items };
}

function parsePattern(cursor: Cursor): RegExp {
  const token = next(cursor);
  const parts = token.kind === 'string' ? /^\/(.*)\/([a-z]*)$/s.exec(token.value) : null;
  if (parts === null) {
    throw new ExpressionError('matches needs a pattern', token.position, "write matches '/^[a-z]+$/i'");
  }
  try {
    // Sticky and global patterns keep state between evaluations.
    return new RegExp(parts[1] ?? '', (parts[2] ?? '').replace(/[gy]/g, ''));
  } catch (error) {
    throw new ExpressionError('Invalid regular expression', token.position, String(error));
  }
}

function nested(cursor: Cursor, parse: () => Expression): Expression {
  cursor.depth += 1;
  if (cursor.depth > MAX_EXPRESSION_DEPTH) {
    throw new ExpressionError('The expression is nested too deeply', peek(cursor).position, 'flatten it');
  }
  const expression = parse();
  cursor.depth -= 1;
  return expression;
}

function peek(cursor: Cursor): Token {
  return cursor.tokens[cursor.index] ?? { kind: 'end', position: 0 };
}

function next(cursor: Cursor): Token {
  const token = peek(cursor);
  if (token.kind !== 'end') cursor.index += 1;
  return token;
}

function takes(cursor: Cursor, ...spellings: readonly string[]): boolean {
  const token = peek(cursor);
  if ((token.kind !== 'word' && token.kind !== 'symbol') || !spellings.includes(token.value)) return false;
  cursor.index += 1;
  return true;
}

function expect(cursor: Cursor, symbol: string): void {
  const token = peek(cursor);
  if (takes(cursor, symbol)) return;
  throw new ExpressionError(`Unexpected ${describe(token)}`, token.position, `"${symbol}" is missing here`);
}

function describe(token: Token): string {
  return token.kind === 'end' ? 'end of the expression' : JSON.stringify(token.value);
}

function isRootName(word: string): word is RootName {
  return ROOT_NAMES.has(word);
}

function isComparison(symbol: string): symbol is Comparison {
  return COMPARISONS.has(symbol);
}
