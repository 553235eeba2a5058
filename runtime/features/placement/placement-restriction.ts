import type { Reference, StoredRecord } from '../../kernel/contract/records/record.js';
import {
  ABSTRACT_COMPONENT,
  type FieldDescriptor,
  type ToOneField,
} from '../../kernel/contract/schema/resource.js';
import type { ViolationList } from '../../kernel/contract/records/validation.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { messageOf } from '../../kernel/util/text/message-text.js';
import { violationAt } from '../../kernel/validation/violation-at.js';
import type { MessageText } from '../../kernel/contract/message.js';

type PlacementDeps = Pick<Kernel, 'registry' | 'iris'>;

/** The content of a position: a component, or the declared type of a page data property. */
export interface PlacementRequest {
  readonly component: Reference | null;
  readonly pageDataClass: string | null;
  readonly pageDataProperty: string | null;
  /** The target group; absent if the request has none. */
  readonly group: StoredRecord | undefined;
}

export interface Placement {
  /** Adds the class-level violations of core.md section 8 and components.md section 1.5. */
  check(request: PlacementRequest, violations: ViolationList, path?: string): void;
  /** Returns whether a group allows components of a type. Without a list it allows all. */
  allows(allowedComponents: unknown, type: string): boolean;
}

/**
 * Decides which component types a group may contain, including types that must be allowed explicitly (components.md
 * section 1.5).
 */
export function createPlacementRestriction({ registry, iris }: PlacementDeps): Placement {
  const collectionIri = (type: string): string => iris.collection(registry.require(type));

  function allows(allowedComponents: unknown, type: string): boolean {
    const list = allowedList(allowedComponents);
    return list.length === 0 || list.includes(collectionIri(type));
  }

  function restriction(type: string, { values }: StoredRecord): MessageText | undefined {
    const list = allowedList(values.allowedComponents);
    const iri = collectionIri(type);
    if (list.length > 0) {
      if (list.includes(iri)) return undefined;
      return messageOf(
        'The IRI `{{ iri }}` is not permitted to be added to the collection `{{ group }}`. Allowed IRIs: {{ allowed }}',
        { parameters: { iri, group: String(values.reference), allowed: list.join(',') } },
      );
    }
    return registry.require(type).positionRestricted
      ? messageOf('The IRI `{{ iri }}` must be specifically allowed within the collection {{ group }}', {
          parameters: { iri, group: String(values.reference) },
        })
      : undefined;
  }

  return {
    allows,
    check(request, violations, path = '') {
      const { component, group } = request;
      const add = (text: MessageText | string): void => violations.add(violationAt(path, text));
      const problem = pairProblem(request, registry);
      if (problem !== undefined) return add(problem);
      const type = component?.type ?? slotType(request, registry);
      const refusal = type === undefined || group === undefined ? undefined : restriction(type, group);
      if (refusal !== undefined) add(refusal);
    },
  };
}

/**
 * Validates that the position has a component or a page data property, in its state after the merge (contract
 * decision 38).
 */
function pairProblem(
  request: PlacementRequest,
  registry: ResourceRegistry,
): MessageText | string | undefined {
  const { component, pageDataClass, pageDataProperty } = request;
  if ((pageDataClass === null) !== (pageDataProperty === null)) {
    return 'pageDataProperty and pageDataClass must both be set or both be null.';
  }
  if (pageDataClass === null) {
    return component === null
      ? 'Please specify either a component or both pageDataProperty and pageDataClass.'
      : undefined;
  }
  const resource = registry.byClassIdentifier(pageDataClass);
  if (resource?.kind !== 'page_data')
    return messageOf('`{{ class }}` is not a known PageData resource class', {
      parameters: { class: pageDataClass },
    });
  if (!isSlot(resource.field(pageDataProperty ?? ''), registry)) {
    return messageOf('`{{ property }}` is not a component-typed property on `{{ class }}`', {
      parameters: { property: String(pageDataProperty), class: pageDataClass },
    });
  }
  return undefined;
}

/**
 * Returns the declared component type of the page data property, or undefined for a property that takes any
 * component.
 */
function slotType(
  { pageDataClass, pageDataProperty }: PlacementRequest,
  registry: ResourceRegistry,
): string | undefined {
  const resource = pageDataClass === null ? undefined : registry.byClassIdentifier(pageDataClass);
  const field = resource?.field(pageDataProperty ?? '');
  return field?.kind === 'to-one' && registry.get(field.target)?.kind === 'component'
    ? field.target
    : undefined;
}

/** Returns whether a field is a relation to components: to one type, to a parent type, or to any. */
export function isSlot(field: FieldDescriptor | undefined, registry: ResourceRegistry): field is ToOneField {
  if (field?.kind !== 'to-one') return false;
  return field.target === ABSTRACT_COMPONENT || registry.get(field.target)?.kind === 'component';
}

function allowedList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}
