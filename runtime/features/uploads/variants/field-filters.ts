import type { UploadsConfig } from '../settings.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { UploadField } from '../../../kernel/contract/schema/resource.js';
import type { Logger } from '../../../kernel/ports/logger.js';

/** Names of the variants that a field of a record has, in the order in which they are shown. */
export type FieldFilters = (record: StoredRecord, field: UploadField) => readonly string[];

/** Unknown names that are logged; a project that makes names up must not fill the memory or the log. */
const MAX_REPORTED = 100;

/** The declared filters of a field, then those that the project's code chooses for the record (components.md section 4.5). */
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
