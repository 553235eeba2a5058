import { DateTimeInput, NullableBooleanInput, SearchInput, SelectInput, TextInput } from 'ra-ui-materialui';
import type { ReactElement } from 'react';
import { nameOf } from '../../api/display-names.js';
import type { AdminFilter, AdminType } from '../../api/model.js';

type FilterElement = ReactElement<{ readonly alwaysOn?: boolean }>;

/** Returns the filter inputs that the schema file of the type declares. The search is always visible. */
export function filtersOf(type: AdminType): FilterElement[] {
  const search = type.search ? [<SearchInput key="q" source="q" alwaysOn />] : [];
  return [...search, ...type.filters.flatMap((filter) => filterInputs(filter))];
}

function filterInputs({ name, kind, values }: AdminFilter): FilterElement[] {
  const shared = { source: name, label: labelOf(name), key: name };
  if (values !== undefined)
    return [
      <SelectInput
        {...shared}
        key={name}
        choices={values.map((id) => ({ id, name: id }))}
        translateChoice={false}
      />,
    ];
  switch (kind) {
    case 'boolean':
    case 'exists':
      return [
        <NullableBooleanInput
          {...shared}
          key={name}
          trueLabel="admin.yes"
          falseLabel="admin.no"
          nullLabel="admin.all"
        />,
      ];
    case 'date':
      return ['after', 'before'].map((end) => (
        <DateTimeInput
          key={`${name}.${end}`}
          source={`${name}.${end}`}
          label={`${labelOf(name)} ${SIGNS[end]}`}
        />
      ));
    case 'range':
      return ['gte', 'lte'].map((end) => (
        <TextInput
          key={`${name}.${end}`}
          source={`${name}.${end}`}
          type="number"
          label={`${labelOf(name)} ${SIGNS[end]}`}
        />
      ));
    default:
      return [<TextInput {...shared} key={name} />];
  }
}

const SIGNS: Readonly<Record<string, string>> = { after: '≥', before: '≤', gte: '≥', lte: '≤' };

/** Returns the label of a parameter. `exists[publishedAt]` uses the name of its member. */
const labelOf = (parameter: string): string => nameOf(/\[(\w+)\]/.exec(parameter)?.[1] ?? parameter);
