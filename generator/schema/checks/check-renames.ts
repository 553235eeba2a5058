import type { FieldDefinition, ResourceDefinition } from '../definition.js';
import { pointerOf } from '../pointer.js';
import { allFields, type CheckContext, fieldKind, isToMany, type SchemaFile } from '../schema-set.js';
import { type FieldOwner, fieldOwners, fieldsOf } from './owners.js';

/** `x-renamed-from` names what is gone, on what is stored. */
export function checkRenames(context: CheckContext): void {
  for (const file of context.resources) checkTitles(context, file);
  for (const owner of fieldOwners(context)) {
    for (const [name, field] of fieldsOf(owner)) checkField(context, owner, name, field);
  }
}

function checkTitles(context: CheckContext, { source, definition }: SchemaFile<ResourceDefinition>): void {
  const titles = definition['x-renamed-from'] ?? [];
  titles.forEach((title, index) => {
    if (!context.byTitle.has(title)) return;
    context.report(
      source,
      pointerOf('x-renamed-from', index),
      `The type ${JSON.stringify(title)} is still there, so ${definition.title} is not the renamed one.`,
      `Remove it here, or remove ${title}.json.`,
    );
  });
  if (titles.length === 0 || definition['x-table'] === undefined) return;
  // Stored discriminators follow the rename of the table: one that keeps its name would never tell.
  context.report(
    source,
    pointerOf('x-table'),
    'A renamed type takes its table along, so its table can\'t be fixed with "x-table".',
    'Remove "x-table", or keep the old title.',
  );
}

function checkField(context: CheckContext, owner: FieldOwner, name: string, field: FieldDefinition): void {
  const names = field['x-renamed-from'];
  if (names === undefined || names.length === 0) return;
  const place = ['properties', name, 'x-renamed-from'];
  if (!hasOwnStorage(field)) {
    context.report(
      owner.source,
      pointerOf(...place),
      `The field ${JSON.stringify(name)} has no column of its name, so there is nothing to rename.`,
      'Remove "x-renamed-from".',
    );
  }
  const file = context.byTitle.get(owner.title);
  const fields = file === undefined ? new Map(fieldsOf(owner)) : allFields(file, context.byTitle);
  names.forEach((former, index) => {
    if (!fields.has(former)) return;
    context.report(
      owner.source,
      pointerOf(...place, index),
      `The field ${JSON.stringify(former)} is still there, so ${JSON.stringify(name)} is not the renamed one.`,
      'Remove it here, or remove the old field.',
    );
  });
}

/** The column of an upload is named by `property`; that of the other side of a relation by the other side. */
function hasOwnStorage(field: FieldDefinition): boolean {
  const kind = fieldKind(field);
  if (kind !== 'relation') return kind === 'scalar';
  const relation = field['x-relation'];
  return relation?.mappedBy === undefined && !(isToMany(field) && relation?.kind === 'oneToMany');
}
