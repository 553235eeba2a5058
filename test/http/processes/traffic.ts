import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Cluster } from './cluster.js';
import type { Ledger } from './ledger.js';

/** Milliseconds by which answers were old, each with where it came from. */
export interface Ages {
  readonly direct: number[];
  readonly cached: number[];
}

export interface Traffic {
  /** Addresses of the records that are written, without the origin. */
  readonly records: readonly string[];
  /** Group of which positions are added and taken away. */
  readonly group: string;
  /** What stands in them. */
  readonly component: string;
  /** Positions that were acknowledged and not taken away. */
  readonly positions: string[];
  readonly ledger: Ledger;
  readonly ages: Ages;
  /** Answers that were neither the record nor a refusal for the time being. */
  readonly wrong: string[];
}

/** A refusal that says nothing about the request: nobody took it, or whoever did could not answer. */
const isForNow = (status: number): boolean =>
  status === 0 || status === 502 || status === 503 || status === 504;

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

export async function send(
  url: string,
  {
    method = 'GET',
    body,
    cookie,
  }: { readonly method?: string; readonly body?: object; readonly cookie?: string } = {},
): Promise<Answer> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        accept: 'application/ld+json',
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(cookie === undefined ? {} : { cookie }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as JsonObject) : {} };
  } catch {
    return { status: 0, body: {} }; // the connection was lost
  }
}

/** Writes a record several times, each value until it, or one after it, is acknowledged. */
export async function write(
  { proxies, cookie }: Cluster,
  { ledger, wrong }: Traffic,
  { record, times }: { readonly record: string; readonly times: number },
): Promise<void> {
  for (let done = 0; done < times;) {
    const value = ledger.next(record);
    const options = { method: 'PATCH', body: { title: String(value) }, cookie };
    const { status, body } = await send(proxies.writes.origin + record, options);
    if (status === 200) {
      ledger.acknowledge(record, value);
      done += 1;
    } else if (isForNow(status)) await sleep(100);
    else wrong.push(`PATCH ${record} ${value}: ${status} ${JSON.stringify(body)}`);
    if (wrong.length > 20) return;
  }
}

/** Positions that a group keeps, so that a long run is no longer than its rounds. */
const POSITIONS = 8;

/** The stored positions and their places in order; half of a write would leave out a place, or have one twice. */
export async function placesIn(
  url: string,
  { group, cookie }: { readonly group: string; readonly cookie: string },
): Promise<ReadonlyMap<string, number>> {
  const query = new URLSearchParams({ componentGroup: group, 'order[sortValue]': 'asc', perPage: '100' });
  const { status, body } = await send(`${url}/_/component_positions?${query}`, { cookie });
  if (status !== 200) return new Map();
  // A list, as the contract has it.
  const members = body['member'] as readonly { readonly '@id': string; readonly sortValue: number }[];
  return new Map(members.map((member) => [member['@id'], member.sortValue]));
}

/**
 * Adds a position in front of all others, which moves each of them, and takes away the last of many: it may be one whose addition or
 * removal was never answered.
 */
export async function rearrange(
  { proxies, cookie }: Cluster,
  { component, group, positions, wrong }: Traffic,
): Promise<void> {
  const body = { componentGroup: group, component, sortValue: 0 };
  const url = `${proxies.writes.origin}/api/_/component_positions`;
  const added = await send(url, { method: 'POST', body, cookie });
  if (added.status === 201) positions.push(String(added.body['@id']));
  else if (!isForNow(added.status))
    wrong.push(`POST a position: ${added.status} ${JSON.stringify(added.body)}`);
  const stored = [...(await placesIn(`${proxies.writes.origin}/api`, { group, cookie })).keys()];
  for (const last of stored.slice(POSITIONS).reverse()) {
    // Whether it is there is known again only when this is answered.
    if (positions.includes(last)) positions.splice(positions.indexOf(last), 1);
    const removed = await send(proxies.writes.origin + last, { method: 'DELETE', cookie });
    if (isForNow(removed.status)) return;
    if (removed.status !== 204) wrong.push(`DELETE ${last}: ${removed.status}`);
  }
}

/** Reads records by turns, from the proxy of reads and from the cache in front of it, until it is told to stop. */
export async function read(
  { proxies, cacheUrl }: Cluster,
  { records, ledger, ages, wrong }: Traffic,
  { isOver, start }: { readonly isOver: () => boolean; readonly start: number },
): Promise<void> {
  const places = [
    { origin: proxies.reads.origin, into: ages.direct },
    ...(cacheUrl === undefined ? [] : [{ origin: new URL(cacheUrl).origin, into: ages.cached }]),
  ];
  for (let turn = start; !isOver(); turn += 1) {
    const record = records[turn % records.length] ?? '';
    const place = places[Math.floor(turn / records.length) % places.length];
    if (place === undefined) return;
    const requestedAt = performance.now();
    const { status, body } = await send(place.origin + record);
    if (status === 200) place.into.push(ledger.age(record, { value: Number(body.title), requestedAt }));
    else if (!isForNow(status)) wrong.push(`GET ${record}: ${status}`);
    await sleep(5);
  }
}
