import type { Dialect, SqlParameters, SqlValue } from '../../kernel/contract/database/database.js';
import type { SqlCondition } from '../../kernel/contract/records/operations.js';
import { evaluateExpression, isTruthy } from '../../kernel/expression/evaluate-expression.js';
import type { Comparison, Scope } from '../../kernel/expression/expression.js';
import type { RowMember, RowMemberKind, RowRule } from '../../kernel/expression/row-rule.js';
import { isCalendarDay } from '../../kernel/util/dates/parse-date-time.js';
import { comparableDecimal } from '../../kernel/util/text/decimal.js';
import { isUuid } from '../../kernel/util/is-uuid.js';

export interface RowConditionDeps {
  readonly dialect: Dialect;
  /** Returns the SQL of a stored field of the row. */
  readonly column: (path: string) => string;
  /** Prefix of parameter names, so that conditions of several types fit into one statement. */
  readonly name: string;
}

type ComparisonRule = Extract<RowRule, { readonly kind: 'comparison' }>;

/** A constant, or a condition on the row. */
type Test = boolean | SqlCondition;

interface Binding extends RowConditionDeps {
  readonly scope: Scope;
  /** Number of parameters so far; the next one is named after it. */
  readonly count: { value: number };
}

/**
 * Translates a rule into a condition for one caller. It is true for the rows for which `evaluateExpression` is
 * truthy, and never null. Undefined if it excludes no row.
 */
export function rowCondition(rule: RowRule, scope: Scope, deps: RowConditionDeps): SqlCondition | undefined {
  const test = bind(rule, { ...deps, scope, count: { value: 0 } });
  if (test === true) return undefined;
  return test === false ? NOTHING : test;
}

const NOTHING: SqlCondition = { sql: '1 = 0', parameters: {} };

function bind(rule: RowRule, binding: Binding): Test {
  switch (rule.kind) {
    case 'constant':
      return isTruthy(rule.expression, binding.scope);
    case 'not':
      return negated(bind(rule.operand, binding));
    case 'and':
    case 'or':
      return joined(rule.kind, bind(rule.left, binding), () => bind(rule.right, binding));
    case 'truthy':
      return truthy(rule.member, binding);
    case 'comparison':
      return compared(rule, evaluateExpression(rule.value, binding.scope), binding);
    case 'in': {
      const list = evaluateExpression(rule.list, binding.scope);
      if (!Array.isArray(list)) return false;
      const entries: readonly unknown[] = list;
      return entries.reduce<Test>(
        (found, entry) => joined('or', found, () => equals(rule.member, entry, binding)),
        false,
      );
    }
  }
}

function negated(test: Test): Test {
  return typeof test === 'boolean' ? !test : { ...test, sql: `not (${test.sql})` };
}

function joined(word: 'and' | 'or', left: Test, other: () => Test): Test {
  if (typeof left === 'boolean') return left === (word === 'and') ? other() : left;
  const right = other();
  if (typeof right === 'boolean') return right === (word === 'and') ? left : right;
  return {
    sql: `(${left.sql} ${word} ${right.sql})`,
    parameters: { ...left.parameters, ...right.parameters },
  };
}

function truthy({ path, kind }: RowMember, binding: Binding): Test {
  const sql = binding.column(path);
  if (kind === 'boolean')
    return withOperand({ sql, operator: '=', operand: binding.dialect.encode('boolean', true) }, binding);
  if (kind === 'integer' || kind === 'float') return { sql: `coalesce(${sql}, 0) <> 0`, parameters: {} };
  // The length is compared because some collations ignore trailing spaces.
  if (isText(kind)) return { sql: `coalesce(length(${sql}), 0) > 0`, parameters: {} };
  return { sql: `${sql} is not null`, parameters: {} };
}

const isText = (kind: RowMemberKind): boolean => kind === 'string' || kind === 'text';

function compared({ member, operator }: ComparisonRule, value: unknown, binding: Binding): Test {
  if (operator === '==') return equals(member, value, binding);
  if (operator === '!=') return negated(equals(member, value, binding));
  return ordered({ member, operator }, value, binding);
}

