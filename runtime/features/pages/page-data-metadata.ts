import type { JsonObject } from '../../kernel/contract/json.js';
import type { RepresentationExtension } from '../../kernel/contract/records/operations.js';
import { classIdentifier } from '../../kernel/metadata/class-identifier.js';
import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { isSlot } from '../placement/door.js';

/** The slots of a page data type, as `page_data_metadatas` and `_metadata` list them (core.md section 11). */
export interface PageDataMetadata {
  readonly resourceClass: string;
  readonly properties: readonly { readonly property: string; readonly componentShortName: string }[];
}

/** Component-typed members that the type declares itself, in declaration order. */
export function describePageData(
  resource: RegisteredResource,
  registry: ResourceRegistry,
  namespace: string | null,
): PageDataMetadata {
  const properties = resource.ownFields
    .filter((field) => isSlot(field, registry))
    .map(({ name, target }) => ({ property: name, componentShortName: target }));
  return { resourceClass: classIdentifier(resource, namespace), properties };
}

/** `_metadata.pageDataMetadata` of every page data document. */
export function createPageDataMetadata(
  registry: ResourceRegistry,
  namespace: string | null,
): RepresentationExtension {
  return {
    appliesTo: ({ kind }) => kind === 'page_data',
    extend(representations) {
      for (const { record, metadata } of representations) {
        const described = describePageData(registry.require(record.type), registry, namespace);
        metadata.pageDataMetadata = { ...described } satisfies JsonObject;
      }
      return Promise.resolve();
    },
  };
}
