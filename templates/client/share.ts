import type { PageTree, PageTypes } from './page.js';

/**
 * Returns the second tree with all equal documents, nodes and lists taken from the first one. Views that compare by identity
 * then render only the changes. Returns the first tree if nothing has changed.
 */
export function shareTree<Types extends PageTypes>(
  before: PageTree<Types> | undefined,
  after: PageTree<Types>,
): PageTree<Types> {
  if (before === undefined) return after;
  const known = new Map<string, object>();
  for (const [iri, document] of before.documents) known.set(iri, document);
  for (const depth of before.depths) noteNodes(depth, known);
  const shared = new Map<unknown, unknown>();
  const share = (value: unknown, former: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (!shared.has(value)) shared.set(value, shareObject(value, known.get(keyOf(value)) ?? former, share));
    return shared.get(value);
  };
  const depths = share(after.depths, before.depths) as typeof after.depths; // equal to it
  const documents = new Map([...after.documents].map(([iri, document]) => [iri, share(document, known.get(iri))]));
  const isSame =
    depths === before.depths &&
    after.redirectPath === before.redirectPath &&
    documents.size === before.documents.size &&
    [...documents].every(([iri, document]) => document === before.documents.get(iri));
  return isSame ? before : { ...after, depths, documents: documents as typeof after.documents };
}

/** Returns the key of a document or node, which is found by its IRI instead of its index. */
function keyOf(value: object): string {
  const { '@id': iri, position, group } = value as { '@id'?: string; position?: Addressed; group?: Addressed };
  if (iri !== undefined) return iri;
  if (position !== undefined) return `position ${position['@id']}`;
  return group === undefined ? '' : `group ${group['@id']}`;
}

interface Addressed {
  readonly '@id': string;
}

function noteNodes(value: object, known: Map<string, object>): void {
  const key = keyOf(value);
  if (key.includes(' ')) known.set(key, value);
  else if (key !== '') return;
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) noteNodes(member, known);
}

function shareObject(
  value: object,
  former: unknown,
  share: (value: unknown, former: unknown) => unknown,
): object {
  const past = typeof former === 'object' && former !== null ? (former as Record<string, unknown>) : {};
  const entries = Object.entries(value).map(([key, member]) => [key, share(member, past[key])] as const);
  const isSame =
    Array.isArray(value) === Array.isArray(former) &&
    entries.length === Object.keys(past).length &&
    entries.every(([key, member]) => key in past && member === past[key]);
  if (isSame && former !== undefined) return past;
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}
