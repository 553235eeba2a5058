import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { inMinutes, MINUTE } from './support.js';
import type { UniqueSite } from './unique-support.js';
import {
  CODE_TAKEN,
  expectRefused,
  inRounds,
  isStored,
  startUniqueSite,
  together,
} from './unique-support.js';

const admin = { as: 'admin' } as const;

let site: UniqueSite;
beforeAll(async () => {
  site = await startUniqueSite();
});
afterAll(() => site.app.close());

const aSeal = async (body: JsonObject): Promise<string> =>
  (await site.app.create('/component/seals', { label: 'a', publishedAt: 'now', ...body }))['@id'];

/** Counts the seals of different pairs that reference a ticket. */
async function sealsOf(ticket: string): Promise<number> {
  const { database } = site.app.app;
  const sql = `select count(distinct coalesce(b.published_resource_id, b.id)) as total from ${database.table('seals')} t join ${database.table('abstract_component')} b on b.id = t.id where t.ticket_id = :ticket`;
  const row = await database.first<{ total: number }>(sql, { ticket: ticket.slice(-36) });
  return Number(row?.total);
}

describe('a draft that is merged', () => {
  test('keeps its unique value, whichever other request wants it at the same time', () =>
    inRounds(async () => {
      const [held, wanted] = [randomUUID(), randomUUID()];
      const live = await site.ticket({ code: held });
      const draft = await site.content.draft(live, { code: wanted });
      const [published, ...others] = await together([
        site.patch(draft, { publishedAt: 'now' }),
        site.post({ code: wanted }),
        site.post({ code: held }),
        site.post({ code: wanted }),
        site.post({ code: held }),
      ]);
      expect(published?.status).toBe(200);
      expect((await site.app.get(live)).body.code).toBe(wanted);
      // The previous value of the published row is available as soon as it is removed there.
      const stored = others.filter(isStored).map(({ body }) => body.code as string);
      expect([[], [held]]).toContainEqual(stored);
      expectRefused(
        others.filter((answer) => !isStored(answer)),
        'code',
        CODE_TAKEN,
      );
    }));

  test('keeps its unique value if a read finds it due', () =>
    inRounds(async () => {
      const code = randomUUID();
      const live = await site.ticket();
      await site.content.draft(live, { code, publishedAt: inMinutes(1, site.clock) });
      expectRefused([await site.post({ code })()], 'code', CODE_TAKEN);
      site.clock.forward(2 * MINUTE);
      const [read, ...others] = await together([
        () => site.app.get(live),
        site.post({ code }),
        site.post({ code }),
      ]);
      expect(read?.body.code).toBe(code);
      expectRefused(others, 'code', CODE_TAKEN);
    }));
});

describe.each(['vouchers', 'stubs'])(
  'a draft whose merge would violate a rule of records that reference it, %s,',
  (plural) => {
    const made = async (body: JsonObject): Promise<string> => {
      const dated = plural === 'vouchers' ? { publishedAt: 'now' } : {};
      return (await site.app.create(`/component/${plural}`, { ...body, ...dated }))['@id'];
    };

    test('is rejected when it is published, and nothing of it is stored', async () => {
      const live = await site.ticket({ label: 'published' });
      const draft = await site.content.draft(live, { label: 'draft' });
      const [one, two] = [
        await made({ label: 'x', ticket: live }),
        await made({ label: 'x', ticket: draft }),
      ];
      expectRefused([await site.patch(draft, { publishedAt: 'now' })()], 'ticket', 'One voucher is enough.');
      expect((await site.app.get(live)).body.label).toBe('published');
      expect((await site.app.get(draft, admin)).body).toMatchObject({ '@id': draft, label: 'draft' });
      expect((await site.app.get(two, admin)).body.ticket).toBe(draft);
      expect((await site.patch(one, { label: 'y' })()).status).toBe(200);
    });

    test('is shown as its published row when it is due, until the merge is valid', async () => {
      const live = await site.ticket({ label: 'published' });
      const draft = await site.content.draft(live, { label: 'due', publishedAt: inMinutes(1, site.clock) });
      const one = await made({ label: 'x', ticket: live });
      const two = await made({ label: 'x', ticket: draft });
      site.clock.forward(2 * MINUTE);
      for (let read = 0; read < 2; read += 1)
        expect((await site.app.get(live)).body).toMatchObject({ '@id': live, label: 'published' });
      expect((await site.app.delete(one, admin)).status).toBe(204);
      expect((await site.app.get(live)).body).toMatchObject({ '@id': live, label: 'due' });
      expect((await site.app.get(two)).body.ticket).toBe(live);
    });
  },
);

describe('a publishable record that only one other record can reference', () => {
  test('keeps the reference to its draft when it is published, and the previous one is cleared', async () => {
    const live = await site.ticket();
    const previous = await aSeal({ ticket: live });
    const draft = await site.content.draft(live, { label: 'draft' });
    const seal = await aSeal({ ticket: draft });
    expect((await site.patch(draft, { publishedAt: 'now' })()).status).toBe(200);
    expect((await site.app.get(seal)).body.ticket).toBe(live);
    expect((await site.app.get(previous)).body).not.toHaveProperty('ticket');
    expect(await sealsOf(live)).toBe(1);
  });

  test('is still referenced by both rows of a pair', async () => {
    const live = await site.ticket();
    const seal = await aSeal({ ticket: live });
    const draft = await site.content.draft(live, { label: 'draft' });
    const sealDraft = await site.content.draft(seal, { ticket: draft });
    expect((await site.patch(draft, { publishedAt: 'now' })()).status).toBe(200);
    expect((await site.app.get(seal)).body.ticket).toBe(live);
    expect((await site.app.get(sealDraft, admin)).body.ticket).toBe(live);
  });

  test('keeps the reference to its draft when the published row is deleted', async () => {
    const live = await site.ticket();
    const previous = await aSeal({ ticket: live });
    const draft = await site.content.draft(live, { label: 'draft' });
    const seal = await aSeal({ ticket: draft });
    expect((await site.app.delete(`${live}?published=true`, admin)).status).toBe(204);
    expect((await site.app.get(seal, admin)).body.ticket).toBe(draft);
    expect((await site.app.get(previous)).body).not.toHaveProperty('ticket');
    expect(await sealsOf(draft)).toBe(1);
  });

  test('gets no second reference while it is published', () =>
    inRounds(async () => {
      const live = await site.ticket();
      const draft = await site.content.draft(live, { label: 'draft' });
      await aSeal({ ticket: draft });
      const post = (): ReturnType<typeof site.app.post> =>
        site.app.post('/component/seals', { ticket: live, publishedAt: 'now' }, admin);
      const [published, ...others] = await together([
        site.patch(draft, { publishedAt: 'now' }),
        post,
        post,
        post,
      ]);
      expect(published?.status).toBe(200);
      expectRefused(
        others.filter((answer) => !isStored(answer)),
        'ticket',
      );
      expect(await sealsOf(live)).toBe(1);
    }));
});
