import Alert from '@mui/material/Alert';
import { CreateBase, ResourceContextProvider, useTranslate, type CreateBaseProps } from 'ra-core';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { AdminType } from '../../api/model.js';
import type { AdminRecord } from '../../api/records.js';
import { nameOf } from '../../api/display-names.js';
import { useErrorMessage } from '../../ui/use-error-message.js';
import { SavedContext } from '../../form/unsaved-changes/use-unsaved-changes.js';
import { FormDialog } from './form-dialog.js';

export interface CreateDialogProps extends Pick<CreateBaseProps, 'record' | 'transform'> {
  readonly type: AdminType;
  readonly created: (record: AdminRecord) => Promise<void>;
  readonly close: () => void;
  /** Form with its buttons. */
  readonly children: ReactNode;
}

/** Dialog with the form of a new record. Errors of the service are shown above it. */
export function CreateDialog(props: CreateDialogProps): ReactElement {
  const { type, created, close, children, ...base } = props;
  const translate = useTranslate();
  const reasonOf = useErrorMessage();
  const [refusal, setRefusal] = useState<string>();
  const saved = useRef(false);
  return (
    <FormDialog title={translate('pages.new_data', { name: nameOf(type.name) })} close={close}>
      {refusal !== undefined && (
        <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
          {refusal}
        </Alert>
      )}
      <ResourceContextProvider value={type.name}>
        <CreateBase
          {...base}
          resource={type.name}
          redirect={false}
          mutationOptions={{
            onSuccess: (record) => {
              saved.current = true;
              void created(record as AdminRecord);
            },
            onError: (error) => setRefusal(reasonOf(error)),
          }}
        >
          <SavedContext value={saved}>{children}</SavedContext>
        </CreateBase>
      </ResourceContextProvider>
    </FormDialog>
  );
}
