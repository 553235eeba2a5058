import type { AdminMember } from '../api/model.js';

/** What every input of a member is given. */
export interface MemberInputProps {
  readonly member: AdminMember;
  /** It shows its value and takes none. */
  readonly isLocked?: boolean;
  /** What it is called; the name of the member in words where nothing else is said. */
  readonly label?: string;
}

/** For inputs whose values are no text: nothing is made of an empty one. */
export const AS_IS = {
  parse: (value: unknown): unknown => value,
  format: (value: unknown): unknown => value,
};
