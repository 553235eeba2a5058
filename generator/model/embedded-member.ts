import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import type { FieldDescriptor } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import { BUILT_IN_TARGETS } from '../schema/reserved-names.js';
import { resourceNames } from './naming.js';

/** Keyword of client schemas: the type whose documents a relation shows. The documentation makes a choice of it. */
export const EMBEDS = 'x-embeds';

/**
 * How a relation with `embed` is read: documents of the target, and the IRI of what the caller may not read by itself
 * (ADR 17). It is written by IRI like any other.
 */
export function embeddedMember(descriptor: FieldDescriptor, written: JsonObject): JsonObject {
  if (!('embed' in descriptor) || descriptor.embed !== true) return written;
  const document = documentType(descriptor.target);
  const isNullable =
    descriptor.kind === 'inverse-one' || (descriptor.kind === 'to-one' && descriptor.nullable);
  const single = `${document} | string${isNullable ? ' | null' : ''}`;
  return {
    ...written,
    tsType: descriptor.kind === 'to-many' ? `(${single})[]` : single,
    [EMBEDS]: descriptor.target,
  };
}

/** Generated types have a file of their own; of built-in ones, only what every document has is declared. */
function documentType(target: string): string {
  if (BUILT_IN_TARGETS.has(target)) return '{ "@id": string; "@type": string; [member: string]: unknown }';
  const { file, type } = resourceNames(target);
  return `import("./${file}.js").${type}`;
}
