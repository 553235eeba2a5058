import type { RequestContext } from '../../kernel/contract/context.js';
import type { Resolver } from '../../kernel/contract/features/extensions.js';
import type { Representation, RepresentationExtension } from '../../kernel/contract/records/operations.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { createFieldAccess, type ExpressionGuard } from '../../kernel/serializer/field-access.js';
import { isJsonValue } from '../../kernel/util/is-json-value.js';
import { stateKey } from '../../kernel/util/async/state.js';

interface ComputedMember {
  readonly name: string;
  readonly resolve: Resolver;
  readonly isVisible: (context: RequestContext, representation: Representation) => boolean;
}

/**
 * Adds members that project functions compute (`"x-computed": { "resolver": ... }`, components.md section 11.2). They
 * are computed outside transactions, for callers who may read them. If a resolver fails, the member is omitted and the
 * error logged.
 */
export function createComputedMembers(
  deps: Pick<Kernel, 'registry' | 'guard' | 'steps'> & {
    readonly resolvers: Readonly<Record<string, Resolver>>;
  },
): RepresentationExtension {
  const members = new Map(
    deps.registry.all
      .map((resource) => [resource.name, membersOf(resource, deps)] as const)
      .filter(([, { length }]) => length > 0),
  );
  const reported = createReports();

  async function add(member: ComputedMember, shown: Representation, context: RequestContext): Promise<void> {
    if (!member.isVisible(context, shown)) return;
    const { now, actor } = context;
    try {
      const value: unknown = await member.resolve(shown.record, { now, actor });
      if (value === undefined || value === null) return;
      if (!isJsonValue(value)) throw new TypeError('The resolver did not return a JSON value.');
      shown.members[member.name] = value;
    } catch (error) {
      reported({ context, member: member.name, shown, error });
    }
  }

  return {
    appliesTo: ({ name }) => members.has(name),
    extend: (representations, _purpose, { session, context }) =>
      deps.steps.take(session, async () => {
        await Promise.all(
          representations.flatMap((shown) =>
            (members.get(shown.record.type) ?? []).map((member) => add(member, shown, context)),
          ),
        );
      }),
  };
}

function membersOf(
  resource: RegisteredResource,
  {
    guard,
    resolvers,
  }: { readonly guard: ExpressionGuard; readonly resolvers: Readonly<Record<string, Resolver>> },
): readonly ComputedMember[] {
  const access = createFieldAccess(resource, guard);
  return resource.fields.flatMap((field) => {
    if (field.kind !== 'computed' || field.resolver === undefined || !field.readable) return [];
    // Startup verified that every resolver is registered.
    const resolve = resolvers[field.resolver];
    return resolve === undefined ? [] : [{ name: field.name, resolve, isVisible: access.canRead(field) }];
  });
}

/** Logs a resolver error once per request, with the first record that failed. */
function createReports() {
  const reported = stateKey(() => new Set<string>());
  return ({
    context,
    member,
    shown: { record },
    error: err,
  }: {
    readonly context: RequestContext;
    readonly member: string;
    readonly shown: Representation;
    readonly error: unknown;
  }): void => {
    const known = context.state.of(reported);
    const place = `${record.type}.${member}`;
    if (known.has(place)) return;
    known.add(place);
    const { type, id } = record;
    context.log.error({
      msg: 'resolver failed; omitted the computed member',
      type,
      member,
      id,
      err,
    });
  };
}
