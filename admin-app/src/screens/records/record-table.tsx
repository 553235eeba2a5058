import type { Identifier } from 'ra-core';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { BulkDeleteWithUndoButton, Datagrid, FunctionField, SimpleList } from 'ra-ui-materialui';
import type { ReactElement } from 'react';
import type { AdminType } from '../../api/model.js';
import { labelOf, type AdminRecord } from '../../api/records.js';
import type { Column } from './columns.js';
import { PublicationState } from '../../ui/publication-state.js';
import { textOf } from '../../ui/format-value.js';

export interface RecordTableProps {
  readonly type: AdminType;
  readonly columns: readonly Column[];
  /** Returns the path of a record. By default, it is the form. */
  readonly pathOf?: (id: string) => string;
  /** Shown instead of an empty table. */
  readonly empty?: ReactElement;
}

/** Table of records, or a list on phones. */
export function RecordTable(props: RecordTableProps): ReactElement {
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'), { noSsr: true });
  return isWide ? <Table {...props} /> : <Lines {...props} />;
}

function clickOf({ type, pathOf }: RecordTableProps): RowClick {
  if (!type.may.read) return false;
  return pathOf === undefined ? 'edit' : (id) => pathOf(String(id));
}

type RowClick = false | 'edit' | ((id: Identifier) => string);

function Table(props: RecordTableProps): ReactElement {
  const { type, columns, empty } = props;
  return (
    <Datagrid
      rowClick={clickOf(props)}
      {...(empty === undefined ? {} : { empty })}
      bulkActionButtons={
        type.may.delete ? <BulkDeleteWithUndoButton successMessage="admin.deleting" /> : false
      }
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
      {type.publishable !== null && (
        <FunctionField
          label="admin.state.label"
          sortable={false}
          render={(record: AdminRecord) => <PublicationState type={type} record={record} />}
        />
      )}
    </Datagrid>
  );
}

function Lines(props: RecordTableProps): ReactElement {
  const { type, empty } = props;
  const { modified = '', created = '' } = type.timestamps ?? {};
  return (
    <SimpleList<AdminRecord>
      rowClick={clickOf(props)}
      {...(empty === undefined ? {} : { empty })}
      primaryText={(record) => labelOf(type, record)}
      secondaryText={(record) => textOf(record[modified] ?? record[created], 'datetime')}
      tertiaryText={
        type.publishable !== null ? (record) => <PublicationState type={type} record={record} /> : undefined
      }
    />
  );
}
