import { ExpressionError } from './expression.js';

export type Token = (
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'word'; readonly value: string }
  | { readonly kind: 'symbol'; readonly value: string }
  | { readonly kind: 'end' }
) & { readonly position: number };

const SPACE = /\s+/y;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const SYMBOL = /==|!=|<=|>=|&&|\|\||[<>!()[\],.\-]/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Splits an expression into tokens. @throws ExpressionError at a character that starts no token. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < source.length) {
    const space = matchAt(SPACE, source, position);
    if (space !== undefined) {
      position += space.length;
      continue;
    }
    const { token, end } = readToken(source, position);
    tokens.push(token);
    position = end;
  }
  tokens.push({ kind: 'end', position });
  return tokens;
}

function readToken(source: string, position: number): { token: Token; end: number } {
  const quote = source.charAt(position);
  if (quote === "'" || quote === '"') return readString(source, position, quote);
  const number = matchAt(NUMBER, source, position);
  if (number !== undefined) {
    return { token: { kind: 'number', value: Number(number), position }, end: position + number.length };
  }
  const word = matchAt(WORD, source, position);
  if (word !== undefined)
    return { token: { kind: 'word', value: word, position }, end: position + word.length };
  const symbol = matchAt(SYMBOL, source, position);
  if (symbol !== undefined) {
    return { token: { kind: 'symbol', value: symbol, position }, end: position + symbol.length };
  }
  const hint =
    quote === '=' ? 'compare with ==' : 'only names, literals, operators and parentheses are allowed';
  throw new ExpressionError(`Unexpected "${quote}"`, position, hint);
}

/**
 * Reads a string. A backslash is literal unless it precedes a quote, another backslash or one of `n t r`, so
 * that regular expressions (`'/^\d+$/'`) need no doubling.
 */
function readString(source: string, start: number, quote: string): { token: Token; end: number } {
  let value = '';
  let position = start + 1;
  while (position < source.length) {
    const character = source.charAt(position);
    if (character === quote) return { token: { kind: 'string', value, position: start }, end: position + 1 };
    const next = source.charAt(position + 1);
    if (character === '\\' && (next === quote || next === '\\' || Object.hasOwn(ESCAPES, next))) {
      value += ESCAPES[next] ?? next;
      position += 2;
      continue;
    }
    value += character;
    position += 1;
  }
  throw new ExpressionError('Unterminated string', start, `close it with ${quote}`);
}

function matchAt(pattern: RegExp, source: string, position: number): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(source)?.[0];
}
