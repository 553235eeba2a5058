import type { AdminMember, AdminType } from '../api/model.js';
import { writableMembers } from '../api/records.js';

/** Returns the members with a field. Publishing has buttons, and positions belong to pages. */
export function shownMembers({ members, publishable }: AdminType): readonly AdminMember[] {
  const unshown = [...PLACES, ...Object.values(publishable ?? {})];
  return members.filter(({ name }) => !unshown.includes(name));
}

const PLACES = ['componentPositions', 'componentGroups'];
/** Members for front ends, shown last. */
const LATE = new Set(['uiComponent', 'uiClassNames']);

/** Members that a panel below the form edits, by type. */
const IN_PANELS: Readonly<Record<string, readonly string[]>> = { User: ['roles', 'enabled'] };
/** Members that users only change in their own account, on its screen. */
const OWN_ACCOUNT: Readonly<Record<string, readonly string[]>> = { User: ['oldPassword', 'newEmailAddress'] };

/** Members of a form in display order. */
export interface FormMembers {
  readonly content: readonly AdminMember[];
  /** Presentation members for front ends. */
  readonly appearance: readonly AdminMember[];
  /** Read-only members. */
  readonly facts: readonly AdminMember[];
}

export function formMembers(type: AdminType, isNew: boolean): FormMembers {
  const sent =
    isNew || type.may.update ? new Set(writableMembers(type, isNew).map(({ name }) => name)) : NONE;
  const inPanels = !isNew && type.may.update ? (IN_PANELS[type.name] ?? []) : [];
  const elsewhere = [...inPanels, ...(OWN_ACCOUNT[type.name] ?? [])];
  const shown = shownMembers(type).filter(({ name }) => !elsewhere.includes(name));
  const inputs = shown.filter(({ name }) => sent.has(name));
  return {
    content: inputs.filter(({ name }) => !LATE.has(name)),
    appearance: inputs.filter(({ name }) => LATE.has(name)),
    facts: isNew ? [] : shown.filter(({ name, writeOnly }) => !sent.has(name) && !writeOnly),
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Returns whether a member has an input that can show a message. */
export const hasInput = (type: AdminType, isNew: boolean, path: string): boolean => {
  const { content, appearance } = formMembers(type, isNew);
  return [...content, ...appearance].some((member) => member.name === path.split('.')[0]);
};
