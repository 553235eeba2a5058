import { NextResponse, type NextRequest } from 'next/server';
import { addressOf } from './lib/address';
import { headersOf } from './lib/answer';
import { apiUrl } from './lib/visitor';

export const config = { matcher: '/((?!_next/).*)' };

/** Adds headers to pages, and rejects requests other than page requests and form submissions. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { method, headers } = request;
  if (!['GET', 'HEAD', 'POST'].includes(method))
    return new NextResponse('This page only accepts GET, HEAD and POST requests.', {
      status: 405,
      headers: { allow: 'GET, HEAD, POST' },
    });
  if (method === 'POST' && headers.get('sec-fetch-site') === 'cross-site')
    return new NextResponse('Forms of other sites are not accepted.', { status: 403 });
  if (method === 'POST' && !headers.has('next-action') && !(await isForm(request)))
    return new NextResponse('This page has no such form.', { status: 400 });
  // Next sets the caching headers. Pages that read cookies are not cached.
  const { 'cache-control': _decided, ...own } = headersOf(
    apiUrl,
    addressOf(new URL(request.url)),
    headers.has('cookie'),
  );
  const answer = NextResponse.next();
  for (const [name, value] of Object.entries(own)) answer.headers.set(name, value);
  return answer;
}

/** Whether a form was submitted without scripts. React names its action in the body. */
async function isForm(request: NextRequest): Promise<boolean> {
  const sent = await request
    .clone()
    .formData()
    .catch(() => undefined);
  return sent !== undefined && [...sent.keys()].some((name) => name.startsWith('$ACTION'));
}
