type BearerError = 'invalid_token' | 'insufficient_scope' | 'invalid_request';

/** A request that the hub refuses (realtime.md section 1.5). The message is sent to the client. */
export class HubRefusal extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 413 | 429,
    message: string,
    readonly bearerError?: BearerError,
  ) {
    super(message);
  }
}

/** Returns the refusal of an invalid token, without the reason. */
export function invalidToken(): HubRefusal {
  return new HubRefusal(401, 'The access token is not valid.', 'invalid_token');
}

/** @throws HubRefusal always, with status 401 */
export function refuseUnknown(): never {
  throw new HubRefusal(401, 'An access token is needed.');
}
