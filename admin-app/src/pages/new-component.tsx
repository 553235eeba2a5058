import Alert from '@mui/material/Alert';
import Toolbar from '@mui/material/Toolbar';
import { CreateBase, ResourceContextProvider, useNotify, useTranslate } from 'ra-core';
import { SaveButton } from 'ra-ui-materialui';
import { useState, type ReactElement } from 'react';
import type { AdminType } from '../api/model.js';
import type { AdminRecord } from '../api/records.js';
import { nameOf } from '../app/names.js';
import { RecordForm } from '../edit/record-form.js';
import { FormDialog } from './form-dialog.js';
import { reasonOf } from './operations.js';

export interface NewComponentProps {
  readonly type: AdminType;
  /** What it is made with beside what the form asks for: its place. */
  readonly members: object;
  readonly done: () => void;
  /** What else belongs to making it. */
  readonly made?: (component: AdminRecord) => Promise<unknown>;
  readonly close: () => void;
}

/** The form of a new component. It and its place are made by one request. */
export function NewComponent({ type, members, done, made, close }: NewComponentProps): ReactElement {
  const translate = useTranslate();
  const notify = useNotify();
  const [refusal, setRefusal] = useState<string>();
  const finish = async (component: AdminRecord): Promise<void> => {
    await made?.(component).catch((error: unknown) => notify(reasonOf(error), { type: 'error' }));
    done();
    close();
  };
  const draft = (data: object): object => ({ ...data, ...members });
  const published = (data: object): object => ({ ...draft(data), publishedAt: new Date().toISOString() });
  const mayPublish = type.publishable && type.may.publish;
  return (
    <FormDialog title={translate('pages.new_data', { name: nameOf(type.name) })} close={close}>
      {refusal !== undefined && <Alert severity="error">{refusal}</Alert>}
      <ResourceContextProvider value={type.name}>
        <CreateBase
          resource={type.name}
          redirect={false}
          transform={mayPublish ? published : draft}
          mutationOptions={{
            onSuccess: (component) => void finish(component as AdminRecord),
            onError: (error) => setRefusal(reasonOf(error)),
          }}
        >
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
          />
        </CreateBase>
      </ResourceContextProvider>
    </FormDialog>
  );
}
