import type { ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Members, ValuesOf } from '../../../kernel/endpoints/body-members.js';
import { type DeclaredEndpoint, defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import { jsonBody } from '../../../kernel/endpoints/json-body.js';
import { printCodes } from '../own/print.js';
import { CODE, NEW_PASSKEY, PASSKEY, TICKET } from '../sent-members.js';
import type { Opened, SignInRequest } from '../sign-in/openings.js';
import type { FactorSignIn } from '../sign-in/sign-in.js';
import { answer, EXAMPLE_CREDENTIAL, EXAMPLE_TICKET } from './schemas.js';
import type { TicketCookie } from './ticket-cookie.js';

export const TYPES = ['application/json', 'application/ld+json'];

const SIGNED_IN = 'Signed in. The response sets the session cookies.';
const CODES = answer('Signed in; the recovery codes.', 'RecoveryCodes');
const OPTIONS = answer('Options for the browser.', 'PasskeyOptions');
const FOR_NEWCOMERS = 'Requires the ticket of a sign-in response with `mfa.enrol`.';

type Described = 'pattern' | 'summary' | 'description' | 'responses' | 'problems';

/** A step of a sign-in. */
interface Step<Sent extends Members> extends Pick<DeclaredEndpoint<ValuesOf<Sent>, Members>, Described> {
  readonly members: Sent;
  readonly example: JsonObject;
  handle(request: SignInRequest, body: ValuesOf<Sent>): Promise<ApiResponse>;
}

/** Creates the endpoints that continue a sign-in. Their callers have no session; the ticket identifies them. */
export function createLoginEndpoints(
  signIn: FactorSignIn,
  cookie: TicketCookie,
  hasPasskeys: boolean,
): Endpoint[] {
  const parts: StepParts = { signIn, post: postWith(cookie), open: openWith(cookie) };
  return [
    defineEndpoint({
      method: 'GET',
      pattern: '/login/passkey',
      authentication: 'none',
      withoutDatabase: true,
      summary: 'Returns whether sign-in with passkeys is available.',
      description: 'For sign-in pages that show a button for it.',
      responses: { 200: answer('Whether passkeys are configured.', 'PasskeySignIn') },
      handle: () => show({ '@type': 'PasskeySignIn', isOffered: hasPasskeys }),
    }),
    ...signInSteps(parts),
    ...enrolmentSteps(parts),
  ];
}

const postWith =
  (cookie: TicketCookie) =>
  <Sent extends Members>({ members, example, problems, handle, ...described }: Step<Sent>): Endpoint =>
    defineEndpoint({
      ...described,
      method: 'POST',
      authentication: 'none',
      // A browser with the ticket in its cookie may send no body.
      body: jsonBody(members, { accepts: TYPES, mayBeEmpty: true, example }),
      problems: { 401: true, 429: true, ...problems },
      handle(request, { body }) {
        const { address, context } = request;
        return handle({ ticket: cookie.ticketOf(request, body), address, context }, body);
      },
    });

const openWith =
  (cookie: TicketCookie) =>
  ({ cookies, codes }: Opened): ApiResponse => {
    const headers = { 'Set-Cookie': [...cookies, cookie.cleared] };
    return codes === undefined
      ? { status: 204, cache: 'private', headers }
      : { status: 200, body: printCodes(codes), cache: 'private', headers };
  };

interface StepParts {
  readonly signIn: FactorSignIn;
  readonly post: ReturnType<typeof postWith>;
  readonly open: ReturnType<typeof openWith>;
}

/** Creates the steps for users who have a second factor. */
const signInSteps = ({ signIn, post, open }: StepParts): readonly Endpoint[] => [
  post({
    pattern: '/login/second_factor',
    summary: 'Completes a sign-in with a code.',
    description:
      'Accepts a code of the authenticator app or a recovery code. A ticket is valid for five minutes, a code only once. Ten wrong codes in fifteen minutes, or fifty in a day, result in 429 for the account.',
    members: { ticket: TICKET, code: CODE },
    example: { ticket: EXAMPLE_TICKET, code: '492039' },
    responses: { 204: SIGNED_IN },
    handle: async (request, { code }) => open(await signIn.byCode(request, code)),
  }),
  post({
    pattern: '/login/passkey/options',
    summary: 'Creates the options of a sign-in with a passkey.',
    description:
      'With a ticket, the browser offers the passkeys of the account. Without a ticket, it offers all passkeys of the site, and no password is required.',
    members: { ticket: TICKET },
    example: {},
    responses: { 200: OPTIONS },
    problems: { 404: true },
    handle: async (request) => show(await signIn.passkeyOptions(request)),
  }),
  post({
    pattern: '/login/passkey',
    summary: 'Signs in with a passkey.',
    description:
      'The passkey replaces the password and the second factor, because the device verifies the user with a PIN or biometrics.',
    members: PASSKEY,
    example: { challengeId: EXAMPLE_TICKET, credential: EXAMPLE_CREDENTIAL },
    responses: { 204: SIGNED_IN },
    problems: { 404: true },
    handle: async (request, sent) => open(await signIn.byPasskey(request, sent)),
  }),
];

/** Creates the steps for users who need a first one. */
const enrolmentSteps = ({ signIn, post, open }: StepParts): readonly Endpoint[] => [
  post({
    pattern: '/login/enrol/totp',
    summary: 'Creates the secret of an authenticator app for a user who needs a second factor.',
    description: `${FOR_NEWCOMERS} The secret is returned only once.`,
    members: { ticket: TICKET },
    example: { ticket: EXAMPLE_TICKET },
    responses: { 200: answer('The secret.', 'TotpSecret') },
    problems: { 409: 'The account already has an authenticator app.' },
    handle: async (request) => show(await signIn.beginApp(request)),
  }),
  post({
    pattern: '/login/enrol/totp/confirm',
    summary: 'Confirms the authenticator app with a code, and signs in.',
    description: 'The recovery codes are returned only once.',
    members: { ticket: TICKET, code: CODE },
    example: { ticket: EXAMPLE_TICKET, code: '492039' },
    responses: { 200: CODES },
    problems: { 409: 'The account has no unconfirmed authenticator app.' },
    handle: async (request, { code }) => open(await signIn.confirmApp(request, code)),
  }),
  post({
    pattern: '/login/enrol/passkey/options',
    summary: 'Creates the options of the first passkey for a user who needs a second factor.',
    description: FOR_NEWCOMERS,
    members: { ticket: TICKET },
    example: { ticket: EXAMPLE_TICKET },
    responses: { 200: OPTIONS },
    problems: { 404: true },
    handle: async (request) => show(await signIn.beginPasskey(request)),
  }),
  post({
    pattern: '/login/enrol/passkey',
    summary: 'Adds the first passkey, and signs in.',
    description: 'The recovery codes are returned only once.',
    members: { ticket: TICKET, ...NEW_PASSKEY },
    example: {
      ticket: EXAMPLE_TICKET,
      challengeId: EXAMPLE_TICKET,
      credential: EXAMPLE_CREDENTIAL,
      name: 'Phone',
    },
    responses: { 200: CODES },
    problems: { 404: true, 409: 'The passkey is already registered.' },
    handle: async (request, sent) => open(await signIn.addPasskey(request, sent)),
  }),
];

const show = (body: JsonObject): ApiResponse => ({ status: 200, body, cache: 'private' });
