/**
 * Part of the pattern of one component: `core` between two literals, with an optional modifier. Groups of URL
 * patterns do not nest, so a list of parts represents the whole pattern.
 */
export interface Part {
  readonly before: string;
  readonly core: Core;
  readonly after: string;
  readonly isOptional: boolean;
  readonly isRepeated: boolean;
}

/** Core of a part: anything, one or more characters except the delimiter, or one of several literals. */
export type Core =
  | { readonly kind: 'any' }
  | { readonly kind: 'segment'; readonly delimiter: string }
  | { readonly kind: 'texts'; readonly texts: readonly string[] };

/** Rules for splitting a component: `:name` ends at the delimiter, and a prefix belongs to the name after it. */
export interface Division {
  readonly delimiter: string;
  readonly prefix: string;
}

/** Groups that untrusted patterns may contain: alternatives of literals, or `(.*)` (contract decision 97). */
const LITERAL = String.raw`(?:[^\\.*+?^$\{\}()[\]|]|\\[\\.*+?^$\{\}()[\]|/])*`;
export const PLAIN_GROUP = new RegExp(String.raw`\((\.\*|${LITERAL}(?:\|${LITERAL})*)\)`, 'y');

const NAME = /:[$_\p{ID_Start}][$_\u200C\u200D\p{ID_Continue}]*/uy;
const MODIFIER = /[?*+]/y;
const [OPEN, CLOSE, PARENTHESIS, ASTERISK, SLASH] = [/\{/y, /\}/y, /\(/y, /\*/y, /\//y];
const TEXT = /(?:\\.|[^\\{}:(*?+])+/suy;
const TEXT_TO_SLASH = /(?:\\.|[^\\{}:(*?+/])+/suy;
const NOTHING: Core = { kind: 'texts', texts: [''] };

/**
 * Parses a component's pattern in the normalized form printed by `URLPattern`.
 * @throws TypeError for a regular expression other than a plain group
 */
export function readParts(pattern: string, { delimiter, prefix }: Division): readonly Part[] {
  const cursor = createCursor(pattern);
  const parts: Part[] = [];
  let text = '';
  const add = (part: Pick<Part, 'before' | 'core' | 'after'>): void => {
    if (text !== '') parts.push(textPart(text));
    text = '';
    const modifier = cursor.take(MODIFIER)?.[0];
    const isRepeated = modifier === '*' || modifier === '+';
    parts.push({ ...part, isOptional: modifier === '*' || modifier === '?', isRepeated });
  };
  while (!cursor.isAtEnd()) {
    if (cursor.take(OPEN) !== undefined) {
      const before = takeText(cursor);
      const core = takeCore(cursor, delimiter) ?? NOTHING;
      add({ before, core, after: closed(cursor, takeText(cursor)) });
      continue;
    }
    const before = prefix !== '' && cursor.take(SLASH) !== undefined ? prefix : '';
    const core = takeCore(cursor, delimiter);
    if (core !== undefined) add({ before, core, after: '' });
    else if (before !== '') text += before;
    else text += takeText(cursor, prefix !== '');
  }
  if (text !== '') parts.push(textPart(text));
  return parts;
}

interface Cursor {
  isAtEnd(): boolean;
  take(rule: RegExp): RegExpExecArray | undefined;
}

function createCursor(pattern: string): Cursor {
  let at = 0;
  return {
    isAtEnd: () => at >= pattern.length,
    take(rule) {
      rule.lastIndex = at;
      const found = rule.exec(pattern);
      if (found === null) return undefined;
      at += found[0].length;
      return found;
    },
  };
}

/** Reads literal text up to the next part, or to a slash that may belong to that part. */
function takeText(cursor: Cursor, stopsAtSlash?: boolean): string {
  const taken = cursor.take(stopsAtSlash === true ? TEXT_TO_SLASH : TEXT)?.[0] ?? '';
  if (stopsAtSlash !== undefined && taken === '') throw new TypeError('The pattern cannot be read.');
  return unescaped(taken);
}

function takeCore(cursor: Cursor, delimiter: string): Core | undefined {
  const isNamed = cursor.take(NAME) !== undefined;
  const group = cursor.take(PLAIN_GROUP)?.[1];
  if (group !== undefined) return coreOf(group);
  if (cursor.take(PARENTHESIS) !== undefined) throw new TypeError('The pattern holds a regular expression.');
  if (isNamed) return { kind: 'segment', delimiter };
  return cursor.take(ASTERISK) === undefined ? undefined : { kind: 'any' };
}

function closed(cursor: Cursor, after: string): string {
  if (cursor.take(CLOSE) === undefined) throw new TypeError('A group of the pattern has no end.');
  return after;
}

function textPart(text: string): Part {
  const core: Core = { kind: 'texts', texts: [text] };
  return { before: '', core, after: '', isOptional: false, isRepeated: false };
}

function coreOf(group: string): Core {
  if (group === '.*') return { kind: 'any' };
  const texts: string[] = [''];
  for (const [one] of group.matchAll(/\\.|[^\\]/gsu)) {
    if (one === '|') texts.push('');
    else texts.push((texts.pop() ?? '') + unescaped(one));
  }
  return { kind: 'texts', texts: [...new Set(texts)] };
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gsu, '$1');
}
