import { createHash } from 'node:crypto';
import type { ApiRequest, ApiResponse, Endpoint } from '../../kernel/contract/http/http.js';
import type { JsonValue } from '../../kernel/contract/json.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { badRequest, kernelErrors } from '../../kernel/errors/catalog.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import { isMultipart } from '../../kernel/endpoints/multipart-body.js';
import { openLargerUnit, withEndings } from '../../kernel/unit-of-work/larger-unit.js';
import { isJsonObject } from '../../kernel/util/json-object.js';
import { idempotencyErrors } from './errors.js';
import { keyOfCaller, openAnswer, sealAnswer } from './stored-response.js';
import type { Claim, IdempotencyKeys } from './keys.js';
import { rightsOf, type ShowByPresentRights } from './present-rights.js';
import { languageHeaders } from '../../kernel/messages/language-headers.js';

export const KEY_HEADER = 'Idempotency-Key';
export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** Runs an endpoint, or replays the stored response of an earlier request. */
export type RunOnce = (
  endpoint: Endpoint,
  request: ApiRequest,
  answer: (request: ApiRequest) => Promise<ApiResponse>,
) => Promise<ApiResponse>;

export interface RunOnceDeps {
  readonly keys: IdempotencyKeys;
  readonly operations: () => Pick<ResourceOperations, 'enter' | 'run'>;
  readonly show: ShowByPresentRights;
}

/** Matches 16 to 255 visible ASCII characters. */
export const KEY = /^[\x21-\x7e]{16,255}$/;

/**
 * Runs a POST with an idempotency key once per caller, however often it is sent (contract decision 112). If the
 * endpoint can join a larger unit of work, the response is stored in the same transaction, so a crash cannot separate
 * them. Otherwise it is stored afterwards. A replay shows only what the caller may still read.
 */
export function createRunOnce({ keys, operations, show }: RunOnceDeps): RunOnce {
  /** Runs the endpoint in the unit of work that stores its response. */
  async function together(
    request: ApiRequest,
    answer: (request: ApiRequest) => Promise<ApiResponse>,
    settling: Settling,
  ): Promise<ApiResponse> {
    const { enter, run } = operations();
    return withEndings(request.context, (atEnd) =>
      enter({ name: 'runOnce', context: request.context }, ({ context }) =>
        run(context, async (scope) => {
          const partOf = openLargerUnit(scope, atEnd);
          const response = await answer({ ...request, context: { ...context, partOf } });
          if (isKept(response)) await settling(response, scope.session);
          return response;
        }),
      ),
    );
  }

  return async (endpoint, sent, answer) => {
    const key = sent.headers['idempotency-key'];
    if (sent.method !== 'POST' || key === undefined) return answer(sent);
    if (typeof key !== 'string' || !KEY.test(key)) throw idempotencyErrors.badKey();
    const request = withReadableBody(sent);
    const fingerprint = await fingerprintOf(request, endpoint);
    const { user, by = '', token } = request.context.actor;
    const caller = user === null ? 'anonymous' : `${user.id} ${by} ${token?.id ?? ''}`;
    const own = keyOfCaller(key, caller);
    const claim = await keys.claim({ id: own.id, fingerprint, now: request.context.now });
    if ('answer' in claim) return replayed(await show(openAnswer(claim.answer, own), request.context));
    const rights = rightsOf(request.context.actor);
    const seal = (response: ApiResponse): string =>
      sealAnswer({ response: inItsLanguage(response, request), rights }, request.mediaType ?? '', own);
    const settling: Settling = (response, session) => keys.settle(claim, seal(response), session);
    try {
      const response = await carriedOut(claim, settling);
      if (!isKept(response)) await keys.release(claim);
      return response;
    } catch (error) {
      // After a commit with unknown outcome the response may be stored. In that case the claim stays until its lease
      // expires.
      if (error instanceof AppError && error.status < 500) await keys.release(claim);
      throw error;
    }

    async function carriedOut(held: Claim, settle: Settling): Promise<ApiResponse> {
      // A form with files is read once, and its files are stored after its own transaction.
      if (endpoint.mayBePart !== undefined && !isMultipart(request.headers))
        try {
          return await together(request, answer, settle);
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== WRITTEN_ALONE) throw error;
        }
      const response = await answer(request);
      if (isKept(response)) await keys.settleAlone(held, seal(response));
      return response;
    }
  };
}

const WRITTEN_ALONE = kernelErrors.writtenAlone('').code;

type Settling = (response: ApiResponse, session: Parameters<IdempotencyKeys['settle']>[2]) => Promise<void>;

/** Errors are not stored, so the request can be retried. Streams can be read only once. */
const isKept = ({ status, content }: ApiResponse): boolean =>
  status < 400 && (content === undefined || typeof content === 'string');

/** Sets the language of the stored response on a replay, whatever languages the new request accepts. */
const inItsLanguage = (response: ApiResponse, { context }: ApiRequest): ApiResponse => ({
  ...response,
  headers: { ...response.headers, ...languageHeaders(context.messages) },
});

function replayed(response: ApiResponse): ApiResponse {
  return { ...response, headers: { ...response.headers, [REPLAYED_HEADER]: 'true' } };
}

/** Makes the body readable more than once. */
function withReadableBody(request: ApiRequest): ApiRequest {
  let value: Promise<JsonValue | undefined> | undefined;
  const jsonValue = (): Promise<JsonValue | undefined> => (value ??= request.jsonValue());
  return {
    ...request,
    address: request.address,
    jsonValue,
    async json() {
      const body = await jsonValue();
      if (body === undefined) return request.json(); // reports what is wrong with a missing body
      if (!isJsonObject(body)) throw badRequest('The request body must be a JSON object.');
      return body;
    },
  };
}

/** Returns a hash that identifies equal requests. Forms with files are compared by content length only. */
async function fingerprintOf(request: ApiRequest, { accepts }: Endpoint): Promise<string> {
  const { method, path, queryString, headers } = request;
  const isJson =
    accepts?.some((type) => type.endsWith('json')) === true && /json/.test(headers['content-type'] ?? '');
  const body = isJson ? await request.jsonValue().catch(() => 'unreadable') : headers['content-length'];
  const parts = [method, path, queryString, body ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
