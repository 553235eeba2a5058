import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { badRequest } from '../../../kernel/errors/catalog.js';
import { isJsonObject } from '../../../kernel/util/json-object.js';
import { printCodes } from '../own/print.js';
import type { Opened, SignInRequest } from '../sign-in/openings.js';
import type { FactorSignIn } from '../sign-in/sign-in.js';
import * as documentation from './login-documentation.js';
import type { TicketCookie } from './ticket-cookie.js';

export const TYPES = ['application/json', 'application/ld+json'];

/** Creates the endpoints that continue a sign-in. Their callers have no session; the ticket identifies them. */
export function createLoginEndpoints(
  signIn: FactorSignIn,
  cookie: TicketCookie,
  hasPasskeys: boolean,
): Endpoint[] {
  const post = (
    pattern: string,
    described: JsonObject,
    handle: (request: SignInRequest) => Promise<ApiResponse>,
  ): Endpoint => ({
    method: 'POST',
    pattern,
    accepts: TYPES,
    authentication: 'none',
    documentation: described,
    handle: async (request) => handle(await read(request, cookie)),
  });
  const open = ({ cookies, codes }: Opened): ApiResponse => {
    const headers = { 'Set-Cookie': [...cookies, cookie.cleared] };
    return codes === undefined
      ? { status: 204, cache: 'private', headers }
      : { status: 200, body: printCodes(codes), cache: 'private', headers };
  };
  const show = (body: JsonObject): ApiResponse => ({ status: 200, body, cache: 'private' });
  return [
    {
      method: 'GET',
      pattern: '/login/passkey',
      authentication: 'none',
      withoutDatabase: true,
      documentation: documentation.OFFER,
      handle: () => Promise.resolve(show({ '@type': 'PasskeySignIn', isOffered: hasPasskeys })),
    },
    post('/login/second_factor', documentation.BY_CODE, async (request) =>
      open(await signIn.byCode(request)),
    ),
    post('/login/passkey/options', documentation.OPTIONS, async (request) =>
      show(await signIn.passkeyOptions(request)),
    ),
    post('/login/passkey', documentation.BY_PASSKEY, async (request) =>
      open(await signIn.byPasskey(request)),
    ),
    post('/login/enrol/totp', documentation.BEGIN_APP, async (request) =>
      show(await signIn.beginApp(request)),
    ),
    post('/login/enrol/totp/confirm', documentation.CONFIRM_APP, async (request) =>
      open(await signIn.confirmApp(request)),
    ),
    post('/login/enrol/passkey/options', documentation.BEGIN_PASSKEY, async (request) =>
      show(await signIn.beginPasskey(request)),
    ),
    post('/login/enrol/passkey', documentation.ADD_PASSKEY, async (request) =>
      open(await signIn.addPasskey(request)),
    ),
  ];
}

async function read(request: ApiRequest, cookie: TicketCookie): Promise<SignInRequest> {
  // A browser with the ticket in its cookie may send no body.
  const body = (await request.jsonValue()) ?? {};
  if (!isJsonObject(body)) throw badRequest('The body should be a JSON object.');
  const { address, context } = request;
  return { ticket: cookie.ticketOf(request, body), body, address, context };
}
