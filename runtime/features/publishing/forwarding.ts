import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { UseCase } from '../../kernel/contract/records/use-cases.js';
import type { BodyResult, IncomingBody } from '../../kernel/contract/records/writes.js';

/** Published rows by the ids of their merged drafts. */
export type Forwarding = ReadonlyMap<string, string>;

/**
 * Replaces references to merged drafts in a request by their published rows. The request was sent before the merge,
 * so its address, viewed path or body may contain the draft's id or IRI.
 */
export function forward<Case extends UseCase>(useCase: Case, all: readonly Forwarding[]): Case {
  const forwarding = all.filter(({ size }) => size > 0);
  if (forwarding.length === 0) return useCase;
  const { key, body, context } = useCase;
  const viewedPath =
    context.viewedPath === undefined ? undefined : forwardText(context.viewedPath, forwarding);
  return {
    ...useCase,
    ...(key === undefined ? {} : { key: forwardText(key, forwarding) }),
    ...(body?.isParsed === true ? { body: forwardBody(body.incoming, forwarding) } : {}),
    // State of the request may be bound to this very context.
    context:
      viewedPath === undefined || viewedPath === context.viewedPath ? context : { ...context, viewedPath },
  };
}

const ID_LENGTH = 36;

function forwardText(text: string, forwarding: readonly Forwarding[]): string {
  const id = text.slice(-ID_LENGTH).toLowerCase();
  const before = text.slice(0, -ID_LENGTH);
  if (before !== '' && !before.endsWith('/')) return text;
  for (const published of forwarding) if (published.has(id)) return `${before}${published.get(id)}`;
  return text;
}

const forwardBody = (incoming: IncomingBody, forwarding: readonly Forwarding[]): BodyResult => ({
  isParsed: true,
  incoming: { ...incoming, body: forwardMembers(incoming.body, forwarding) },
});

function forwardMembers(value: JsonObject, forwarding: readonly Forwarding[]): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, member && forwardValue(member, forwarding)]),
  );
}

function forwardValue(value: JsonValue, forwarding: readonly Forwarding[]): JsonValue {
  if (typeof value === 'string') return forwardText(value, forwarding);
  if (isList(value)) return value.map((entry) => forwardValue(entry, forwarding));
  return value === null || typeof value !== 'object' ? value : forwardMembers(value, forwarding);
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
