import { useNotify } from 'ra-core';
import { SaveButton } from 'ra-ui-materialui';
import Box from '@mui/material/Box';
import { useState, type ReactElement } from 'react';
import type { ApiDocument } from '../../api/client.js';
import type { AdminType } from '../../api/model.js';
import type { AdminRecord } from '../../api/records.js';
import { RecordForm } from '../../form/record-form.js';
import { useErrorMessage } from '../../ui/use-error-message.js';
import { UnsavedChangesBars } from '../../form/unsaved-changes/unsaved-changes-bars.js';
import { AddressFields, isComplete, NEW_ADDRESS } from './address-fields.js';
import { CreateDialog } from './create-dialog.js';
import { addAddress } from './tree-requests.js';

export interface NewPageDataProps {
  readonly type: AdminType;
  /** Initial members: the template or the parent page. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly made: (record: ApiDocument) => void;
  readonly close: () => void;
}

/** Form of new page data, with inputs for its path. */
export function NewPageData({ type, members, made, close }: NewPageDataProps): ReactElement {
  const notify = useNotify();
  const reasonOf = useErrorMessage();
  const [address, setAddress] = useState(NEW_ADDRESS);
  const created = async (record: AdminRecord): Promise<void> => {
    // The record exists already, so its path can be set in the page tree.
    await addAddress({ pageData: record['@id'] }, address).catch((error: unknown) =>
      notify(reasonOf(error), { type: 'warning', autoHideDuration: null }),
    );
    close();
    made(record);
  };
  return (
    <CreateDialog type={type} record={members} created={created} close={close}>
      <RecordForm
        toolbar={
          <Box sx={{ p: 2, pt: 0 }}>
            <SaveButton alwaysEnable disabled={!isComplete(address)} />
          </Box>
        }
      >
        <UnsavedChangesBars type={type} />
        <AddressFields address={address} change={setAddress} />
      </RecordForm>
    </CreateDialog>
  );
}
