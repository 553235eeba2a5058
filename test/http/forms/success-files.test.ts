import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataTypes } from 'sequelize';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormDefinition } from '../../../runtime/extension-points/forms/form-definition.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import type { TestResponse } from '../../support/test-client.js';
import { testTypes } from '../../support/test-types.js';
import { plainType, uploadField } from '../uploads/support.js';
import { startSuccessApp, type SuccessApp } from './success-support.js';
import { nodeOf } from './support.js';

const LETTER: ResourceDescriptor = {
  ...plainType('Letter', '/component/letters', [
    uploadField({
      name: 'scan',
      column: 'scan_path',
      adapter: 'letters',
      constraints: [{ File: { maxSize: '1k', mimeTypes: ['text/plain'] } }],
    }),
  ]),
  attributes: {
    id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    scan_path: { type: DataTypes.STRING(255), allowNull: true },
  },
};

const FORM: FormDefinition = {
  name: 'LetterType',
  persist: 'Letter',
  on_success: 'behaving',
  fields: [{ name: 'file', type: 'file', property_path: 'scan' }],
};

let refusal: string | undefined;
let app: SuccessApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-letters-'));
  app = await startSuccessApp([FORM], {
    manifest: { ...testTypes, resources: [...testTypes.resources, LETTER] },
    config: { filesystems: { letters: { driver: 'local', root: folder } } },
    extensions: {
      formHandlers: {
        behaving: (_event, { violation }) => {
          if (refusal !== undefined) violation('', refusal);
        },
      },
    },
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function sendFile(content: string, name = 'letter.txt'): Promise<TestResponse> {
  const parts = new FormData();
  parts.append('letter[file]', new Blob([content], { type: 'text/plain' }), name);
  return app.postParts(`${await app.aForm('LetterType')}/submit`, parts);
}

const stored = async (): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('a file of a form that persists', () => {
  test('is stored as the upload field of its name, and no other copy remains', async () => {
    const { status, body } = await sendFile('Dear all');
    expect([status, body['@type']]).toEqual([201, 'Letter']);
    const [path = ''] = await stored();
    expect(await readFile(path, 'utf8')).toBe('Dear all');
    expect(await app.leftFiles()).toEqual([]);
    expect(body._metadata.mediaObjects.scan[0]).toMatchObject({ mimeType: 'text/plain', fileSize: 8 });
  });

  test.each([
    ['too large', 'x'.repeat(2000), /^The file is too large/],
    ['of another type', '%PDF-1.4\n', /^The mime type of the file is invalid/],
  ])('that is %s is rejected at its field, and not stored', async (_how, content, message) => {
    const before = await stored();
    const answer = await sendFile(content);
    expect(answer.status).toBe(422);
    expect(nodeOf(answer, 'file').vars.errors[0]).toMatch(message);
    expect(await stored()).toEqual(before);
    expect(await app.leftFiles()).toEqual([]);
  });

  test('is not stored if a handler rejects the submission', async () => {
    const before = await stored();
    refusal = 'Not today.';
    const answer = await sendFile('Dear all');
    refusal = undefined;
    expect(answer.status).toBe(422);
    expect(await stored()).toEqual(before);
  });
});
