import Toolbar from '@mui/material/Toolbar';
import { EditBase, ResourceContextProvider, useNotify, useTranslate } from 'ra-core';
import { SaveButton } from 'ra-ui-materialui';
import { useRef, type ReactElement } from 'react';
import type { ApiDocument } from '../../api/client.js';
import { idOf } from '../../api/records.js';
import { nameOf } from '../../api/display-names.js';
import { useType } from '../../session/session.js';
import { Loading } from '../../ui/loading.js';
import { PublishingBar } from '../../form/publishing/publishing-bar.js';
import { RecordForm } from '../../form/record-form.js';
import { SaveFailure } from '../../form/save-failure.js';
import { useSaveErrors } from '../../form/use-save-errors.js';
import { UnsavedChangesBars } from '../../form/unsaved-changes/unsaved-changes-bars.js';
import { SavedContext } from '../../form/unsaved-changes/use-unsaved-changes.js';
import { FormDialog } from './form-dialog.js';

export interface EditComponentDialogProps {
  readonly component: ApiDocument;
  readonly done: () => void;
  readonly close: () => void;
}

/** Dialog with the form of a component on a page. */
export function EditComponentDialog({ component, done, close }: EditComponentDialogProps): ReactElement {
  const translate = useTranslate();
  const notify = useNotify();
  const type = useType(component['@type']);
  const { refusals, failure, failed } = useSaveErrors(type, false);
  const isSaved = useRef(false);
  const saved = (): void => {
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
              <SaveFailure failure={failure} />
              <UnsavedChangesBars {...{ type, refusals }} />
              {type.publishable !== null && <PublishingBar type={type} taken={leave} />}
            </RecordForm>
          </SavedContext>
        </EditBase>
      </ResourceContextProvider>
    </FormDialog>
  );
}
