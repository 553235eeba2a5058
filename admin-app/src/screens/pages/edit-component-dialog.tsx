import Alert from '@mui/material/Alert';
import Toolbar from '@mui/material/Toolbar';
import { EditBase, ResourceContextProvider, useNotify, useTranslate } from 'ra-core';
import { SaveButton } from 'ra-ui-materialui';
import { useRef, useState, type ReactElement } from 'react';
import type { ApiDocument } from '../../api/client.js';
import { idOf } from '../../api/records.js';
import { nameOf } from '../../api/display-names.js';
import { useType } from '../../session/session.js';
import { Loading } from '../../ui/loading.js';
import { PublishingBar } from '../../form/publishing/publishing-bar.js';
import { RecordForm } from '../../form/record-form.js';
import { useSaveConflicts } from '../../form/use-save-errors.js';
import { UnsavedChangesBars } from '../../form/unsaved-changes/unsaved-changes-bars.js';
import { SavedContext } from '../../form/unsaved-changes/use-unsaved-changes.js';
import { FormDialog } from './form-dialog.js';
import { useErrorMessage } from '../../ui/use-error-message.js';

export interface EditComponentDialogProps {
  readonly component: ApiDocument;
  readonly done: () => void;
  readonly close: () => void;
}

/** Dialog with the form of a component on a page. */
export function EditComponentDialog({ component, done, close }: EditComponentDialogProps): ReactElement {
  const translate = useTranslate();
  const notify = useNotify();
  const reasonOf = useErrorMessage();
  const type = useType(component['@type']);
  const [refusal, setRefusal] = useState<string>();
  const { refusals, failed } = useSaveConflicts((error) => setRefusal(reasonOf(error)));
  const isSaved = useRef(false);
  const saved = (): void => {
    setRefusal(undefined);
    notify('pages.saved', { type: 'success' });
    done();
    // Publishable components stay open, because the dialog can publish them.
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
          // Without it, the form renders as that of a new record until the record is loaded.
          loading={<Loading />}
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
              <UnsavedChangesBars {...{ type, refusals }} />
              {type.publishable !== null && <PublishingBar type={type} taken={leave} />}
            </RecordForm>
          </SavedContext>
        </EditBase>
      </ResourceContextProvider>
    </FormDialog>
  );
}
