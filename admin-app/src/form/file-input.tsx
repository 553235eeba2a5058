import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useInput, useRecordContext, useTranslate } from 'ra-core';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { onProgress } from '../api/progress.js';
import type { AdminRecord } from '../api/records.js';
import { titleOf } from '../api/display-names.js';
import { sizeOf } from '../ui/format-value.js';
import { filesOf, Picture, StoredFiles } from '../ui/file-preview.js';
import { AS_IS, type MemberInputProps } from './member-input-props.js';

/** Value that removes the stored file. Null is the initial value, with or without a stored file. */
const NO_FILE = '';

/** Input for a file: shows the stored or the chosen file, and the progress of the upload. */
export function FileInput({ member, label = titleOf(member) }: MemberInputProps): ReactElement {
  const { name, schema } = member;
  const translate = useTranslate();
  const record = useRecordContext<AdminRecord>();
  const chooser = useRef<HTMLInputElement>(null);
  const { id, field, fieldState } = useInput({ source: name, ...AS_IS });
  const value: unknown = field.value;
  const isStored = record !== undefined && filesOf(record, name).length > 0;
  const message = fieldState.error?.message ?? schema.description;
  // Resets the input, so that users can choose the same file again.
  const change = (file: File | string | null): void => {
    if (chooser.current !== null) chooser.current.value = '';
    field.onChange(file);
  };
  return (
    <Stack role="group" aria-labelledby={`${id}-label`} sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Typography id={`${id}-label`} variant="body2" color="text.secondary">
        {label}
      </Typography>
      {value instanceof File && <Chosen file={value} />}
      {isNothing(value) && record !== undefined && <StoredFiles record={record} member={name} />}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button variant="outlined" size="small" component="label" sx={FOCUSED} tabIndex={-1} role={undefined}>
          {translate(isStored || value instanceof File ? 'admin.other_file' : 'admin.choose_file')}
          <input
            ref={chooser}
            type="file"
            style={visuallyHidden as object}
            aria-label={`${label}: ${translate('admin.choose_file')}`}
            aria-describedby={`${id}-help`}
            onChange={({ target }) => target.files?.[0] !== undefined && change(target.files[0])}
          />
        </Button>
        {value instanceof File && (
          <Button size="small" onClick={() => change(null)}>
            {translate('admin.keep_file')}
          </Button>
        )}
        {isStored && isNothing(value) && (
          <Button size="small" color="error" onClick={() => change(NO_FILE)}>
            {translate('admin.remove_file')}
          </Button>
        )}
        {value === NO_FILE && (
          <Button size="small" onClick={() => change(null)}>
            {translate('admin.keep_stored_file')}
          </Button>
        )}
      </Stack>
      {value instanceof File && <Progress />}
      <FormHelperText id={`${id}-help`} error={fieldState.invalid}>
        {message}
      </FormHelperText>
    </Stack>
  );
}

/** The input is visually hidden, so the button shows its focus. */
const FOCUSED = { '&:focus-within': { outline: '2px solid', outlineOffset: 2 } };

const isNothing = (value: unknown): boolean => value === null || value === undefined;

const SIZE = 320;

function Chosen({ file }: { readonly file: File }): ReactElement {
  const address = useAddressOf(file);
  return (
    <Box>
      {file.type.startsWith('image/') && address !== undefined && <Picture address={address} size={SIZE} />}
      <Typography variant="body2">
        {file.name}{' '}
        <Typography component="span" variant="body2" color="text.secondary">
          {sizeOf(file.size)}
        </Typography>
      </Typography>
    </Box>
  );
}

/** Returns an object URL of a file and revokes it on unmount. */
function useAddressOf(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

function Progress(): ReactElement | null {
  const translate = useTranslate();
  const [share, setShare] = useState<number>();
  useEffect(() => onProgress(setShare), []);
  if (share === undefined) return null;
  return (
    <LinearProgress
      variant="determinate"
      value={share * 100}
      aria-label={translate('admin.uploading')}
      sx={{ width: SIZE, maxWidth: '100%' }}
    />
  );
}
