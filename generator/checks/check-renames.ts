import type { FieldDescriptor } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { ResourceDefinition } from '../schema/definition.js';
import type { CheckContext, CheckedFile } from '../schema/schema-set.js';
import { type DeclaredField, fieldOwners, fieldsOf } from './owners.js';

/** Checks that `x-renamed-from` names removed names, on stored types and fields only. */
export function checkRenames(context: CheckContext): void {
  const claimed = new Map<string, string>();
  for (const file of context.resources) checkTitles(context, file, claimed);
  for (const owner of fieldOwners(context)) {
    for (const declared of fieldsOf(owner)) checkField(context, declared);
  }
}

/** Collects earlier titles in `claimed`, with the files that name them. */
function checkTitles(
  context: CheckContext,
  file: CheckedFile<ResourceDefinition>,
  claimed: Map<string, string>,
): void {
  const { source, definition } = file;
  const titles = definition['x-renamed-from'] ?? [];
  titles.forEach((title, index) => {
    const place = file.place.below('x-renamed-from', index);
    const other = claimed.get(title);
    if (other !== undefined && other !== source.file) {
      place.report(
        `${other} also names ${JSON.stringify(title)} as an earlier title. Rows can't belong to both.`,
        'Keep it only in the file of the type that the rows belong to.',
      );
    }
    claimed.set(title, other ?? source.file);
    if (!context.byTitle.has(title)) return;
    place.report(
      `The type ${JSON.stringify(title)} still exists, so ${definition.title} can't be its new name.`,
      `Remove it here, or remove ${title}.json.`,
    );
  });
}

function checkField(context: CheckContext, declared: DeclaredField): void {
  const { owner, name, field } = declared;
  const names = field['x-renamed-from'];
  if (names === undefined || names.length === 0) return;
  const place = declared.place.below('x-renamed-from');
  const fields = context.fieldsOf(owner.title);
  if (!hasOwnStorage(fields.get(name))) {
    place.report(
      `The field ${JSON.stringify(name)} has no column with its name, so there is nothing to rename.`,
      'Remove "x-renamed-from".',
    );
  }
  names.forEach((previous, index) => {
    if (!fields.has(previous)) return;
    place
      .below(index)
      .report(
        `The field ${JSON.stringify(previous)} still exists, so ${JSON.stringify(name)} can't be its new name.`,
        'Remove it here, or remove the old field. To swap two names, rename both members, run `cms generate`, ' +
          'then rename each to the other name, with the temporary name in "x-renamed-from".',
      );
  });
}

/**
 * Whether a field has its own storage. The column of an inverse relation is renamed on the other side. Uploads state
 * the previous `property`.
 */
function hasOwnStorage(field: FieldDescriptor | undefined): boolean {
  if (field?.kind === 'to-many') return field.through.kind === 'link' && field.through.owner;
  return field?.kind === 'scalar' || field?.kind === 'to-one' || field?.kind === 'upload';
}
