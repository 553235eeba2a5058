import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceDescriptor, ToOneField } from '../../../runtime/kernel/contract/schema/resource.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import { publishingManifest } from '../publishing/types.js';

const author = (rest: Pick<ToOneField, 'onDelete' | 'nullable'>): ToOneField => ({
  kind: 'to-one',
  name: 'author',
  target: 'User',
  column: 'author_id',
  readable: true,
  writable: true,
  ...rest,
});
const box = publishingManifest.resources.find(({ name }) => name === 'Box');
if (box === undefined) throw new Error('The type of the publishing tests is gone.');
const aType = (name: string, rest: Pick<ToOneField, 'onDelete' | 'nullable'>): ResourceDescriptor => ({
  ...box,
  name,
  classIdentifier: name,
  path: `/component/${name.toLowerCase()}s`,
  table: `${name.toLowerCase()}s`,
  fields: [author(rest)],
});

const manifest = {
  ...publishingManifest,
  resources: [
    ...publishingManifest.resources,
    aType('Memo', { onDelete: 'set-null', nullable: true }),
    aType('Letter', { onDelete: 'set-null', nullable: false }),
    aType('Diary', { onDelete: 'cascade', nullable: false }),
    aType('Contract', { onDelete: 'restrict', nullable: true }),
  ],
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ manifest });
});
afterAll(() => app.close());

const root = { as: 'superAdmin' } as const;

async function aUser(): Promise<string> {
  const username = `user-${randomUUID()}`;
  const { '@id': iri } = await app.create(
    '/users',
    { username, emailAddress: `${username}@example.com`, plainPassword: 'correct horse battery' },
    'superAdmin',
  );
  return iri;
}

const records = (type: string, author: string) => app.create(`/component/${type}s`, { author }, 'superAdmin');

describe('DELETE /users/{id} of a user whom a record references', () => {
  test('clears an optional relation', async () => {
    const user = await aUser();
    const { '@id': memo } = await records('memo', user);
    expect((await app.get(memo, root)).body.author).toBe(user);
    expect((await app.delete(user, root)).status).toBe(204);
    const { status, body } = await app.get(memo, root);
    expect(status).toBe(200);
    expect(body.author ?? null).toBeNull();
    expect((await app.get(user, root)).status).toBe(404);
  });

  test('responds with 422, names the type and deletes nothing if the relation is required', async () => {
    const user = await aUser();
    const { '@id': memo } = await records('memo', user);
    const { '@id': letter } = await records('letter', user);
    const { status, body } = await app.delete(user, root);
    expect(status).toBe(422);
    expect(body.detail).toBe('1 Letter records still need this record.');
    expect((await app.get(user, root)).status).toBe(200);
    expect((await app.get(memo, root)).body.author).toBe(user);
    expect((await app.get(letter, root)).body.author).toBe(user);
  });

  test('responds with 422 if the relation restricts, and deletes the records if it cascades', async () => {
    const bound = await aUser();
    await records('contract', bound);
    const refused = await app.delete(bound, root);
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toContain('Contract');
    const user = await aUser();
    const { '@id': diary } = await records('diary', user);
    expect((await app.delete(user, root)).status).toBe(204);
    expect((await app.get(diary, root)).status).toBe(404);
  });

  test('ends the sessions of the user', async () => {
    const { '@id': user } = (await app.get('/me', { as: 'user' })).body;
    await records('memo', user);
    expect((await app.delete(user, root)).status).toBe(204);
    expect((await app.get('/me', { as: 'user' })).status).toBe(401);
  });

  test('responds with 404 for a deleted user', async () => {
    const user = await aUser();
    const answers = await Promise.all([app.delete(user, root), app.delete(user, root)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  });
});
