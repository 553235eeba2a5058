import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { aSite } from '../core/renamed-site.js';
import { idOf } from './support.js';

const component = (title: string, properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...{ title, type: 'object', 'x-resource': 'component', properties, ...more },
});
const text = { type: ['string', 'null'], maxLength: 80 };
const image = (target: string, more: JsonObject = {}): JsonObject => ({
  ...{ type: ['string', 'null'], format: 'iri-reference', 'x-relation': { target, kind: 'manyToOne' } },
  ...more,
});

const BEFORE = [
  component('Picture', { name: text }),
  component('Panel', { label: text, note: text, cover: image('Picture') }),
];
/** Every type and every member has another name, and one member is deleted. */
const AFTER = [
  component('Photo', { name: text }, { 'x-renamed-from': ['Picture'] }),
  component(
    'Card',
    {
      headline: { ...text, 'x-renamed-from': ['label'] },
      photo: image('Photo', { 'x-renamed-from': ['cover'] }),
    },
    { 'x-renamed-from': ['Panel'] },
  ),
];

const admin = { as: 'admin' } as const;

describe('what was recorded under previous names of types and members', () => {
  test('is read, compared, restored and undone under the current names', async () => {
    const site = await aSite();
    const before = await site.become(BEFORE);
    const one = await before.create('/component/pictures', { name: 'one' });
    const other = await before.create('/component/pictures', { name: 'other' });
    const panel = await before.create('/component/panels', {
      ...{ label: 'first', note: 'of no more use', cover: one['@id'] },
    });
    const changed = await before.patch(panel['@id'], { label: 'second', cover: other['@id'] }, admin);
    expect(changed.status).toBe(200);
    expect((await before.delete(panel['@id'], admin)).status).toBe(204);

    const app = await site.become(AFTER, true);
    const card = `/_api/component/cards/${idOf(panel['@id'])}`;
    const photo = (picture: { readonly '@id': string }): string =>
      `/_api/component/photos/${idOf(picture['@id'])}`;
    const numbers = async (path: string): Promise<readonly number[]> => {
      const { body } = await app.get(path, admin);
      return (body.revisions as { number: number }[]).map(({ number }) => number);
    };
    const [deletion] = await numbers('/_/revisions?kind=change&type=Card');
    const undone = await app.post(`/_/revisions/${deletion ?? 0}/undo`, undefined, admin);
    expect(undone).toMatchObject({ status: 200, body: { records: [card], leftOut: ['Card.note'] } });
    expect((await app.get(card, admin)).body).toMatchObject({ headline: 'second', photo: photo(other) });

    const { body: list } = await app.get(`${card}/revisions`, admin);
    expect(list.revisions[2]).toMatchObject({ kind: 'updated', members: ['headline', 'photo'] });
    const [, , change = 0, creation = 0] = await numbers(`${card}/revisions`);
    expect((await app.get(`${card}/revisions/${creation}`, admin)).body).toMatchObject({
      ...{ '@type': 'Card', headline: 'first', photo: photo(one) },
      _metadata: { revision: { lost: ['note'] } },
    });
    const compared = await app.get(`${card}/revisions/${change}?compare=${creation}`, admin);
    expect(compared.body.members).toMatchObject([
      { member: 'headline', before: 'first', after: 'second' },
      { member: 'photo', before: photo(one), after: photo(other) },
    ]);
    const restored = await app.post(`${card}/revisions/${creation}/restore`, undefined, admin);
    expect(restored.status).toBe(200);
    expect((await app.get(card, admin)).body).toMatchObject({ headline: 'first', photo: photo(one) });
  });
});
