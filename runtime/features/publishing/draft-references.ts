import type { RequestContext } from '../../kernel/contract/context.js';
import type { Representation } from '../../kernel/contract/records/operations.js';
import type { Reference } from '../../kernel/contract/records/record.js';
import type { FieldDescriptor } from '../../kernel/contract/schema/resource.js';
import type { Kernel } from '../../kernel/kernel.js';
import { isPublishable } from '../../kernel/metadata/publication-state.js';
import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { isReference, referencesIn, referenceTo } from '../../kernel/records/references.js';
import { earliest } from '../../kernel/util/dates/earliest.js';
import { type DraftState, type DraftStates, duePairOf } from './draft-states.js';
import type { Publication } from './publication.js';

interface DraftReferencesDeps extends Pick<Kernel, 'registry' | 'iris'> {
  readonly publication: Publication;
  readonly states: DraftStates;
}

/** Relations of a type that may reference drafts. */
export interface DraftReferences {
  /** Returns whether a type has such relations. */
  has(type: string): boolean;
  /**
   * Returns the references of a record to publishable records. Their publication decides what is shown, and may be
   * due.
   */
  of(representation: Representation): readonly Reference[];
  /**
   * Removes hidden drafts, and shows the draft in a position's `component` to callers who may see drafts (contract
   * decision 24, components.md section 2.3). A due draft is shown as its published row.
   */
  apply(
    representation: Representation,
    states: ReadonlyMap<string, DraftState>,
    context: RequestContext,
  ): void;
}

export function createDraftReferences(deps: DraftReferencesDeps): DraftReferences {
  const memberNames = relationsToPublishable(deps.registry);
  const namedInTexts = createNamedInTexts(deps.registry);
  return {
    has: (type) => memberNames(type).length > 0,
    of: (representation) => [
      ...memberNames(representation.record.type)
        .flatMap((name) => named(representation, name))
        .filter(({ type }) => isPublishable(deps.registry.get(type))),
      ...[...namedInTexts(representation).values()].flat(),
    ],
    apply(representation, states, context) {
      for (const name of memberNames(representation.record.type)) {
        hideMember({ representation, name }, { states, context }, deps);
      }
      for (const [name, references] of namedInTexts(representation)) {
        const hidden = references.filter(({ id }) => deps.states.isHidden(id, states.get(id), context));
        if (hidden.length > 0) representation.members[name] = undefined;
        for (const { id } of hidden) expireWith(representation, states.get(id), context);
      }
      if (representation.record.type === 'ComponentPosition') {
        showPosition(representation, { states, context }, deps);
      }
    },
  };
}

/** Returns the fields of each type that may reference publishable records, except the associations of a pair. */
function relationsToPublishable(registry: ResourceRegistry): (type: string) => readonly string[] {
  const publishable = registry.all.filter(isPublishable).map(({ name }) => name);
  const isRelation = ({ publishable: own }: RegisteredResource, field: FieldDescriptor): boolean =>
    (field.kind === 'to-one' || field.kind === 'to-many' || field.kind === 'inverse-one') &&
    field.name !== own?.publishedAssociation &&
    field.name !== own?.draftAssociation &&
    publishable.some((type) => registry.accepts(field.target, type));
  const names = new Map(
    registry.all.map((resource) => [
      resource.name,
      resource.fields.filter((field) => isRelation(resource, field)).map(({ name }) => name),
    ]),
  );
  return (type) => names.get(type) ?? [];
}

/** Returns the references in a field. Includes the stored component of a position, which may be a fallback. */
function named({ record, members }: Representation, name: string): readonly Reference[] {
  const shown = name in members ? members[name] : record.values[name];
  return [...referencesIn(shown), ...(name in members ? referencesIn(record.values[name]) : [])];
}

