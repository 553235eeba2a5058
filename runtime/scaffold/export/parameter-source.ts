import type { ExportScope } from './export-scope.js';
import { isWritable } from './source-text.js';
import { printCall } from './source-writer.js';

/** Writes the function that stores the parameters of the site. */
export async function writeParameters(scope: ExportScope): Promise<void> {
  const { session, reader, source, names, iris, gap } = scope;
  const type = 'SiteConfigParameter';
  const parameters = await reader.statements(type).where('1 = 1').all(session, {});
  const statements = parameters.flatMap(({ id, values: { key, value } }) => {
    if (!isWritable(value)) {
      const iri = iris.of({ type, id, key: String(key) });
      gap(`${type} ${iri}: its value cannot be written as source`);
      return [];
    }
    const members = [
      ['key', key],
      ['value', value],
    ] as const;
    const made = printCall('resource', [type], { members, before: 15, indent: '  ' });
    return [`site.persist(${made});`];
  });
  if (statements.length > 0) await source.define(names.plain('declareParameters'), statements, true);
}
