import Alert from '@mui/material/Alert';
import FormHelperText from '@mui/material/FormHelperText';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { get, useFormState } from 'react-hook-form';
import { readablePath } from '../../api/errors.js';
import type { ApiDocument } from '../../api/client.js';
import { nameOf } from '../../api/display-names.js';

interface Violation {
  readonly propertyPath: string;
  readonly message: string;
}

/** Returns the violations that block publishing. The service reports them to users that may publish. */
function violationsOf(record: ApiDocument): readonly Violation[] {
  const { violations } = (record['_metadata'] ?? {}) as {
    readonly violations?: { readonly violations?: readonly Violation[] };
  };
  return violations?.violations ?? [];
}

const memberOf = ({ propertyPath }: Violation): string => /^[^.[]*/.exec(propertyPath)?.[0] ?? '';

export interface WarningProps {
  readonly record: ApiDocument;
  readonly member: string;
}

/** Publishing violations of a member. They disappear after the member was edited. */
export function Warning({ record, member }: WarningProps): ReactElement | null {
  const translate = useTranslate();
  const { dirtyFields } = useFormState();
  const found = violationsOf(record).filter((one) => memberOf(one) === member);
  if (found.length === 0 || get(dirtyFields, member) !== undefined) return null;
  const messages = found.map(({ propertyPath, message }) => {
    const path = readablePath(propertyPath.slice(member.length));
    return path === '' ? message : `${path}: ${message}`;
  });
  return (
    <FormHelperText sx={{ color: 'warning.dark', mx: 1.75, mt: 0.5 }}>
      {translate('content.publishing.before', { messages: messages.join(' ') })}
    </FormHelperText>
  );
}

export interface OtherWarningsProps {
  readonly record: ApiDocument;
  /** Returns whether a member has an input, which shows its warning. */
  readonly hasInput: (member: string) => boolean;
}

/** Publishing violations of members without an input. */
export function OtherWarnings({ record, hasInput }: OtherWarningsProps): ReactElement | null {
  const translate = useTranslate();
  const found = violationsOf(record).filter((one) => !hasInput(memberOf(one)));
  if (found.length === 0) return null;
  const messages = found.map(({ propertyPath, message }) =>
    propertyPath === '' ? message : `${nameOf(memberOf({ propertyPath, message }))}: ${message}`,
  );
  return (
    <Alert severity="warning">
      {translate('content.publishing.before', { messages: messages.join(' ') })}
    </Alert>
  );
}
