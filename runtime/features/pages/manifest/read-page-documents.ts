import { LRUCache } from 'lru-cache';
import { NOTHING_REQUESTED } from '../../../kernel/contract/http/requested.js';
import { isVisitor } from '../../../kernel/authorization/acting-token.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Representation } from '../../../kernel/contract/records/operations.js';
import { unlessRefused } from '../../../kernel/errors/unless-refused.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import { groupBy } from '../../../kernel/util/group-by.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import type { ManifestDepth, ManifestNode } from './build-depths.js';

export interface PageDocumentsDeps {
  readonly operations: Pick<ResourceOperations, 'readItem' | 'readItems'>;
  readonly iris: Pick<IriConverter, 'parse'>;
}

/** A document of a manifest's resource, as a separate request of this caller on the same page would return it. */
export interface PageDocument {
  readonly resource: RegisteredResource;
  readonly representation: Representation;
  readonly context: RequestContext;
}

export interface ReadPageDocuments {
  /** Prefetches the documents that the address last showed to visitors. For other callers it prefetches nothing. */
  expect(address: string, caller: RequestContext): ExpectedDocuments;
  /** Reads the resources of a manifest in order. Prefetched documents are reused. */
  read(
    page: { readonly address: string; readonly depths: readonly ManifestDepth[] },
    expected: ExpectedDocuments,
    caller: RequestContext,
  ): Promise<readonly PageDocument[]>;
  /** Forgets an address that shows this caller nothing, so that nothing is prefetched for it. */
  forget(address: string): void;
}

/** Documents whose reads started before the manifest was known. */
type ExpectedDocuments = readonly (ShownDepth & {
  /** By IRI; empty if the read failed. */
  readonly read: Promise<ReadonlyMap<string, Representation>>;
})[];

/** The resources of one depth that a visitor could read. */
interface ShownDepth {
  readonly viewedPath: string | undefined;
  readonly requested: readonly Requested[];
}

/** A resource of one depth, parsed from its IRI. */
interface Requested {
  readonly iri: string;
  readonly resource: RegisteredResource;
  readonly key: string;
}

/** Maximum number of remembered resources over all addresses. */
const MOST_RESOURCES = 20_000;

/**
 * Creates the reader behind `?embed=documents` (contract decision 105). Each resource is read once, in its first
 * depth and with the `path` of that depth. Resources that the caller may not read are left out. The number of
 * statements grows with the types of a depth, not with its resources, and all types are read in parallel (ADR 6).
 *
 * The reader remembers which resources an address showed to visitors, but not their content. They are read and
 * authorized in parallel with the manifest. Reads that turn out unnecessary are discarded, and missing ones follow.
 */
export function createReadPageDocuments(deps: PageDocumentsDeps): ReadPageDocuments {
  const known = new LRUCache<string, readonly ShownDepth[]>({
    maxSize: MOST_RESOURCES,
    sizeCalculation: (depths) => 1 + depths.reduce((sum, { requested }) => sum + requested.length, 0),
  });
  const contextAt = (viewedPath: string | undefined, caller: RequestContext): RequestContext =>
    contextOf(caller, viewedPath && nameOf(viewedPath, deps.iris));

  return {
    expect: (address, caller) =>
      (seesAsVisitor(caller) ? (known.get(address) ?? []) : []).map(({ viewedPath, requested }) => ({
        ...{ viewedPath, requested },
        // Prefetch errors are ignored: the actual read repeats the query and reports the error.
        read: readAll(requested, contextAt(viewedPath, caller), deps).catch(() => new Map<string, never>()),
      })),
    async read({ address, depths }, expected, caller) {
      const met = new Set<string>();
      const shown = await Promise.all(
        depths.map(async ({ root, viewedPath }) => {
          const requested = addressesOf(root, met, deps.iris);
          const context = contextAt(viewedPath, caller);
          const before = expected.find((depth) => depth.viewedPath === viewedPath);
          const ahead = await before?.read;
          const rest = requested.filter(({ iri }) => ahead?.has(iri) !== true);
          const read = await readAll(rest, context, deps);
          const found = requested.flatMap((one) => {
            const representation = ahead?.get(one.iri) ?? read.get(one.iri);
            return representation === undefined ? [] : [{ one, representation }];
          });
          return {
            isExpected: rest.length === 0 && found.length === before?.requested.length,
            depth: { viewedPath, requested: found.map(({ one }) => one) },
            documents: found.map(({ one, representation }): PageDocument => ({
              resource: one.resource,
              representation,
              context,
            })),
          };
        }),
      );
      const isSame = expected.length === shown.length && shown.every(({ isExpected }) => isExpected);
      if (seesAsVisitor(caller) && !isSame)
        known.set(
          address,
          shown.map(({ depth }) => depth),
        );
      return shown.flatMap(({ documents }) => documents);
    },
    forget: (address) => void known.delete(address),
  };
}

