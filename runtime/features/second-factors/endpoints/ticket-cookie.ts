import type { ApiRequest } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { readCookie } from '../../../kernel/util/http/read-cookie.js';
import { TICKET_SECONDS } from '../challenges.js';

const NAME = 'cms_second_factor';

/** Keeps the ticket of a sign-in for browsers that are led to the front end from elsewhere; others send it in the body. */
export interface TicketCookie {
  write(ticket: string): string;
  readonly cleared: string;
  /** The ticket of a request; empty where it has none. */
  ticketOf(request: Pick<ApiRequest, 'headers'>, body: JsonObject): string;
}

/** No script reads it, and it goes to what is below `/login` alone; `sameSite` is that of the session's cookie. */
export function createTicketCookie(apiPrefix: string, sameSite: string): TicketCookie {
  const attributes = `Path=${apiPrefix}/login; Secure; HttpOnly; SameSite=${sameSite}`;
  return {
    write: (ticket) => `${NAME}=${ticket}; Max-Age=${TICKET_SECONDS}; ${attributes}`,
    cleared: `${NAME}=; Max-Age=0; ${attributes}`,
    ticketOf: ({ headers }, { ticket }) =>
      typeof ticket === 'string' ? ticket : (readCookie(headers.cookie, NAME) ?? ''),
  };
}
