'use server';

import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { accountAnswer } from '../lib/accounts';
import { failureOf } from '../lib/failures';
import { FORM_FIELD, PREVIEW_FIELD, submitForm, typedOf, type Submission } from '../lib/forms';
import { refusal, type Notice } from '../lib/notices';
import { visitorOf, type Visitor } from '../lib/visitor';

async function visitor(preview?: string): Promise<Visitor> {
  const given = await headers();
  return visitorOf({
    cookie: given.get('cookie'),
    address: given.get('x-forwarded-for') ?? undefined,
    preview,
    language: given.get('accept-language'),
  });
}

/** Submits a form of the site to the API with the visitor's session. */
export async function send(_before: Submission | null, sent: FormData): Promise<Submission> {
  const { client } = await visitor(sent.get(PREVIEW_FIELD)?.toString());
  try {
    return await submitForm(client, sent);
  } catch (error) {
    const { status, message } = failureOf(error);
    return { kind: 'failed', form: String(sent.get(FORM_FIELD)), status, message, typed: typedOf(sent) };
  }
}

/** Submits the form of a notice, such as sign-in. Its field `_path` contains the path of the notice. */
export async function sendNotice(_before: Notice | null, sent: FormData): Promise<Notice> {
  const { client, cookies: given } = await visitor();
  const shown = await accountAnswer(client, String(sent.get('_path')), null, sent);
  const store = await cookies();
  for (const cookie of given) store.set(...cookieOf(cookie));
  if (typeof shown === 'string') redirect(shown);
  return shown ?? refusal(404, '');
}

/** Parses a `Set-Cookie` header of the API for Next. */
function cookieOf(header: string): Parameters<Awaited<ReturnType<typeof cookies>>['set']> {
  const [pair = '', ...attributes] = header.split(/;\s*/);
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  const said = new Map(attributes.map((attribute) => attribute.split('=') as [string, string?]).map(([key, text]) => [key.toLowerCase(), text]));
  const maxAge = said.get('max-age');
  const expires = said.get('expires');
  const sameSite = said.get('samesite')?.toLowerCase();
  return [
    name,
    decodeURIComponent(value),
    {
      path: said.get('path') ?? '/',
      httpOnly: said.has('httponly'),
      secure: said.has('secure'),
      ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
      ...(expires === undefined ? {} : { expires: new Date(expires) }),
      ...(sameSite === 'strict' || sameSite === 'lax' || sameSite === 'none' ? { sameSite } : {}),
    },
  ];
}
