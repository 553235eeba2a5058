import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { FilterButton, List, TopToolbar } from 'ra-ui-materialui';
import { useMemo, type ReactElement } from 'react';
import { useParams } from 'react-router-dom';
import type { AdminType } from '../../../api/model.js';
import { NotFound } from '../../../ui/not-found.js';
import { useSession } from '../../../session/session.js';
import { columnsOf, type Column } from '../../records/columns.js';
import { filtersOf } from '../../records/filters.js';
import { startOf } from '../../records/list-page.js';
import { RecordTable } from '../../records/record-table.js';
import ExportButton from '../../records/export-button.js';
import { formsOf, submissionsPath, submittedTypes } from './submission-types.js';
import { useSubmissionLabels } from './use-submission-labels.js';

const PER_PAGE = 25;

/** List of the submissions of a type, the newest first. */
export function SubmissionListScreen(): ReactElement {
  const { model } = useSession();
  const { type: name } = useParams();
  const type = submittedTypes(model).find((one) => one.name === name);
  return type === undefined ? <NotFound /> : <SubmissionList key={type.name} type={type} />;
}

function SubmissionList({ type }: { readonly type: AdminType }): ReactElement {
  const filters = filtersOf(type);
  const labels = useSubmissionLabels(type);
  const columns = useMemo(() => submissionColumns(type, labels), [type, labels]);
  return (
    <List
      resource={type.name}
      storeKey={`forms.${type.name}`}
      title={formsOf(type)}
      perPage={PER_PAGE}
      filters={filters}
      exporter={false}
      empty={false}
      actions={
        <TopToolbar>
          {filters.some((one) => !one.props.alwaysOn) && <FilterButton disableSaveQuery />}
          <ExportButton type={type} />
        </TopToolbar>
      }
      {...startOf(type)}
    >
      <RecordTable
        type={type}
        columns={columns}
        pathOf={(id) => submissionsPath(type, id)}
        empty={<Nothing />}
      />
    </List>
  );
}

function Nothing(): ReactElement {
  const translate = useTranslate();
  return (
    <Typography sx={{ p: 4, textAlign: 'center', color: 'text.secondary' }}>
      {translate('people.forms.nothing')}
    </Typography>
  );
}

/** Returns the columns with the labels of the form, beginning with the submission date. */
function submissionColumns(type: AdminType, labels: ReadonlyMap<string, string>): readonly Column[] {
  const columns = columnsOf(type, 'created').map((column) => ({
    ...column,
    title: labels.get(column.name) ?? column.title,
  }));
  const [sent] = columns.filter(({ name }) => name === type.timestamps?.created);
  return sent === undefined ? columns : [sent, ...columns.filter((column) => column !== sent)];
}
