import type { UploadKeyword } from '../definition.js';
import { pointerOf } from '../pointer.js';
import { columnName } from '../../model/naming.js';
import { type CheckContext, fieldKind } from '../schema-set.js';
import { didYouMean } from '../suggest.js';
import { type FieldOwner, fieldOwners, fieldsOf, typesOf } from './owners.js';

/** Upload fields: an adapter, a column of their own, known filters (components.md section 4.1). */
export function checkUploads(context: CheckContext): void {
  for (const owner of fieldOwners(context)) {
    const columns = new Map<string, string>();
    for (const [name, field] of fieldsOf(owner)) {
      const upload = field['x-upload'];
      if (upload === undefined) {
        if (fieldKind(field) !== 'scalar') continue;
        columns.set(field['x-column']?.name ?? columnName(name), name);
        continue;
      }
      if (owner.kind === 'user') {
        context.report(
          owner.source,
          pointerOf('properties', name, 'x-upload'),
          'The user has no upload operations.',
          'Put the file on a component or page data type and add a relation.',
        );
      }
      const types = typesOf(field);
      if (types.length > 0 && types.join() !== 'string') {
        context.report(
          owner.source,
          pointerOf('properties', name, 'type'),
          'An upload field takes a string or null.',
          'Write "type": ["string", "null"].',
        );
      }
      checkAdapter(context, owner, name, upload);
      checkColumn(context, owner, name, upload, columns);
    }
  }
}

function checkAdapter(context: CheckContext, owner: FieldOwner, name: string, upload: UploadKeyword): void {
  const pointer = (...rest: readonly (string | number)[]) =>
    pointerOf('properties', name, 'x-upload', ...rest);
  const adapter: string | undefined = upload.adapter;
  const { adapters, imageFilters } = context.options;
  if (adapter === undefined) {
    context.report(
      owner.source,
      pointer(),
      '"x-upload" has no "adapter".',
      'Add "adapter" with the name of a configured file system, for example "public".',
    );
  } else if (adapters !== undefined && !adapters.includes(adapter)) {
    context.report(
      owner.source,
      pointer('adapter'),
      `The file system ${JSON.stringify(adapter)} is not configured.`,
      didYouMean(adapter, adapters, 'Add it to "filesystems" of the configuration'),
    );
  }
  upload.imagineFilters?.forEach((filter, index) => {
    if (imageFilters === undefined || imageFilters.includes(filter)) return;
    context.report(
      owner.source,
      pointer('imagineFilters', index),
      `The image filter ${JSON.stringify(filter)} is not configured.`,
      didYouMean(filter, imageFilters, 'Add it to "image_filters" of the configuration'),
    );
  });
}

function checkColumn(
  context: CheckContext,
  owner: FieldOwner,
  name: string,
  upload: UploadKeyword,
  columns: Map<string, string>,
): void {
  const column = columnName(upload.property ?? 'filename');
  const other = columns.get(column);
  if (other === undefined) {
    columns.set(column, name);
    return;
  }
  context.report(
    owner.source,
    pointerOf('properties', name, 'x-upload'),
    `The fields ${JSON.stringify(other)} and ${JSON.stringify(name)} store their paths in one column (${column}).`,
    `Give one of them another "property", for example "property": "${name}Path".`,
  );
}
