import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generate, SchemaErrors } from '../../../generator/index.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let root = '';
beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, 'schemas'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `line${index}`);
const members = (count: number, member: object) =>
  Object.fromEntries(names(count).map((name) => [name, member]));

interface Given {
  readonly title?: string;
  readonly properties: object;
  readonly more?: object;
  readonly config?: object;
}

/** Returns the error that `generate` reports for a type, or undefined if it accepts the type. */
async function refusalOf({
  title = 'Poster',
  properties,
  more = {},
  config,
}: Given): Promise<string | undefined> {
  const schema = { title, type: 'object', 'x-resource': 'component', properties, ...more };
  await writeFile(join(root, 'schemas', `${title}.json`), JSON.stringify(schema));
  if (config !== undefined) await writeFile(join(root, 'cms.config.json'), JSON.stringify(config));
  try {
    await generate({ projectRoot: root, readsConfiguration: true });
    return undefined;
  } catch (error) {
    if (error instanceof SchemaErrors) return error.message;
    throw error;
  }
}

describe('generate refuses', () => {
  test('members whose texts exceed a MariaDB row, and accepts them as long texts', async () => {
    expect(await refusalOf({ properties: members(80, { type: 'string' }) })).toBe(
      'schemas/Poster.json#/properties\n' +
        '  A row of Poster needs up to 81807 bytes in MariaDB and MySQL. The maximum is 65535. Largest columns: "line0", "line1", "line2", "line3", "line4" and 75 more.\n' +
        '  Texts count with the length of their column (default 255) at four bytes per character. Set "x-column": { "type": "text" } or a smaller "length" for some.',
    );
    const text = { type: 'string', 'x-column': { type: 'text' } };
    expect(await refusalOf({ properties: members(80, text) })).toBeUndefined();
  });

  test('short texts that exceed half an InnoDB page', async () => {
    expect(
      await refusalOf({ properties: members(40, { type: 'string', 'x-column': { length: 60 } }) }),
    ).toContain('bytes in MariaDB and MySQL. The maximum is 8125');
  });

  test('more long texts than a PostgreSQL row can address, and accepts them as one object', async () => {
    expect(
      await refusalOf({
        properties: members(350, { type: 'string', maxLength: 2000, 'x-column': { type: 'text' } }),
      }),
    ).toMatch(
      /bytes in PostgreSQL. The maximum is 8160.*\n.*Combine several members into one of "type": "object"/,
    );
    expect(
      await refusalOf({
        properties: { lines: { type: 'object', properties: members(350, { type: 'string' }) } },
      }),
    ).toBeUndefined();
  });

  test('more columns than MariaDB supports', async () => {
    expect(await refusalOf({ properties: members(1018, { type: 'boolean' }) })).toContain('has 1019 columns');
  });

  test('more indexes than MariaDB supports', async () => {
    const properties = members(64, { type: 'integer', 'x-column': { unique: true } });
    expect(await refusalOf({ properties })).toContain(
      'Poster has 64 indexes. The maximum in MariaDB and MySQL is 63',
    );
  });

  test.each(['x-unique', 'x-indexes'])(
    'values of "%s" that are longer than an index entry',
    async (keyword) => {
      const properties = {
        a: { type: 'string' },
        b: { type: 'string' },
        c: { type: 'string', 'x-column': { length: 300 } },
      };
      expect(await refusalOf({ properties, more: { [keyword]: [['a', 'b', 'c']] } })).toContain(
        'An index of "a" and "b" and "c" needs up to 3260 bytes. The maximum in PostgreSQL is 2704.',
      );
      expect(await refusalOf({ properties, more: { [keyword]: [['a', 'b']] } })).toBeUndefined();
    },
  );

  test('table names that are too long with their prefix', async () => {
    const title = `A${'b'.repeat(57)}`;
    const given = { title, properties: {} };
    expect(await refusalOf(given)).toContain(
      `The name of the table "_acb_${title.toLowerCase()}s" has 64 characters`,
    );
    expect(await refusalOf({ ...given, config: { table_prefix: null } })).toBeUndefined();
    expect(await refusalOf({ ...given, config: { table_prefix: 'site_of_ours_' } })).toContain(
      '72 characters',
    );
    expect(await refusalOf({ ...given, more: { 'x-table': 'short' } })).toBeUndefined();
  });

  test('link table names that are too long with their prefix', async () => {
    const tags = {
      type: 'array',
      items: { type: 'string' },
      'x-relation': { kind: 'manyToMany', target: 'Route' },
    };
    const properties = { [`many${'Routes'.repeat(9)}`]: tags };
    expect(await refusalOf({ properties })).toMatch(
      /#\/properties\/manyRoutes.*\n.*The name of the table "_acb_poster.*has 65 characters.*\n.*Choose a shorter name for the list/,
    );
  });
});
