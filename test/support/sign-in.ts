/**
 * Signs in the administrator of a development site, or another user, and returns the cookie header.
 * @throws when the sign-in is refused.
 */
export async function signIn(url: string, username = 'admin', password = 'admin'): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!answer.ok) throw new Error(`login answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
