import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSlotIndex } from '../../../runtime/features/placement/places.js';
import { NOTHING_REQUESTED } from '../../../runtime/kernel/contract/http/requested.js';
import { ANONYMOUS, type RequestContext } from '../../../runtime/kernel/contract/context.js';
import type { DerivedData } from '../../../runtime/kernel/contract/records/derived.js';
import type { WriteScope } from '../../../runtime/kernel/contract/records/writes.js';
import type { Reference, StoredRecord } from '../../../runtime/kernel/contract/records/record.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { createDerivedReferences } from '../../../runtime/kernel/records/derived-references.js';
import { createRecordReader } from '../../../runtime/kernel/records/record-reader.js';
import { referenceTo } from '../../../runtime/kernel/records/references.js';
import { createRowWriter } from '../../../runtime/kernel/records/row-writer.js';
import { createState } from '../../../runtime/kernel/util/async/state.js';
import type { ContentBuilder } from '../publishing/content.js';
import { createContent } from '../publishing/content.js';
import type { PublishingApp } from '../publishing/support.js';
import { startPublishingApp } from '../publishing/support.js';
import { slotRows } from '../unit-of-work/slot-rows.js';

let app: PublishingApp;
let content: ContentBuilder;
let slots: DerivedData;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
  slots = createDerivedReferences(createSlotIndex(app.app.registry));
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;
/** Matches a statement that writes rows. */
const KEEPING = /^(insert|delete) .*page_data_slot/;
const idOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);
const aBox = async (): Promise<string> => (await app.create('/component/boxes', { label: 'a' }))['@id'];
const rowsOf = async (...owners: readonly string[]): Promise<string[]> =>
  (await slotRows(app.app)).filter((row) => owners.some((iri) => row.startsWith(idOf(iri))));
const row = (owner: string, property: string, component: string): string =>
  [idOf(owner), property, idOf(component)].join(' ');

const compare = (limit = 100): Promise<readonly string[]> => slots.compare(app.app.database, limit);
const rebuild = (): Promise<void> => app.app.database.transaction((session) => slots.rebuild(session));

/** Writes rows that the application never leaves behind. */
async function spoil(sql: string, parameters: Readonly<Record<string, string>>): Promise<void> {
  const { database } = app.app;
  const text = sql.replace('SLOT', database.table('page_data_slot'));
  expect(await database.transaction((session) => session.run(text, parameters))).toBe(1);
}

describe('the derived rows of page data', () => {
  test('follow its slots through creation, changes, drafts, publication and deletion', async () => {
    const [first, second, box] = [await content.article(), await content.article(), await aBox()];
    const live = await content.story({ lead: first, box });
    expect(await rowsOf(live)).toEqual([row(live, 'box', box), row(live, 'lead', first)]);
    const draft = await content.draft(live, { lead: second, box: null });
    expect(await rowsOf(live, draft)).toEqual(
      [row(live, 'box', box), row(live, 'lead', first), row(draft, 'lead', second)].sort(),
    );
    await app.patch(draft, { publishedAt: 'now' }, admin);
    expect(await rowsOf(live, draft)).toEqual([row(live, 'lead', second)]);
    expect((await app.delete(`${second}?published=true`, admin)).status).toBe(204);
    expect(await rowsOf(live)).toEqual([]);
    await app.patch(`${live}?published=true`, { box: await aBox() }, admin);
    expect(await rowsOf(live)).toHaveLength(1);
    expect((await app.delete(`${live}?published=true`, admin)).status).toBe(204);
    expect(await rowsOf(live)).toEqual([]);
  });

  test('add no statement to a write that does not change slots', async () => {
    const story = await content.story({ lead: await content.article() });
    const path = `${story}?published=true`;
    const writes = async (body: object): Promise<number> => {
      app.takeStatements();
      expect((await app.patch(path, body, admin)).status).toBe(200);
      return app.takeStatements().filter((sql) => KEEPING.test(sql)).length;
    };
    expect(await writes({ teaser: 'New' })).toBe(0);
    expect(await writes({ box: await aBox() })).toBe(2);
  });
});

