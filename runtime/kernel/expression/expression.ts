/** A parsed expression of the security and constraint dialect (components.md section 11.5). Plain, immutable data. */
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

/** The variables of an expression; missing names are null. */
export interface Scope {
  readonly this?: unknown;
  readonly value?: unknown;
  readonly object?: unknown;
  readonly user?: unknown;
  /** Answers for real roles and for the pseudo roles `IS_AUTHENTICATED_FULLY` and `PUBLIC_ACCESS`. */
  isGranted(role: string): boolean;
}

/** An expression that does not parse; `position` is the offset of the offending character. */
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
