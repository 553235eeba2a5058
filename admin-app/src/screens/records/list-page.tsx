import { useResourceContext } from 'ra-core';
import { CreateButton, FilterButton, List, TopToolbar } from 'ra-ui-materialui';
import { lazy, Suspense, type ReactElement } from 'react';
import { useSession } from '../../session/session.js';
import { nameOf } from '../../api/display-names.js';
import type { AdminType } from '../../api/model.js';
import { columnsOf } from './columns.js';
import { filtersOf } from './filters.js';
import { RecordTable } from './record-table.js';

const ExportButton = lazy(() => import('./export-button.js'));

const PER_PAGE = 25;

/** List of the records of a type, with search, filters and order. */
export default function ListPage(): ReactElement {
  const type = useSession().typeOf(useResourceContext() ?? '');
  const filters = filtersOf(type);
  return (
    <List
      key={type.name}
      title={nameOf(type.name)}
      perPage={PER_PAGE}
      filters={filters}
      exporter={false}
      empty={false}
      actions={<Actions type={type} hasFilters={filters.some((one) => !one.props.alwaysOn)} />}
      {...startOf(type)}
    >
      <RecordTable type={type} columns={columnsOf(type)} />
    </List>
  );
}

/** Returns the initial order: newest first, if the type supports it. */
export function startOf({ orders, timestamps }: AdminType): {
  sort?: { field: string; order: 'ASC' | 'DESC' };
} {
  const { modified = '', created = '' } = timestamps ?? {};
  const dated = [modified, created].find((name) => orders.includes(name));
  const [first] = orders;
  if (dated !== undefined) return { sort: { field: dated, order: 'DESC' } };
  return first === undefined ? {} : { sort: { field: first, order: 'ASC' } };
}

interface ActionsProps {
  readonly type: AdminType;
  readonly hasFilters: boolean;
}

function Actions({ type, hasFilters }: ActionsProps): ReactElement {
  return (
    <TopToolbar>
      {hasFilters && <FilterButton disableSaveQuery />}
      <Suspense>
        <ExportButton type={type} />
      </Suspense>
      {type.may.create && <CreateButton />}
    </TopToolbar>
  );
}
