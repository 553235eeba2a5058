import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isTruthy } from '../../../runtime/kernel/expression/evaluate-expression.js';
import type { Scope } from '../../../runtime/kernel/expression/expression.js';
import { parseExpression } from '../../../runtime/kernel/expression/parse-expression.js';
import type { RowMemberKind } from '../../../runtime/kernel/expression/row-rule.js';
import { parseRowRule, RowRuleError } from '../../../runtime/kernel/expression/row-rule.js';
import { createRecordReader } from '../../../runtime/kernel/records/record-reader.js';
import type { RecordReader } from '../../../runtime/kernel/records/record-reader.js';
import { rowCondition } from '../../../runtime/features/security/row-conditions.js';
import type { CoreApp } from '../core/core-app.js';
import { startCoreApp } from '../core/core-app.js';

const TOKEN = '5b2f3a1e-0000-4000-8000-00000000000a';
let app: CoreApp;
let reader: RecordReader;
let widget: string;

beforeAll(async () => {
  app = await startCoreApp();
  reader = createRecordReader(app.app.registry, app.app.database);
  widget = (await app.aWidget())['@id'];
  await app.aSpecimen({
    name: 'Ann',
    notes: 'x',
    amount: 1,
    ratio: 0.5,
    price: '1.50',
    active: true,
    startsAt: '2020-01-01T10:00:00Z',
    day: '2020-02-29',
    token: TOKEN,
    friend: widget,
  });
  await app.aSpecimen({ name: 'ann', notes: '', amount: 0, ratio: 0, price: '0.00', active: false });
  await app.aSpecimen({ name: 'Ann ', notes: ' ', amount: -7, ratio: -1e12, price: '100.25' });
  await app.aSpecimen({ name: 'Änn', notes: null, amount: 2_147_483_647, startsAt: '2030-01-01T00:00:00Z' });
});
afterAll(() => app.close());

/** Returns the kind of a member for the rules of its type. */
function kindOf(name: string): RowMemberKind | undefined {
  const field = app.app.registry.require('Specimen').field(name);
  if (field === undefined) return undefined;
  return field.kind === 'scalar' ? field.type : field.kind === 'to-one' ? 'record' : 'unstored';
}

const scopeFor = (isSignedIn: boolean): Scope => ({
  user: isSignedIn
    ? {
        id: TOKEN,
        username: 'Ann',
        level: 1,
        day: '2020-02-29',
        names: ['ann', 'Ann ', null],
        at: new Date('2020-01-01T10:00:00Z'),
      }
    : null,
  isGranted: (role) => isSignedIn && role === 'ROLE_USER',
});

/** Returns the ids of the rows that a SQL condition matches, and of those for which the evaluation is true. */
async function both(source: string, scope: Scope): Promise<{ sql: string[]; evaluated: string[] }> {
  const { database } = app.app;
  const { expression } = reader.select('Specimen');
  const rule = parseRowRule(parseExpression(source), kindOf);
  const condition = rowCondition(rule, scope, {
    dialect: database.dialect,
    column: expression,
    name: 'rule',
  });
  const specimens = reader.statements('Specimen');
  const conditions = condition === undefined ? [] : [condition.sql];
  const found = await specimens.where(...conditions).all(database, condition?.parameters ?? {});
  const all = await specimens.where().all(database, {});
  const passing = all.filter(({ values }) => isTruthy(parseExpression(source), { ...scope, object: values }));
  return { sql: found.map(({ id }) => id).toSorted(), evaluated: passing.map(({ id }) => id).toSorted() };
}

const MEMBERS = [
  'name',
  'notes',
  'amount',
  'ratio',
  'price',
  'active',
  'startsAt',
  'day',
  'token',
  'friend',
  'friend.id',
  'friend.label',
  'email',
  'nothing',
];
const VALUES = [
  "'Ann'",
  "'ann'",
  "''",
  "' '",
  "'1'",
  '0',
  '1',
  '1.5',
  '-7',
  '3000000000',
  'true',
  'false',
  'null',
  "'2020-01-01T12:00:00+02:00'",
  "'2020-02-29'",
  `'${TOKEN}'`,
  'user',
  'user.id',
  'user.username',
  'user.level',
  'user.day',
  'user.at',
  'user.nothing',
  "is_granted('ROLE_USER')",
];

const operator = fc.constantFrom('==', '!=', '<', '>', '<=', '>=');
const member = fc.constantFrom(...MEMBERS).map((name) => `object.${name}`);
const value = fc.constantFrom(...VALUES);
const leaf = fc.oneof(
  member,
  value,
  fc.constant('object'),
  fc.tuple(member, operator, value).map((parts) => parts.join(' ')),
  fc.tuple(value, operator, member).map((parts) => parts.join(' ')),
  fc
    .tuple(member, fc.constantFrom('in', 'not in'), fc.array(value, { maxLength: 3 }))
    .map(([left, word, list]) => `${left} ${word} [${list.join(', ')}]`),
  fc.tuple(member, fc.constantFrom('in', 'not in')).map(([left, word]) => `${left} ${word} user.names`),
);
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('expression').map((inner) => `not (${inner})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('and', 'or'), tie('expression'))
      .map(([left, word, right]) => `(${left} ${word} ${right})`),
  ),
}));

describe('a rule about rows', () => {
  test('matches in SQL the rows for which it evaluates to true', async () => {
    let requested = 0;
    await fc.assert(
      fc.asyncProperty(expression, fc.boolean(), async (source, isSignedIn) => {
        try {
          const { sql, evaluated } = await both(source, scopeFor(isSignedIn));
          expect([source, sql]).toEqual([source, evaluated]);
          requested += 1;
        } catch (error) {
          if (!(error instanceof RowRuleError)) throw error;
        }
      }),
      { numRuns: 400 },
    );
    expect(requested).toBeGreaterThan(150);
  });

  test.each([
    ["object.name matches '/x/'", 'matches'],
    ['object.tags', 'tags'],
    ["'a' in object.tags", 'list'],
    ['object.amount == object.ratio', 'two values'],
    ["object.name < 'b'", 'name'],
    ["object.price == '1.50'", 'price'],
    ['object.friend == 1', 'friend'],
    ["object.friend.key == 'x'", 'friend.key'],
    ['-object.amount', 'calculation'],
    ['object.widgets', 'widgets'],
    ["object == 'x'", 'member'],
  ])('rejects %s, because databases differ', (source, word) => {
    const parse = () => parseRowRule(parseExpression(source), kindOf);
    expect(parse).toThrow(RowRuleError);
    expect(parse).toThrow(word);
  });
});
