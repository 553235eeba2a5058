import type { MemberKind } from '../../options.js';
import { fieldType } from '../../model/field-types.js';
import type { ResourceDefinition } from '../definition.js';
import { BASE_MEMBERS, BASE_RELATIONS } from '../reserved-names.js';
import { allFields, type CheckContext, fieldKind, isToMany, type SchemaFile } from '../schema-set.js';

/** The place where a member of a type is stored; undefined when its records have no member of that name. */
export function memberKind(
  context: CheckContext,
  file: SchemaFile<ResourceDefinition>,
  name: string,
): MemberKind | undefined {
  const field = allFields(file, context.byTitle).get(name);
  if (field === undefined) return baseKind(file.definition, name);
  switch (fieldKind(field)) {
    case 'scalar':
      return fieldType(field).column;
    case 'relation':
      return isToMany(field) ? 'unstored' : 'record';
    case 'upload':
    case 'computed':
      return 'unstored';
  }
}

const UNSTORED: ReadonlySet<string> = new Set(['uiClassNames', 'componentGroups', 'componentPositions']);

/** The places of members that come with the kind of the type or with its other keywords. */
function baseKind(definition: ResourceDefinition, name: string): MemberKind | undefined {
  const kind = definition['x-resource'];
  const stamps = keyword(definition['x-timestamped']);
  const versions = keyword(definition['x-publishable']);
  if (kind === 'page_data' && name in BASE_RELATIONS) return 'record';
  if (kind !== 'record' && UNSTORED.has(name)) return 'unstored';
  const moments = [
    ...(stamps === undefined && kind !== 'page_data'
      ? []
      : [stamps?.createdAtField ?? 'createdAt', stamps?.modifiedAtField ?? 'modifiedAt']),
    ...(versions === undefined ? [] : [versions.field ?? 'publishedAt']),
  ];
  if (moments.includes(name)) return 'datetime';
  if (versions !== undefined && name === (versions.publishedAssociation ?? 'publishedResource'))
    return 'record';
  if (versions !== undefined && name === (versions.draftAssociation ?? 'draftResource')) return 'unstored';
  const texts = kind === 'embedded' ? [] : BASE_MEMBERS[kind];
  // Rules look at records without their ids.
  return name !== 'id' && texts.includes(name) ? 'string' : undefined;
}

/** The value of a keyword that may be a boolean; undefined when it is off. */
function keyword<Options extends object>(
  authored: boolean | Options | undefined,
): Partial<Options> | undefined {
  if (authored === undefined || authored === false) return undefined;
  return authored === true ? {} : authored;
}