/** Returns whether a caller sees exactly what visitors see. */
const seesAsVisitor = ({ actor, reveals }: RequestContext): boolean =>
  isVisitor(actor) && reveals === undefined;

/** Returns a context for reading a single record on the given page. */
function contextOf(
  { viewedPath: _own, ...context }: RequestContext,
  viewedPath: string | undefined,
): RequestContext {
  return { ...context, requested: NOTHING_REQUESTED, ...(viewedPath === undefined ? {} : { viewedPath }) };
}

/** Returns the name of a page for the `path` header: the path of its route. */
function nameOf(iri: string, iris: PageDocumentsDeps['iris']): string {
  const target = iris.parse(iri);
  return target?.kind === 'item' && target.resource.name === 'Route' ? target.key : iri;
}

function addressesOf(
  root: ManifestNode,
  met: Set<string>,
  iris: PageDocumentsDeps['iris'],
): readonly Requested[] {
  const requested: Requested[] = [];
  const visit = ({ iri, children }: ManifestNode): void => {
    const target = iris.parse(iri);
    if (!met.has(iri) && target?.kind === 'item') requested.push({ iri, ...target });
    met.add(iri);
    children.forEach(visit);
  };
  visit(root);
  return requested;
}

async function readAll(
  requested: readonly Requested[],
  context: RequestContext,
  deps: PageDocumentsDeps,
): Promise<ReadonlyMap<string, Representation>> {
  const read = new Map<string, Representation>();
  const note = ({ iri }: Requested, representation: Representation | undefined): void => {
    if (representation !== undefined) read.set(iri, representation);
  };
  const { operations } = deps;
  await Promise.all(
    [...groupBy(requested, (one) => one.resource)].map(async ([resource, all]) => {
      // Page data may be shown by its draft, and routes are addressed by path. There are as many as the site is deep.
      const isSingle = ({ key }: Requested): boolean => resource.kind === 'page_data' || !isUuid(key);
      const others = all.filter((one) => !isSingle(one));
      const [found] = await Promise.all([
        readMany({ resource, requested: others }, context, deps),
        ...all.filter(isSingle).map(async (one) => {
          note(one, await unlessRefused(() => operations.readItem(resource, one.key, context)));
        }),
      ]);
      for (const one of others) note(one, found.get(one.key));
    }),
  );
  return read;
}

/** Reads the resources of one type by id. */
async function readMany(
  {
    resource,
    requested,
  }: { readonly resource: RegisteredResource; readonly requested: readonly Requested[] },
  context: RequestContext,
  { operations }: PageDocumentsDeps,
): Promise<ReadonlyMap<string, Representation>> {
  if (requested.length === 0) return new Map();
  const found = await operations.readItems(
    resource,
    requested.map(({ key }) => key),
    context,
  );
  return new Map(found.map((representation) => [representation.record.id, representation]));
}
