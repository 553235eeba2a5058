import type { Kernel } from '../../../kernel/kernel.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import { idLists } from '../../../kernel/records/id-lists.js';
import { cutText } from '../../../kernel/util/text/cut-text.js';
import { segmentOf } from '../../pages/public-api.js';
import { idOf } from '../format/keys.js';
import type { ImportSite } from '../model/import-format.js';

/** Gives import formats access to the types and records of the site. */
export function createImportSite({
  config,
  registry,
  reader,
  database,
}: Pick<Kernel, 'config' | 'registry' | 'reader' | 'database'>): ImportSite {
  return {
    publicUrl: config.server.publicUrl,
    types: registry.all,
    async findMany(type, ids) {
      const found: StoredRecord[] = [];
      for (const some of idLists(ids)) found.push(...(await reader.findMany(database, type, some)));
      return found;
    },
    async findBy(type, field, values) {
      const column = reader.select(type).expression(field);
      const statements = reader.statements(type);
      if (typeof values === 'boolean')
        return statements
          .where(`${column} = :value`)
          .all(database, { value: database.dialect.encode('boolean', values) });
      const statement = statements.where(database.dialect.anyOf(column, 'values', 'string'));
      const found: StoredRecord[] = [];
      for (const some of idLists(values)) found.push(...(await statement.all(database, { values: some })));
      return found;
    },
    idOf,
    slugOf: segmentOf,
    cutText,
  };
}
