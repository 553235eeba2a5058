import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createBuilders } from '../../support/builders.js';
import type { TestApp } from '../../support/test-app.js';

/** One request of a batch, or of a sequence. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}

/** An operation, with indexes of its targets among all existing resources. */
export interface Sketch {
  readonly kind: Kind;
  readonly at: number;
  readonly other: number;
  readonly version: 'none' | 'right' | 'wrong';
  readonly text: string;
}

const KINDS = [
  ...(['title', 'group', 'position', 'page', 'duplicate'] as const),
  ...(['retitle', 'rename', 'move', 'remove', 'read', 'read', 'list', 'refused'] as const),
] as const;
type Kind = (typeof KINDS)[number];

const sketch = (kinds: readonly Kind[]): fc.Arbitrary<Sketch> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    at: fc.nat(40),
    other: fc.nat(40),
    version: fc.constantFrom('none', 'none', 'right', 'right', 'right', 'wrong'),
    // `$$o0` is an escaped text that would otherwise be a reference.
    text: fc.constantFrom('', 'a', 'ü b', '漢字', 'costs $5', '$$o0', '$$$o1'),
  });

const OFTEN_FINE = KINDS.filter((kind) => kind !== 'refused');
const READS = ['read', 'list'] as const;

/** Batches of reads only, of mostly valid operations, and with a rejected operation at some index. */
export const aBatch: fc.Arbitrary<readonly Sketch[]> = fc.oneof(
  { weight: 1, arbitrary: fc.array(sketch(READS), { minLength: 1, maxLength: 6 }) },
  { weight: 4, arbitrary: fc.array(sketch(OFTEN_FINE), { minLength: 1, maxLength: 10 }) },
  { weight: 3, arbitrary: fc.array(sketch(KINDS), { minLength: 2, maxLength: 10 }) },
);

/** The state before a batch: the same on both applications except for ids. */
export interface Site {
  /** A word that occurs in every text of this site and in no other site. */
  readonly word: string;
  readonly titles: readonly string[];
  readonly groups: readonly string[];
  readonly pages: readonly string[];
  readonly positions: readonly string[];
  readonly layout: string;
  /** The version of each resource that a client has read. */
  readonly tags: ReadonlyMap<string, string>;
}

export async function aSite(app: TestApp, word: string): Promise<Site> {
  const builders = createBuilders(app);
  const iri = async (made: Promise<{ readonly '@id': string }>): Promise<string> => (await made)['@id'];
  const layout = await iri(builders.aLayout({ reference: `${word}-layout` }));
  const page = await iri(builders.aPage({ layout, reference: `${word}-page`, title: word }));
  const group = (name: string) =>
    iri(builders.aGroup({ reference: `${word}-${name}`, pages: [page], location: name }));
  const groups = [await group('top'), await group('end')];
  const title = (text: string, publishedAt: string | null) =>
    iri(app.create('/component/titles', { title: `${word} ${text}`, publishedAt }));
  const titles = [await title('live', '2020-01-01T00:00:00Z'), await title('draft', null)];
  const position = (componentGroup: string, component: string) =>
    iri(app.create('/_/component_positions', { componentGroup, component }));
  const positions = [
    await position(groups[0] ?? '', titles[0] ?? ''),
    await position(groups[1] ?? '', titles[1] ?? ''),
  ];
  const tags = new Map<string, string>();
  for (const one of [page, ...groups, ...titles, ...positions])
    tags.set(one, (await app.get(one, { as: 'admin' })).headers.get('etag') ?? '');
  return { word, titles, groups, pages: [page], positions, layout, tags };
}

/** Converts sketches to operations on a site, with references to resources that earlier operations create. */
export function operationsOn(site: Site, sketches: readonly Sketch[]): readonly Operation[] {
  const known = {
    titles: [...site.titles],
    groups: [...site.groups],
    pages: [...site.pages],
    positions: [...site.positions],
  };
  return sketches.map((one, index) => {
    const id = `o${index}`;
    const operation = operationOf(one, { id, site, known });
    const made = (
      { title: 'titles', retitle: 'titles', group: 'groups', position: 'positions', page: 'pages' } as const
    )[one.kind as 'title'] as keyof typeof known | undefined;
    if (made !== undefined) known[made].push(`$${id}`);
    return operation;
  });
}

