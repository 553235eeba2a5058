import type { FieldDefinition, ResourceDefinition } from '../definition.js';
import { pointerOf } from '../pointer.js';
import { allFields, type CheckContext, relationTarget, type SchemaFile } from '../schema-set.js';

type File = SchemaFile<ResourceDefinition>;

/** A path of members that a caller may ask about, and where it is written. */
interface AskedPath {
  readonly pointer: string;
  readonly path: string;
}

/**
 * Asking is reading (contract decision 65): before a list is searched, ordered or filtered by a member, it must be known
 * whether the caller may read it of every record.
 */
export function checkAsking(context: CheckContext): void {
  for (const file of context.resources) {
    for (const { pointer, path } of askedPaths(file)) {
      const fault = pathFault(context, file, path.split('.'));
      if (fault !== undefined) context.report(file.source, pointer, fault.message, fault.hint);
    }
  }
}

function askedPaths({ definition }: File): readonly AskedPath[] {
  const list = (keyword: 'x-search' | 'x-order-fields') =>
    (definition[keyword] ?? []).map((path, index) => ({ pointer: pointerOf(keyword, index), path }));
  return [
    ...list('x-search'),
    ...list('x-order-fields'),
    ...Object.keys(definition['x-order'] ?? {}).map((path) => ({
      pointer: pointerOf('x-order', path),
      path,
    })),
    ...Object.entries(definition['x-filters'] ?? {}).map(([parameter, { field }]) => ({
      pointer: pointerOf('x-filters', parameter),
      path: field ?? parameter,
    })),
    ...Object.entries(definition.properties ?? {}).flatMap(([name, field]) => pathsOfField(name, field)),
  ];
}

function pathsOfField(name: string, field: FieldDefinition): readonly AskedPath[] {
  const shorthands = (['x-searchable', 'x-sortable'] as const).filter((keyword) => field[keyword] === true);
  const sources = field['x-computed']?.coalesce ?? [];
  return [
    ...shorthands.map((keyword) => ({ pointer: pointerOf('properties', name, keyword), path: name })),
    ...sources.map((path, index) => ({
      pointer: pointerOf('properties', name, 'x-computed', 'coalesce', index),
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
