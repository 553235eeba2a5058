import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { generate } from '../../../generator/index.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';

const ADMIN = "is_granted('ROLE_ADMIN')";
const USER = "is_granted('ROLE_USER')";

/** Notices of a run after each of these `x-security` of one type. `open` means `x-editing-permission: false`. */
async function noticesOf(
  ...rules: readonly (JsonObject | undefined)[]
): Promise<readonly (readonly string[])[]> {
  const projectRoot = await mkdtemp(join(tmpdir(), 'cms-notices-'));
  onTestFinished(() => rm(projectRoot, { recursive: true }));
  const notices: (readonly string[])[] = [];
  for (const [index, rule] of rules.entries()) {
    const title = index === 2 ? 'Board' : 'Panel';
    const schema = {
      title,
      type: 'object',
      'x-resource': 'component',
      'x-plural': 'panels',
      ...(title === 'Board' ? { 'x-renamed-from': ['Panel'] } : {}),
      properties: { label: { type: ['string', 'null'] } },
      ...(rule === undefined
        ? {}
        : rule.open === true
          ? { 'x-editing-permission': false }
          : { 'x-security': rule }),
    };
    await rm(join(projectRoot, 'schemas'), { recursive: true, force: true });
    await mkdir(join(projectRoot, 'schemas'));
    await writeFile(join(projectRoot, `schemas/${title}.json`), JSON.stringify(schema));
    notices.push((await generate({ projectRoot })).notices);
  }
  return notices;
}

describe('a change of x-security', () => {
  test.each<[string, [JsonObject | undefined, JsonObject | undefined], string[]]>([
    [
      'that removes a rule makes records public',
      [{ read: ADMIN }, undefined],
      ['x-security.read of Panel was removed: its records become public.'],
    ],
    [
      'of lists falls back to the read rule',
      [{ read: ADMIN, collection: USER }, { read: ADMIN }],
      ['x-security.collection of Panel was removed: its lists follow x-security.read.'],
    ],
    [
      'that adds a rule hides records',
      [undefined, { read: ADMIN }],
      [`x-security.read of Panel was added: its records are visible only if ${ADMIN}.`],
    ],
    [
      'is reported with both expressions',
      [{ update: ADMIN }, { update: USER }],
      [`x-security.update of Panel was changed from ${ADMIN}: update is allowed if ${USER}.`],
    ],
    ['with the same rules is not reported', [{ read: ADMIN }, { read: ADMIN }], []],
  ])('%s', async (_name, rules, want) => {
    expect(await noticesOf(...rules)).toEqual([[], want]);
  });

  test('is reported once, also for a renamed type', async () => {
    expect(await noticesOf({ read: ADMIN }, { read: ADMIN }, undefined)).toEqual([
      [],
      [],
      ['x-security.read of Board was removed: its records become public.'],
    ]);
    expect(await noticesOf({ read: ADMIN }, undefined, undefined)).toEqual([
      [],
      ['x-security.read of Panel was removed: its records become public.'],
      [],
    ]);
  });

  test('is reported for the editing permission as well', async () => {
    expect(await noticesOf(undefined, { open: true }, { open: true })).toEqual([
      [],
      [
        'x-editing-permission of Panel is now false. Only x-security and the access rules of the service decide who can write its records.',
      ],
      [],
    ]);
    expect(await noticesOf({ open: true }, undefined)).toEqual([
      [],
      [
        'x-editing-permission of Panel is no longer false: writing its records requires the editing permission.',
      ],
    ]);
  });
});
