import type { AdminMember } from '../api/model.js';

/** What every input of a member is given. */
export interface MemberInputProps {
  readonly member: AdminMember;
  /** It shows its value and takes none. */
  readonly isLocked: boolean;
}
