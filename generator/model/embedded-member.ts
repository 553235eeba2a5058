import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import type { FieldDescriptor } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import { BUILT_IN_TARGETS } from '../schema/reserved-names.js';
import { resourceNames } from '../text/naming.js';

/**
 * Keyword of client schemas: the type whose documents a relation embeds. The API documentation turns it into
 * alternatives.
 */
export const EMBEDS = 'x-embeds';

/**
 * Returns the schema of a relation with `embed`. Reads contain documents of the target, or the IRI if the caller can't
 * read it (ADR 17). Writes use IRIs as usual.
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

/**
 * Returns the document type of a target. Generated types have their own file; built-in ones have only the common
 * members.
 */
function documentType(target: string): string {
  if (BUILT_IN_TARGETS.has(target)) return '{ "@id": string; "@type": string; [member: string]: unknown }';
  const { file, type } = resourceNames(target);
  return `import("./${file}.js").${type}`;
}
