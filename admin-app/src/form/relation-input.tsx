import Autocomplete from '@mui/material/Autocomplete';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useInput, useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { titleOf } from '../api/display-names.js';
import { AS_IS, type MemberInputProps } from './member-input-props.js';
import { RelatedList } from './related-list.js';
import { useChoices, useLabels } from './use-related.js';

/** Input for one or several related records, found by their labels. */
export function RelationInput({ member, label = titleOf(member) }: MemberInputProps): ReactElement {
  const { name, kind, required, schema } = member;
  const translate = useTranslate();
  const { id, field, fieldState } = useInput({ source: name, ...AS_IS });
  const chosen = irisOf(field.value);
  const isList = kind === 'iris';
  const [typed, setTyped] = useState('');
  const choices = useChoices(member, typed);
  const labels = useLabels([...chosen, ...choices]);
  const change = (iris: readonly string[]): void => field.onChange(isList ? iris : (iris[0] ?? null));
  const message = fieldState.error?.message ?? schema.description;
  const canAdd = member.targets.length > 0;
  return (
    <Stack sx={{ width: '100%' }}>
      {isList && <RelatedList title={label} iris={chosen} {...{ labels, change }} />}
      {(canAdd || !isList) && (
        <Autocomplete<string>
          id={id}
          key={isList ? chosen.length : 'one'}
          value={isList ? null : (chosen[0] ?? null)}
          readOnly={!canAdd}
          options={choices.filter((iri) => !isList || !chosen.includes(iri))}
          getOptionLabel={(iri) => labels.get(iri) ?? iri}
          getOptionKey={(iri) => iri}
          // The service has filtered the options.
          filterOptions={(options) => options}
          isOptionEqualToValue={(option, value) => option === value}
          onChange={(_event, iri) => change(iri === null ? [] : isList ? [...chosen, iri] : [iri])}
          onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
          onBlur={field.onBlur}
          renderInput={(input) => (
            <TextField
              {...input}
              label={isList ? `${label}: ${translate('admin.add')}` : label}
              required={required && !isList}
              error={fieldState.invalid}
            />
          )}
        />
      )}
      {message !== undefined && <FormHelperText error={fieldState.invalid}>{message}</FormHelperText>}
    </Stack>
  );
}

/** Returns the IRIs of a relation, also of embedded documents. */
export const irisOf = (value: unknown): readonly string[] =>
  [value ?? []].flat().flatMap((one: unknown) => {
    const iri = typeof one === 'object' && one !== null ? (one as { '@id'?: unknown })['@id'] : one;
    return typeof iri === 'string' && iri !== '' ? [iri] : [];
  });
