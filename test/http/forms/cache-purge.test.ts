import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../../runtime/kernel/contract/records/change-set.js';
import { defineFeature } from '../../../runtime/kernel/feature.js';
import { startFormsApp, type FormsApp } from './support.js';
import { runCommand } from '../../support/run-command.js';

const NONE = 'Skipping form component cache clear / timestamp updates - No forms components found';
const END = 'Form cache purge complete';

const changes: Change[] = [];
const watch = defineFeature({
  name: 'watch',
  unitOfWork: { afterCommit: (set) => void changes.push(...set.changes) },
});

let app: FormsApp;
let root: string;
beforeAll(async () => {
  app = await startFormsApp({ features: [watch] });
});
afterAll(() => app.close());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cms-forms-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Runs the command and returns its output. */
const purge = (): Promise<readonly string[]> => runCommand(app, 'form-cache-purge');

describe('form-cache-purge', () => {
  test('reports that there are no forms', async () => {
    expect(await purge()).toEqual([NONE, END]);
  });

  test("sets the modification time of a form to that of its type's file, if they differ", async () => {
    const shown = await app.aForm('PrefilledType');
    changes.length = 0;
    const configured = 'Checking timestamp for PrefilledType';
    expect(await purge()).toEqual([configured, 'Updated timestamp', END]);
    expect(changes.map(({ kind }) => kind)).toEqual(['updated']);
    const { stat } = await import('node:fs/promises');
    const { mtime } = await stat(join(app.config.projectRoot, 'cms.config.json'));
    const { modifiedAt, createdAt } = (await app.get(shown)).body;
    expect(Math.floor(Date.parse(modifiedAt) / 1000)).toBe(Math.floor(mtime.getTime() / 1000));
    expect(createdAt).not.toBe(modifiedAt);
    changes.length = 0;
    expect(await purge()).toEqual([configured, END]);
    expect(changes).toEqual([]);
    await app.delete(shown, { as: 'admin' });
  });

  test('checks each type once, and continues after a missing one', async () => {
    const made = await Promise.all(['ContactType', 'ContactType', 'FlatType'].map((type) => app.aForm(type)));
    await app.setFormType(made[2] ?? '', 'AGoneType');
    expect(await purge()).toEqual([
      'Checking timestamp for AGoneType',
      'Could not clear form cache: the form type AGoneType does not exist',
      'Checking timestamp for App\\Form\\ContactType',
      'Updated timestamp',
      'Updated timestamp',
      END,
    ]);
    for (const iri of made) await app.delete(iri, { as: 'admin' });
  });
});

describe('the file of a form type', () => {
  test('is its schema file, or else the file generated from it', async () => {
    const { createDefinitionTime } = await import('../../../runtime/features/forms/definition-times.js');
    const timeOf = createDefinitionTime({ projectRoot: root });
    const type = { name: 'ContactType', source: 'schema file' } as never;
    await expect(timeOf(type)).rejects.toThrow(/the file of ContactType was not found \(schemas\/forms/);
    const [generated, schema] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-02T00:00:00Z')];
    await mkdir(join(root, 'generated'));
    await writeFile(join(root, 'generated/manifest.ts'), '');
    await utimes(join(root, 'generated/manifest.ts'), generated, generated);
    expect(await timeOf(type)).toEqual(generated);
    await mkdir(join(root, 'schemas/forms'), { recursive: true });
    await writeFile(join(root, 'schemas/forms/ContactType.json'), '{}');
    await utimes(join(root, 'schemas/forms/ContactType.json'), schema, schema);
    expect(await timeOf(type)).toEqual(schema);
  });
});
