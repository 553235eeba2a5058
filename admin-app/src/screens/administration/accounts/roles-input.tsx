import { useInput } from 'ra-core';
import type { ReactElement } from 'react';
import { AS_IS, type MemberInputProps } from '../../../form/member-input-props.js';
import { RoleChoice } from './role-choice.js';

/** Input for the roles of a new account. */
export default function RolesInput({ member }: MemberInputProps): ReactElement {
  const { default: start } = member.schema;
  const { field, fieldState } = useInput({
    source: member.name,
    defaultValue: start ?? ['ROLE_USER'],
    ...AS_IS,
  });
  const chosen = Array.isArray(field.value) ? field.value.map(String) : [];
  return <RoleChoice chosen={chosen} change={field.onChange} wrong={fieldState.error?.message} />;
}
