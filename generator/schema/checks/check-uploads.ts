import type { UploadKeyword } from '../definition.js';
import type { Place } from '../place.js';
import { columnName } from '../../model/naming.js';
import { type CheckContext, fieldKind } from '../schema-set.js';
import { didYouMean } from '../../../runtime/kernel/util/suggest.js';
import { type DeclaredField, fieldOwners, fieldsOf, typesOf } from './owners.js';

/** Upload fields: an adapter, a column of their own, known filters (components.md section 4.1). */
export function checkUploads(context: CheckContext): void {
  for (const owner of fieldOwners(context)) {
    const columns = new Map<string, string>();
    for (const declared of fieldsOf(owner)) {
      const { name, field } = declared;
      const upload = field['x-upload'];
      if (upload === undefined) {
        if (fieldKind(field) !== 'scalar') continue;
        columns.set(field['x-column']?.name ?? columnName(name), name);
        continue;
      }
      const place = declared.place.below('x-upload');
      if (owner.kind === 'user') {
        place.report(
          'The user has no upload operations.',
          'Put the file on a component or page data type and add a relation.',
        );
      }
      const types = typesOf(field);
      if (types.length > 0 && types.join() !== 'string') {
        declared.place
          .below('type')
          .report('An upload field takes a string or null.', 'Write "type": ["string", "null"].');
      }
      checkAdapter(context, place, upload);
      checkColumn({ ...declared, place }, upload, columns);
    }
  }
}

function checkAdapter(context: CheckContext, place: Place, upload: UploadKeyword): void {
  const adapter: string | undefined = upload.adapter;
  const { adapters, imageFilters } = context.options;
  if (adapter === undefined) {
    place.report(
      '"x-upload" has no "adapter".',
      'Add "adapter" with the name of a configured file system, for example "public".',
    );
  } else if (adapters !== undefined && !adapters.includes(adapter)) {
    place
      .below('adapter')
      .report(
        `The file system ${JSON.stringify(adapter)} is not configured.`,
        didYouMean(adapter, adapters, 'Add it to "filesystems" of the configuration'),
      );
  }
  upload.imagineFilters?.forEach((filter, index) => {
    if (imageFilters === undefined || imageFilters.includes(filter)) return;
    place
      .below('imagineFilters', index)
      .report(
        `The image filter ${JSON.stringify(filter)} is not configured.`,
        didYouMean(filter, imageFilters, 'Add it to "image_filters" of the configuration'),
      );
  });
}

/** `columns` has the columns so far, with the fields that are stored in them. */
function checkColumn(
  { name, place }: DeclaredField,
  upload: UploadKeyword,
  columns: Map<string, string>,
): void {
  const column = columnName(upload.property ?? 'filename');
  const other = columns.get(column);
  if (other === undefined) {
    columns.set(column, name);
    return;
  }
  place.report(
    `The fields ${JSON.stringify(other)} and ${JSON.stringify(name)} store their paths in one column (${column}).`,
    `Give one of them another "property", for example "property": "${name}Path".`,
  );
}