/** Replaces due drafts in a field by their published rows. Returns the same value if there are none. */
function withoutDue(value: unknown, states: ReadonlyMap<string, DraftState>, now: Date): unknown {
  const published = (reference: Reference): Reference => {
    const state = states.get(reference.id);
    const pair = state?.publishedId == null ? undefined : duePairOf(reference.id, state, now);
    return pair?.published ?? reference;
  };
  if (isReference(value)) return published(value);
  if (!Array.isArray(value)) return value;
  const entries = value.map((entry: unknown) => (isReference(entry) ? published(entry) : entry));
  if (entries.every((entry, index) => entry === value[index])) return value;
  // A request may reference both rows of a pair.
  const ids = entries.map((entry) => (isReference(entry) ? entry.id : entry));
  return entries.filter((_entry, index) => ids.indexOf(ids[index]) === index);
}

/** The publishable records of a response, and its caller. */
interface Shown {
  readonly states: ReadonlyMap<string, DraftState>;
  readonly context: RequestContext;
}

function hideMember(
  { representation, name }: { readonly representation: Representation; readonly name: string },
  { states, context }: Shown,
  { states: { isHidden } }: DraftReferencesDeps,
): void {
  const { record, members } = representation;
  const stored = name in members ? members[name] : record.values[name];
  const value = withoutDue(stored, states, context.now);
  if (value !== stored) members[name] = value;
  const hidden = referencesIn(value).filter(({ id }) => isHidden(id, states.get(id), context));
  if (hidden.length === 0) return;
  for (const { id } of hidden) expireWith(representation, states.get(id), context);
  members[name] = Array.isArray(value)
    ? value.filter((entry) => !hidden.includes(entry as Reference))
    : undefined;
}

/** Lets the document expire when a scheduled record becomes public. */
function expireWith(
  representation: Representation,
  state: DraftState | undefined,
  { now }: RequestContext,
): void {
  const moment = state?.publishedId === null ? state.publishedAt : null;
  if (moment === null || moment <= now) return;
  representation.expiresAt = earliest(representation.expiresAt, moment);
}

/** Shows the fallback of a position whose resolved component is hidden, and drafts instead of stored components. */
function showPosition(
  { record, members, metadata }: Representation,
  { states, context }: Shown,
  deps: DraftReferencesDeps,
): void {
  const [stored] = referencesIn(withoutDue(record.values.component, states, context.now));
  const isVisible = stored !== undefined && !deps.states.isHidden(stored.id, states.get(stored.id), context);
  const [shown] = referencesIn('component' in members ? members.component : stored);
  const component = shown ?? (isVisible ? stored : undefined);
  members.component = component && withDraft(component, { states, context }, deps);
  if (isVisible) metadata.staticComponent = deps.iris.of(withDraft(stored, { states, context }, deps));
  else delete metadata.staticComponent;
}

function withDraft(
  reference: Reference,
  { states, context: { actor, now, reveals } }: Shown,
  { registry, publication }: DraftReferencesDeps,
): Reference {
  const draft = states.get(reference.id)?.draft;
  if (draft == null || (draft.publishedAt !== null && draft.publishedAt <= now)) return reference;
  const isSeen =
    reveals?.has(draft.id) === true || publication.maySeeDrafts(registry.require(reference.type), actor);
  if (!isSeen) return reference;
  return referenceTo({ type: reference.type, id: draft.id });
}

/** Text fields that contain their owner's IRI by convention (core.md section 7). */
const TEXTS: Readonly<Record<string, readonly string[]>> = { ComponentGroup: ['location', 'reference'] };

/** Finds publishable records whose IRIs occur in the text fields of a record, by field. */
type NamedInTexts = (representation: Representation) => ReadonlyMap<string, readonly Reference[]>;

function createNamedInTexts(registry: ResourceRegistry): NamedInTexts {
  const types = new Map(registry.all.filter(isPublishable).map(({ path, name }) => [path, name]));
  const paths = [...types.keys()].join('|'); // letters, digits and underscores only
  const pattern = new RegExp(`(${paths})/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})`, 'gi');
  return ({ record }) => {
    const members = types.size === 0 ? [] : (TEXTS[record.type] ?? []);
    return new Map(
      members.map((member) => {
        const matches = String(record.values[member] ?? '').matchAll(pattern);
        return [member, [...matches].flatMap(([, path = '', id = '']) => atPath(types.get(path), id))];
      }),
    );
  };
}

function atPath(type: string | undefined, id: string): readonly Reference[] {
  const key = id.toLowerCase();
  return type === undefined ? [] : [{ type, id: key, key }];
}
