import type { ResourceDefinition } from '../definition.js';
import type { Place } from '../place.js';
import { BASE_MEMBERS, BASE_RELATIONS, BUILT_IN_TARGETS } from '../reserved-names.js';
import {
  allFields,
  type CheckContext,
  type CheckedFile,
  fieldKind,
  isToMany,
  relationTarget,
} from '../schema-set.js';
import { didYouMean } from '../../../runtime/kernel/util/suggest.js';
import { fieldOwners, keyFields } from './owners.js';

type File = CheckedFile<ResourceDefinition>;

/** Search, order, filter, unique and index lists name fields that exist and are stored. */
export function checkLists(context: CheckContext): void {
  for (const file of context.resources) {
    const { definition, place } = file;
    if (definition['x-resource'] === 'embedded') continue;
    const checkPath = (pathPlace: Place, path: string): void => {
      const fault = pathFault(context, file, path.split('.'));
      if (fault !== undefined) pathPlace.report(fault.message, fault.hint);
    };
    for (const keyword of ['x-search', 'x-order-fields'] as const) {
      definition[keyword]?.forEach((path, index) => checkPath(place.below(keyword, index), path));
    }
    for (const path of Object.keys(definition['x-order'] ?? {}))
      checkPath(place.below('x-order', path), path);
    for (const [parameter, filter] of Object.entries(definition['x-filters'] ?? {})) {
      const parameterPlace = place.below('x-filters', parameter);
      checkPath(parameterPlace, filter.field ?? parameter);
      checkParameter(parameterPlace, parameter);
    }
    for (const [name, field] of Object.entries(definition.properties ?? {})) {
      const listPlace = place.below('properties', name, 'x-computed', 'coalesce');
      field['x-computed']?.coalesce?.forEach((path, index) => checkPath(listPlace.below(index), path));
    }
  }
  checkKeys(context);
}

/** Parameters that every collection understands itself. */
const TAKEN = [
  'page',
  'perPage',
  'pagination',
  'search',
  'order',
  'published',
  'validate_published',
  'download',
];

function checkParameter(place: Place, parameter: string): void {
  if (!TAKEN.includes(parameter)) return;
  place.report(
    `The query parameter ${JSON.stringify(parameter)} has a meaning already.`,
    'Choose another name and set "field".',
  );
}

function pathFault(
  context: CheckContext,
  file: File,
  [name = '', ...rest]: readonly string[],
): { readonly message: string; readonly hint: string } | undefined {
  const { definition } = file;
  const field = allFields(file, context.byTitle).get(name);
  const base = baseMembers(definition);
  if (field === undefined && !base.includes(name)) {
    const known = [...allFields(file, context.byTitle).keys(), ...base];
    return {
      message: `${definition.title} has no field ${JSON.stringify(name)}.`,
      hint: didYouMean(name, known),
    };
  }
  if (field !== undefined && (fieldKind(field) === 'upload' || fieldKind(field) === 'computed')) {
    return {
      message: `The field ${JSON.stringify(name)} of ${definition.title} is not stored.`,
      hint: 'Name a stored field.',
    };
  }
  if (field !== undefined && fieldKind(field) === 'relation' && isToMany(field)) {
    return {
      message: `The field ${JSON.stringify(name)} of ${definition.title} is a list, which has no one value.`,
      hint: 'Name a field with one value.',
    };
  }
  if (rest.length === 0) return undefined;
  const target = field === undefined ? BASE_RELATIONS[name] : relationTarget(field);
  if (target === undefined) {
    return {
      message: `The field ${JSON.stringify(name)} of ${definition.title} is no relation, so nothing can follow it.`,
      hint: `Write ${JSON.stringify(name)} alone.`,
    };
  }
  const next = context.byTitle.get(target);
  if (next !== undefined) return pathFault(context, next, rest);
  return BUILT_IN_TARGETS.has(target) ? builtInFault(target, rest) : undefined;
}

/** Scalar members of built-in types that lists may name. */
const BUILT_IN_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  Route: ['id', 'path', 'name', 'createdAt', 'modifiedAt', 'liveAt', 'page', 'pageData', 'redirect'],
  Page: [
    'id',
    'title',
    'reference',
    'metaDescription',
    'uiComponent',
    'isTemplate',
    'layout',
    'route',
    'createdAt',
    'modifiedAt',
  ],
  Layout: ['id', 'reference', 'uiComponent', 'createdAt', 'modifiedAt'],
  User: ['id', 'username', 'emailAddress', 'createdAt', 'modifiedAt'],
};

function builtInFault(target: string, [name = '']: readonly string[]) {
  const members = BUILT_IN_MEMBERS[target];
  if (members === undefined) {
    return {
      message: `Nothing can follow a relation to ${target} here.`,
      hint: 'Name the relation alone, or a field of this type.',
    };
  }
  if (members.includes(name)) return undefined;
  return {
    message: `${target} has no field ${JSON.stringify(name)}.`,
    hint: didYouMean(name, members),
  };
}

function baseMembers(definition: ResourceDefinition): readonly string[] {
  const kind = definition['x-resource'];
  if (kind === 'embedded') return [];
  const stamps = definition['x-timestamped'];
  const versions = definition['x-publishable'];
  return [
    // Lists have no one value to search or order by.
    ...BASE_MEMBERS[kind].filter((name) => name !== 'componentGroups' && name !== 'componentPositions'),
    ...(stamps === undefined || stamps === false
      ? []
      : [
          (typeof stamps === 'object' ? stamps.createdAtField : undefined) ?? 'createdAt',
          (typeof stamps === 'object' ? stamps.modifiedAtField : undefined) ?? 'modifiedAt',
        ]),
    ...(versions === undefined || versions === false
      ? []
      : [(typeof versions === 'object' ? versions.field : undefined) ?? 'publishedAt']),
  ];
}

/** Unique keys and indexes cover columns of the type's own table. */
function checkKeys(context: CheckContext): void {
  for (const owner of fieldOwners(context)) {
    const file = context.byTitle.get(owner.title);
    const names = keyFields(context, owner);
    for (const keyword of ['x-unique', 'x-indexes'] as const) {
      const lists = file?.definition[keyword] ?? [];
      lists.forEach((list, index) =>
        list.forEach((name, position) => {
          if (names.includes(name)) return;
          owner.place
            .below(keyword, index, position)
            .report(
              `${JSON.stringify(keyword)} names ${JSON.stringify(name)}, which is no stored field of ${owner.title}.`,
              didYouMean(name, names),
            );
        }),
      );
    }
  }
}
