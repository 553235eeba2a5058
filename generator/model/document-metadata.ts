import type { JsonObject } from '../../runtime/contract/json.js';
import type { DescriptorModel, FieldModel } from './types.js';

const IRI = { type: 'string', format: 'iri-reference' } as const;

const PUBLISHABLE: JsonObject = {
  type: 'object',
  description: 'Which version of the record this is.',
  required: ['published'],
  properties: {
    published: { type: 'boolean' },
    draftResource: { ...IRI, type: ['string', 'null'] },
    publishedAt: { type: 'string', format: 'date-time' },
    locationCount: { type: 'integer' },
  },
  additionalProperties: true,
};

const MEDIA_OBJECT: JsonObject = {
  type: 'object',
  required: ['@id', '@type', 'contentUrl', 'fileSize', 'mimeType', 'formattedFileSize'],
  properties: {
    '@id': IRI,
    '@type': { type: 'string', enum: ['http://schema.org/MediaObject'] },
    contentUrl: { type: 'string', format: 'uri' },
    fileSize: { type: 'integer' },
    mimeType: { type: 'string' },
    width: { type: 'integer' },
    height: { type: 'integer' },
    imagineFilter: { type: 'string' },
    formattedFileSize: { type: 'string' },
  },
  additionalProperties: true,
};

/** `_metadata` of the documents of a type, as components.md section 1.3 lists its members. */
export function documentMetadata(descriptor: DescriptorModel, fields: readonly FieldModel[]): JsonObject {
  const uploads = fields.flatMap(({ descriptor: { kind, name } }) => (kind === 'upload' ? [name] : []));
  const isPublishable = descriptor.publishable !== undefined;
  const media = Object.fromEntries(uploads.map((name) => [name, { type: 'array', items: MEDIA_OBJECT }]));
  return {
    type: 'object',
    description: 'Facts about the document that are not part of the record.',
    required: ['persisted', ...(isPublishable ? ['publishable'] : [])],
    properties: {
      persisted: { type: 'boolean' },
      ...(isPublishable ? { publishable: PUBLISHABLE } : {}),
      ...(uploads.length > 0 ? { mediaObjects: { type: 'object', properties: media } } : {}),
    },
    additionalProperties: true,
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
