import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { TestApp } from '../../support/test-app.js';
import type { Role } from '../../support/test-client.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Set by the server when a record is stored. */
const MOMENTS = new Set(['createdAt', 'modifiedAt', 'created', 'modified', 'updatedAt']);
/** Routes are live from the time at which they are stored. */
const LIVE = new Set(['liveAt', 'effectiveLiveAt']);
/** Enough rounds for names to reach all related resources. */
const ROUNDS = 12;

interface Answer {
  readonly question: string;
  readonly body: unknown;
  /** Id of the record that it shows. */
  readonly id: string | undefined;
}

/**
 * Returns the responses of a site to anonymous visitors and administrators, with names instead of random
 * values:
 * every list, every record by its address (newest and published), manifests, and the bytes of files.
 * Records are named after their content and that of related ones, so two equal sites have equal lists.
 */
async function answersOf(app: TestApp): Promise<readonly Answer[]> {
  await app.app.get(UPLOADS).whenIdle();
  return [...(await askEverything(app, 'admin')), ...(await askEverything(app, 'anonymous'))];
}

type NameOf = (id: string) => string;

/** Names for ids, and the time at which routes are live. */
interface View {
  readonly nameOf: NameOf;
  readonly now: Date;
}

const NAMELESS: NameOf = () => '';

function namesIn(answers: readonly Answer[], now: Date): NameOf {
  let names = new Map<string, string>();
  const nameOf: NameOf = (id) => names.get(id) ?? 'other';
  for (let round = 0; round < ROUNDS; round += 1) {
    const texts = new Map<string, string[]>();
    for (const answer of answers) {
      const { id } = answer;
      if (id === undefined) continue;
      const own = printed(answer, { nameOf: (other) => (other === id ? 'self' : nameOf(other)), now });
      texts.set(id, [...(texts.get(id) ?? []), own]);
    }
    names = new Map([...texts].map(([id, own]) => [id, shortHash(own.sort().join('\n'))]));
  }
  return nameOf;
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10);

function named(text: string, nameOf: NameOf): string {
  return text.replaceAll(UUID, (id) => `<${nameOf(id)}>`);
}

function printed({ question, body }: Answer, view: View): string {
  return `${named(question, view.nameOf)}\n${JSON.stringify(normalised(body, view), null, 1)}`;
}

/** Tokens of files, the number after a duplicate name, and combinations of both. */
const FILE_NAMES = /(?:-\d+)?-[0-9a-f]{8}(?=\.)|(?<=\/media_objects\/)[0-9a-f]{32}/g;

function normalised(value: unknown, { nameOf, now }: View): unknown {
  if (typeof value === 'string') return named(value, nameOf).replaceAll(FILE_NAMES, '');
  if (Array.isArray(value)) {
    const entries = value.map((entry: unknown) => normalised(entry, { nameOf, now }));
    const isSet = entries.every((entry) => typeof entry === 'object' || String(entry).startsWith('/'));
    return isSet
      ? entries.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
      : entries;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      if (MOMENTS.has(name)) return [];
      if (LIVE.has(name) && typeof member === 'string' && new Date(member) <= now) return [[name, 'live']];
      return [[name, normalised(member, { nameOf, now })]];
    }),
  );
}

async function askEverything(app: TestApp, as: Role): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const ask = async (path: string, headers?: Record<string, string>): Promise<Answer> => {
    const { status, body } = await app.get(path, { as, ...(headers === undefined ? {} : { headers }) });
    const answer = { question: `${as} ${path} ${headers?.path ?? ''} ${status}`, body, id: undefined };
    answers.push(answer);
    return answer;
  };
  const positions = await readList(app, '/_/component_positions', as);
  const dynamic = positions.filter(({ _metadata }) => isDynamic(_metadata));
  for (const resource of app.app.registry.all) {
    if (resource.name === 'User') continue;
    const found = await readList(app, resource.path, as);
    answers.push({ question: `${as} list ${resource.path}`, body: found.length, id: undefined });
    for (const member of found) {
      const iri = member['@id'];
      answers.push(await record(app, { iri, as }), await record(app, { iri: `${iri}?published=true`, as }));
      answers.push(...(await filesOf(app, member, as)));
      if (resource.name !== 'Route') continue;
      const path = String(member['path']);
      await ask(`/_/resource_manifest/${path}`);
      // Their content depends on the page that is viewed.
      for (const { '@id': position } of dynamic)
        answers.push(await record(app, { iri: position, as, headers: { path } }));
    }
  }
  return answers;
}

const isDynamic = (metadata: unknown): boolean =>
  typeof metadata === 'object' &&
  metadata !== null &&
  'isDynamicPosition' in metadata &&
  metadata.isDynamicPosition === true;

async function record(
  app: TestApp,
  { iri, as, headers = {} }: { iri: string; as: Role; headers?: Record<string, string> },
): Promise<Answer> {
  const { status, body } = await app.get(iri, { as, headers });
  const [id] = iri.match(UUID) ?? [];
  return { question: `${as} ${iri} ${headers.path ?? ''} ${status}`, body, id };
}

type Document = Record<string, unknown> & { readonly '@id': string };

async function readList(app: TestApp, path: string, as: Role): Promise<readonly Document[]> {
  const members: Document[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body } = await app.get(`${path}?page=${page}`, { as });
    if (status !== 200) return members;
    const found = (body['hydra:member'] ?? body.member) as Document[];
    members.push(...found);
    const total = Number(body['hydra:totalItems'] ?? body.totalItems ?? members.length);
    if (found.length === 0 || members.length >= total) return members;
  }
}

/** Returns the bytes of the files that a document shows. */
async function filesOf(app: TestApp, member: Document, as: Role): Promise<readonly Answer[]> {
  const withoutContext = (name: string, value: unknown): unknown => (name === '@context' ? undefined : value);
  const text = JSON.stringify(member['_metadata'] ?? {}, withoutContext);
  const urls = [...text.matchAll(/"contentUrl":"([^"]+)"/g)].flatMap(([, url]) => url ?? []);
  const [id] = member['@id'].match(UUID) ?? [];
  return Promise.all(
    urls.map(async (url) => {
      const response = await fetch(new URL(new URL(url, app.origin).pathname, app.origin));
      const bytes = Buffer.from(await response.arrayBuffer());
      const body = { status: response.status, hash: createHash('sha256').update(bytes).digest('hex') };
      return { question: `${as} file of ${member['@id']}`, body, id };
    }),
  );
}

/** Fails with the differences of two sites, first without the names, because one difference changes many of them. */
export async function expectSameSite(one: TestApp, other: TestApp, now = new Date()): Promise<void> {
  const [left, right] = [await answersOf(one), await answersOf(other)];
  const all = (answers: readonly Answer[], nameOf: NameOf): readonly string[] =>
    answers.map((answer) => printed(answer, { nameOf, now })).sort();
  expect(all(left, NAMELESS)).toEqual(all(right, NAMELESS));
  expect(all(left, namesIn(left, now))).toEqual(all(right, namesIn(right, now)));
}