function equals(member: RowMember, value: unknown, binding: Binding): Test {
  const { dialect } = binding;
  const sql = binding.column(member.path);
  if (value === null || value === undefined) return { sql: `${sql} is null`, parameters: {} };
  if (isText(member.kind)) {
    if (typeof value !== 'string' || value.includes('\0')) return false; // no database stores U+0000
    const name = nextName(binding);
    return { sql: isTrue(sql, dialect.sameText(sql, name)), parameters: { [name]: [value] } };
  }
  const operand = equalOperand(member, value, dialect);
  return operand === undefined ? false : withOperand({ sql, operator: '=', operand }, binding);
}

/** Encodes a value for the column, or returns undefined if no stored value can equal it. */
function equalOperand({ kind }: RowMember, value: unknown, dialect: Dialect): SqlValue | undefined {
  if (kind === 'record' || kind === 'unstored') return undefined;
  if (kind === 'datetime') return moment(value, dialect);
  return COMPARED[kind]?.(value) === true ? dialect.encode(kind, value) : undefined;
}

const COMPARED: Readonly<Partial<Record<RowMemberKind, (value: unknown) => boolean>>> = {
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value) && Math.abs(Number(value)) <= LARGEST,
  float: (value) => typeof value === 'number' && Number.isFinite(value),
  date: (value) => typeof value === 'string' && value.length === 10 && isCalendarDay(value),
  uuid: (value) => isUuid(value) && value === value.toLowerCase(),
};

const LARGEST = 2_147_483_647;
type Order = Exclude<Comparison, '==' | '!='>;

function ordered(
  { member, operator }: { readonly member: RowMember; readonly operator: Order },
  value: unknown,
  binding: Binding,
): Test {
  const sql = binding.column(member.path);
  if (member.kind === 'datetime') {
    const operand = moment(value, binding.dialect);
    return operand === undefined ? false : withOperand({ sql, operator, operand }, binding);
  }
  const number = typeof value === 'string' && value.trim() === '' ? NaN : numberOf(value);
  if (Number.isNaN(number)) return false;
  if (Math.abs(number) > (member.kind === 'integer' ? LARGEST : Number.MAX_VALUE)) {
    const isFulfilled = number > 0 === operator.startsWith('<');
    return isFulfilled ? { sql: `${sql} is not null`, parameters: {} } : false;
  }
  if (member.kind === 'decimal') return orderedDecimal({ sql, operator, number }, binding);
  const operand = member.kind === 'integer' ? whole(number, operator) : number;
  return withOperand({ sql, operator, operand }, binding);
}

/** Compares decimals digit by digit. A value with more digits than the column is out of its range. */
function orderedDecimal({ sql, operator, number }: DecimalOrder, binding: Binding): Test {
  const { dialect } = binding;
  const decimal = comparableDecimal(String(number));
  if (decimal === undefined) {
    const isFulfilled = number > 0 === operator.startsWith('<');
    return isFulfilled ? { sql: `${sql} is not null`, parameters: {} } : false;
  }
  const name = nextName(binding);
  return {
    sql: isTrue(sql, `${sql} ${operator} ${dialect.typed(name, 'decimal')}`),
    parameters: { [name]: dialect.encode('decimal', decimal) },
  };
}

interface DecimalOrder {
  readonly sql: string;
  readonly operator: Order;
  readonly number: number;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
}

/** Rounds a bound to the integer that divides integers in the same way. */
function whole(number: number, operator: Order): number {
  return operator === '<' || operator === '>=' ? Math.ceil(number) : Math.floor(number);
}

function moment(value: unknown, dialect: Dialect): SqlValue | undefined {
  const date = value instanceof Date ? value : typeof value === 'string' ? new Date(value) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : dialect.encode('datetime', date);
}

/** A comparison of a column with a value. */
interface Operation {
  readonly sql: string;
  readonly operator: string;
  readonly operand: SqlValue;
}

function withOperand({ sql, operator, operand }: Operation, binding: Binding): SqlCondition {
  const name = nextName(binding);
  const parameters: SqlParameters = { [name]: operand };
  return { sql: isTrue(sql, `${sql} ${operator} :${name}`), parameters };
}

const nextName = ({ name, count }: Binding): string => `${name}_${(count.value += 1)}`;

/** Guards against null: a comparison with null is null, and so is its negation. */
const isTrue = (column: string, test: string): string => `(${column} is not null and ${test})`;
