import type { RequestContext } from '../../kernel/contract/context.js';
import type { ApiRequest, HttpMethod } from '../../kernel/contract/http/http.js';
import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import { isRefused, type AnswerPart, type PartAnswer } from '../../kernel/contract/http/request-part.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { objectOf } from '../../kernel/util/json-object.js';
import { duplicationErrors } from './errors.js';

/** The requests of a duplication. Each follows all rules of a request by the same caller (ADR 110). */
export interface AskParts {
  /** @throws AppError if the request is refused */
  send(method: HttpMethod, iri: string, body?: JsonObject): Promise<PartAnswer>;
  document(iri: string): Promise<JsonObject>;
  /** Returns undefined if the record does not exist or the caller may not read it. */
  documentIfAllowed(iri: string): Promise<JsonObject | undefined>;
  create(path: string, body: JsonObject): Promise<CreatedPart>;
}

/** A created record with the response to its creation. */
export interface CreatedPart {
  readonly iri: string;
  readonly answer: PartAnswer;
}

export interface AskPartsDeps {
  readonly answerPart: AnswerPart;
  readonly prefix: string;
  readonly request: ApiRequest;
  readonly within: Pick<RequestContext, 'now' | 'state' | 'partOf'>;
}

export function createAskParts({ answerPart, prefix, request, within }: AskPartsDeps): AskParts {
  const targetOf = (iri: string): string =>
    prefix !== '' && iri.startsWith(`${prefix}/`) ? iri.slice(prefix.length) : iri;

  const send: AskParts['send'] = async (method, iri, body) => {
    const given = await answerPart(request, { method, target: targetOf(iri), headers: {}, body, within });
    if (isRefused(given)) throw given.error;
    if (given.status >= 400) throw duplicationErrors.refused(`${method} ${iri}`, given.status);
    return given;
  };

  const document: AskParts['document'] = async (iri) => documentOf(await send('GET', iri));

  return {
    send,
    document,
    async documentIfAllowed(iri) {
      try {
        return await document(iri);
      } catch (error) {
        if (error instanceof AppError && error.status < 500) return undefined;
        throw error;
      }
    },
    async create(path, body) {
      const answer = await send('POST', path, body);
      const { '@id': iri } = documentOf(answer);
      return { iri: typeof iri === 'string' ? iri : '', answer };
    },
  };
}

const documentOf = ({ text = '{}' }: PartAnswer): JsonObject => objectOf(JSON.parse(text) as JsonValue);
