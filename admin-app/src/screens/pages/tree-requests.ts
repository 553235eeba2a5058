import type { Operation } from '../../../../templates/client/batches.js';
import { client, type ApiDocument } from '../../api/client.js';
import { runAll } from './run-operations.js';

const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };

/** When visitors see an address: at once, from a moment, or not for now. */
export interface Live {
  readonly when: 'now' | 'at' | 'off';
  /** As inputs of browsers have it, in the time zone of whoever fills them in. */
  readonly at: string;
}

/** @returns nothing for what the service does by itself */
export const liveAtOf = ({ when, at }: Live): { readonly liveAt?: string | null } =>
  when === 'now' ? {} : { liveAt: when === 'off' ? null : new Date(at).toISOString() };

/** Where a page is to be: at an address made of its title, at one that somebody typed, or at none. */
export interface Address {
  readonly how: 'generated' | 'typed' | 'none';
  readonly path: string;
  readonly live: Live;
}

/** The operation that gives a record an address. */
function addressOperation({ how, path, live }: Address, target: object): readonly Operation[] {
  if (how === 'none') return [];
  const body = { ...target, ...liveAtOf(live) };
  return how === 'generated'
    ? [{ id: 'route', method: 'POST', path: '/_/routes/generate', body }]
    : [{ id: 'route', method: 'POST', path: '/_/routes', body: { ...body, path } }];
}

export interface NewPage {
  readonly members: object;
  readonly address: Address;
  /** Names of the groups that it gets. */
  readonly slots: readonly string[];
}

/** A page with its address, or neither; then its groups, whose names have the page's address in them. */
export async function createPage({ members, address, slots }: NewPage): Promise<ApiDocument> {
  const [page] = await runAll([
    { id: 'page', method: 'POST', path: '/_/pages', body: members },
    ...addressOperation(address, { page: '$page' }),
  ]);
  if (page === undefined) throw new Error('The service answered nothing.');
  if (slots.length > 0) await runAll(slots.map((slot) => groupOperation(slot, page['@id'])));
  return page;
}

/** The service draws nothing; front ends look for groups by names of this form. */
export const groupOperation = (
  slot: string,
  owner: string,
  kind: 'pages' | 'layouts' = 'pages',
): Operation => ({
  id: `group_${slot.replace(/\W/g, '_')}`.slice(0, 64),
  method: 'POST',
  path: '/_/component_groups',
  body: { reference: `${slot}_${owner}`, location: owner, [kind]: [owner] },
});

/** Gives a record an address that had none. */
export async function addAddress(target: object, address: Address): Promise<void> {
  await runAll(addressOperation(address, target));
}

export interface AddressChange {
  readonly path: string;
  readonly live: Live;
  readonly expiresAt: string | null;
  /** Pages below follow. */
  readonly cascade: boolean;
}

/** @param route as it was read: the change is refused when somebody else has changed it since */
export async function changeAddress(route: ApiDocument, change: AddressChange): Promise<void> {
  const { path, live, expiresAt, cascade } = change;
  const isLive = typeof route['liveAt'] === 'string' && new Date(route['liveAt']) <= new Date();
  // What is live already keeps its date.
  const liveAt = live.when === 'now' ? (isLive ? {} : { liveAt: new Date().toISOString() }) : liveAtOf(live);
  await client.request('PATCH', route, {
    headers: MERGE_PATCH,
    body: {
      ...liveAt,
      ...(expiresAt === (route['expiresAt'] ?? null) ? {} : { expiresAt }),
      ...(path === route['path'] ? {} : { path, ...(cascade ? { cascadeChildPaths: true } : {}) }),
    },
  });
}

export const addRedirect = (path: string, to: string): Promise<unknown> =>
  client.request('POST', '/_/routes', { body: { path, redirect: to } });

/**
 * @param record as it was read, or the address of what is there
 * @param parent none at the top
 */
export const changeParent = (
  record: ApiDocument | string,
  parent: ApiDocument | undefined,
): Promise<unknown> =>
  client.request('PATCH', record, {
    headers: MERGE_PATCH,
    body: {
      parentPage: parent?.['@type'] === 'Page' ? parent['@id'] : null,
      parentPageData: parent !== undefined && parent['@type'] !== 'Page' ? parent['@id'] : null,
    },
  });

/** Reads by itself what is about to be changed, so that the change names its version. */
export const readAgain = (address: string): Promise<ApiDocument> => client.request('GET', address);

/** An id that no other request has. */
export const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param requestId by which the history tells what was done by it */
export const remove = (record: ApiDocument | string, requestId = newRequestId()): Promise<unknown> =>
  client.request('DELETE', record, { headers: { 'x-request-id': requestId } });
