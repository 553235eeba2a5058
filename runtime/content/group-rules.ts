import type { JsonValue } from '../contract/json.js';
import type { StoredWrite, WriteRule, WriteScope } from '../contract/operations.js';
import type { Reference } from '../contract/record.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import type { AdoptPositions } from './adopt-positions.js';
import type { DisallowedPositions } from './group-positions.js';
import { textEntries } from './text-lists.js';

interface GroupRuleDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly adopt: AdoptPositions;
  readonly disallowed: DisallowedPositions;
  readonly removePositions: (positions: readonly Reference[], scope: WriteScope) => Promise<void>;
}

/** Rules of ComponentGroup: the spelling of `allowedComponents` and the list of positions (core.md section 7). */
export function createGroupRules(deps: GroupRuleDeps): WriteRule {
  return {
    name: 'component group',
    appliesTo: ({ name }) => name === 'ComponentGroup',
    prepare(write) {
      const allowed = write.values.allowedComponents;
      if (!Array.isArray(allowed)) return;
      const entries = textEntries(write, 'allowedComponents', allowed);
      // `[]` means no restriction, as null does.
      write.values.allowedComponents = entries.length === 0 ? null : canonicalAddresses(entries, deps);
    },
    apply: (write, scope) => replacePositions(write, scope, deps),
  };
}

/** Collection IRIs with or without prefix and type names become full collection IRIs (contract decision 14). */
function canonicalAddresses(entries: readonly string[], { registry, iris }: GroupRuleDeps): JsonValue {
  const canonical = entries.map((entry) => {
    if (!entry.startsWith('/')) {
      const resource = registry.byClassIdentifier(entry);
      return resource === undefined ? entry : iris.collection(resource);
    }
    const target = iris.parse(entry);
    return target?.kind === 'collection' ? iris.collection(target.resource) : entry;
  });
  return [...new Set(canonical)];
}

/**
 * The list replaces the positions: adopted ones move here, those left out are deleted, and those that the caller was
 * not shown stay (contract decision 30).
 */
async function replacePositions(write: StoredWrite, scope: WriteScope, deps: GroupRuleDeps): Promise<void> {
  if (!write.sent.has('componentPositions')) return;
  const wanted = positionsIn(write.body.componentPositions, deps);
  const stored = (write.after.values.componentPositions ?? []) as readonly Reference[]; // to-many members are lists
  const hidden = write.before === null ? undefined : await deps.disallowed([write.before], scope.session);
  const kept = hidden?.get(write.after.id);
  await deps.removePositions(
    stored.filter(({ id }) => !wanted.has(id) && kept?.has(id) !== true),
    scope,
  );
  const held = new Set(stored.map(({ id }) => id));
  await deps.adopt(
    write.after,
    [...wanted].filter((id) => !held.has(id)),
    scope,
  );
}

/** Ids of the positions a body lists; reading the body already refused everything that is no position. */
function positionsIn(list: JsonValue | undefined, { iris }: GroupRuleDeps): Set<string> {
  const entries = Array.isArray(list) ? (list as readonly JsonValue[]) : [];
  const iriOf = (entry: JsonValue): string =>
    typeof entry === 'string' ? entry : String((entry as { readonly '@id'?: JsonValue })['@id']);
  return new Set(
    entries.flatMap((entry) => {
      const target = iris.parse(iriOf(entry));
      return target?.kind === 'item' ? [target.key.toLowerCase()] : [];
    }),
  );
}
