import { ApiError } from '../../../../generated/client/index.js';
import { localPath } from '../../../lib/page';
import { visitorOf } from '../../../lib/visitor';

/** Signs in and hands on the session, which pages cannot do while they are drawn. */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData();
  const to = localPath(String(form.get('to')));
  const { client, cookies } = visitorOf(request.headers.get('cookie'));
  const answer = new Headers({ location: to });
  try {
    await client.login(String(form.get('username')), String(form.get('password')));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    answer.set('location', `/sign-in?refused&to=${encodeURIComponent(to)}`);
  }
  for (const cookie of cookies) answer.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers: answer });
}
