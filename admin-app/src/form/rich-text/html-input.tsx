import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useInput, useTranslate } from 'ra-core';
import { useMemo, useState, type ReactElement } from 'react';
import { titleOf } from '../../api/display-names.js';
import { AS_IS, type MemberInputProps } from '../member-input-props.js';
import { unknownMarkup } from './known-markup.js';
import RichText from './rich-text.js';

/** Input for HTML. It offers the source only, if the editor would lose markup. */
export default function HtmlInput({ member, label = titleOf(member) }: MemberInputProps): ReactElement {
  const { name, nullable, required, schema } = member;
  const translate = useTranslate();
  const { id, field, fieldState } = useInput({ source: name, ...AS_IS });
  const value = typeof field.value === 'string' ? field.value : '';
  const [isWanted, setWanted] = useState(false);
  const unknown = useMemo(() => unknownMarkup(value), [value]);
  // Unfinished HTML source may look supported, so the source stays open until the user switches.
  const isSource = isWanted || unknown.length > 0;
  const change = (html: string): void => field.onChange(html === '' && nullable ? null : html);
  const message = fieldState.error?.message ?? schema.description;
  const ids = { labelId: `${id}-label`, helpId: `${id}-help` };
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'end' }}>
        <Typography id={ids.labelId} variant="body2" color={fieldState.invalid ? 'error' : 'text.secondary'}>
          {required ? `${label} *` : label}
        </Typography>
        <Button
          size="small"
          aria-pressed={isSource}
          disabled={unknown.length > 0 && isWanted}
          onClick={() => setWanted(!isSource)}
          sx={unknown.length > 0 && !isWanted ? { display: 'none' } : undefined}
        >
          {translate('content.rich.source')}
        </Button>
      </Stack>
      {isSource ? (
        <TextField
          multiline
          fullWidth
          minRows={6}
          maxRows={24}
          value={value}
          error={fieldState.invalid}
          onFocus={() => setWanted(true)}
          onChange={({ target }) => change(target.value)}
          onBlur={field.onBlur}
          slotProps={{
            htmlInput: { 'aria-labelledby': ids.labelId, 'aria-describedby': ids.helpId, spellCheck: false },
            input: { sx: { fontFamily: 'monospace', fontSize: 14 } },
          }}
        />
      ) : (
        <RichText {...{ value, change, blur: field.onBlur, isInvalid: fieldState.invalid, ...ids }} />
      )}
      <FormHelperText id={ids.helpId} error={fieldState.invalid}>
        {message}
      </FormHelperText>
      {unknown.length > 0 && (
        <FormHelperText>
          {translate('content.rich.unknown', { markup: unknown.slice(0, 5).join(', ') })}
        </FormHelperText>
      )}
    </Stack>
  );
}
