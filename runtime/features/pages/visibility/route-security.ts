import type { Actor } from '../../../kernel/contract/context.js';
import type { WildcardPart } from '../../../kernel/contract/database/database.js';
import type { ExpressionGuard } from '../../../kernel/serializer/field-access.js';

/** A rule of `route_security`, with both readings of its wildcard (core.md section 6.7). */
export interface RouteRule {
  /** For lists: a LIKE pattern over the whole path, in which `%` and `_` keep their meaning. */
  readonly listPattern: readonly WildcardPart[];
  /** For items: matches anywhere in the path; only `*` is special. */
  readonly itemPattern: readonly WildcardPart[];
  /** Returns whether a path matches the pattern for items. */
  matches(path: string): boolean;
}

/** Returns the rules that refuse a caller; none if the list is empty. */
export type RefusedRules = (actor: Actor) => readonly RouteRule[];

export function createRouteSecurity(
  rules: readonly { readonly route: string; readonly security: string }[],
  guard: ExpressionGuard,
): RefusedRules {
  const compiled = rules.map(({ route, security }) => ({ security, rule: compileRule(route) }));
  return (actor) => compiled.filter(({ security }) => !guard(security, actor)).map(({ rule }) => rule);
}

export function compileRule(pattern: string): RouteRule {
  const expression = new RegExp(pattern.split('*').map(escaped).join('.*'), 's');
  return {
    listPattern: splitPattern(pattern, { '*': 'any', '%': 'any', _: 'one' }),
    itemPattern: ['any', ...splitPattern(pattern, { '*': 'any' }), 'any'],
    matches: (path) => expression.test(path),
  };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function splitPattern(pattern: string, special: Readonly<Record<string, 'any' | 'one'>>): WildcardPart[] {
  const parts: WildcardPart[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') parts.push({ text });
    text = '';
  };
  for (const character of pattern) {
    const wildcard = special[character];
    if (wildcard === undefined) text += character;
    else {
      flush();
      parts.push(wildcard);
    }
  }
  flush();
  return parts;
}
