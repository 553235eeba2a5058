import type { ColumnType } from '../../../runtime/kernel/contract/resource.js';
import { fieldType } from '../../model/field-types.js';
import type { FilterDefinition, ResourceDefinition } from '../definition.js';
import { BASE_RELATIONS } from '../reserved-names.js';
import { allFields, type CheckContext, type CheckedFile, fieldKind, relationTarget } from '../schema-set.js';

type File = CheckedFile<ResourceDefinition>;

/** Search and filters compare values of the kind that the column holds; a database refuses anything else at run time. */
export function checkListTypes(context: CheckContext): void {
  for (const file of context.resources) {
    const { definition, place } = file;
    definition['x-search']?.forEach((path, index) => {
      if (isText(columnAt(context, file, path))) return;
      const message = `"x-search" looks for text, and ${JSON.stringify(path)} holds none.`;
      place.below('x-search', index).report(message, 'Name a text field, or use "x-filters".');
    });
    for (const [parameter, filter] of Object.entries(definition['x-filters'] ?? {})) {
      const fault = strategyFault(filter, columnAt(context, file, filter.field ?? parameter));
      if (fault === undefined) continue;
      const strategy = JSON.stringify(filter.strategy);
      place
        .below('x-filters', parameter, 'strategy')
        .report(`The strategy ${strategy} needs ${fault}.`, 'Choose another strategy, for example "exact".');
    }
  }
}

function strategyFault({ strategy }: FilterDefinition, column: ColumnType | undefined): string | undefined {
  if (column === undefined) return undefined;
  if (strategy === 'boolean') return column === 'boolean' ? undefined : 'a boolean field';
  if (strategy === 'date') return column === 'date' || column === 'datetime' ? undefined : 'a date field';
  const isPattern = strategy === 'partial' || strategy === 'start' || strategy === 'end';
  return isPattern && !isText(column) ? 'a text field' : undefined;
}

/** A path that leads nowhere is reported by the check of the lists. */
const isText = (column: ColumnType | undefined): boolean =>
  column === undefined || column === 'string' || column === 'text';

/** The column at the end of a path; undefined where this check knows nothing about it. */
function columnAt(context: CheckContext, file: File, path: string): ColumnType | undefined {
  const [name = '', ...rest] = path.split('.');
  const field = allFields(file, context.byTitle).get(name);
  const target = field === undefined ? BASE_RELATIONS[name] : relationTarget(field);
  if (rest.length > 0) {
    const next = target === undefined ? undefined : context.byTitle.get(target);
    return next === undefined ? undefined : columnAt(context, next, rest.join('.'));
  }
  if (target !== undefined || name === 'id') return 'uuid';
  if (field === undefined) return name.endsWith('At') ? 'datetime' : undefined;
  return fieldKind(field) === 'scalar' ? fieldType(field).column : undefined;
}
