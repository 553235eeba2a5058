import type { FieldDefinition, ResourceDefinition } from '../definition.js';
import { pointerOf } from '../pointer.js';
import { allFields, type CheckContext, fieldKind, isToMany, type SchemaFile } from '../schema-set.js';
import { type FieldOwner, fieldOwners, fieldsOf } from './owners.js';

/** `x-renamed-from` names what is gone, on what is stored. */
export function checkRenames(context: CheckContext): void {
  const claimed = new Map<string, string>();
  for (const file of context.resources) checkTitles(context, file, claimed);
  for (const owner of fieldOwners(context)) {
    for (const [name, field] of fieldsOf(owner)) checkField(context, owner, name, field);
  }
}

/** `claimed` has the earlier titles so far, with the files that name them. */
function checkTitles(
  context: CheckContext,
  { source, definition }: SchemaFile<ResourceDefinition>,
  claimed: Map<string, string>,
): void {
  const titles = definition['x-renamed-from'] ?? [];
  titles.forEach((title, index) => {
    const other = claimed.get(title);
    if (other !== undefined && other !== source.file) {
      context.report(
        source,
        pointerOf('x-renamed-from', index),
        `${other} names ${JSON.stringify(title)} as its earlier title too: the rows can't go to both.`,
        'Keep it in the file of the type that the rows belong to.',
      );
    }
    claimed.set(title, other ?? source.file);
    if (!context.byTitle.has(title)) return;
    context.report(
      source,
      pointerOf('x-renamed-from', index),
      `The type ${JSON.stringify(title)} is still there, so ${definition.title} is not the renamed one.`,
      `Remove it here, or remove ${title}.json.`,
    );
  });
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
