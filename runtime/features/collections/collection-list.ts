import type { AnswerSteps } from '../../kernel/contract/http/answer-steps.js';
import type { RequestedParameters, RequestedValue } from '../../kernel/contract/http/requested.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { JsonValue } from '../../kernel/contract/json.js';
import type {
  CollectionResult,
  Representation,
  RepresentationExtension,
  RepresentationScope,
} from '../../kernel/contract/records/operations.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { earliest } from '../../kernel/util/dates/earliest.js';
import { parseQuery } from '../../kernel/util/http/parse-query.js';
import type { CollectionTarget } from './collection-target.js';

/** A list as its own endpoint would print it, with its cache metadata. */
export interface PrintedList {
  readonly body?: JsonValue;
  readonly tags?: Iterable<string>;
  readonly vary?: readonly string[];
  readonly expiresAt?: Date;
}

export interface CollectionListDeps {
  readonly targetOf: CollectionTarget;
  readonly sizeParameter: string;
  readonly itemIri: (id: string) => string;
  readonly printCollection: (
    list: CollectionResult,
    context: RequestContext,
    links: ListLinks,
  ) => PrintedList;
  readonly steps: AnswerSteps;
}

/**
 * Adds `collection` to Collection components in responses to item reads and writes, but not in lists or inside another
 * Collection (contract decision 27). The list is read from the target type for the same caller in the same request.
 */
export function createCollectionList(deps: CollectionListDeps): RepresentationExtension {
  return {
    inNested: false,
    appliesTo: ({ name }) => name === 'Collection',
    async extend(representations, purpose, scope) {
      for (const representation of representations) {
        representation.metadata.collection = true;
        if (purpose !== 'collection') await addList(representation, scope, deps);
      }
    },
  };
}

async function addList(
  representation: Representation,
  scope: RepresentationScope,
  deps: CollectionListDeps,
): Promise<void> {
  const { record } = representation;
  const { context } = scope;
  const { resourceIri, perPage, defaultQueryParameters } = record.values;
  const resource = typeof resourceIri === 'string' ? deps.targetOf(resourceIri) : undefined;
  if (resource === undefined) return; // the type was removed; the component stays readable
  const { sizeParameter } = deps;
  const named = context.requested.list;
  const parameters = collectionParameters({
    perPage,
    defaults: defaultQueryParameters,
    requested: named,
    sizeParameter,
  });
  const links = { viewIri: deps.itemIri(record.id), named };
  const inner = { ...scope, context: { ...context, requested: parseQuery(parameters) } };
  const print = await unlessDenied(() => readList(resource, inner, { ...deps, links }));
  if (print !== undefined) await deps.steps.take(scope.session, () => showList(representation, print()));
}

/**
 * Base IRI of page links and the query parameters they keep. These are only the caller's own, without the component's
 * defaults.
 */
export interface ListLinks {
  readonly viewIri: string;
  readonly named: RequestedParameters;
}

/** Reads a list with the caller's rights. Returns a function that prints it once all of its members are loaded. */
async function readList(
  resource: RegisteredResource,
  scope: RepresentationScope,
  { printCollection, links }: CollectionListDeps & { readonly links: ListLinks },
): Promise<() => PrintedList> {
  const { context } = scope;
  const list = await scope.readCollection(resource, scope);
  return () => printCollection(list, context, links);
}

function showList(representation: Representation, list: PrintedList): void {
  const { members, tags, vary } = representation;
  members.collection = list.body;
  for (const tag of list.tags ?? []) tags.add(tag);
  for (const name of list.vary ?? []) vary.add(name);
  representation.expiresAt = earliest(representation.expiresAt, list.expiresAt);
}

/** Returns undefined if the caller may not list the target. All other errors fail the request. */
async function unlessDenied<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && (error.status === 401 || error.status === 403)) return undefined;
    throw error;
  }
}

/**
 * Combines the list parameters of a Collection component (components.md section 7.2). Default parameters override the
 * page size. Those of the request override both, even with an empty value.
 */
export function collectionParameters(input: {
  readonly perPage: unknown;
  readonly defaults: unknown;
  readonly requested: RequestedParameters;
  readonly sizeParameter: string;
}): RequestedParameters {
  const { perPage, requested, sizeParameter } = input;
  const size = typeof perPage === 'number' ? { [sizeParameter]: String(perPage) } : {};
  return Object.assign(
    Object.create(null),
    readDefaults(input.defaults),
    size,
    requested,
  ) as RequestedParameters; // parameters have no prototype
}

/** Parses default parameters. Keys use query syntax (`order[createdAt]`) or nested objects. */
export function readDefaults(defaults: unknown): Record<string, RequestedValue> {
  const root: Record<string, RequestedValue> = Object.create(null) as Record<string, RequestedValue>; // no prototype
  if (typeof defaults !== 'object' || defaults === null || Array.isArray(defaults)) return root;
  for (const [key, raw] of Object.entries(defaults)) {
    const value = toRequestedValue(raw);
    const [name = key, ...path] = keyPath(key);
    if (value !== undefined) root[name] = place(root[name], path, value);
  }
  return root;
}

function keyPath(key: string): readonly string[] {
  const open = key.indexOf('[');
  if (open <= 0 || !key.endsWith(']')) return [key];
  return [key.slice(0, open), ...key.slice(open + 1, -1).split('][')];
}

/** Sets `value` in `current` at a path of members. An empty member appends to a list (`isTemplate[]`). */
function place(
  current: RequestedValue | undefined,
  path: readonly string[],
  value: RequestedValue,
): RequestedValue {
  const [member, ...rest] = path;
  if (member === undefined) return value;
  if (member === '') {
    const list: readonly RequestedValue[] = Array.isArray(current) ? current : [];
    return [...list, ...(Array.isArray(value) ? (value as readonly RequestedValue[]) : [value])];
  }
  const isMap = typeof current === 'object' && !Array.isArray(current);
  const members = isMap ? (current as RequestedParameters) : {}; // lists and strings were excluded above
  return { ...members, [member]: place(members[member], rest, value) };
}

function toRequestedValue(raw: unknown): RequestedValue | undefined {
  if (typeof raw === 'string') return raw;
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  if (Array.isArray(raw)) return raw.flatMap((entry) => toRequestedValue(entry) ?? []);
  if (typeof raw !== 'object' || raw === null) return undefined;
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, entry]) => {
      const value = toRequestedValue(entry);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
