import type { JsonValue } from '../../kernel/contract/json.js';
import type { Reference } from '../../kernel/contract/records/record.js';
import type {
  PendingWrite,
  StoredWrite,
  WriteRule,
  WriteScope,
} from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import type { DisallowedPositions } from './group-positions.js';
import { textEntries } from './text-lists.js';
import type { TransferPositions } from './transfer-positions.js';
import { messageOf } from '../../kernel/util/text/message-text.js';
import { violationAt } from '../../kernel/validation/violation-at.js';

interface GroupRuleDeps extends Pick<Kernel, 'registry' | 'iris'> {
  readonly transfer: TransferPositions;
  readonly disallowed: DisallowedPositions;
  readonly removePositions: (positions: readonly Reference[], scope: WriteScope) => Promise<void>;
}

const MEMBER = 'allowedComponents';

/**
 * Creates the rules of ComponentGroup: the form of `allowedComponents` and the list of positions (core.md section 7).
 */
export function createGroupRules(deps: GroupRuleDeps): WriteRule {
  return {
    appliesTo: ({ name }) => name === 'ComponentGroup',
    many: 'each',
    prepare(write) {
      const allowed = write.values.allowedComponents;
      if (!Array.isArray(allowed)) return;
      const entries = textEntries(write, MEMBER, allowed);
      // `[]` means no restriction, like null.
      write.values.allowedComponents = entries.length === 0 ? null : canonicalAddresses(entries, write, deps);
    },
    apply: (write, scope) => replacePositions(write, scope, deps),
  };
}

/**
 * Converts type names and collection IRIs with or without prefix to full collection IRIs (contract decision 14).
 * Names of other types are refused (76), unless they are already stored, because their type may have been deleted.
 */
function canonicalAddresses(
  entries: readonly string[],
  { before, violations }: PendingWrite,
  { registry, iris }: GroupRuleDeps,
): JsonValue {
  const stored = new Set(textsIn(before?.values[MEMBER]));
  const canonical = entries.map((entry, index) => {
    const type = entry.startsWith('/') ? listedType(entry, iris) : registry.byClassIdentifier(entry);
    if (type?.kind === 'component') return iris.collection(type);
    if (!stored.has(entry)) {
      const text = messageOf(
        '`{{ type }}` is not a component type. Name a type or the IRI of its collection.',
        {
          parameters: { type: entry },
        },
      );
      violations.add(violationAt(`${MEMBER}[${index}]`, text));
    }
    return entry;
  });
  return [...new Set(canonical)];
}

function listedType(iri: string, iris: IriConverter): RegisteredResource | undefined {
  const target = iris.parse(iri);
  return target?.kind === 'collection' ? target.resource : undefined;
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}

/**
 * Replaces the positions by the list. Positions of other groups are transferred, missing ones are deleted, and those
 * hidden from the caller stay (contract decision 30).
 */
async function replacePositions(write: StoredWrite, scope: WriteScope, deps: GroupRuleDeps): Promise<void> {
  if (!write.sent.has('componentPositions')) return;
  const wanted = positionsIn(write.body.componentPositions, deps);
  const stored = (write.after.values.componentPositions ?? []) as readonly Reference[]; // to-many fields are lists
  const hidden = write.before === null ? undefined : await deps.disallowed([write.before], scope.session);
  const hiddenHere = hidden?.get(write.after.id);
  await deps.removePositions(
    stored.filter(({ id }) => !wanted.has(id) && hiddenHere?.has(id) !== true),
    scope,
  );
  const held = new Set(stored.map(({ id }) => id));
  await deps.transfer(
    write.after,
    [...wanted].filter((id) => !held.has(id)),
    scope,
  );
}

/** Returns the ids of the positions in a body; invalid references were refused when the body was read. */
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
