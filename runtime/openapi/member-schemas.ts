import type { JsonObject } from '../kernel/contract/json.js';

/** Schemas of fields that the platform adds. Many types have them, so the document contains each of them once. */
export const IRI: JsonObject = { type: 'string', format: 'iri-reference' };
export const NULLABLE_IRI: JsonObject = { type: ['string', 'null'], format: 'iri-reference' };
export const IRI_LIST: JsonObject = { type: 'array', items: IRI };
export const NULLABLE_TEXT: JsonObject = { type: ['string', 'null'] };
export const CLASS_NAMES: JsonObject = { type: ['string', 'array', 'null'], items: { type: 'string' } };
export const TIME_STAMP: JsonObject = { type: 'string', format: 'date-time', readOnly: true };
export const RECORD_ID: JsonObject = { type: 'string', format: 'uuid', readOnly: true };

const INLINE_POSITION: JsonObject = {
  type: 'object',
  required: ['componentGroup'],
  properties: { componentGroup: IRI, sortValue: { type: 'integer' } },
  additionalProperties: false,
};

export const WRITTEN_POSITIONS: JsonObject = { type: 'array', items: { anyOf: [IRI, INLINE_POSITION] } };

export const PUBLISHABLE_METADATA: JsonObject = {
  type: 'object',
  description: 'Publication state of the record.',
  required: ['published'],
  properties: {
    published: { type: 'boolean' },
    draftResource: NULLABLE_IRI,
    publishedAt: { type: 'string', format: 'date-time' },
    locationCount: { type: 'integer' },
  },
  additionalProperties: true,
};

export const MEDIA_OBJECT: JsonObject = {
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

/** Returns the schema of `_metadata`, with the fields of components.md section 1.3. */
export function metadataSchema(isPublishable: boolean, uploadFields: readonly string[] = []): JsonObject {
  const files = uploadFields.map((name) => [name, { type: 'array', items: MEDIA_OBJECT }]);
  const media: JsonObject = { type: 'object', properties: Object.fromEntries(files) as JsonObject };
  return {
    type: 'object',
    description: 'Metadata that is not part of the record.',
    required: ['persisted', ...(isPublishable ? ['publishable'] : [])],
    properties: {
      persisted: { type: 'boolean' },
      ...(isPublishable ? { publishable: PUBLISHABLE_METADATA } : {}),
      ...(uploadFields.length > 0 ? { mediaObjects: media } : {}),
    },
    additionalProperties: true,
  };
}
