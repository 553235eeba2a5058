import Alert from '@mui/material/Alert';
import Toolbar from '@mui/material/Toolbar';
import { EditBase, ResourceContextProvider, useNotify, useTranslate } from 'ra-core';
import { SaveButton } from 'ra-ui-materialui';
import { useRef, useState, type ReactElement } from 'react';
import type { ApiDocument } from '../api/client.js';
import { idOf } from '../api/records.js';
import { nameOf } from '../app/names.js';
import { useType } from '../app/session.js';
import { Waiting } from '../app/waiting.js';
import { PublishingBar } from '../publishing/publishing-bar.js';
import { RecordForm } from '../edit/record-form.js';
import { useRefusals } from '../edit/use-refused.js';
import { TypedBars } from '../typed/typed-bars.js';
import { SavedContext } from '../typed/use-typed.js';
import { FormDialog } from './form-dialog.js';
import { useReason } from '../parts/use-reason.js';

export interface EditPlaceProps {
  readonly component: ApiDocument;
  readonly done: () => void;
  readonly close: () => void;
}

/** The form of a component, on the page where it stands. */
export function EditPlace({ component, done, close }: EditPlaceProps): ReactElement {
  const translate = useTranslate();
  const notify = useNotify();
  const reasonOf = useReason();
  const type = useType(component['@type']);
  const [refusal, setRefusal] = useState<string>();
  const { refusals, failed } = useRefusals((error) => setRefusal(reasonOf(error)));
  const isSaved = useRef(false);
  const saved = (): void => {
    setRefusal(undefined);
    notify('pages.saved', { type: 'success' });
    done();
    // What can be published is published here as well.
    if (type.publishable !== null && type.may.publish) return;
    isSaved.current = true;
    close();
  };
  const leave = (): void => {
    done();
    close();
  };
  return (
    <FormDialog title={translate('pages.edit', { name: nameOf(type.name) })} close={leave}>
      {refusal !== undefined && <Alert severity="error">{refusal}</Alert>}
      <ResourceContextProvider value={type.name}>
        <EditBase
          resource={type.name}
          id={idOf(type, component['@id'])}
          mutationMode="pessimistic"
          redirect={false}
          // Without it a form is drawn before the record is there, as that of a new one.
          loading={<Waiting />}
          queryOptions={{ gcTime: 0 }}
          mutationOptions={{ onSuccess: saved, onError: failed }}
        >
          <SavedContext value={isSaved}>
            <RecordForm
              toolbar={
                type.may.update && (
                  <Toolbar>
                    <SaveButton />
                  </Toolbar>
                )
              }
            >
              <TypedBars {...{ type, refusals }} />
              {type.publishable !== null && <PublishingBar type={type} taken={leave} />}
            </RecordForm>
          </SavedContext>
        </EditBase>
      </ResourceContextProvider>
    </FormDialog>
  );
}
