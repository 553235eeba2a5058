import type { Operation } from '../../../../templates/client/batches.js';
import { client, type ApiDocument } from '../../api/client.js';
import { runAll } from './run-operations.js';

const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };

/** Visibility of a route: live now, from a date, or not live. */
export interface Live {
  readonly when: 'now' | 'at' | 'off';
  /** Value of the date input, in the time zone of the browser. */
  readonly at: string;
}

/**
 * Returns the members to send.
 * @returns no members if the default of the service applies
 */
export const liveAtOf = ({ when, at }: Live): { readonly liveAt?: string | null } =>
  when === 'now' ? {} : { liveAt: when === 'off' ? null : new Date(at).toISOString() };

/** Path of a new page: generated from its title, custom, or none. */
export interface Address {
  readonly how: 'generated' | 'typed' | 'none';
  readonly path: string;
  readonly live: Live;
}

/** Returns the operation that creates a route for a record. */
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
  /** Names of the groups to create. */
  readonly slots: readonly string[];
}

/** Creates a page with its route in one transaction, then its groups, whose references contain the IRI of the page. */
export async function createPage({ members, address, slots }: NewPage): Promise<ApiDocument> {
  const [page] = await runAll([
    { id: 'page', method: 'POST', path: '/_/pages', body: members },
    ...addressOperation(address, { page: '$page' }),
  ]);
  if (page === undefined) throw new Error('The service answered nothing.');
  if (slots.length > 0) await runAll(slots.map((slot) => groupOperation(slot, page['@id'])));
  return page;
}

/** Returns the operation that creates a group. Front ends find groups by references of this form. */
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

/** Creates a route for an existing record. */
export async function addAddress(target: object, address: Address): Promise<void> {
  await runAll(addressOperation(address, target));
}

export interface AddressChange {
  readonly path: string;
  readonly live: Live;
  readonly expiresAt: string | null;
  /** Also changes the paths of subpages. */
  readonly cascade: boolean;
}

/**
 * Changes a route.
 * @param route as it was read. The service rejects the change if the route has changed since.
 */
export async function changeAddress(route: ApiDocument, change: AddressChange): Promise<void> {
  const { path, live, expiresAt, cascade } = change;
  const isLive = typeof route['liveAt'] === 'string' && new Date(route['liveAt']) <= new Date();
  // Live routes keep their date.
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
 * Changes the parent of a page.
 * @param record as it was read, or its IRI
 * @param parent undefined for the top level
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

/** Reads a record before a change, so that the change sends its version. */
export const readAgain = (address: string): Promise<ApiDocument> => client.request('GET', address);

/** Returns a unique request ID. */
export const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Deletes a record.
 * @param requestId ID that the history stores for the change
 */
export const remove = (record: ApiDocument | string, requestId = newRequestId()): Promise<unknown> =>
  client.request('DELETE', record, { headers: { 'x-request-id': requestId } });
