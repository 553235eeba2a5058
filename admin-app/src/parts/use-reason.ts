import { useTranslate } from 'ra-core';
import { errorOf } from '../api/errors.js';
import { nameOf } from '../app/names.js';

/** An error as `errorOf` makes it. */
interface Told {
  readonly message?: string;
  readonly body?: { readonly errors?: Readonly<Record<string, string>> };
}

/** Says what stands against something in plain words: member by member, or as a whole. */
export function useReason(): (error: unknown) => string {
  const translate = useTranslate();
  return (error) => {
    const told = errorOf(error) as Told;
    const ofMembers = membersOf(told).map(([member, words]) => `${nameOf(member)}: ${words}`);
    if (ofMembers.length > 0) return ofMembers.join('\n');
    const message = told.message ?? String(error);
    return /^(?:admin|pages)\.\w+/.test(message) ? translate(message) : message;
  };
}

const membersOf = ({ body }: Told): readonly [string, string][] => Object.entries(body?.errors ?? {});

/** What is wrong, by the names of members. */
export const wrongOf = (error: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(membersOf(errorOf(error) as Told));
