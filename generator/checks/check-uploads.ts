import type { UploadKeyword } from '../schema/definition.js';
import type { Place } from '../schema/place.js';
import type { CheckContext } from '../schema/schema-set.js';
import { didYouMean } from 'cms-api-components/internal/kernel/util/text/suggest.js';
import { type FieldOwner, fieldsOf, typesOf } from './owners.js';

/** Checks that upload fields have an adapter and known filters (components.md section 4.1). */
export function checkUploads(owner: FieldOwner, context: CheckContext): void {
  for (const declared of fieldsOf(owner)) {
    const { field } = declared;
    const upload = field['x-upload'];
    if (upload === undefined) continue;
    const place = declared.place.below('x-upload');
    if (owner.kind === 'user') {
      place.report(
        'Users have no upload operations.',
        'Add the file to a component or page data type, and add a relation.',
      );
    }
    const types = typesOf(field);
    if (types.length > 0 && types.join() !== 'string') {
      declared.place
        .below('type')
        .report('An upload field takes a string or null.', 'Write "type": ["string", "null"].');
    }
    checkAdapter(context, place, upload);
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
        didYouMean(adapter, adapters, 'Add it to "filesystems" in the configuration'),
      );
  }
  upload.imagineFilters?.forEach((filter, index) => {
    if (imageFilters === undefined || imageFilters.includes(filter)) return;
    place
      .below('imagineFilters', index)
      .report(
        `The image filter ${JSON.stringify(filter)} is not configured.`,
        didYouMean(filter, imageFilters, 'Add it to "image_filters" in the configuration'),
      );
  });
}
