import type { JsonObject, JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import { REACHABLE_NOTE } from 'cms-api-components/internal/model/routable-fields.js';
import {
  CLASS_NAMES,
  IRI,
  IRI_LIST,
  NULLABLE_IRI,
  NULLABLE_TEXT,
  RECORD_ID,
  TIME_STAMP,
  WRITTEN_POSITIONS,
} from 'cms-api-components/internal/openapi/member-schemas.js';
import { metadataSchema } from 'cms-api-components/internal/openapi/member-schemas.js';
import type { DocumentedDescriptor } from 'cms-api-components/internal/openapi/documented-resource.js';
import { embeddedMember } from './embedded-member.js';
import type { ClientSchemas, FieldModel, ResourceNames } from './types.js';

const REACHABLE = { type: 'boolean', default: false, description: REACHABLE_NOTE } as const;

interface Member {
  readonly name: string;
  readonly read?: JsonValue;
  readonly write?: JsonValue;
  /** Whether every response contains the member. */
  readonly always?: boolean;
  /** Whether create requests require the member. */
  readonly required?: boolean;
}

/** Builds self-contained JSON Schemas for responses, create and update requests, with the base members. */
export function buildClientSchemas(input: {
  readonly names: ResourceNames;
  readonly descriptor: DocumentedDescriptor;
  readonly fields: readonly FieldModel[];
  readonly shapes: Readonly<Record<string, JsonObject>>;
  /** Values of `@type` in documents: the type and its subtypes. */
  readonly concreteTypes: readonly string[];
}): ClientSchemas {
  const { names, descriptor, fields, shapes } = input;
  const members = [...baseMembers(input), ...fields.map(fieldMember), ...stateMembers(descriptor)];
  const note: JsonObject =
    descriptor.description === undefined ? {} : { description: descriptor.description };
  return assembleSchemas({ names, members, shapes, note });
}

/** Builds the schemas for the fields of the user extension. */
export function buildUserSchemas(
  names: ResourceNames,
  fields: readonly FieldModel[],
  shapes: Readonly<Record<string, JsonObject>>,
): ClientSchemas {
  return assembleSchemas({ names, members: fields.map(fieldMember), shapes, note: {} });
}

function assembleSchemas(input: {
  readonly names: ResourceNames;
  readonly members: readonly Member[];
  readonly shapes: Readonly<Record<string, JsonObject>>;
  readonly note: JsonObject;
}): ClientSchemas {
  const { names, members, shapes, note } = input;
  const object = (title: string, side: 'read' | 'write', required: readonly string[]): JsonObject => ({
    title,
    type: 'object',
    ...note,
    properties: Object.fromEntries(
      members.flatMap((member) => (member[side] === undefined ? [] : [[member.name, member[side]]])),
    ),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...(Object.keys(shapes).length === 0 ? {} : { $defs: shapes }),
  });
  const namesWhere = (accept: (member: Member) => boolean) => members.filter(accept).map(({ name }) => name);
  return {
    read: object(
      names.type,
      'read',
      namesWhere((member) => member.always === true && member.read !== undefined),
    ),
    input: object(
      names.input,
      'write',
      namesWhere((member) => member.required === true && member.write !== undefined),
    ),
    patch: object(names.patch, 'write', []),
  };
}

function baseMembers({
  descriptor,
  fields,
  concreteTypes,
}: Pick<
  Parameters<typeof buildClientSchemas>[0],
  'descriptor' | 'fields' | 'concreteTypes'
>): readonly Member[] {
  const envelope: readonly Member[] = [
    { name: '@context', read: {} },
    { name: '@id', read: IRI, always: true },
    { name: '@type', read: { type: 'string', enum: concreteTypes }, always: true },
    { name: '_metadata', read: documentMetadata(descriptor, fields), always: true },
  ];
  if (descriptor.kind === 'page_data') {
    return [
      ...envelope,
      { name: 'title', read: { type: 'string' }, write: { type: 'string' }, always: true },
      { name: 'metaDescription', read: NULLABLE_TEXT, write: NULLABLE_TEXT },
      { name: 'page', read: IRI, write: IRI, always: true, required: true },
      { name: 'route', read: NULLABLE_IRI, write: NULLABLE_IRI },
      { name: 'isReachableWithoutRoute', read: REACHABLE, write: REACHABLE },
      { name: 'parentPage', read: NULLABLE_IRI, write: NULLABLE_IRI },
      { name: 'parentPageData', read: NULLABLE_IRI, write: NULLABLE_IRI },
    ];
  }
  const id: Member = { name: 'id', read: RECORD_ID, always: true };
  if (descriptor.kind === 'record') return [...envelope, id];
  return [
    ...envelope,
    id,
    { name: 'uiComponent', read: NULLABLE_TEXT, write: NULLABLE_TEXT },
    { name: 'uiClassNames', read: CLASS_NAMES, write: CLASS_NAMES },
    { name: 'componentGroups', read: IRI_LIST, write: IRI_LIST, always: true },
    {
      name: 'componentPositions',
      read: IRI_LIST,
      write: WRITTEN_POSITIONS,
      always: true,
    },
  ];
}

const dateMember = (name: string): Member => ({
  name,
  read: { ...NULLABLE_TEXT, format: 'date-time' },
  write: NULLABLE_TEXT,
});

function stateMembers({ publishable, timestamped }: DocumentedDescriptor): readonly Member[] {
  const published: readonly Member[] =
    publishable === undefined
      ? []
      : [
          dateMember(publishable.field),
          ...(publishable.expiryField === undefined ? [] : [dateMember(publishable.expiryField)]),
          { name: publishable.publishedAssociation, read: NULLABLE_IRI },
          { name: publishable.draftAssociation, read: NULLABLE_IRI },
        ];
  const stamps: readonly Member[] =
    timestamped === undefined
      ? []
      : [timestamped.createdAtField, timestamped.modifiedAtField].map((name) => ({
          name,
          read: TIME_STAMP,
          always: true,
        }));
  return [...published, ...stamps];
}

/** Documents omit null members, so only members that are never null are always present. */
function fieldMember({ descriptor, jsonSchema, required }: FieldModel): Member {
  const restricted = descriptor.readIf !== undefined || descriptor.readGroups !== undefined;
  const neverNull =
    descriptor.kind === 'to-many' ||
    ((descriptor.kind === 'scalar' || descriptor.kind === 'to-one') && !descriptor.nullable);
  const isDecimal = descriptor.kind === 'scalar' && descriptor.type === 'decimal';
  const written = isDecimal
    ? { ...jsonSchema, type: descriptor.nullable ? ['string', 'number', 'null'] : ['string', 'number'] }
    : jsonSchema;
  const hasDefault = descriptor.kind === 'scalar' && descriptor.default !== undefined;
  return {
    name: descriptor.name,
    ...(descriptor.readable ? { read: embeddedMember(descriptor, jsonSchema) } : {}),
    ...(descriptor.writable ? { write: written } : {}),
    always: neverNull && !restricted,
    required: required && !hasDefault,
  };
}

/** Returns the schema of `_metadata` for the documents of a type, with its TypeScript type name. */
function documentMetadata(descriptor: DocumentedDescriptor, fields: readonly FieldModel[]): JsonObject {
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

/** References only types that every project has. Uses double quotes, as json-schema-to-typescript does. */
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
