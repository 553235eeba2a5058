import type { JsonObject } from '../../kernel/contract/json.js';
import type { RepresentationExtension } from '../../kernel/contract/records/operations.js';
import { classIdentifier } from '../../kernel/metadata/class-identifier.js';
import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { isSlot } from '../placement/public-api.js';

/** Slots of a page data type, as listed in `page_data_metadatas` and `_metadata` (core.md section 11). */
export interface PageDataMetadata {
  readonly resourceClass: string;
  readonly properties: readonly { readonly property: string; readonly componentShortName: string }[];
}

/** Describes the component-typed fields that the type itself declares, in declaration order. */
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

/** Adds `_metadata.pageDataMetadata` to every page data document. */
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
