import type { AdminMember } from '../api/model.js';

/** Props of every input of a member. */
export interface MemberInputProps {
  readonly member: AdminMember;
  /** Shows the value without editing it. */
  readonly isLocked?: boolean;
  /** Label of the input. By default, the formatted name of the member. */
  readonly label?: string;
}

/** Keeps values unchanged for inputs whose values are not texts. */
export const AS_IS = {
  parse: (value: unknown): unknown => value,
  format: (value: unknown): unknown => value,
};
