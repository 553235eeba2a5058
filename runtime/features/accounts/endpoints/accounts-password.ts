import type { Endpoint } from '../../../kernel/contract/http/http.js';
import { answerFlow } from './accounts-email.js';
import type { Accounts } from '../accounts.js';

const JSON_BODY = ['application/json', 'application/ld+json'];

/** `POST /password/reset {username}` and `POST /password/update {username, token, password}` (contract decision 12). */
export function passwordEndpoints({ passwordReset }: Accounts): Endpoint[] {
  return [
    {
      method: 'POST',
      pattern: '/password/reset',
      accepts: JSON_BODY,
      async handle(request) {
        const { username } = await request.json();
        return answerFlow(() => passwordReset.request(text(username), request.context), 204);
      },
    },
    {
      method: 'POST',
      pattern: '/password/update',
      accepts: JSON_BODY,
      async handle(request) {
        const { username, token, password } = await request.json();
        const input = { username: text(username), token: text(token), password: text(password) };
        return answerFlow(() => passwordReset.reset(input, request.context), 204);
      },
    },
  ];
}

/** Treats a value that is not a string as empty. An empty text matches no user and violates the password rules. */
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
