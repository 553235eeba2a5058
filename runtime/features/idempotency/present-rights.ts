import { createHash } from 'node:crypto';
import type { Actor, RequestContext } from '../../kernel/contract/context.js';
import { NOTHING_REQUESTED } from '../../kernel/contract/http/requested.js';
import type { ApiResponse } from '../../kernel/contract/http/http.js';
import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import { unlessRefused } from '../../kernel/errors/unless-refused.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import { isJsonObject } from '../../kernel/util/json-object.js';

/** A stored response, with the rights of the caller who received it. */
export interface StoredResponse {
  readonly response: ApiResponse;
  readonly rights: string;
}

/**
 * Returns a stored response, limited to what the caller may read now. Documents lose members that a GET would hide, and
 * unreadable records are reduced to IRI and type. Other bodies are omitted if the account's rights have changed.
 */
export type ShowByPresentRights = (kept: StoredResponse, context: RequestContext) => Promise<ApiResponse>;

export interface PresentRightsDeps extends Pick<Kernel, 'iris' | 'answers'> {
  readonly operations: () => Pick<ResourceOperations, 'readItem'>;
}

/** Returns a hash of the caller's account, roles and fields. */
export function rightsOf({ user, roles }: Actor): string {
  const parts = [user?.id ?? null, [...roles].sort(), user?.fields ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

export function createShowByPresentRights({
  iris,
  answers,
  operations,
}: PresentRightsDeps): ShowByPresentRights {
  const itemAt = (iri: JsonValue | undefined) => {
    const target = typeof iri === 'string' ? iris.parse(iri) : undefined;
    return target?.kind === 'item' ? target : undefined;
  };

  /** Returns the document that a GET would show now. */
  function readNow(iri: string, context: RequestContext): Promise<JsonObject | undefined> {
    const target = itemAt(iri);
    return unlessRefused(async () =>
      target === undefined
        ? undefined
        : answers.serializer.serialize(
            await operations().readItem(target.resource, target.key, context),
            context,
          ),
    );
  }

  async function cut(value: JsonValue, reading: Reading): Promise<JsonValue> {
    if (Array.isArray(value)) {
      const all: JsonValue[] = [];
      for (const entry of value) all.push(await cut(entry, reading));
      return all;
    }
    if (!isJsonObject(value)) return value;
    const shown = itemAt(value['@id']) === undefined ? value : await cutDocument(value, reading);
    const members: [string, JsonValue][] = [];
    for (const [name, member] of Object.entries(shown))
      members.push([name, await cut(member ?? null, reading)]);
    return Object.fromEntries(members);
  }

  async function cutDocument(document: JsonObject, { known, context, note }: Reading): Promise<JsonObject> {
    const iri = String(document['@id']);
    if (!known.has(iri)) known.set(iri, await readNow(iri, context));
    const present = known.get(iri);
    const isShown = (name: string): boolean =>
      name.startsWith('@') ||
      (present !== undefined && (name.startsWith('_') || Object.hasOwn(present, name)));
    const members = Object.entries(document).filter(([name]) => isShown(name));
    if (members.length < Object.keys(document).length) note(present === undefined);
    return Object.fromEntries(members);
  }

  return async ({ response, rights }, from) => {
    const { content } = response;
    if (typeof content !== 'string') return response;
    const body = parsed(content);
    const isDocument = isJsonObject(body) && (itemAt(body['@id']) !== undefined || isBatch(body));
    if (!isDocument || body === undefined)
      return rights === rightsOf(from.actor) ? response : withoutBody(response);
    let isCut = false;
    let isHidden = false;
    const note = (hidden: boolean): void => {
      isCut = true;
      isHidden ||= hidden;
    };
    const context = { ...from, actor: asMaker(from.actor), requested: NOTHING_REQUESTED };
    const shown = await cut(body, { known: new Map(), context, note });
    if (!isCut) return response;
    const rest = isHidden ? withoutBody(response) : response;
    return { ...rest, ...contentTypeOf(response), content: JSON.stringify(shown) };
  };
}

interface Reading {
  /** Documents read for this response, by IRI. */
  readonly known: Map<string, JsonObject | undefined>;
  readonly context: RequestContext;
  /** Called if something is hidden. */
  note(isHidden: boolean): void;
}

/** Lets a token that may create records of a type read what it created. */
function asMaker(actor: Actor): Actor {
  const { token } = actor;
  if (token === undefined) return actor;
  const may: typeof token.may = (operation, type) =>
    token.may(operation, type) || (operation === 'read' && token.may('create', type));
  return { ...actor, token: { ...token, may } };
}

const isBatch = ({ results }: JsonObject): boolean => Array.isArray(results);

function parsed(content: string): JsonValue | undefined {
  try {
    return JSON.parse(content) as JsonValue;
  } catch {
    return undefined;
  }
}

const contentTypeOf = ({ contentType }: ApiResponse): Pick<ApiResponse, 'contentType'> =>
  contentType === undefined ? {} : { contentType };

/** Reduces a response to its status and `Location`. */
function withoutBody({ status, headers = {}, cache }: ApiResponse): ApiResponse {
  const location = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'location');
  return { status, headers: Object.fromEntries(location), ...(cache === undefined ? {} : { cache }) };
}
