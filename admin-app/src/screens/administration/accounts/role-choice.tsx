import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';

/** Built-in roles. Users can type the names of others. */
const ROLES = ['ROLE_USER', 'ROLE_ADMIN', 'ROLE_SUPER_ADMIN'];

export interface RoleChoiceProps {
  readonly chosen: readonly string[];
  readonly change: (roles: readonly string[]) => void;
  /** Further roles to offer, such as the stored ones. */
  readonly offered?: readonly string[];
  readonly wrong?: string | undefined;
  /** Buttons below the inputs. */
  readonly children?: ReactNode;
}

/** Checkboxes for the known roles of an account, and an input for others. */
export function RoleChoice(props: RoleChoiceProps): ReactElement {
  const { chosen, change, offered = [], wrong, children } = props;
  const translate = useTranslate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const shown = [...new Set([...ROLES, ...offered, ...chosen])];
  const toggle = (role: string): void =>
    change(chosen.includes(role) ? chosen.filter((one) => one !== role) : [...chosen, role]);
  const add = (): void => {
    if (typed.trim() === '') return;
    change([...new Set([...chosen, typed.trim()])]);
    setTyped('');
  };
  const added = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // Prevents the submission of the surrounding form.
    event.preventDefault();
    add();
  };
  return (
    <FormGroup role="group" aria-labelledby={id}>
      <Typography component="h3" variant="subtitle1" id={id}>
        {translate('administration.users.roles')}
      </Typography>
      {shown.map((role) => (
        <FormControlLabel
          key={role}
          label={ROLES.includes(role) ? `${translate(`administration.users.${role}`)} (${role})` : role}
          sx={{ overflowWrap: 'anywhere' }}
          control={<Checkbox size="small" checked={chosen.includes(role)} onChange={() => toggle(role)} />}
        />
      ))}
      {wrong !== undefined && <FormHelperText error>{wrong}</FormHelperText>}
      <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: 'wrap' }}>
        <TextField
          label={translate('administration.users.other_role')}
          placeholder="ROLE_EDITOR"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={added}
        />
        <Button disabled={typed.trim() === ''} onClick={add}>
          {translate('admin.add')}
        </Button>
        {children}
      </Stack>
    </FormGroup>
  );
}
