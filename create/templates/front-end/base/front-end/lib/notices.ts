import { FORM_FIELD, type Typed } from './forms.ts';

/** A field of a notice. */
export interface NoticeField {
  readonly name: string;
  readonly label?: string;
  readonly type: 'text' | 'password' | 'hidden' | 'textarea';
  readonly value?: string;
  readonly autocomplete?: string;
}

/** A page of the front end itself: an error page, a sign-in page, or the target of a link in a mail. */
export interface Notice {
  readonly status: number;
  readonly title: string;
  readonly texts: readonly string[];
  /** Error of the previous attempt. */
  readonly error?: string | undefined;
  /** Form that is submitted to the URL of the notice. */
  readonly form?: { readonly fields: readonly NoticeField[]; readonly button: string } | undefined;
  readonly links: readonly { readonly href: string; readonly label: string }[];
}

const HOME = { href: '/', label: 'Go to the home page' };

/** Returns a notice that explains why a page can't be displayed. */
export function refusal(status: number, message: string, isPreview = false): Notice {
  if (isPreview && (status === 401 || status === 404))
    return { status: 404, title: 'Preview', texts: ['This preview link is no longer valid.'], links: [HOME] };
  if (status === 404)
    return { status, title: 'Not found', texts: ['There is no page at this address.'], links: [HOME] };
  const title = status === 401 || status === 403 ? 'Access denied' : 'This page cannot be displayed';
  return { status, title, texts: [message], links: [HOME] };
}

/**
 * Returns a notice for a page that failed after a submission. It contains the entered values, which can be submitted
 * again.
 */
export function unsentNotice(status: number, message: string, typed: Typed): Notice {
  return {
    status,
    title: 'Not sent',
    texts: ['Your input was not sent. Send it again in a few minutes, or copy it.'],
    error: message,
    form: {
      fields: typed.map(([name, value]) => ({
        name,
        value,
        ...(name === FORM_FIELD || value === ''
          ? { type: 'hidden' as const }
          : { type: 'textarea' as const, label: /\[(\w+)\](?:\[\])?$/.exec(name)?.[1] ?? name }),
      })),
      button: 'Send again',
    },
    links: [HOME],
  };
}
