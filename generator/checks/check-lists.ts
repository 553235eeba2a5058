import type {
  FieldDescriptor,
  FilterDescriptor,
} from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import { didYouMean } from 'cms-api-components/internal/kernel/util/text/suggest.js';
import type { ResourceDefinition } from '../schema/definition.js';
import type { Place } from '../schema/place.js';
import { BUILT_IN_TARGETS } from '../schema/reserved-names.js';
import type { CheckContext, CheckedFile } from '../schema/schema-set.js';
import { fieldOwners, keyFields, platformMembers } from './owners.js';

type File = CheckedFile<ResourceDefinition>;

/** A member path for search, order, filter or display, with its position in the file. */
interface RequestedPath {
  readonly place: Place;
  readonly path: string;
  readonly use: PathUse;
}

/** Use of the member at the end of a path: text search, order, filter strategy or display. */
type PathUse = 'search' | 'order' | 'shown' | FilterDescriptor['strategy'];

/** Checks that search, order, filter, unique and index lists name existing, stored members that callers can query. */
export function checkLists(context: CheckContext): void {
  for (const file of context.resources) {
    const { 'x-resource': kind, 'x-filters': filters = {} } = file.definition;
    if (kind === 'embedded') continue;
    for (const parameter of Object.keys(filters))
      checkParameter(file.place.below('x-filters', parameter), parameter);
    for (const requested of requestedPaths(file)) checkPath(context, file, requested);
  }
  checkKeys(context);
}

function requestedPaths({ definition, place }: File): readonly RequestedPath[] {
  const list = (keyword: 'x-search' | 'x-order-fields', use: PathUse): readonly RequestedPath[] =>
    (definition[keyword] ?? []).map((path, index) => ({ place: place.below(keyword, index), path, use }));
  return [
    ...list('x-search', 'search'),
    ...list('x-order-fields', 'order'),
    ...Object.keys(definition['x-order'] ?? {}).map((path): RequestedPath => ({
      place: place.below('x-order', path),
      path,
      use: 'order',
    })),
    ...Object.entries(definition['x-filters'] ?? {}).map(
      ([parameter, { field = parameter, strategy = 'exact' }]): RequestedPath => ({
        place: place.below('x-filters', parameter),
        path: field,
        use: strategy,
      }),
    ),
    ...Object.entries(definition.properties ?? {}).flatMap(([name, field]): readonly RequestedPath[] => {
      const at = place.below('properties', name);
      const shorthands = (['x-searchable', 'x-sortable'] as const).filter(
        (keyword) => field[keyword] === true,
      );
      const sources = field['x-computed']?.coalesce ?? [];
      return [
        ...shorthands.map((keyword) => ({ place: at.below(keyword), path: name, use: 'shown' as const })),
        ...sources.map((path, index) => ({
          place: at.below('x-computed', 'coalesce', index),
          path,
          use: 'shown' as const,
        })),
      ];
    }),
  ];
}

function checkPath(context: CheckContext, { definition }: File, { place, path, use }: RequestedPath): void {
  const found = follow(definition, path.split('.'), { context, use, isOfMany: false });
  if (found === undefined) return;
  if ('message' in found) place.report(found.message, found.hint);
  else if (use === 'search') {
    if (isText(found.field)) return;
    const message = `"x-search" needs text fields, but ${JSON.stringify(path)} is not text.`;
    place.report(message, 'Name a text field, or use "x-filters".');
  } else if (use === 'order') {
    if (!found.isOfMany || hasLeastValue(found.field)) return;
    const message = `Values of ${JSON.stringify(path)} have no order.`;
    place.report(message, 'End the path with a text, a number or a date.');
  } else {
    const wanted = wantedBy(use, found.field);
    if (wanted === undefined) return;
    place
      .below('strategy')
      .report(`The strategy "${use}" needs ${wanted}.`, 'Choose another strategy, for example "exact".');
  }
}

/** Whether databases have a minimum of this type: texts, numbers and dates. */
const hasLeastValue = (field: FieldDescriptor): boolean =>
  field.kind === 'scalar' && !['boolean', 'uuid', 'json'].includes(field.type);

/** The member at the end of a path, and whether a record has several of them. */
interface Found {
  readonly field: FieldDescriptor;
  readonly isOfMany: boolean;
}

interface Following {
  readonly context: CheckContext;
  readonly use: PathUse;
  /** Whether the path already includes a relation to many records. */
  readonly isOfMany: boolean;
}

interface Fault {
  readonly message: string;
  readonly hint: string;
}

/**
 * Returns the member at the end of a path, the reason why it can't be used, or undefined for members of built-in types.
 */
function follow(
  definition: ResourceDefinition,
  [name = '', ...rest]: readonly string[],
  { context, use, isOfMany: isOfManyBefore }: Following,
): Found | Fault | undefined {
  const { title } = definition;
  const fields = new Map([...listable(definition), ...context.fieldsOf(title)]);
  const field = fields.get(name);
  if (field === undefined)
    return {
      message: `${title} has no field ${JSON.stringify(name)}.`,
      hint: didYouMean(name, fields.keys()),
    };
  const fault = faultOf(field, { title, isLast: rest.length === 0 }, { context, use });
  if (fault !== undefined) return fault;
  const isOfMany = isOfManyBefore || isOtherSide(field);
  if (rest.length === 0) return { field, isOfMany };
  if (!('target' in field))
    return {
      message: `The field ${JSON.stringify(name)} of ${title} is not a relation, so the path must end there.`,
      hint: `Use only ${JSON.stringify(name)}.`,
    };
  const target = context.byTitle.get(field.target);
  if (target !== undefined) return follow(target.definition, rest, { context, use, isOfMany });
  if (!BUILT_IN_TARGETS.has(field.target)) return undefined;
  return builtInFault(field.target, rest, isOfMany && use === 'order');
}