describe('the comparison of derived rows with slots', () => {
  test('finds no drift in a correct database', async () => {
    await content.story({ lead: await content.article(), box: await aBox() });
    expect(await compare()).toEqual([]);
  });

  test('names missing, wrong and surplus rows up to the limit, and the rebuild repairs them', async () => {
    const [lead, other, box] = [await content.article(), await content.article(), await aBox()];
    const [missing, wrong, renamed, empty] = [
      await content.story({ lead }),
      await content.story({ lead, box }),
      await content.story({ lead }),
      await content.story(),
    ];
    const whole = await slotRows(app.app);
    const nobody = '00000000-0000-4000-8000-000000000000';
    const insert = 'insert into SLOT (page_data_id, property, component_id) values (:owner, :property, :id)';
    await spoil('delete from SLOT where page_data_id = :owner', { owner: idOf(missing) });
    await spoil("update SLOT set component_id = :id where page_data_id = :owner and property = 'lead'", {
      owner: idOf(wrong),
      id: idOf(other),
    });
    await spoil("update SLOT set property = 'formerly' where page_data_id = :owner", {
      owner: idOf(renamed),
    });
    await spoil(insert, { owner: idOf(empty), property: 'box', id: idOf(box) });
    await spoil(insert, { owner: nobody, property: 'lead', id: idOf(lead) });
    const lines = [
      `StoryData ${idOf(missing)} names ${idOf(lead)} in lead: the row is missing`,
      `StoryData ${idOf(wrong)} names ${idOf(lead)} in lead: the row says ${idOf(other)}`,
      `StoryData ${idOf(renamed)} names ${idOf(lead)} in lead: the row is missing`,
      `StoryData ${idOf(renamed)} names nothing in formerly: a row says ${idOf(lead)}`,
      `StoryData ${idOf(empty)} names nothing in box: a row says ${idOf(box)}`,
      `there is no ${nobody}: a row says that it names ${idOf(lead)} in lead`,
    ];
    expect([...(await compare())].sort()).toEqual([...lines].sort());
    for (const limit of [0, 1, 4, 6]) expect(await compare(limit)).toHaveLength(limit);
    await rebuild();
    expect(await compare()).toEqual([]);
    expect(await slotRows(app.app)).toEqual(whole);
  });

  test('is the same after a rebuild from scratch', async () => {
    const whole = await slotRows(app.app);
    const { database } = app.app;
    await database.transaction((session) => session.run(`delete from ${session.table('page_data_slot')}`));
    expect(await compare()).toHaveLength(whole.length);
    await rebuild();
    expect(await slotRows(app.app)).toEqual(whole);
  });
});

describe('the writer of derived rows', () => {
  const context = (): RequestContext => ({
    actor: ANONYMOUS,
    now: new Date(),
    requested: NOTHING_REQUESTED,
    log: SILENT_LOGGER,
    state: createState(),
  });
  const run = <Result>(work: (unit: WriteScope) => Promise<Result>): Promise<Result> =>
    app.app.operations.run(context(), work);

  /** Returns the number of statements that maintain rows in each step for this many records. */
  async function statementsFor(count: number): Promise<readonly number[]> {
    const { registry, database } = app.app;
    const reader = createRecordReader(registry, database);
    const writer = createRowWriter({ registry, reader, indexes: [createSlotIndex(registry)] });
    const [lead, other] = [await content.article(), await content.article()];
    const id = idOf(await content.story({ lead, box: await aBox() }));
    const model = await reader.find(database, { type: 'StoryData', id });
    const from = await reader.find(database, { type: 'Article', id: idOf(other) });
    if (model === undefined || from === undefined) throw new Error('What was made is gone.');
    const records = Array.from({ length: count }, () => ({ ...model, id: randomUUID() }));
    const led = (to: Reference | null) => (record: StoredRecord) => ({
      ...record,
      values: { ...record.values, lead: to },
    });
    const holding = records.map(led(referenceTo(from)));
    const column = { table: 'story_datas', column: 'lead_id', type: 'StoryData' };
    const edits = records.map((before, index) => ({ before, after: holding[index] ?? before }));
    const steps: ((unit: WriteScope) => Promise<unknown>)[] = [
      (unit) => writer.insertAll(unit, records),
      (unit) => writer.updateAll(unit, edits),
      (unit) => writer.point(unit, { column, holders: holding, to: null }),
      (unit) => writer.remove(unit, records.map(led(null))),
    ];
    const counts: number[] = [];
    const held = [2, 2, 1, 0];
    for (const [step, work] of steps.entries()) {
      app.takeStatements();
      await run(work);
      counts.push(app.takeStatements().filter((sql) => KEEPING.test(sql)).length);
      expect(await compare()).toEqual([]);
      expect(await rowsOf(...records.map((record) => record.id))).toHaveLength(count * (held[step] ?? 0));
    }
    return counts;
  }

  test('uses as many statements for forty records as for two, in lists of a thousand', async () => {
    expect(await statementsFor(2)).toEqual([1, 2, 2, 1]);
    expect(await statementsFor(40)).toEqual([1, 2, 2, 1]);
    expect(await statementsFor(1100)).toEqual([2, 4, 4, 2]);
  });
});
