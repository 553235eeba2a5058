import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useId, type ReactElement } from 'react';
import type { Address, Live } from './tree-requests.js';

export const NEW_ADDRESS: Address = { how: 'generated', path: '/', live: { when: 'now', at: '' } };

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly values: readonly Value[];
  readonly value: Value;
  readonly labelOf: (value: Value) => string;
  readonly change: (value: Value) => void;
}

/** Radio buttons for a few options. */
export function Choice<Value extends string>(props: ChoiceProps<Value>): ReactElement {
  const { label, values, value, labelOf, change } = props;
  const id = useId();
  return (
    <FormControl>
      <FormLabel id={id}>{label}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={value}
        onChange={(_event, chosen) => change(chosen as Value)}
      >
        {values.map((one) => (
          <FormControlLabel key={one} value={one} control={<Radio size="small" />} label={labelOf(one)} />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

export interface DateFieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
}

/** Input for a date and time in the time zone of the browser. */
export function DateField({ label, value, change }: DateFieldProps): ReactElement {
  return (
    <TextField
      {...{ label, value }}
      type="datetime-local"
      onChange={({ target }) => change(target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

export interface LiveFieldsProps {
  readonly live: Live;
  readonly change: (live: Live) => void;
}

/** Inputs for the time at which a page goes live. */
export function LiveFields({ live, change }: LiveFieldsProps): ReactElement {
  const translate = useTranslate();
  return (
    <>
      <Choice
        label={translate('pages.live.label')}
        values={['now', 'at', 'off']}
        value={live.when}
        labelOf={(when) => translate(`pages.live.${when}`)}
        change={(when) => change({ ...live, when })}
      />
      {live.when === 'at' && (
        <DateField
          label={translate('pages.live.date')}
          value={live.at}
          change={(at) => change({ ...live, at })}
        />
      )}
    </>
  );
}

export interface AddressFieldsProps {
  readonly address: Address;
  readonly change: (address: Address) => void;
}

/** Inputs for the path of a new page. */
export function AddressFields({ address, change }: AddressFieldsProps): ReactElement {
  const translate = useTranslate();
  const { how, path, live } = address;
  return (
    <>
      <Choice
        label={translate('pages.address')}
        values={['generated', 'typed', 'none']}
        value={how}
        labelOf={(one) => translate(`pages.how.${one}`)}
        change={(one) => change({ ...address, how: one })}
      />
      {how === 'typed' && (
        <TextField
          label={translate('pages.path')}
          value={path}
          required
          onChange={({ target }) => change({ ...address, path: target.value })}
        />
      )}
      {how !== 'none' && <LiveFields live={live} change={(next) => change({ ...address, live: next })} />}
    </>
  );
}

/** Returns whether all required inputs are filled in. */
export const isComplete = ({ how, path, live }: Address): boolean =>
  how === 'none' || ((how === 'generated' || path.trim() !== '') && (live.when !== 'at' || live.at !== ''));
