import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';

export interface LabelledTextFieldProps extends Omit<
  TextFieldProps,
  'label' | 'onChange' | 'error' | 'helperText'
> {
  /** Message key. */
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  /** Error message. */
  readonly wrong?: string | undefined;
  /** Message key. */
  readonly help?: string;
}

/** Text field with a translated label. */
export function LabelledTextField({
  label,
  value,
  change,
  wrong,
  help,
  ...input
}: LabelledTextFieldProps): ReactElement {
  const translate = useTranslate();
  return (
    <TextField
      fullWidth
      margin="dense"
      {...input}
      label={translate(label)}
      value={value}
      onChange={(event) => change(event.target.value)}
      error={wrong !== undefined}
      helperText={wrong ?? (help === undefined ? undefined : translate(help))}
      slotProps={{
        ...input.slotProps,
        ...(input.type === 'datetime-local' ? { inputLabel: { shrink: true } } : {}),
      }}
    />
  );
}
