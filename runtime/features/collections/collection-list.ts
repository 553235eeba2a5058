import type { AnswerSteps } from '../../kernel/contract/answer-steps.js';
import type { AskedParameters } from '../../kernel/contract/asked.js';
import type { JsonValue } from '../../kernel/contract/json.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type {
  CollectionResult,
  Representation,
  RepresentationExtension,
  RepresentationScope,
} from '../../kernel/contract/operations.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { earliest } from '../../kernel/util/earliest.js';
import { readAsked } from '../../kernel/util/read-asked.js';
import { collectionParameters } from './collection-parameters.js';
import type { CollectionTarget } from './collection-target.js';

/** A list as its own endpoint would print it, with its cache facts. */
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
 * `collection` of a Collection component: in item answers and answers to writes, never in lists nor inside another one
 * (contract decision 27). The list is the target's own, read for the same caller in the same request.
 */
export function createCollectionList(deps: CollectionListDeps): RepresentationExtension {
  return {
    name: 'collection',
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
  if (resource === undefined) return; // the type is gone; the component stays readable
  const { sizeParameter } = deps;
  const named = context.asked.list;
  const parameters = collectionParameters({
    perPage,
    defaults: defaultQueryParameters,
    asked: named,
    sizeParameter,
  });
  const links = { viewIri: deps.itemIri(record.id), named };
  const inner = { ...scope, context: { ...context, asked: readAsked(parameters) } };
  const print = await unlessDenied(() => readList(resource, inner, { ...deps, links }));
  if (print !== undefined) await deps.steps.take(scope.session, () => showList(representation, print()));
}

/** Page links lead to `viewIri` and keep what the caller named, which is less than the list is asked for. */
export interface ListLinks {
  readonly viewIri: string;
  readonly named: AskedParameters;
}

/** Reads a list as the caller may see it and answers how to print it once all of its members are there. */
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

/** A target that the caller may not list leaves `collection` out; every other error is that of the whole request. */
async function unlessDenied<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && (error.status === 401 || error.status === 403)) return undefined;
    throw error;
  }
}
