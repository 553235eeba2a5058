import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Cluster } from './cluster.js';
import type { Ledger } from './ledger.js';

/** Ages of responses in milliseconds, each with its source. */
export interface Ages {
  readonly direct: number[];
  readonly cached: number[];
}

export interface Traffic {
  /** Paths of the records that are written, without the origin. */
  readonly records: readonly string[];
  /** Group in which positions are added and deleted. */
  readonly group: string;
  /** Component in the positions. */
  readonly component: string;
  /** Positions that were acknowledged and not deleted. */
  readonly positions: string[];
  readonly ledger: Ledger;
  readonly ages: Ages;
  /** Responses that were neither the record nor a temporary error. */
  readonly wrong: string[];
}

/** Whether a status is a temporary error: no process accepted the request, or the one that did could not respond. */
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

/** Writes a record several times, each value until it, or a later one, is acknowledged. */
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

/** Number of positions that a group keeps, so that long runs do not slow down. */
const POSITIONS = 8;

/** Returns the stored positions in order. A partial write would omit a sort value or repeat one. */
export async function placesIn(
  url: string,
  { group, cookie }: { readonly group: string; readonly cookie: string },
): Promise<ReadonlyMap<string, number>> {
  const query = new URLSearchParams({ componentGroup: group, 'order[sortValue]': 'asc', perPage: '100' });
  const { status, body } = await send(`${url}/_/component_positions?${query}`, { cookie });
  if (status !== 200) return new Map();
  // The response is a list, as the contract defines it.
  const members = body['member'] as readonly { readonly '@id': string; readonly sortValue: number }[];
  return new Map(members.map((member) => [member['@id'], member.sortValue]));
}

/**
 * Adds a position in front of all others, which moves each of them, and deletes the last of many.
 * The addition or deletion of that one may never have been answered.
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
    // Until this request succeeds, it is unknown whether the position exists.
    if (positions.includes(last)) positions.splice(positions.indexOf(last), 1);
    const removed = await send(proxies.writes.origin + last, { method: 'DELETE', cookie });
    if (isForNow(removed.status)) return;
    if (removed.status !== 204) wrong.push(`DELETE ${last}: ${removed.status}`);
  }
}

/** Reads records in turns, from the read proxy and from the cache in front of it, until it is stopped. */
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
