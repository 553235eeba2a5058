import type { AdminMember, AdminType } from '../api/model.js';
import { writableMembers } from '../api/records.js';

/** All but what is set by other means than a field: publishing has buttons, and places belong to pages. */
export function shownMembers({ members, publishable }: AdminType): readonly AdminMember[] {
  const unshown = [...PLACES, ...Object.values(publishable ?? {})];
  return members.filter(({ name }) => !unshown.includes(name));
}

const PLACES = ['componentPositions', 'componentGroups'];
/** For front ends rather than for people. */
const LATE = new Set(['uiComponent', 'uiClassNames']);

/** What a panel below the form owns, by the name of the type. */
const IN_PANELS: Readonly<Record<string, readonly string[]>> = { User: ['roles', 'enabled'] };
/** What somebody does about their own account alone, on its screen. */
const OWN_ACCOUNT: Readonly<Record<string, readonly string[]>> = { User: ['oldPassword', 'newEmailAddress'] };

/** The members of a form, in the order in which they stand. */
export interface FormMembers {
  readonly content: readonly AdminMember[];
  /** How front ends draw it. */
  readonly appearance: readonly AdminMember[];
  /** What can only be read. */
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

/** Whether a member has an input, beside which a message can stand. */
export const hasInput = (type: AdminType, isNew: boolean, path: string): boolean => {
  const { content, appearance } = formMembers(type, isNew);
  return [...content, ...appearance].some((member) => member.name === path.split('.')[0]);
};
