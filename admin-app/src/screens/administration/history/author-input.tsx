import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { client, resourceOf } from '../../../api/client.js';
import type { AdminType } from '../../../api/model.js';
import { idOf } from '../../../api/records.js';

export interface AuthorInputProps {
  readonly users: AdminType;
  /** ID of an account, or an empty text. */
  readonly chosen: string;
  readonly change: (id: string) => void;
  readonly sx?: object;
}

interface Choice {
  readonly id: string;
  readonly name: string;
}

/** Input that finds an account by its name. */
export function AuthorInput({ users, chosen, change, sx }: AuthorInputProps): ReactElement {
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const { data: found = [] } = useQuery({
    queryKey: ['authors', typed],
    queryFn: async (): Promise<readonly Choice[]> => {
      const { member } = await client.list(resourceOf(users), {
        perPage: 20,
        ...(typed === '' ? {} : { search: typed }),
      });
      return member.map((one) => ({ id: idOf(users, one['@id']), name: String(one['username']) }));
    },
    placeholderData: (before) => before,
  });
  const value =
    chosen === '' ? null : (found.find(({ id }) => id === chosen) ?? { id: chosen, name: chosen });
  return (
    <Autocomplete<Choice>
      sx={sx}
      value={value}
      options={[...found]}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      filterOptions={(options) => options}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      onChange={(_event, choice) => change(choice?.id ?? '')}
      renderInput={(input) => <TextField {...input} label={translate('administration.history.by_author')} />}
    />
  );
}
