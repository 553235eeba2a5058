import Toolbar from '@mui/material/Toolbar';
import { useNotify, useTranslate } from 'ra-core';
import { SaveButton } from 'ra-ui-materialui';
import type { ReactElement } from 'react';
import type { AdminType } from '../../api/model.js';
import type { AdminRecord } from '../../api/records.js';
import { RecordForm } from '../../form/record-form.js';
import { useErrorMessage } from '../../ui/use-error-message.js';
import { UnsavedChangesBars } from '../../form/unsaved-changes/unsaved-changes-bars.js';
import { CreateDialog } from './create-dialog.js';

export interface NewComponentProps {
  readonly type: AdminType;
  /** Members in addition to those of the form: the position. */
  readonly members: object;
  readonly done: () => void;
  /** Called with the new component for further steps. */
  readonly made?: (component: AdminRecord) => Promise<unknown>;
  readonly close: () => void;
}

/** Form of a new component. One request creates the component and its position. */
export function NewComponent({ type, members, done, made, close }: NewComponentProps): ReactElement {
  const translate = useTranslate();
  const notify = useNotify();
  const reasonOf = useErrorMessage();
  const finish = async (component: AdminRecord): Promise<void> => {
    await made?.(component).catch((error: unknown) => notify(reasonOf(error), { type: 'error' }));
    done();
    close();
  };
  const draft = (data: object): object => ({ ...data, ...members });
  const { field } = type.publishable ?? {};
  const mayPublish = field !== undefined && type.may.publish;
  const published = (data: object): object => ({
    ...draft(data),
    ...(mayPublish ? { [field]: new Date().toISOString() } : {}),
  });
  return (
    <CreateDialog type={type} transform={published} created={finish} close={close}>
      <RecordForm
        toolbar={
          <Toolbar sx={{ gap: 1 }}>
            <SaveButton
              alwaysEnable
              label={mayPublish ? translate('pages.save_published') : translate('ra.action.save')}
            />
            {mayPublish && (
              <SaveButton
                alwaysEnable
                type="button"
                variant="outlined"
                label={translate('pages.save_draft')}
                transform={draft}
              />
            )}
          </Toolbar>
        }
      >
        <UnsavedChangesBars type={type} />
      </RecordForm>
    </CreateDialog>
  );
}
