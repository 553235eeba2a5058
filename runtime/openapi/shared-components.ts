import type { SchemaObject } from 'openapi3-ts/oas31';
import type { JsonObject } from '../kernel/contract/json.js';
import type { Components } from '../kernel/contract/api-part.js';
import {
  CLASS_NAMES,
  IRI_LIST,
  MEDIA_OBJECT,
  metadataSchema,
  NULLABLE_IRI,
  NULLABLE_TEXT,
  PUBLISHABLE_METADATA,
  RECORD_ID,
  TIME_STAMP,
  WRITTEN_POSITIONS,
} from './member-schemas.js';
import { namedProblems } from './problems.js';
import { SHARED_BY_TYPES } from './resource-paths.js';
import { SHARED_SCHEMAS } from './shared-schemas.js';

const MEMBERS: Readonly<Record<string, JsonObject>> = {
  ClassNames: CLASS_NAMES,
  DocumentMetadata: metadataSchema(false),
  IriList: IRI_LIST,
  MediaObject: MEDIA_OBJECT,
  NullableIri: NULLABLE_IRI,
  NullableText: NULLABLE_TEXT,
  PublishableDocumentMetadata: metadataSchema(true),
  PublishableMetadata: PUBLISHABLE_METADATA,
  RecordId: RECORD_ID,
  TimeStamp: TIME_STAMP,
  WrittenPositions: WRITTEN_POSITIONS,
};

/** Components that paths and schemas of any type refer to; names of a type's own components begin with the type's name. */
export const SHARED_COMPONENTS = {
  parameters: { ...SHARED_BY_TYPES.parameters },
  responses: { ...namedProblems(), ...SHARED_BY_TYPES.responses },
  // A JSON Schema object is a schema object of OpenAPI 3.1.
  schemas: { ...SHARED_SCHEMAS, ...(MEMBERS as Record<string, SchemaObject>) },
} satisfies Components;
