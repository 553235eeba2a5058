import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadsApp } from '../uploads/support.js';
import { dataUri } from '../uploads/support.js';
import type { Pair } from './crash-state.js';

export interface Answer {
  readonly status: number;
  // Tests look into documents of any shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** Sends a request of an administrator; throws if the server has ended. */
export type Send = (method: string, path: string, body?: object) => Promise<Answer>;

/** State that is lost when the server ends. */
export interface Life {
  isOver: boolean;
  /** Number of acknowledged publications. */
  published: number;
  /** Responses that no rule explains. */
  readonly surprises: string[];
}

export function createSend(app: UploadsApp, origin: string): Send {
  return async (method, path, body) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json';
    const response = await app.raw(path, {
      method,
      origin,
      headers: { 'content-type': type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
}

/** Members that all contain the version. */
export const versionContent = (version: string): object => ({
  headline: version,
  body: version,
  file: dataUri('text/plain', version),
});

async function made(send: Send, path: string, body: object): Promise<string> {
  const answer = await send('POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body['@id'];
}

const aGroup = (send: Send): Promise<string> =>
  made(send, '/_/component_groups', { reference: randomUUID(), location: 'x' });

/** Creates a published leaflet with a position, a group, and page data that references it. */
export async function createPair(send: Send): Promise<Pair> {
  const layout = await made(send, '/_/layouts', { reference: randomUUID(), uiComponent: 'X' });
  const page = await made(send, '/_/pages', {
    reference: randomUUID(),
    isTemplate: true,
    uiComponent: 'X',
    layout,
  });
  const version = randomUUID();
  const componentGroups = [await aGroup(send)];
  const published = { ...versionContent(version), componentGroups, publishedAt: 'now' };
  const live = await made(send, '/component/leaflets', published);
  const record = { title: 'T', headline: version, body: version, page, lead: live, publishedAt: 'now' };
  const story = await made(send, '/page_data/leaflet_datas', record);
  const place = { component: live, componentGroup: await aGroup(send) };
  const position = await made(send, '/_/component_positions', place);
  return {
    live,
    story,
    rows: new Set([live]),
    positions: new Set([position]),
    groups: new Set(componentGroups),
    versions: [version],
    acknowledged: version,
    hasSecond: false,
  };
}

/** Edits, places and publishes one pair in every possible way, until the server ends. */
export async function work(pair: Pair, send: Send, life: Life): Promise<void> {
  const expectStatus = (wanted: number, answer: Answer, what: string): Answer => {
    if (answer.status !== wanted)
      life.surprises.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const patch = async (iri: string, body: object): Promise<Answer> =>
    expectStatus(200, await send('PATCH', iri, body), `PATCH ${iri}`);

  const ways: readonly ((draft: string) => Promise<void>)[] = [
    async (draft) => void (await patch(draft, { publishedAt: 'now' })),
    async (draft) => {
      // Dates are stored with a precision of seconds.
      const moment = new Date(Math.ceil(Date.now() / 1000) * 1000);
      await patch(draft, { publishedAt: moment.toISOString() });
      await sleep(Math.max(0, moment.getTime() - Date.now()) + 20);
      const [position] = pair.positions;
      expectStatus(200, await send('GET', position ?? ''), 'GET of a position');
    },
    async (draft) => {
      expectStatus(204, await send('DELETE', `${pair.live}?published=true`), 'DELETE');
      pair.live = draft;
      await patch(draft, { publishedAt: 'now' });
    },
    async (draft) => {
      const version = randomUUID();
      await patch(pair.story, { headline: version, body: version, second: draft });
      await Promise.all([patch(draft, { publishedAt: 'now' }), patch(pair.story, { publishedAt: 'now' })]);
    },
  ];

  for (let turn = 0; !life.isOver; turn += 1) {
    const version = randomUUID();
    pair.versions.push(version);
    const edited = await patch(pair.live, versionContent(version));
    const draft: string = edited.body['@id'];
    pair.rows.add(draft);
    const group = await aGroup(send);
    await patch(draft, { componentGroups: [...edited.body.componentGroups, group] });
    pair.groups.add(group);
    const place = { component: draft, componentGroup: await aGroup(send) };
    pair.positions.add(await made(send, '/_/component_positions', place));
    await patch(`${pair.story}?published=true`, { second: draft });
    pair.hasSecond = true;
    await ways[turn % ways.length]?.(draft);
    pair.acknowledged = version;
    life.published += 1;
  }
}

/** Sends reads that publish due drafts, concurrently with the other requests. */
export async function readAlong(pairs: readonly Pair[], send: Send, life: Life): Promise<void> {
  while (!life.isOver) {
    for (const path of ['/component/leaflets', ...pairs.map(({ story }) => story)]) {
      const { status } = await send('GET', path);
      if (status !== 200) life.surprises.push(`GET ${path}: ${status}`);
    }
    await sleep(20);
  }
}
