import { NextResponse, type NextRequest } from 'next/server';
import { addressOf } from './lib/address';
import { headersOf } from './lib/answer';
import { apiUrl } from './lib/visitor';

export const config = { matcher: '/((?!_next/).*)' };

/** Gives pages their headers, and refuses what is no request for a page and no form of one. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { method, headers } = request;
  if (!['GET', 'HEAD', 'POST'].includes(method))
    return new NextResponse('Pages are read, and their forms are sent.', {
      status: 405,
      headers: { allow: 'GET, HEAD, POST' },
    });
  if (method === 'POST' && headers.get('sec-fetch-site') === 'cross-site')
    return new NextResponse('This form belongs to another site.', { status: 403 });
  if (method === 'POST' && !headers.has('next-action') && !(await isForm(request)))
    return new NextResponse('This address takes the forms of its page only.', { status: 400 });
  // Next decides about caching: pages that read the cookie are kept nowhere.
  const { 'cache-control': _decided, ...own } = headersOf(
    apiUrl,
    addressOf(new URL(request.url)),
    headers.has('cookie'),
  );
  const answer = NextResponse.next();
  for (const [name, value] of Object.entries(own)) answer.headers.set(name, value);
  return answer;
}

/** A form that was sent without scripts: React names its action in it. */
async function isForm(request: NextRequest): Promise<boolean> {
  const sent = await request
    .clone()
    .formData()
    .catch(() => undefined);
  return sent !== undefined && [...sent.keys()].some((name) => name.startsWith('$ACTION'));
}
