/**
 * A parsed security or constraint expression (components.md section 11.5). Plain, immutable data.
 *
 * @example
 * const everyone: Expression = { kind: 'literal', value: true };
 */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'name'; readonly name: RootName }
  | { readonly kind: 'member'; readonly target: Expression; readonly name: string }
  | { readonly kind: 'granted'; readonly role: string }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'negate'; readonly operand: Expression }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'comparison';
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'in'; readonly negated: boolean; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'matches'; readonly subject: Expression; readonly pattern: RegExp };

export type RootName = 'this' | 'value' | 'object' | 'user';
export type Comparison = '==' | '!=' | '<' | '>' | '<=' | '>=';

/** Variables of an expression; missing ones are null. */
export interface Scope {
  readonly this?: unknown;
  readonly value?: unknown;
  readonly object?: unknown;
  readonly user?: unknown;
  /** Supports real roles and the pseudo roles `IS_AUTHENTICATED_FULLY` and `PUBLIC_ACCESS`. */
  isGranted(role: string): boolean;
}

/** A syntax error; `position` is the offset of the offending character. */
export class ExpressionError extends Error {
  readonly position: number;
  readonly hint: string;

  constructor(problem: string, position: number, hint: string) {
    super(`${problem} at position ${position}; ${hint}`);
    this.name = 'ExpressionError';
    this.position = position;
    this.hint = hint;
  }
}
