import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { propertyRuns } from '../../support/property-runs.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { startPublishingApp, type PublishingApp } from '../publishing/support.js';

const admin = { as: 'admin' } as const;
let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

/** A random write to one of several records. */
const write = fc.record({
  kind: fc.constantFrom('page', 'group', 'box', 'article', 'publish', 'position', 'undo'),
  text: fc.oneof(fc.constantFrom('', 'a', "'", '漢字', '\u{1f600} "\\'), fc.string({ maxLength: 12 })),
  other: fc.nat(9),
});
type Step = typeof write extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** One record of each type, by its name in a step. */
type Site = Readonly<Record<'page' | 'group' | 'box' | 'article' | 'position', string>>;

async function aSite(): Promise<Site> {
  const page = await content.page();
  const group = await content.group({ pages: [page] });
  const box = (await app.create('/component/boxes', { label: 'A' }))['@id'];
  const article = await content.article();
  return {
    page,
    group,
    box,
    article,
    position: await content.position({ componentGroup: group, component: box }),
  };
}

/** Sends a write, which may be rejected. */
async function send(site: Site, { kind, text, other }: Step): Promise<void> {
  const bodies: Readonly<Record<string, readonly [iri: string, body: JsonObject]>> = {
    page: [site.page, { title: text, uiClassNames: other % 2 === 0 ? null : [text, `${other}`] }],
    group: [site.group, { location: text || 'x', reference: `${text} ${randomUUID()}` }],
    box: [site.box, { label: text, favourite: other % 2 === 0 ? null : site.article }],
    article: [site.article, { headline: text || 'A', body: other % 3 === 0 ? null : text }],
    publish: [site.article, { publishedAt: 'now' }],
    position: [site.position, { component: other % 2 === 0 ? site.box : site.article, sortValue: other }],
  };
  const [iri, body] = bodies[kind] ?? [];
  if (iri !== undefined) await app.patch(iri, body ?? {}, admin);
  else await app.post(`/_/revisions/${await newest()}/undo`, undefined, admin);
}

async function newest(): Promise<number> {
  const { body } = await app.get('/_/revisions', admin);
  return Number(body.revisions[0]?.number ?? 0);
}

/** Administrators see the draft of the component in a position. */
async function asStored(document: JsonObject): Promise<JsonObject> {
  const { component } = document;
  if (typeof component !== 'string') return document;
  const { body } = await app.get(component, admin);
  return { ...document, component: (body as JsonObject).publishedResource ?? component };
}

/** Members that identify a document, or that change automatically. */
const LEFT_OUT = new Set(['@context', '_metadata', 'modifiedAt']);

/** Returns the members of a document that a previous state has as well. */
function comparable(document: JsonObject, names: Iterable<string>): JsonObject {
  return Object.fromEntries(
    [...names].filter((name) => !LEFT_OUT.has(name)).map((name) => [name, document[name] ?? null]),
  );
}

test('every revision reads as the document that it created', async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 3, maxLength: 10 }), async (steps) => {
      const site = await aSite();
      /** Documents that administrators read after each revision, by record and number. */
      const known = new Map<string, Map<number, JsonObject>>();
      const note = async (): Promise<void> => {
        for (const iri of Object.values(site)) {
          const { body } = await app.get(iri, admin);
          const list = await app.get(`${iri}/revisions`, admin);
          if (list.status !== 200) continue; // an undo removed it
          const [entry] = list.body.revisions as readonly {
            readonly number: number;
            readonly kind: string;
          }[];
          // A deleted draft is shown in its last state.
          if (entry === undefined || entry.kind === 'deleted') continue;
          const ofRecord = known.get(iri) ?? new Map<number, JsonObject>();
          known.set(iri, ofRecord.set(entry.number, await asStored(body as JsonObject)));
        }
      };
      await note();
      for (const step of steps) {
        await send(site, step);
        await note();
      }
      for (const [iri, documents] of known) {
        // A deleted resource has no address.
        if ((await app.get(iri, admin)).status !== 200) continue;
        for (const [number, document] of documents) {
          const { status, body } = await app.get(`${iri}/revisions/${number}`, admin);
          expect(status).toBe(200);
          const names = Object.keys(body as JsonObject);
          expect(comparable(body as JsonObject, names)).toEqual(comparable(document, names));
          read += 1;
        }
      }
    }),
    { numRuns: propertyRuns(12, 'REPLAY_RUNS'), endOnFailure: true },
  );
  expect(read).toBeGreaterThan(0);
});
