import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { defineFeature } from '../../../runtime/kernel/feature.js';
import { sessionFor } from '../../../runtime/kernel/observation/origin.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let held: Promise<void> | undefined;
let heldEffect: Promise<void> | undefined;
let readAfter: object | undefined;
/** Delays the commit of a write until the test releases it. */
const slow = defineFeature({
  name: 'slow-commits',
  unitOfWork: {
    beforeCommit: async () => held,
    async afterCommit(_changes, context) {
      if (heldEffect === undefined) return;
      await heldEffect;
      readAfter = await sessionFor(app.app.database, context).first('select 1 as one');
    },
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ features: [slow], config: { limits: { request_ms: 2000 } } });
  await app.get('/me', { as: 'admin' });
});
afterAll(() => app.close());

const layout = (reference: string) =>
  app.post('/_/layouts', { reference, uiComponent: 'X' }, { as: 'admin' });
const references = async (): Promise<readonly string[]> =>
  (await app.get('/_/layouts', { as: 'admin' })).body.member.map(
    ({ reference }: { readonly reference: string }) => reference,
  );

describe('a write that takes longer than limits.request_ms', () => {
  test('results in 503, and nothing of it is stored when it ends', async () => {
    let letGo: () => void = () => undefined;
    held = new Promise((resolve) => (letGo = resolve));
    const answer = await layout('late');
    expect(answer).toMatchObject({
      status: 503,
      body: { detail: 'The request exceeded the time limit of the service.' },
    });
    held = undefined;
    letGo();
    // On SQLite it waits until the rolled-back one has ended.
    expect((await layout('after')).status).toBe(201);
    expect(await references()).toEqual(['after']);
  });

  test('is stored with its effects if it was committed before, and the following steps can still read', async () => {
    let letGo: () => void = () => undefined;
    heldEffect = new Promise((resolve) => (letGo = resolve));
    expect((await layout('committed')).status).toBe(503);
    letGo();
    await vi.waitFor(() => expect(readAfter).toMatchObject({ one: 1 }));
    heldEffect = undefined;
    expect(await references()).toContain('committed');
  });
});
