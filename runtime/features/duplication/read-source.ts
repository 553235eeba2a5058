import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { Kernel } from '../../kernel/kernel.js';
import { isPublishable } from '../../kernel/metadata/publication-state.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { isJsonObject } from '../../kernel/util/json-object.js';
import { isSlot } from '../placement/public-api.js';
import type { AskParts } from './ask-parts.js';

/** A record with its groups and components, as the caller reads it. */
export interface Source {
  readonly resource: RegisteredResource;
  readonly document: JsonObject;
  readonly groups: readonly SourceGroup[];
  /** IRIs of the components in page data slots, by member name. */
  readonly slots: ReadonlyMap<string, string>;
}

export interface SourceGroup {
  readonly iri: string;
  readonly document: JsonObject;
  /** Whether the group also belongs to other records. */
  readonly isShared: boolean;
  readonly positions: readonly SourcePosition[];
}

export interface SourcePosition {
  readonly document: JsonObject;
  /** Absent if a page data member fills the position. */
  readonly component?: string;
}

/** A record with everything below it. */
export interface SourceTree {
  readonly root: Source;
  /** Components by IRI. */
  readonly components: ReadonlyMap<string, Source>;
  /** Number of occurrences of each component in the tree. */
  readonly uses: ReadonlyMap<string, number>;
}

type ReadSource = (iri: string, ask: AskParts) => Promise<SourceTree>;

/** Reads a record with its content: its own groups, their positions, the components in these, and so on. */
export function createReadSource({ registry, iris }: Pick<Kernel, 'registry' | 'iris'>): ReadSource {
  return async (iri, ask) => {
    const components = new Map<string, Source>();
    const uses = new Map<string, number>();

    async function use(component: string): Promise<void> {
      uses.set(component, (uses.get(component) ?? 0) + 1);
      if (components.has(component)) return;
      const document = await ask.documentIfAllowed(component);
      const resource = registry.get(iris.parse(component)?.resource.name ?? '');
      if (document === undefined || resource === undefined) return;
      // Registered before its content is read, because a component may contain itself.
      const source = { resource, document, groups: [] as SourceGroup[], slots: new Map<string, string>() };
      components.set(component, source);
      source.groups.push(...(await groupsOf(source)));
    }

    async function groupsOf({ resource, document }: Pick<Source, 'resource' | 'document'>) {
      const own = identities(document, resource);
      const groups: SourceGroup[] = [];
      for (const group of irisIn(document.componentGroups)) {
        const found = await ask.documentIfAllowed(group);
        if (found === undefined) continue;
        const owners = OWNERS.flatMap((member) => irisIn(found[member]));
        const isShared = owners.some((owner) => !own.has(owner));
        groups.push({
          iri: group,
          document: found,
          isShared,
          positions: isShared ? [] : await positionsOf(found),
        });
      }
      return groups;
    }

    async function positionsOf(group: JsonObject): Promise<readonly SourcePosition[]> {
      const positions: SourcePosition[] = [];
      for (const position of irisIn(group.componentPositions)) {
        const document = await ask.documentIfAllowed(position);
        if (document === undefined) continue;
        const [component] = irisIn(document.component);
        if (typeof document.pageDataProperty === 'string') positions.push({ document });
        else if (component !== undefined) {
          await use(component);
          positions.push({ document, component });
        }
      }
      return positions;
    }

    const document = await ask.document(iri);
    const resource = registry.require(iris.parse(iri)?.resource.name ?? '');
    const slots = new Map<string, string>();
    if (resource.kind === 'page_data')
      for (const field of resource.fields.filter((one) => isSlot(one, registry)))
        for (const component of irisIn(document[field.name])) {
          slots.set(field.name, component);
          await use(component);
        }
    const root = { resource, document, slots, groups: await groupsOf({ resource, document }) };
    return { root, components, uses };
  };
}

/** Members of a group that refer to its owners. */
const OWNERS = ['layouts', 'pages', 'components'] as const;

/**
 * Returns the IRIs of a record and its draft or published counterpart, which share their groups (components.md section
 * 2.5).
 */
function identities(document: JsonObject, resource: RegisteredResource): ReadonlySet<string> {
  const { publishedAssociation, draftAssociation } = isPublishable(resource)
    ? resource.publishable
    : { publishedAssociation: '', draftAssociation: '' };
  return new Set(
    [document['@id'], document[publishedAssociation], document[draftAssociation]].flatMap(irisIn),
  );
}

/** Returns the IRIs of a relation. Its records may be embedded instead of their IRIs. */
export function irisIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((one: JsonValue) => irisIn(one));
  return isJsonObject(value) ? irisIn(value['@id']) : [];
}