/** Relations that only filters and orders can follow, because a record may have several values. */
const isOtherSide = ({ kind }: FieldDescriptor): boolean => kind === 'to-many' || kind === 'inverse-one';

/**
 * Returns the reason why a member can't be queried. Querying a value reveals it, so the caller must have read access to
 * the member of every record (contract decision 65).
 */
function faultOf(
  descriptor: FieldDescriptor,
  { title, isLast }: { readonly title: string; readonly isLast: boolean },
  { context, use }: Pick<Following, 'context' | 'use'>,
): Fault | undefined {
  const { kind, name, readable, readIf } = descriptor;
  const { options } = context;
  const field = `The field ${JSON.stringify(name)} of ${title}`;
  const member = `The member ${JSON.stringify(name)} of ${title}`;
  if (kind === 'upload' || kind === 'computed')
    return { message: `${field} is not stored.`, hint: 'Name a stored field.' };
  if (isOtherSide(descriptor) && (use === 'search' || use === 'shown'))
    return { message: `${field} is a list, not a single value.`, hint: 'Name a field with one value.' };
  if (isOtherSide(descriptor) && use === 'order' && isLast)
    return {
      message: `${field} is a list, not a single value.`,
      hint: `Name a field of its records: ${JSON.stringify(`${name}.title`)}.`,
    };
  if (!readable)
    return {
      message: `${member} is never returned, so lists can't use it.`,
      hint: 'Remove it here, or "writeOnly" there.',
    };
  if (readIf === undefined || options.expressions?.dependsOnObject(readIf) !== true) return undefined;
  return {
    message: `${member} has a read rule ("x-read-if") that depends on the record, so lists can't use it.`,
    hint: "Remove it here, or use a rule that depends on the user only, for example is_granted('ROLE_ADMIN').",
  };
}

/** Returns the members that lists can name in addition to fields: platform members with one value. */
function listable(definition: ResourceDefinition): readonly (readonly [string, FieldDescriptor])[] {
  return [ID, ...platformMembers(definition)]
    .filter((field) =>
      field.kind === 'scalar' ? field.type !== 'json' : field.kind === 'to-one' && field.writable,
    )
    .map((field) => [field.name, field]);
}

const ID: FieldDescriptor = {
  kind: 'scalar',
  name: 'id',
  column: 'id',
  type: 'uuid',
  accepts: ['string'],
  nullable: false,
  readable: true,
  writable: false,
};

/** Scalar members of built-in types that lists can name. */
const BUILT_IN_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  Route: [
    'id',
    'path',
    'name',
    'createdAt',
    'modifiedAt',
    'liveAt',
    'expiresAt',
    'page',
    'pageData',
    'redirect',
  ],
  Page: [
    ...['id', 'title', 'reference', 'metaDescription', 'uiComponent', 'isTemplate', 'layout', 'route'],
    ...['createdAt', 'modifiedAt'],
  ],
  Layout: ['id', 'reference', 'uiComponent', 'createdAt', 'modifiedAt'],
  User: ['id', 'username', 'emailAddress', 'createdAt', 'modifiedAt'],
};

/** Members of built-in types without a minimum. */
const WITHOUT_LEAST = new Set(['id', 'page', 'pageData', 'redirect', 'layout', 'route', 'isTemplate']);

function builtInFault(
  target: string,
  [name = '']: readonly string[],
  needsLeast: boolean,
): Fault | undefined {
  const all = BUILT_IN_MEMBERS[target];
  const members = needsLeast ? all?.filter((member) => !WITHOUT_LEAST.has(member)) : all;
  if (members === undefined)
    return {
      message: `A path can't continue after a relation to ${target} here.`,
      hint: 'Name only the relation, or a field of this type.',
    };
  if (members.includes(name)) return undefined;
  return { message: `${target} has no field ${JSON.stringify(name)}.`, hint: didYouMean(name, members) };
}

const isText = (field: FieldDescriptor): boolean =>
  field.kind === 'scalar' && (field.type === 'string' || field.type === 'text');

/**
 * Returns the value kind that a filter needs but the column doesn't have. A database would reject the query at run
 * time.
 */
function wantedBy(strategy: RequestedPath['use'], field: FieldDescriptor): string | undefined {
  const type = field.kind === 'scalar' ? field.type : undefined;
  switch (strategy) {
    case 'boolean':
      return type === 'boolean' ? undefined : 'a boolean field';
    case 'date':
      return type === 'date' || type === 'datetime' ? undefined : 'a date field';
    case 'partial':
    case 'start':
    case 'end':
      return isText(field) ? undefined : 'a text field';
    case 'exact':
    case 'exists':
    case 'range':
    case 'search':
    case 'order':
    case 'shown':
      return undefined;
  }
}

/** Query parameters of every collection. */
const TAKEN = [
  ...['page', 'perPage', 'pagination', 'search', 'order'],
  ...['published', 'validate_published', 'preview', 'download'],
];

function checkParameter(place: Place, parameter: string): void {
  if (!TAKEN.includes(parameter)) return;
  place.report(
    `The query parameter ${JSON.stringify(parameter)} is reserved.`,
    'Choose another name and set "field".',
  );
}

/** Checks that unique keys and indexes use columns of the type's table. */
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
              `${JSON.stringify(keyword)} names ${JSON.stringify(name)}, which is not a stored field of ${owner.title}.`,
              didYouMean(name, names),
            );
        }),
      );
    }
  }
}
