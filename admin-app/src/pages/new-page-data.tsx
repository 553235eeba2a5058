import { CreateBase, ResourceContextProvider, useNotify, useTranslate } from 'ra-core';
import { SaveButton } from 'ra-ui-materialui';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useState, type ReactElement } from 'react';
import type { ApiDocument } from '../api/client.js';
import type { AdminType } from '../api/model.js';
import type { AdminRecord } from '../api/records.js';
import { nameOf } from '../app/names.js';
import { RecordForm } from '../edit/record-form.js';
import { AddressFields, isComplete, NEW_ADDRESS } from './address-fields.js';
import { FormDialog } from './form-dialog.js';
import { reasonOf } from './operations.js';
import { addAddress } from './tree-requests.js';

export interface NewPageDataProps {
  readonly type: AdminType;
  /** The template, or the page below which it is to be. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly made: (record: ApiDocument) => void;
  readonly close: () => void;
}

/** The form of the type, with the address that the record gets. */
export function NewPageData({ type, members, made, close }: NewPageDataProps): ReactElement {
  const translate = useTranslate();
  const notify = useNotify();
  const [address, setAddress] = useState(NEW_ADDRESS);
  const [refusal, setRefusal] = useState<string>();
  const created = async (record: AdminRecord): Promise<void> => {
    // The record is there already; its address can be tried again in the tree.
    await addAddress({ pageData: record['@id'] }, address).catch((error: unknown) =>
      notify(reasonOf(error), { type: 'warning', autoHideDuration: null }),
    );
    close();
    made(record);
  };
  return (
    <FormDialog title={translate('pages.new_data', { name: nameOf(type.name) })} close={close}>
      {refusal !== undefined && <Alert severity="error">{refusal}</Alert>}
      <ResourceContextProvider value={type.name}>
        <CreateBase
          resource={type.name}
          record={members}
          redirect={false}
          mutationOptions={{
            onSuccess: (record) => void created(record as AdminRecord),
            onError: (error) => setRefusal(reasonOf(error)),
          }}
        >
          <RecordForm
            toolbar={
              <Box sx={{ p: 2, pt: 0 }}>
                <SaveButton alwaysEnable disabled={!isComplete(address)} />
              </Box>
            }
          >
            <AddressFields address={address} change={setAddress} />
          </RecordForm>
        </CreateBase>
      </ResourceContextProvider>
    </FormDialog>
  );
}
