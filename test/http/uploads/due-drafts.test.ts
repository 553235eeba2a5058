import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestResponse } from '../../support/test-client.js';
import { createTestClock, inMinutes, MINUTE } from '../publishing/support.js';
import type { UploadsApp } from './support.js';
import { dataUri, form, picture, startUploadsApp } from './support.js';

const IMAGES = '/component/images';
const admin = { as: 'admin' } as const;
const clock = createTestClock();

let app: UploadsApp;
let png: Buffer;
beforeAll(async () => {
  app = await startUploadsApp({ clock });
  png = await picture(40, 40);
});
afterAll(() => app.close());

/** Each is sent to the address of a due draft that has not been read since. */
const writes: [string, (draft: string) => Promise<TestResponse>][] = [
  ['a data URI', (draft) => app.patch(draft, { file: dataUri('image/png', png) }, admin)],
  ['a removed file', (draft) => app.patch(draft, { file: null }, admin)],
  ['no file', (draft) => app.patch(draft, { uiComponent: 'Wide' }, admin)],
  ['an uploaded file', (draft) => app.upload(`${draft}/upload`, form({ file: [png, 'next.png'] }))],
];

test.each(writes)(
  'a write with %s to the address of a due draft creates a draft of its published row',
  async (_name, write) => {
    const created = await app.upload(`${IMAGES}/upload`, form({ file: [png, 'first.png'] }));
    const live = created.body['@id'] as string;
    await app.patch(live, { publishedAt: '2020-01-01T00:00:00Z' }, admin);
    const draft = await app.patch(live, { uiComponent: 'Next', publishedAt: inMinutes(1, clock) }, admin);
    expect(draft.body.publishedResource).toBe(live);
    clock.forward(2 * MINUTE);
    const written = await write(draft.body['@id']);
    expect([200, 201]).toContain(written.status);
    expect(written.body.publishedResource).toBe(live);
    expect((await app.get(live)).body.uiComponent).toBe('Next');
  },
);
