import { assertNever } from '../util/assert-never.js';
import type { Comparison, Expression, Scope } from './expression.js';

/** Longer subjects never match, which bounds the cost of a slow pattern. */
export const MAX_MATCH_SUBJECT = 10_000;

/** Evaluates a parsed expression. Never throws for JSON values. */
export function evaluateExpression(expression: Expression, scope: Scope): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'list':
      return expression.items.map((item) => evaluateExpression(item, scope));
    case 'name':
      return scope[expression.name] ?? null;
    case 'member':
      return readMember(evaluateExpression(expression.target, scope), expression.name);
    case 'granted':
      return scope.isGranted(expression.role);
    case 'not':
      return !truthy(evaluateExpression(expression.operand, scope));
    case 'negate':
      return negate(evaluateExpression(expression.operand, scope));
    case 'and':
      return isTruthy(expression.left, scope) && isTruthy(expression.right, scope);
    case 'or':
      return isTruthy(expression.left, scope) || isTruthy(expression.right, scope);
    case 'comparison':
      return compare(
        expression.operator,
        evaluateExpression(expression.left, scope),
        evaluateExpression(expression.right, scope),
      );
    case 'in':
      return (
        contains(evaluateExpression(expression.right, scope), evaluateExpression(expression.left, scope)) !==
        expression.negated
      );
    case 'matches':
      return matches(evaluateExpression(expression.subject, scope), expression.pattern);
    default:
      return assertNever(expression);
  }
}

/** Returns whether the expression is truthy: not null, false, 0, an empty text or an empty list. */
export function isTruthy(expression: Expression, scope: Scope): boolean {
  return truthy(evaluateExpression(expression, scope));
}

function truthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Reads own properties only, so `user.constructor` is null. Sets and Maps have no readable members. */
function readMember(target: unknown, name: string): unknown {
  if (target === null || typeof target !== 'object' || !Object.hasOwn(target, name)) return null;
  // The check above ensures that `name` is an own property.
  return (target as Readonly<Record<string, unknown>>)[name] ?? null;
}

function negate(value: unknown): number | null {
  return typeof value === 'number' ? -value : null;
}

function compare(operator: Comparison, left: unknown, right: unknown): boolean {
  if (operator === '==') return equals(left, right);
  if (operator === '!=') return !equals(left, right);
  const pair = ordered(left, right);
  if (pair === undefined) return false;
  const [first, second] = pair;
  switch (operator) {
    case '<':
      return first < second;
    case '>':
      return first > second;
    case '<=':
      return first <= second;
    case '>=':
      return first >= second;
    default:
      return assertNever(operator);
  }
}

/** Compares strictly, but dates by instant; a date equals a text that names the same instant. */
function equals(left: unknown, right: unknown): boolean {
  if (left instanceof Date || right instanceof Date) {
    const pair = ordered(left, right);
    return pair !== undefined && pair[0] === pair[1];
  }
  return left === right;
}

/**
 * Converts comparable values: numbers (or numeric text with a number), texts and dates. Other values have no
 * order.
 */
function ordered(
  left: unknown,
  right: unknown,
): readonly [number, number] | readonly [string, string] | undefined {
  if (typeof left === 'string' && typeof right === 'string') return [left, right];
  const isTemporal = left instanceof Date || right instanceof Date;
  const first = isTemporal ? instant(left) : numeric(left);
  const second = isTemporal ? instant(right) : numeric(right);
  return Number.isNaN(first) || Number.isNaN(second) ? undefined : [first, second];
}

function instant(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' ? Date.parse(value) : NaN;
}

function numeric(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

function contains(list: unknown, value: unknown): boolean {
  return Array.isArray(list) && list.some((entry) => equals(entry, value));
}

function matches(subject: unknown, pattern: RegExp): boolean {
  const text = typeof subject === 'number' ? String(subject) : subject;
  return typeof text === 'string' && text.length <= MAX_MATCH_SUBJECT && pattern.test(text);
}
