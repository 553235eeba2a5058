import Alert from '@mui/material/Alert';
import Toolbar from '@mui/material/Toolbar';
import { useRecordContext, useResourceContext, useTranslate } from 'ra-core';
import { DeleteWithUndoButton, Edit, SaveButton } from 'ra-ui-materialui';
import type { ReactElement } from 'react';
import type { AdminType } from '../../api/model.js';
import { labelOf, type AdminRecord } from '../../api/records.js';
import { nameOf } from '../../api/display-names.js';
import { useSession } from '../../session/session.js';
import { PublishingBar } from '../../form/publishing/publishing-bar.js';
import { UnsavedChangesBars } from '../../form/unsaved-changes/unsaved-changes-bars.js';
import { RecordForm } from '../../form/record-form.js';
import { RecordPanels } from '../../form/record-panels.js';
import { SaveFailure } from '../../form/save-failure.js';
import { useSaveErrors } from '../../form/use-save-errors.js';

/** Form of a record with its panels. */
export default function EditPage(): ReactElement {
  const type = useSession().typeOf(useResourceContext() ?? '');
  const { refusals, failure, failed } = useSaveErrors(type, false);
  return (
    <Edit
      mutationMode="pessimistic"
      redirect={false}
      title={<Heading type={type} />}
      mutationOptions={{ onError: failed }}
      queryOptions={{ gcTime: 0 }}
      actions={false}
      aside={<RecordPanels type={type} />}
      sx={{ '& .RaEdit-main': { flexDirection: 'column', alignItems: 'stretch', gap: 1 } }}
    >
      <RecordForm toolbar={type.may.update || type.may.delete ? <Buttons type={type} /> : false}>
        {!type.may.update && <Locked />}
        <SaveFailure failure={failure} />
        <UnsavedChangesBars {...{ type, refusals }} />
        {type.publishable !== null && <PublishingBar type={type} />}
      </RecordForm>
    </Edit>
  );
}

function Heading({ type }: { readonly type: AdminType }): ReactElement {
  const record = useRecordContext<AdminRecord>();
  return <>{record === undefined ? nameOf(type.name) : `${nameOf(type.name)}: ${labelOf(type, record)}`}</>;
}

function Buttons({ type }: { readonly type: AdminType }): ReactElement {
  return (
    <Toolbar sx={{ justifyContent: 'space-between', gap: 1 }}>
      {type.may.update ? <SaveButton /> : <span />}
      {type.may.delete && <DeleteWithUndoButton successMessage="admin.deleting" />}
    </Toolbar>
  );
}

function Locked(): ReactElement {
  const translate = useTranslate();
  return (
    <Alert severity="info" sx={{ mb: 1 }}>
      {translate('admin.read_only')}
    </Alert>
  );
}
