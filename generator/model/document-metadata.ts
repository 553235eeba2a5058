import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { metadataSchema } from '../../runtime/openapi/member-schemas.js';
import type { DescriptorModel, FieldModel } from './types.js';

/** `_metadata` of the documents of a type, with the name of its TypeScript type. */
export function documentMetadata(descriptor: DescriptorModel, fields: readonly FieldModel[]): JsonObject {
  const uploads = fields.flatMap(({ descriptor: { kind, name } }) => (kind === 'upload' ? [name] : []));
  const isPublishable = descriptor.publishable !== undefined;
  return {
    ...metadataSchema(isPublishable, uploads),
    tsType: metadataType({ isPublishable, uploads, isPageData: descriptor.kind === 'page_data' }),
  };
}

interface MetadataParts {
  readonly isPublishable: boolean;
  readonly uploads: readonly string[];
  readonly isPageData: boolean;
}

/** In terms of the types that are in every project; double quotes, as all types have while they are compiled. */
function metadataType({ isPublishable, uploads, isPageData }: MetadataParts): string {
  const media = uploads.map((name) => `${JSON.stringify(name)}?: ${builtIn('MediaObject')}[]`);
  const members = [
    ...(isPublishable ? [`publishable: ${builtIn('PublishableMetadata')}`] : []),
    ...(media.length > 0 ? [`mediaObjects?: { ${media.join('; ')} }`] : []),
    ...(isPageData ? [`pageDataMetadata?: ${builtIn('PageDataMetadata')}`] : []),
  ];
  const base = builtIn('DocumentMetadata');
  return members.length === 0 ? base : `${base} & { ${members.join('; ')} }`;
}

function builtIn(name: string): string {
  return `import("./built-in-types.js").${name}`;
}
