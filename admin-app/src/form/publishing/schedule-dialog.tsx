import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { localOf, momentOf } from '../moment-input.js';
import { zoneOf } from '../../ui/format-value.js';

export interface ScheduleDialogProps {
  readonly close: () => void;
  readonly choose: (at: Date) => void;
}

const HOUR_MS = 3_600_000;

/** Dialog that schedules the publication of a record. */
export function ScheduleDialog({ close, choose }: ScheduleDialogProps): ReactElement {
  const translate = useTranslate();
  const [typed, setTyped] = useState(() => localOf(new Date(Date.now() + HOUR_MS).toISOString()));
  const moment = momentOf(typed);
  const isPast = moment !== null && new Date(moment) <= new Date();
  const zone = zoneOf(moment ?? undefined);
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby="schedule-dialog">
      <DialogTitle id="schedule-dialog">{translate('content.publishing.schedule')}</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          fullWidth
          margin="dense"
          type="datetime-local"
          label={translate('content.publishing.moment')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={isPast}
          helperText={isPast ? translate('content.publishing.past') : zone}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          disabled={moment === null || isPast}
          onClick={() => {
            if (moment !== null) choose(new Date(moment));
            close();
          }}
        >
          {translate('content.publishing.schedule')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
