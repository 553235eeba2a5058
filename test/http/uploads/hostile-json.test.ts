import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UploadsApp } from './support.js';
import { dataUri, mediaObjects, picture, startUploadsApp } from './support.js';

const BROCHURES = '/component/brochures';

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp();
});
afterAll(() => app.close());

const HI = Buffer.from('Hello').toString('base64');

describe('text in an upload field', () => {
  test.each([
    ['has upper-case letters', `DATA:TEXT/PLAIN;BASE64,${HI}`, 'Hello'],
    ['names a character set', `data:text/plain;charset=utf-8;base64,${HI}`, 'Hello'],
    ['has unknown parameters', `data:text/plain;a=b;c="d";base64,${HI}`, 'Hello'],
    ['names no media type', `data:;base64,${HI}`, 'Hello'],
    ['has line breaks in its base64', `data:text/plain;base64,${HI.slice(0, 4)}\r\n ${HI.slice(4)}`, 'Hello'],
    ['is percent-encoded', 'data:text/plain,a%2Cb%20%26c', 'a,b &c'],
    ['contains a plus sign', 'data:text/plain,1+1', '1+1'],
    ['contains non-ASCII characters', 'data:,Grüße', 'Grüße'],
  ])('is read if it %s', async (_what, documentFile, content) => {
    const created = await app.create(BROCHURES, { documentFile });
    expect((await app.get(`${created['@id']}/download/documentFile`, { as: 'admin' })).text).toBe(content);
  });

  test.each([
    ['an unusual media type', 'data:text;base64,SGVsbG8='],
    ['a media type that is a path', 'data:../../x/y;base64,SGVsbG8='],
    ['missing padding', 'data:text/plain;base64,SGVsbG8'],
    ['base64url', 'data:text/plain;base64,-_-_'],
    ['padding in the middle', 'data:text/plain;base64,SG==SGVs'],
    ['not base64 at all', 'data:image/png;base64,'],
    ['an invalid escape sequence', 'data:text/plain,100%'],
    ['an escape that is not UTF-8', 'data:text/plain,%FF'],
    ['an unterminated header', `data:text/plain;${'x'.repeat(2000)},y`],
    ['only spaces', '   '],
    ['true', true],
    ['a list', [`data:text/plain;base64,${HI}`]],
    ['an object', { content: HI }],
    ['the empty string of an empty file', 'data:,'],
  ])('results in 422 on the field if it is %s', async (_what, documentFile) => {
    const before = await app.files('private', 'variants');
    const response = await app.post(BROCHURES, { documentFile }, { as: 'admin' });
    expect(response.status, response.text).toBe(422);
    expect(response.body.violations.map((one: { propertyPath: string }) => one.propertyPath)).toEqual([
      'documentFile',
    ]);
    expect(await app.files('private', 'variants')).toEqual(before);
  });

  test('results in 422 on the field if 10 MB of it are not valid base64', async () => {
    const huge = `${'A'.repeat(10_000_000)}!`;
    for (const documentFile of [huge, `data:text/plain;base64,${huge}`, `data:text/plain,${huge}%`]) {
      const response = await app.post(BROCHURES, { documentFile }, { as: 'admin' });
      expect(response.status, response.text.slice(0, 300)).toBe(422);
    }
  });

  test('is validated as a whole by the rules of the field', async () => {
    const before = await app.files('private', 'variants');
    const file = 'A'.repeat(10_000_000);
    const response = await app.post(BROCHURES, { documentFile: file }, { as: 'admin' });
    expect(response.status, response.text.slice(0, 300)).toBe(422);
    expect(response.body.violations[0].message).toContain('The file is too large (7500 kB)');
    expect(await app.files('private', 'variants')).toEqual(before);
  });

  test('changes nothing if the other field of the record is rejected', async () => {
    const created = await app.create(BROCHURES, { documentFile: 'data:,first' });
    const before = await app.files('private', 'variants');
    const cover = dataUri('image/png', await picture(20, 20));
    const response = await app.patch(
      created['@id'],
      { cover, documentFile: 'data:text/plain,%' },
      { as: 'admin' },
    );
    expect(response.status).toBe(422);
    expect(await app.files('private', 'variants')).toEqual(before);
    expect(mediaObjects((await app.get(created['@id'], { as: 'admin' })).body, 'cover')).toEqual([]);
  });
});
