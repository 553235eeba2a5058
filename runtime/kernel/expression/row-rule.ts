import type { ColumnType } from '../contract/schema/resource.js';
import type { Comparison, Expression } from './expression.js';
import { dependsOnObject } from './depends-on-object.js';

/** Kind of a field in a row rule: a column type, a related record, or a value without a column. */
export type RowMemberKind = ColumnType | 'record' | 'unstored';

export interface RowMember {
  /** Field name; for a related record, its id. */
  readonly path: string;
  readonly kind: RowMemberKind;
}

/** Returns the kind of a field; undefined if there is none, which evaluates to null. */
export type RowMembers = (name: string) => RowMemberKind | undefined;

/**
 * A security expression in a form that SQL can evaluate for many rows. Parts that do not depend on the row
 * remain expressions, evaluated per request.
 */
export type RowRule =
  | { readonly kind: 'constant'; readonly expression: Expression }
  | { readonly kind: 'not'; readonly operand: RowRule }
  | { readonly kind: 'and' | 'or'; readonly left: RowRule; readonly right: RowRule }
  | { readonly kind: 'truthy'; readonly member: RowMember }
  | {
      readonly kind: 'comparison';
      readonly operator: Comparison;
      readonly member: RowMember;
      readonly value: Expression;
    }
  | { readonly kind: 'in'; readonly member: RowMember; readonly list: Expression };

/** An expression that SQL cannot evaluate with the same result as in memory. */
export class RowRuleError extends Error {
  readonly problem: string;
  readonly hint: string;

  constructor(problem: string, hint: string) {
    super(`${problem}; ${hint}`);
    this.name = 'RowRuleError';
    this.problem = problem;
    this.hint = hint;
  }
}

const NULL: Expression = { kind: 'literal', value: null };
const TRUE: RowRule = { kind: 'constant', expression: { kind: 'literal', value: true } };
const FLIPPED: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

/**
 * Converts an expression to a row rule. @throws RowRuleError with the unsupported part and an alternative.
 */
export function parseRowRule(expression: Expression, members: RowMembers): RowRule {
  if (!dependsOnObject(expression)) return { kind: 'constant', expression };
  switch (expression.kind) {
    case 'not':
      return { kind: 'not', operand: parseRowRule(expression.operand, members) };
    case 'and':
    case 'or': {
      const { kind, left, right } = expression;
      return { kind, left: parseRowRule(left, members), right: parseRowRule(right, members) };
    }
    case 'name':
      return TRUE; // The record always exists.
    case 'member':
      return truthy(memberAt(expression, members));
    case 'comparison':
      return comparison(expression, members);
    case 'in':
      return membership(expression, members);
    case 'matches':
      throw new RowRuleError(
        'databases do not agree about "matches"',
        'compare the member with "==" or "in"',
      );
    case 'granted':
    case 'literal':
    case 'list':
    case 'negate':
      throw new RowRuleError('the result of a calculation is not a condition', 'compare the member itself');
  }
}

type AtMember = RowMember | 'null';

function memberAt(expression: Expression, members: RowMembers): AtMember {
  const path = pathOf(expression);
  const [name, next, ...rest] = path ?? [];
  if (name === undefined)
    throw new RowRuleError('only a member of the record can be compared', 'write object.member');
  const kind = members(name);
  if (kind === undefined) return 'null';
  if (kind === 'unstored' || kind === 'json')
    throw new RowRuleError(`"${name}" has no single stored value`, 'compare a stored field with one value');
  if (next === undefined) return { path: name, kind };
  if (kind !== 'record') return 'null';
  if (next === 'id') return rest.length === 0 ? { path: name, kind: 'uuid' } : 'null';
  // A row has only the id of a related record, not its fields.
  if (next === 'type' || next === 'key')
    throw new RowRuleError(`"${name}.${next}" is not stored`, `compare object.${name}.id`);
  return 'null';
}

/** Returns the field names after `object`; undefined for any other expression. */
function pathOf(expression: Expression): readonly string[] | undefined {
  if (expression.kind === 'name') return expression.name === 'object' ? [] : undefined;
  if (expression.kind !== 'member') return undefined;
  const before = pathOf(expression.target);
  return before === undefined ? undefined : [...before, expression.name];
}

function truthy(member: AtMember): RowRule {
  return member === 'null' ? { kind: 'constant', expression: NULL } : { kind: 'truthy', member };
}

function comparison(expression: Expression & { kind: 'comparison' }, members: RowMembers): RowRule {
  const { operator, left, right } = expression;
  if (dependsOnObject(left) && dependsOnObject(right))
    throw new RowRuleError('two values of the record are compared', 'compare with the user or a constant');
  const isFlipped = dependsOnObject(right);
  const [side, value] = isFlipped ? [right, left] : [left, right];
  const member = memberAt(side, members);
  const towards = isFlipped ? FLIPPED[operator] : operator;
  if (member === 'null')
    return { kind: 'constant', expression: { ...expression, left: NULL, right: value, operator: towards } };
  assertComparable(member, towards, value);
  return { kind: 'comparison', operator: towards, member, value };
}

const EQUAL: ReadonlySet<RowMemberKind> = new Set<RowMemberKind>([
  'string',
  'text',
  'integer',
  'float',
  'boolean',
  'datetime',
  'date',
  'uuid',
]);
const ORDERED: ReadonlySet<RowMemberKind> = new Set<RowMemberKind>(['integer', 'float', 'datetime']);

/** Rejects comparisons whose result could differ because databases format the values differently. */
function assertComparable({ path, kind }: RowMember, operator: Comparison, value: Expression): void {
  const isEquality = operator === '==' || operator === '!=';
  const literal = value.kind === 'literal' ? value.value : undefined;
  if (isEquality && (EQUAL.has(kind) || literal === null)) return;
  if (!isEquality && (ORDERED.has(kind) || (kind === 'decimal' && typeof literal === 'number'))) return;
  const hint =
    kind === 'record'
      ? `compare object.${path}.id, or ${path} with null`
      : kind === 'decimal'
        ? 'compare it with a number by "<", ">", "<=" or ">="'
        : 'compare it by "==" or "!=", or leave it out';
  throw new RowRuleError(
    `"${path}" (${kind}) cannot be compared by "${operator}" alike on every database`,
    hint,
  );
}

function membership(expression: Expression & { kind: 'in' }, members: RowMembers): RowRule {
  const { left, right, negated } = expression;
  if (dependsOnObject(right))
    throw new RowRuleError(
      'a list of the record is searched',
      'store what is compared in a field of its own',
    );
  const member = memberAt(left, members);
  if (member === 'null') return { kind: 'constant', expression: { ...expression, left: NULL } };
  assertComparable(member, '==', right);
  const rule: RowRule = { kind: 'in', member, list: right };
  return negated ? { kind: 'not', operand: rule } : rule;
}
