import type { RequestContext } from '../../../kernel/contract/context.js';
import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { Representation, RepresentationExtension } from '../../../kernel/contract/records/operations.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import type { FieldDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { WriteRule } from '../../../kernel/contract/records/writes.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { keepHidden, referencesIn } from '../../../kernel/records/references.js';
import { createFieldAccess } from '../../../kernel/serializer/field-access.js';
import { storedMoments } from '../sql/route-moments.sql.js';
import { expireAt } from './expire-at.js';
import { isLive, liveFrom, loadRouteFacts } from './route-liveness.js';
import type { RouteAccessOf } from './route-visibility.js';

interface HiddenRoutesDeps extends Pick<Kernel, 'registry' | 'guard'> {
  readonly accessOf: RouteAccessOf;
}

/**
 * A relation that may reference routes. Relations of routes themselves are handled by `createRouteRepresentation`.
 */
interface RouteRelation {
  readonly name: string;
  readonly isMany: boolean;
  readonly isVisible: (context: RequestContext, representation: Representation) => boolean;
}

/**
 * Hides routes that are not live. The IRI of a route reveals its path, so only administrators see such IRIs in
 * relations or may write them (contract decision 82).
 */
export interface HiddenRoutes {
  /** One look-up by key for all records, none if they reference no route. */
  readonly view: RepresentationExtension;
  /** Keeps hidden routes in lists that a caller replaces (contract decision 30). */
  readonly keepHidden: WriteRule;
  /** Returns whether a caller may reference a record in a write. */
  guardReference(reference: Reference, context: RequestContext, session: SqlSession): Promise<boolean>;
}

export function createHiddenRoutes(deps: HiddenRoutesDeps): HiddenRoutes {
  const { accessOf } = deps;
  const relations = routeRelations(deps);
  return {
    view: {
      appliesTo: ({ name }) => relations.has(name),
      async extend(representations, _purpose, { session, context }) {
        if (accessOf(context).seesNotLive) return;
        const shown = representations.flatMap((representation) =>
          (relations.get(representation.record.type) ?? [])
            .filter(({ isVisible }) => isVisible(context, representation))
            .map((relation) => ({ representation, relation })),
        );
        const named = shown.flatMap(({ representation, relation }) => referencesAt(representation, relation));
        const dates = await storedMoments([...new Set(named.map(({ id }) => id))], session);
        for (const { representation, relation } of shown) hide(representation, relation, { dates, context });
      },
    },
    keepHidden: {
      appliesTo: ({ name }) => relations.get(name)?.some(({ isMany }) => isMany) === true,
      many: 'each',
      async prepare(write, { session, context }) {
        if (accessOf(context).seesNotLive) return;
        for (const { name, isMany } of relations.get(write.resource.name) ?? [])
          if (isMany && write.sent.has(name))
            await keepHidden(write, name, async (left) => {
              const dates = await liveDates(left, session);
              return left.filter(({ id }) => !hasCome(dates.get(id), context.now));
            });
      },
    },
    async guardReference(reference, context, session) {
      if (reference.type !== 'Route' || accessOf(context).seesNotLive) return true;
      const chain = (await loadRouteFacts({ ids: [reference.id] }, session)).get(reference.id);
      return chain !== undefined && isLive(chain, context.now);
    },
  };
}

function routeRelations({
  registry,
  guard,
}: HiddenRoutesDeps): ReadonlyMap<string, readonly RouteRelation[]> {
  const namesRoutes = (field: FieldDescriptor): boolean =>
    (field.kind === 'to-one' || field.kind === 'to-many') && registry.accepts(field.target, 'Route');
  const relations = registry.all
    .filter(({ name }) => name !== 'Route')
    .map((resource) => {
      const access = createFieldAccess(resource, guard);
      const fields = resource.fields.filter((field) => field.readable && namesRoutes(field));
      const found = fields.map((field) => ({
        name: field.name,
        isMany: field.kind === 'to-many',
        isVisible: access.canRead(field),
      }));
      return [resource.name, found] as const;
    });
  return new Map(relations.filter(([, { length }]) => length > 0));
}

function referencesAt(
  { record, members }: Representation,
  { name }: Pick<RouteRelation, 'name'>,
): readonly Reference[] {
  return referencesIn(Object.hasOwn(members, name) ? members[name] : record.values[name]);
}

/** Returns the time from which each route is live, by id; null if a write must come first. */
async function liveDates(
  named: readonly Reference[],
  session: SqlSession,
): Promise<ReadonlyMap<string, Date | null>> {
  const chains = await loadRouteFacts({ ids: [...new Set(named.map(({ id }) => id))] }, session);
  return new Map([...chains].map(([id, chain]) => [id, liveFrom(chain)]));
}

function hide(
  representation: Representation,
  relation: RouteRelation,
  {
    dates,
    context: { now, reveals },
  }: { readonly dates: ReadonlyMap<string, Date | null>; readonly context: RequestContext },
): void {
  const named = referencesAt(representation, relation);
  const hidden = named.filter(({ id }) => !hasCome(dates.get(id), now) && reveals?.has(id) !== true);
  if (hidden.length === 0) return;
  for (const { id } of hidden) expireAt(representation, dates.get(id) ?? null, now);
  representation.members[relation.name] = relation.isMany
    ? named.filter((reference) => !hidden.includes(reference))
    : undefined;
}

function hasCome(date: Date | null | undefined, now: Date): boolean {
  return date != null && date <= now;
}
