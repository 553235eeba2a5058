import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { createViolationList } from '../../../../runtime/kernel/validation/violation-list.js';
import { validateConcert } from '../../../golden/rich/expected/validators/concert.js';
import { validateWorkshopData } from '../../../golden/worked-examples/expected/validators/workshop-data.js';
import type { Validate } from '../../../../runtime/kernel/contract/records/validation.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

async function generatedFiles(): Promise<string[]> {
  const golden = join(root, 'test/golden');
  const entries = await readdir(golden, { recursive: true });
  return entries
    .filter((name) => name.includes('expected/') && name.endsWith('.ts'))
    .map((name) => join(golden, name));
}

describe('generated code', () => {
  test('compiles with the runtime', async () => {
    const files = await generatedFiles();
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const program = ts.createProgram(files, {
      ...options,
      noEmit: true,
      paths: { 'cms-api-components': [join(root, 'runtime/index.ts')] },
    });
    const problems = files.flatMap((file) => {
      const source = program.getSourceFile(file);
      const found = [...program.getSemanticDiagnostics(source), ...program.getSyntacticDiagnostics(source)];
      return found.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
    });
    expect(files.length).toBeGreaterThan(20);
    expect(problems).toEqual([]);
  });
});

function violationsOf(
  validate: Validate,
  value: Record<string, unknown>,
  groups = ['Default'],
): [string, string][] {
  const violations = createViolationList();
  validate(value, {
    violations,
    groups: new Set(groups),
    now: new Date('2026-05-01T12:00:00Z'),
    user: null,
    isGranted: () => false,
  });
  return violations.items.map(({ propertyPath, message }) => [propertyPath, message]);
}

const NULL_MESSAGE = 'This value should not be null.';

describe('a generated validator', () => {
  const workshop = { startsOn: '2026-05-01', venue: null, seats: 3, speakers: [], internalNotes: null };

  test('accepts a valid record', () => {
    expect(violationsOf(validateWorkshopData, { ...workshop, speakers: [{ name: 'Ada' }] })).toEqual([]);
  });

  test('reports entries of a list under their path, once each', () => {
    const speakers = [{ name: '' }, {}, 'Ada', { name: 5, other: 1 }, null];
    expect(violationsOf(validateWorkshopData, { ...workshop, speakers })).toEqual([
      ['speakers[0].name', 'This value is too short. It should have 1 character or more.'],
      ['speakers[1].name', 'This field is missing.'],
      ['speakers[2]', 'This value should be of type object.'],
      ['speakers[3].name', 'This value should be of type string.'],
      ['speakers[3].other', 'This field was not expected.'],
      ['speakers[4]', 'This value should not be null.'],
    ]);
  });

  test('runs a rule only in its groups', () => {
    expect(violationsOf(validateConcert, { notes: '' }, ['Concert:published'])).toEqual([
      ['notes', "Don't leave `${this}` */ empty \u2029"],
    ]);
  });

  test('runs nested rules in the groups of the outer one, and in their own groups', () => {
    const value = { notes: 'ok', tickets: [null] };
    const evaluated = (...groups: string[]) =>
      violationsOf(validateConcert, value, groups).filter(([, message]) => message !== NULL_MESSAGE);
    expect(evaluated('Concert:published')).toEqual([]);
    expect(evaluated('Concert:published', 'Concert:listed')).toEqual([
      ['tickets[0].name', 'This value is not valid.'],
    ]);
    expect(evaluated('Concert:listed')).toEqual([]);
    expect(violationsOf(validateConcert, { ...value, tickets: ['x'] }, ['Concert:published'])).toContainEqual(
      ['tickets[0]', 'This value should be of type object.'],
    );
  });

  test('compares dates with the day of the validation', () => {
    expect(violationsOf(validateConcert, { notes: 'ok', salesEnd: '2026-05-01' })).toEqual([]);
    expect(violationsOf(validateConcert, { notes: 'ok', salesEnd: '2026-04-30' })).toEqual([
      ['salesEnd', 'This value should be between May 1, 2026, 12:00 AM and May 1, 2027, 12:00 AM.'],
    ]);
  });

  test('reports one violation if no alternative matches', () => {
    expect(
      violationsOf(validateConcert, { notes: 'ok', either: ['x', { url: 'https://a.example' }, 5] }),
    ).toEqual([['either[2]', 'This value is not valid.']]);
  });

  test('reports a class-level expression at its path', () => {
    expect(violationsOf(validateConcert, { notes: "it's" })).toEqual([['notes', 'No `${way}` */']]);
  });
});
