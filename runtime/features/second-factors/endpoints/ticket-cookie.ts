import type { ApiRequest } from '../../../kernel/contract/http/http.js';
import { readCookie } from '../../../kernel/util/http/read-cookie.js';
import { TICKET_SECONDS } from '../challenges.js';

const NAME = 'cms_second_factor';

/**
 * Stores the ticket of a sign-in in a cookie for browsers that are redirected to the front end. Other clients send it
 * in the body.
 */
export interface TicketCookie {
  write(ticket: string): string;
  readonly cleared: string;
  /** Returns the ticket of a request, or an empty string. */
  ticketOf(request: Pick<ApiRequest, 'headers'>, body: object): string;
}

/** Creates an HTTP-only cookie limited to paths below `/login`. `sameSite` is that of the session cookie. */
export function createTicketCookie(apiPrefix: string, sameSite: string): TicketCookie {
  const attributes = `Path=${apiPrefix}/login; Secure; HttpOnly; SameSite=${sameSite}`;
  return {
    write: (ticket) => `${NAME}=${ticket}; Max-Age=${TICKET_SECONDS}; ${attributes}`,
    cleared: `${NAME}=; Max-Age=0; ${attributes}`,
    ticketOf: ({ headers }, body) =>
      'ticket' in body && typeof body.ticket === 'string'
        ? body.ticket
        : (readCookie(headers.cookie, NAME) ?? ''),
  };
}