interface Place {
  readonly id: string;
  readonly site: Site;
  readonly known: Readonly<Record<'titles' | 'groups' | 'pages' | 'positions', readonly string[]>>;
}

const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? '';

function operationOf(sketched: Sketch, { id, site, known }: Place): Operation {
  const { kind, at, other, version, text } = sketched;
  const { word } = site;
  const all = [...known.titles, ...known.groups, ...known.pages, ...known.positions];
  const [title, group, page] = [pick(known.titles, at), pick(known.groups, other), pick(known.pages, at)];
  const position = pick(known.positions, at);
  const create = (path: string, body: JsonObject): Operation => ({ id, method: 'POST', path, body });
  const change = (path: string, body: JsonObject): Operation => ({
    ...{ id, method: 'PATCH', path, body },
    ...headersFor(path),
  });
  const headersFor = (path: string): Pick<Operation, 'headers'> => {
    const tag = site.tags.get(path);
    if (version === 'wrong') return { headers: { 'If-Match': '"999-nobody"' } };
    return version === 'none' || tag === undefined ? {} : { headers: { 'If-Match': tag } };
  };
  // Suffixes of addresses and references. Two of one batch are equal as often as a client repeats itself.
  const name = `${word}-${id}-${other % 8 === 0 ? 'page' : 'x'}`;
  switch (kind) {
    case 'title':
      return create('/component/titles', { title: text, ...(other % 2 === 0 ? {} : { publishedAt: 'now' }) });
    case 'group':
      return create('/_/component_groups', { reference: name, location: 'top', pages: [page] });
    case 'position':
      return create('/_/component_positions', { componentGroup: group, component: title });
    case 'page':
      return create('/_/pages', {
        ...{ reference: other % 8 === 0 ? `${word}-page` : name, uiComponent: 'P', isTemplate: false },
        ...{ layout: site.layout, title: text },
      });
    case 'duplicate':
      return create(`${pick([...known.titles, ...known.pages], at)}/duplicate`, { title: text });
    case 'retitle':
      return change(title, { title: text });
    case 'rename':
      return change(page, { title: text });
    case 'move':
      return change(position, { componentGroup: group, component: pick(known.titles, other) });
    case 'remove':
      return { id, method: 'DELETE', path: pick(all, at), ...headersFor(pick(all, at)) };
    case 'read':
      return { id, method: 'GET', path: pick(all, other) };
    case 'list':
      return { id, method: 'GET', path: `/component/titles?perPage=${1 + (at % 3)}` };
    case 'refused':
      return refusedOne(id, at);
  }
}

const NOWHERE = '00000000-0000-4000-8000-000000000000';

function refusedOne(id: string, at: number): Operation {
  const refused: readonly Omit<Operation, 'id'>[] = [
    { method: 'GET', path: `/component/titles/${NOWHERE}` },
    { method: 'DELETE', path: `/_/pages/${NOWHERE}` },
    { method: 'POST', path: '/_/pages', body: { reference: '', isTemplate: 'maybe' } },
    { method: 'POST', path: '/_/component_groups', body: { reference: randomWord(at), location: '' } },
    { method: 'POST', path: '/component/titles', body: { title: 5 } },
    { method: 'POST', path: '/_/component_positions', body: { component: `/component/titles/${NOWHERE}` } },
    { method: 'POST', path: '/nowhere', body: {} },
    { method: 'DELETE', path: '/component/titles' },
  ];
  return { id, ...(refused[at % refused.length] ?? { method: 'GET', path: '/nowhere' }) };
}

const randomWord = (at: number): string => `refused-${at}`;

/** Returns a word that no other site contains. */
export const newWord = (): string => `w${randomUUID().slice(0, 12).replaceAll('-', '')}`;
