import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useInput, useRecordContext, useTranslate } from 'ra-core';
import { useEffect, useState, type ReactElement } from 'react';
import type { AdminRecord } from '../api/records.js';
import { onProgress } from '../api/progress.js';
import { nameOf } from '../app/names.js';
import { filesOf, Picture } from './file-preview.js';
import type { MemberInputProps } from './input-props.js';

/** A file: the one that is there, or the one that will be sent, with how far it is. */
export function FileInput({ member, isLocked }: MemberInputProps): ReactElement {
  const { name, schema } = member;
  const translate = useTranslate();
  const { id, field, fieldState } = useInput({ source: name });
  const message = fieldState.error?.message ?? schema.description;
  return (
    <Stack role="group" aria-labelledby={`${id}-label`} sx={{ gap: 1, my: 1, alignItems: 'flex-start' }}>
      <Typography id={`${id}-label`} variant="body2" color="text.secondary">
        {nameOf(name)}
      </Typography>
      <Shown member={name} value={field.value} />
      {!isLocked && (
        <Stack direction="row" sx={{ gap: 1 }}>
          <Button component="label" variant="outlined" size="small">
            {translate('admin.choose_file')}
            <input
              type="file"
              hidden
              aria-label={`${nameOf(name)}: ${translate('admin.choose_file')}`}
              onChange={({ target }) => field.onChange(target.files?.[0] ?? null)}
            />
          </Button>
          {field.value !== null && field.value !== '' && field.value !== undefined && (
            <Button size="small" onClick={() => field.onChange(null)}>
              {translate('admin.remove_file')}
            </Button>
          )}
        </Stack>
      )}
      <Progress />
      {message !== undefined && <FormHelperText error={fieldState.invalid}>{message}</FormHelperText>}
    </Stack>
  );
}

const SIZE = 240;

function Shown({ member, value }: { readonly member: string; readonly value: unknown }): ReactElement | null {
  const record = useRecordContext<AdminRecord>();
  const address = useAddressOf(value);
  if (value instanceof File)
    return value.type.startsWith('image/') && address !== undefined ? (
      <Picture address={address} size={SIZE} />
    ) : (
      <Typography>{value.name}</Typography>
    );
  if (value === null || record === undefined) return null;
  const [stored] = filesOf(record, member);
  if (stored === undefined) return null;
  return stored.mimeType.startsWith('image/') ? (
    <Picture address={stored.contentUrl} size={SIZE} />
  ) : (
    <Typography>{`${stored.mimeType}, ${stored.formattedFileSize}`}</Typography>
  );
}

/** Where the browser has a file that was chosen; given back when it is shown no more. */
function useAddressOf(value: unknown): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!(value instanceof File)) return setAddress(undefined);
    const made = URL.createObjectURL(value);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [value]);
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
      sx={{ width: SIZE }}
    />
  );
}
