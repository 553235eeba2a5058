import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useCloseNotification, useNotify, useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { historyOf } from '../../../../templates/client/history.js';
import { client } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { useErrorMessage } from '../../ui/use-error-message.js';

const history = historyOf(client);
const SHOWN_MS = 15_000;

export interface Deleted {
  readonly title: string;
  /** Request ID of the deletion. */
  readonly requestId: string;
}

/**
 * Returns a function that reports a deletion with an undo button.
 * @param done called after the deletion was undone
 */
export function useDeleted(done: () => void): (deleted: Deleted) => void {
  const notify = useNotify();
  const translate = useTranslate();
  const reasonOf = useErrorMessage();
  const { features } = useSession().model;
  const hasHistory = features.includes('history');

  return (deleted) => {
    const { title } = deleted;
    const undo = (): void =>
      void undoRequest(deleted.requestId)
        .then(() => {
          notify('pages.restored', { type: 'success', messageArgs: { title } });
          done();
        })
        .catch((error: unknown) => notify(reasonOf(error), { type: 'error', multiLine: true }));
    const message = translate('pages.deleted', { title });
    if (hasHistory)
      notify(<Notice {...{ message, undo }} label={translate('ra.action.undo')} />, {
        autoHideDuration: SHOWN_MS,
      });
    else notify(message, { type: 'success' });
  };
}

interface NoticeProps {
  readonly message: string;
  readonly label: string;
  readonly undo: () => void;
}

function Notice({ message, label, undo }: NoticeProps): ReactElement {
  const close = useCloseNotification();
  const action = (
    <Button
      color="inherit"
      size="small"
      onClick={() => {
        close();
        undo();
      }}
    >
      {label}
    </Button>
  );
  return (
    <Alert severity="success" variant="filled" action={action}>
      {message}
    </Alert>
  );
}

/**
 * Undoes the changes of a request.
 * @throws ApiError if the user may not undo it, or a record has changed since
 */
async function undoRequest(requestId: string): Promise<void> {
  const { revisions } = await history.site({ kind: 'change' });
  const made = revisions.find((revision) => revision.requestId === requestId);
  if (made === undefined) throw new Error('pages.undo_gone');
  await history.undo(made.number);
}
