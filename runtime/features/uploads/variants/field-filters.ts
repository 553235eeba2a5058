import type { UploadsConfig } from '../settings.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { UploadField } from '../../../kernel/contract/schema/resource.js';
import type { Logger } from '../../../kernel/ports/logger.js';

/** Returns the names of the variants of a record's field, in display order. */
export type FieldFilters = (record: StoredRecord, field: UploadField) => readonly string[];

/** Maximum number of logged unknown names, so that generated names cannot fill memory or log. */
const MAX_REPORTED = 100;

/**
 * Returns the declared filters of a field, then those that project code chooses for the record (components.md section
 * 4.5).
 */
export function createFieldFilters(deps: {
  readonly config: Pick<UploadsConfig, 'imageFilters' | 'extensions'>;
  readonly log: Logger;
}): FieldFilters {
  const { config, log } = deps;
  const choices = new Map(Object.entries(config.extensions.imageFilters ?? {}));
  const reported = new Set<string>();

  function isKnown(filter: string, type: string): boolean {
    if (Object.hasOwn(config.imageFilters, filter)) return true;
    const entry = `${type}:${filter}`;
    if (!reported.has(entry) && reported.size < MAX_REPORTED) {
      reported.add(entry);
      log.error({
        msg: `extensions.imageFilters.${type} returned a filter that image_filters does not define`,
        filter,
      });
    }
    return false;
  }

  return (record, field) => {
    const { type } = record;
    const choose = choices.get(type);
    if (choose === undefined) return field.imagineFilters;
    try {
      const chosen = choose(record, field).filter((filter) => isKnown(filter, type));
      return [...new Set([...field.imagineFilters, ...chosen])];
    } catch (err) {
      log.error({ msg: `extensions.imageFilters.${type} failed`, field: field.name, err });
      return field.imagineFilters;
    }
  };
}
