import { FORM_FIELD, type Typed } from './forms.ts';

/** A field of a notice. */
export interface NoticeField {
  readonly name: string;
  readonly label?: string;
  readonly type: 'text' | 'password' | 'hidden' | 'textarea';
  readonly value?: string;
  readonly autocomplete?: string;
}

/** A page of the front end itself: it stands in for one that cannot be shown, or leads through signing in and the links of mails. */
export interface Notice {
  readonly status: number;
  readonly title: string;
  readonly texts: readonly string[];
  /** Why the last attempt did not work. */
  readonly error?: string | undefined;
  /** Sent to the address that shows it. */
  readonly form?: { readonly fields: readonly NoticeField[]; readonly button: string } | undefined;
  readonly links: readonly { readonly href: string; readonly label: string }[];
}

const HOME = { href: '/', label: 'To the home page' };

/** Says that a page cannot be shown, and why. */
export function refusal(status: number, message: string, isPreview = false): Notice {
  if (isPreview && (status === 401 || status === 404))
    return { status: 404, title: 'Preview', texts: ['This link shows nothing any more.'], links: [HOME] };
  if (status === 404)
    return { status, title: 'Not found', texts: ['There is no page at this address.'], links: [HOME] };
  const title = status === 401 || status === 403 ? 'Not for you' : 'This page cannot be shown';
  return { status, title, texts: [message], links: [HOME] };
}

/** Stands in for a page that cannot be shown after a form of it was sent. What was typed is in it, and can be sent again. */
export function unsentNotice(status: number, message: string, typed: Typed): Notice {
  return {
    status,
    title: 'Not sent',
    texts: ['What you typed was not sent. It is below: send it again in a few minutes, or copy it.'],
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
