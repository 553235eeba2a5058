import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { BulkDeleteWithUndoButton, Datagrid, FunctionField, SimpleList } from 'ra-ui-materialui';
import type { ReactElement } from 'react';
import type { AdminType } from '../api/model.js';
import { labelOf, type AdminRecord } from '../api/records.js';
import type { Column } from './columns.js';
import { StateOf } from './state.js';
import { textOf } from './values.js';

export interface RecordsProps {
  readonly type: AdminType;
  readonly columns: readonly Column[];
}

/** A table, and on phones a list. */
export function Records({ type, columns }: RecordsProps): ReactElement {
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'), { noSsr: true });
  return isWide ? <Table {...{ type, columns }} /> : <Lines type={type} />;
}

function Table({ type, columns }: RecordsProps): ReactElement {
  return (
    <Datagrid
      rowClick={type.may.read ? 'edit' : false}
      bulkActionButtons={type.may.delete ? <BulkDeleteWithUndoButton /> : false}
      size="small"
    >
      {columns.map(({ name, title, isOrdered, render }) => (
        <FunctionField
          key={name}
          source={name}
          label={title}
          sortable={isOrdered}
          render={(record: AdminRecord) => render(record)}
        />
      ))}
      {type.publishable && (
        <FunctionField
          label="admin.state.label"
          sortable={false}
          render={(record: AdminRecord) => <StateOf record={record} />}
        />
      )}
    </Datagrid>
  );
}

function Lines({ type }: { readonly type: AdminType }): ReactElement {
  return (
    <SimpleList<AdminRecord>
      rowClick={type.may.read ? 'edit' : false}
      primaryText={(record) => labelOf(type, record)}
      secondaryText={(record) => textOf(record['modifiedAt'], 'datetime')}
      tertiaryText={type.publishable ? (record) => <StateOf record={record} /> : undefined}
    />
  );
}
