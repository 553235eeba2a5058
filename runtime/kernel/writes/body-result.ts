import type { JsonObject } from '../contract/json.js';
import type { BodyResult, IncomingBody } from '../contract/records/writes.js';

/** Wraps an unprocessed body. */
export const incomingBody = (body: JsonObject): IncomingBody => ({ body, concealed: {}, violations: [] });

/**
 * Returns the result for a body that can be parsed.
 *
 * @example
 * const book = ({ operations, registry }: Service, name: string, context: RequestContext): Promise<Representation> =>
 *   operations.create(registry.require('Booking'), parsedBody({ name }), context);
 */
export const parsedBody = (body: JsonObject): BodyResult => ({
  isParsed: true,
  incoming: incomingBody(body),
});

/** Returns the body once the caller is authorized. @throws the error of an invalid body */
export function requireBody(result: BodyResult): IncomingBody {
  if (!result.isParsed) throw result.error;
  return result.incoming;
}
