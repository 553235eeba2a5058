import { expect } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Draw } from '../unit-of-work/random-requests.js';
import type { UploadsApp } from '../uploads/support.js';

const TEXTS = [
  'Grüße',
  '漢字と仮名',
  'שלום עולם',
  'नमस्ते',
  '👩🏽\u200d🚀 emoji',
  'a\u0301 combined',
  '  spaces  ',
  'İstanbul',
];
const admin = { as: 'superAdmin' } as const;

interface Made {
  readonly '@id': string;
}

/**
 * Data that the random site of the fixtures does not have: unique members, drafts that repeat them,
 * and records that reference records.
 */
export interface UniqueSite {
  /** Swaps unique values and paths, renames and deletes. */
  change(): Promise<void>;
}

export async function addUniqueSite(app: UploadsApp, draw: Draw): Promise<UniqueSite> {
  const text = (): string => `${TEXTS[draw(TEXTS.length)] ?? ''} ${draw(1000)}`;
  const create = (path: string, body: JsonObject): Promise<Made> => app.create(path, body, 'superAdmin');
  const tickets: Made[] = [];
  for (let index = 0; index < 4; index += 1) {
    const isPublished = draw(3) > 0;
    const ticket = await create('/component/tickets', {
      ...{ label: text(), code: `c${index}`, number: index, price: `${index}.50`, row: text(), seat: index },
      ...(isPublished ? { publishedAt: '2020-01-01T00:00:00Z' } : {}),
    });
    tickets.push(ticket);
    const body = draw(2) === 0 ? { label: text() } : { label: text(), code: `draft ${index}` };
    if (isPublished && draw(2) === 0) await patch(ticket['@id'], body);
  }
  const enquiries: Made[] = [];
  for (let index = 0; index < 4; index += 1) {
    const above = enquiries[draw(enquiries.length + 1)];
    enquiries.push(
      await create('/record/enquiries', {
        ...{ email: `visitor${index}@example.com`, subject: text(), text: text() },
        ...(above === undefined ? {} : { answers: above['@id'] }),
      }),
    );
  }
  const specimens: Made[] = [];
  for (let index = 0; index < 3; index += 1)
    specimens.push(
      await create('/component/specimens', { name: `unique ${index}`, code: `s${index}`, amount: 1 }),
    );

  async function patch(iri: string, body: JsonObject): Promise<void> {
    const { status, text: answer } = await app.patch(iri, body, admin);
    expect([status, answer]).toEqual([200, expect.any(String)]);
  }

  async function batch(changes: readonly (readonly [string, JsonObject])[]): Promise<void> {
    if (changes.length === 0) return;
    const operations = changes.map(([path, body], index) => ({
      ...{ id: `o${index}`, method: 'PATCH', path, body },
    }));
    const { status, text: answer } = await app.post('/_/batch', { operations }, admin);
    expect([status, answer]).toEqual([200, expect.any(String)]);
  }

  return {
    async change() {
      await batch(specimens.map(({ '@id': iri }, index) => [iri, { code: `s${(index + 1) % 3}` }]));
      const { database } = app.app;
      const rows = await database.all<{ id: string; path: string }>(
        `select t.id as id, t.route as path from ${database.table('route')} t where t.redirect_id is null order by t.id`,
      );
      const [one, other, third] = rows;
      if (one !== undefined && other !== undefined)
        await batch([
          [`/_/routes/${one.id}`, { path: other.path }],
          [`/_/routes/${other.id}`, { path: one.path }],
        ]);
      if (third !== undefined) await patch(`/_/routes/${third.id}`, { path: `/renamed-${draw(1000)}` });
      const gone = enquiries.at(-1);
      if (gone !== undefined) expect((await app.delete(gone['@id'], admin)).status).toBe(204);
      const [ticket] = tickets;
      if (ticket !== undefined) await patch(ticket['@id'], { label: text() });
    },
  };
}
