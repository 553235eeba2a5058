import type { FieldDefinition, ResourceDefinition } from '../definition.js';
import type { Place } from '../place.js';
import { allFields, type CheckContext, type CheckedFile, relationTarget } from '../schema-set.js';

type File = CheckedFile<ResourceDefinition>;

/** A path of members that a caller may ask about, and where it is written. */
interface AskedPath {
  readonly place: Place;
  readonly path: string;
}

/**
 * Asking is reading (contract decision 65): before a list is searched, ordered or filtered by a member, it must be known
 * whether the caller may read it of every record.
 */
export function checkAsking(context: CheckContext): void {
  for (const file of context.resources) {
    for (const { place, path } of askedPaths(file)) {
      const fault = pathFault(context, file, path.split('.'));
      if (fault !== undefined) place.report(fault.message, fault.hint);
    }
  }
}

function askedPaths({ definition, place }: File): readonly AskedPath[] {
  const list = (keyword: 'x-search' | 'x-order-fields') =>
    (definition[keyword] ?? []).map((path, index) => ({ place: place.below(keyword, index), path }));
  return [
    ...list('x-search'),
    ...list('x-order-fields'),
    ...Object.keys(definition['x-order'] ?? {}).map((path) => ({
      place: place.below('x-order', path),
      path,
    })),
    ...Object.entries(definition['x-filters'] ?? {}).map(([parameter, { field }]) => ({
      place: place.below('x-filters', parameter),
      path: field ?? parameter,
    })),
    ...Object.entries(definition.properties ?? {}).flatMap(([name, field]) =>
      pathsOfField(name, field, place.below('properties', name)),
    ),
  ];
}

function pathsOfField(name: string, field: FieldDefinition, place: Place): readonly AskedPath[] {
  const shorthands = (['x-searchable', 'x-sortable'] as const).filter((keyword) => field[keyword] === true);
  const sources = field['x-computed']?.coalesce ?? [];
  return [
    ...shorthands.map((keyword) => ({ place: place.below(keyword), path: name })),
    ...sources.map((path, index) => ({
      place: place.below('x-computed', 'coalesce', index),
      path,
    })),
  ];
}

function pathFault(
  context: CheckContext,
  file: File,
  [name = '', ...rest]: readonly string[],
): { readonly message: string; readonly hint: string } | undefined {
  const field = allFields(file, context.byTitle).get(name);
  if (field === undefined) return undefined; // a base member, or reported by the check of the lists
  const member = `The member ${JSON.stringify(name)} of ${file.definition.title}`;
  if (field.writeOnly === true) {
    return {
      message: `${member} is never shown, so nobody may ask about it.`,
      hint: 'Remove it here, or "writeOnly" there.',
    };
  }
  const rule = field['x-read-if'];
  if (rule !== undefined && context.options.expressions?.looksAtObject(rule) === true) {
    return {
      message: `${member} is shown by a rule ("x-read-if") that looks at each record, so lists cannot be asked about it.`,
      hint: "Remove it here, or let the rule look at the caller only, for example is_granted('ROLE_ADMIN').",
    };
  }
  const target = context.byTitle.get(relationTarget(field) ?? '');
  return rest.length === 0 || target === undefined ? undefined : pathFault(context, target, rest);
}
