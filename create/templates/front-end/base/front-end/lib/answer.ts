import { ApiError, type Client, type PageTree } from '../../generated/client/index.js';
import { accountAnswer, isAccountPath, signInPath } from './accounts.ts';
import { addressOf, hrefOf, readPathOf, type SiteAddress } from './address.ts';
import { BadRequest, failureOf } from './failures.ts';
import { formId, submitForm, typedOf, type Submission, type Typed } from './forms.ts';
import { refusal, unsentNotice, type Notice } from './notices.ts';

/** A page request, independent of the framework. */
export interface Requested {
  readonly method: string;
  readonly url: URL;
  /** `Sec-Fetch-Site`. Forms of other sites are rejected. */
  readonly fetchSite?: string | null | undefined;
  /** Reads the submitted form. */
  form(): Promise<FormData>;
}

/** Data for rendering in addition to the page. */
export interface Drawing {
  readonly address: SiteAddress;
  /** Result of the submitted form. */
  readonly submission?: Submission | undefined;
}

export type Answer =
  | { readonly kind: 'redirect'; readonly status: 302 | 303 | 308; readonly location: string }
  | { readonly kind: 'page'; readonly status: number; readonly tree: PageTree; readonly drawing: Drawing }
  /** `around` is a page whose menus are shown around the notice. */
  | {
      readonly kind: 'notice';
      readonly status: number;
      readonly notice: Notice;
      readonly around: PageTree | undefined;
      readonly drawing: Drawing;
    };

/** Handles a request. Returns a page, a notice or a redirect. Errors caused by the visitor become notices. */
export async function answerTo(client: Client, requested: Requested): Promise<Answer> {
  const address = addressOf(requested.url);
  const isPost = requested.method === 'POST';
  try {
    if (!isPost && requested.method !== 'GET' && requested.method !== 'HEAD')
      throw new BadRequest(405, 'This page only accepts GET, HEAD and POST requests.');
    const sent = isPost ? await formOf(requested) : undefined;
    if (isAccountPath(address.path) || ['/login', '/sign-out'].includes(address.path)) {
      const shown = await accountAnswer(client, address.path, requested.url.searchParams.get('to'), sent);
      if (typeof shown === 'string') return { kind: 'redirect', status: 303, location: shown };
      if (shown !== undefined) return await noticeAnswer(client, shown, address);
    }
    return sent === undefined ? await show(client, address) : await submit(client, address, sent);
  } catch (error) {
    return refuse(client, error, address);
  }
}

async function formOf({ fetchSite, form }: Requested): Promise<FormData> {
  if (fetchSite === 'cross-site') throw new BadRequest(403, 'Forms of other sites are not accepted.');
  return form().catch((error: unknown) => {
    throw error instanceof BadRequest ? error : new BadRequest(400, 'The request does not contain a form.');
  });
}

async function submit(client: Client, address: SiteAddress, sent: FormData): Promise<Answer> {
  const submission = await submitForm(client, sent);
  if (submission.kind === 'sent')
    return { kind: 'redirect', status: 303, location: hrefOf({ ...address, sent: formId(submission.form) }) };
  try {
    const answer = await show(client, address, submission);
    return answer.kind === 'page' ? { ...answer, status: submission.status } : answer;
  } catch (error) {
    const { status, message } = failureOf(error);
    return unsent(client, address, status, message, typedOf(sent));
  }
}

async function unsent(client: Client, address: SiteAddress, status: number, message: string, typed: Typed) {
  return noticeAnswer(client, unsentNotice(status, message, typed), address);
}

async function show(client: Client, address: SiteAddress, submission?: Submission): Promise<Answer> {
  const tree = await client.page(readPathOf(address));
  if (tree.redirectPath !== undefined) return { kind: 'redirect', status: 302, location: tree.redirectPath };
  return { kind: 'page', status: 200, tree, drawing: { address, submission } };
}

async function refuse(client: Client, error: unknown, address: SiteAddress): Promise<Answer> {
  const { path, preview } = address;
  const { status, message } = failureOf(error);
  if (error instanceof ApiError && status === 401 && preview === undefined)
    return { kind: 'redirect', status: 303, location: signInPath(hrefOf(address)) };
  // Only unknown pages are redirected, because routes can end with a slash.
  const bare = path.replace(/\/+$/, '');
  if (status === 404 && bare !== path && bare !== '' && !bare.startsWith('//'))
    return { kind: 'redirect', status: 308, location: hrefOf({ ...address, path: bare }) };
  return noticeAnswer(client, refusal(status, message, preview !== undefined), address);
}

/** Returns a notice with the menus of the home page, if the visitor can see it. */
async function noticeAnswer(client: Client, notice: Notice, address: SiteAddress): Promise<Answer> {
  const around = await client.page('/').catch(() => undefined);
  return { kind: 'notice', status: notice.status, notice, around, drawing: { address } };
}

/** Returns the headers of every response. `framing` permits only the admin to display pages in a frame. */
export function headersOf(
  apiUrl: string,
  { preview }: SiteAddress,
  hasCookie: boolean,
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `frame-ancestors 'self' ${new URL(apiUrl).origin}`,
    // Pages for editors and previews must not be cached for other visitors.
    'cache-control': hasCookie || preview !== undefined ? 'private, no-store' : 'no-cache',
    ...(preview === undefined ? {} : { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' }),
  };
}
