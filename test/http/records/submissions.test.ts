import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FormDefinition } from '../../../runtime/extension-points/forms/form-definition.js';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { startSuccessApp, type SuccessApp } from '../forms/success-support.js';

const ADMIN = { as: 'admin' } as const;
const REPORT = '/_/orphaned_resources';
const fields = [{ name: 'email' }, { name: 'text' }];
const FORMS: readonly FormDefinition[] = [
  { name: 'EnquiryType', persist: 'Enquiry', fields },
  { name: 'SpecimenType', persist: { type: 'Specimen' }, fields: [{ name: 'name' }] },
  { name: 'GuardedType', persist: 'Guarded', fields: [{ name: 'open', type: 'checkbox' }] },
  { name: 'EventType', persist: 'EventData', fields: [{ name: 'startsOn' }, { name: 'page' }] },
  { name: 'HandledType', on_success: ['keep'], fields },
];

const warnings: LogEntry[] = [];
let app: SuccessApp;
beforeAll(async () => {
  app = await startSuccessApp(FORMS, {
    log: { ...SILENT_LOGGER, warn: (entry) => void warnings.push(entry) },
    extensions: {
      formHandlers: {
        async keep(event, { create }) {
          event.result = { record: await create('Enquiry', { email: String(event.data['email']) }) };
        },
      },
    },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  // Deletes unplaced resources of earlier tests.
  await app.post(`${REPORT}/delete`, { all: true }, ADMIN);
});

async function scanned(): Promise<string> {
  const at = async (): Promise<unknown> => (await app.get(REPORT, ADMIN)).body.generatedAt;
  const before = await at();
  expect((await app.post(`${REPORT}/scan`, undefined, ADMIN)).status).toBe(202);
  await expect.poll(at).not.toBe(before);
  return (await app.get(REPORT, ADMIN)).text;
}

/** Removes forms, which are not placed in these tests. */
const notForms = (iris: readonly string[]): readonly string[] =>
  iris.filter((iri) => !iri.includes('/component/forms/'));

const newest = async (list: string): Promise<string> => {
  const { member } = (await app.get(list, { as: 'superAdmin' })).body;
  return member.map((one: { '@id': string }) => one['@id'])[0];
};

describe("a visitor's submission", () => {
  test('is stored as a record, and the response is the form', async () => {
    const { status, body, text, headers } = await app.send('EnquiryType', {
      email: 'ann@example.com',
      text: 'My number is 12345',
    });
    expect([status, body['@type']]).toEqual([201, 'Form']);
    expect(text).not.toContain('/record/');
    expect([...headers.values()].join()).not.toContain('/record/');
    expect((await app.get('/record/enquiries')).status).toBe(401);
    const { member } = (await app.get('/record/enquiries', ADMIN)).body;
    expect(member).toMatchObject([{ email: 'ann@example.com', text: 'My number is 12345' }]);
  });

  test('returns the record if its sender can read it', async () => {
    const iri = await app.aForm('EnquiryType');
    const answer = await app.post(`${iri}/submit`, { enquiry: { email: 'own@example.com' } }, ADMIN);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual((await app.get(answer.body['@id'], ADMIN)).body);
  });

  test('follows the same rule whatever its form stores, and for handlers too', async () => {
    const handled = await app.send('HandledType', { email: 'h@example.com' });
    expect([handled.status, handled.body['@type']]).toEqual([201, 'Form']);
    expect(await app.get(await newest('/record/enquiries'), ADMIN)).toMatchObject({
      body: { email: 'h@example.com' },
    });
    const guarded = await app.send('GuardedType', { open: '1' });
    expect([guarded.status, guarded.body['@type']]).toEqual([201, 'Form']);
    const user = await app.post(
      `${await app.aForm('GuardedType')}/submit`,
      { guarded: { open: '1' } },
      { as: 'user' },
    );
    expect([user.status, user.body['@type'], user.body.open]).toEqual([201, 'Guarded', true]);
    expect((await app.send('SpecimenType', { name: 'open' })).body).toMatchObject({ '@type': 'Specimen' });
  });

  test('is never an orphan, whatever kind of type it is stored as', async () => {
    const page = (await app.aPage({ isTemplate: true }))['@id'];
    await app.send('EnquiryType', { email: 'o1@example.com' });
    await app.send('SpecimenType', { name: 'a component' });
    await app.send('EventType', { startsOn: '2030-01-01', page });
    const stored = [
      await newest('/record/enquiries'),
      await newest('/component/specimens'),
      await newest('/page_data/event_datas'),
    ];
    const orphan = (await app.aWidget())['@id'];
    const report = await scanned();
    expect(report).toContain(orphan);
    for (const iri of stored) expect(report).not.toContain(iri);
    const named = await app.post(`${REPORT}/delete`, { iris: stored }, ADMIN);
    expect(named.body.rejected).toEqual(stored.map((iri) => ({ iri, reason: 'not_orphaned' })));
    const all = await app.post(`${REPORT}/delete`, { all: true }, ADMIN);
    expect(notForms(all.body.deleted.components)).toEqual([orphan]);
    for (const iri of stored) expect((await app.get(iri, ADMIN)).status).toBe(200);
  });

  test('keeps everything nested in it, even if its position is deleted', async () => {
    await app.send('SpecimenType', { name: 'nests' });
    const owner = await newest('/component/specimens');
    const group = await app.aGroup({ components: [owner] });
    const inner = (await app.aWidget())['@id'];
    const deep = await app.aGroup({ components: [inner] });
    const deepest = (await app.aWidget())['@id'];
    await app.aPosition(group, { component: inner });
    await app.aPosition(deep, { component: deepest });
    const { body } = await app.post(`${REPORT}/delete`, { all: true }, ADMIN);
    const { components, ...rest } = body.deleted;
    expect([notForms(components), rest]).toEqual([[], { componentGroups: [], componentPositions: [] }]);
    for (const iri of [group['@id'], inner, deep['@id'], deepest])
      expect((await app.get(iri, ADMIN)).status).toBe(200);

    const place = await app.aGroup();
    const position = await app.aPosition(place, { component: owner });
    await app.delete(position['@id'], ADMIN);
    expect((await app.get(owner, ADMIN)).status).toBe(200);
    await app.aPosition(place, { component: owner });
    const gone = await app.post(`${REPORT}/delete`, { all: true }, ADMIN);
    expect(gone.body.deleted.componentGroups).toEqual([place['@id']]);
    expect((await app.get(owner, ADMIN)).status).toBe(200);
    expect((await app.delete(owner, ADMIN)).status).toBe(204);
  });
});

describe('the start of the service', () => {
  test('warns of each form that stores publicly readable records, with the fix', () => {
    const notified = warnings.map(({ msg }) => msg).filter((msg) => msg.includes('publicly readable'));
    expect(notified.map((msg) => /form "(\w+)"/.exec(msg)?.[1])).toEqual(['EventType', 'SpecimenType']);
    expect(notified[1]).toBe(
      'form "SpecimenType" stores submissions as Specimen, which is publicly readable; set "collection" and "read" in "x-security" of schemas/Specimen.json, or use a record type ("x-resource": "record"), then run `cms generate`',
    );
  });
});
