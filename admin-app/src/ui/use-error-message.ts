import { useTranslate } from 'ra-core';
import { errorOf } from '../api/errors.js';
import { nameOf } from '../api/display-names.js';

/** Error in the form that `errorOf` returns. */
interface FormError {
  readonly message?: string;
  readonly body?: { readonly errors?: Readonly<Record<string, string>> };
}

/** Returns a function that formats an error for people: one line for each member, or the message. */
export function useErrorMessage(): (error: unknown) => string {
  const translate = useTranslate();
  return (error) => {
    const formError = errorOf(error) as FormError;
    const ofMembers = membersOf(formError).map(([member, words]) => `${nameOf(member)}: ${words}`);
    if (ofMembers.length > 0) return ofMembers.join('\n');
    const message = formError.message ?? String(error);
    return /^(?:admin|pages)\.\w+/.test(message) ? translate(message) : message;
  };
}

const membersOf = ({ body }: FormError): readonly [string, string][] => Object.entries(body?.errors ?? {});

/** Returns the error messages by member. */
export const fieldErrorsOf = (error: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(membersOf(errorOf(error) as FormError));
