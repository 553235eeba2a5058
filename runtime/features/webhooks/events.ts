import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { closest } from '../../kernel/util/text/suggest.js';
import { messageOf } from '../../kernel/util/text/message-text.js';
import type { MessageText } from '../../kernel/contract/message.js';

/** Kinds of changes. If several apply, the first one to which a webhook subscribes names the event. */
export const FACTS = ['deleted', 'unpublished', 'published', 'created', 'updated'] as const;

export type Fact = (typeof FACTS)[number];

export const ROUTE_LIVE = 'route.live';
export const FORM_SUBMITTED = 'form.submitted';
/** Event of `POST /_/webhooks/{id}/test`. */
export const TEST = 'test';

export const eventOf = (type: string, fact: Fact): string => `${type}.${fact}`;

/** Returns the names of all events of a project. */
export function eventNames({ all }: Pick<ResourceRegistry, 'all'>): ReadonlySet<string> {
  return new Set([
    ...all.flatMap((resource) => factsOf(resource).map((fact) => eventOf(resource.name, fact))),
    ROUTE_LIVE,
    FORM_SUBMITTED,
  ]);
}

const factsOf = ({ publishable }: RegisteredResource): readonly Fact[] =>
  publishable === undefined ? ['created', 'updated', 'deleted'] : FACTS;

/** Returns why an event name is invalid, or undefined. */
export function problemOf(event: string, names: ReadonlySet<string>): MessageText | undefined {
  if (names.has(event)) return undefined;
  const type = event.split('.', 1)[0] ?? '';
  const ofType = [...names].filter((name) => name.startsWith(`${type}.`));
  const candidates = ofType.length > 0 ? ofType : [...names];
  const suggestion = closest(event, candidates);
  const parameters = {
    event: JSON.stringify(event),
    names: candidates.join(', '),
    suggestion: suggestion ?? '',
  };
  return suggestion === undefined
    ? messageOf('The event {{ event }} does not exist. Use one of: {{ names }}.', { parameters })
    : messageOf('The event {{ event }} does not exist. Did you mean "{{ suggestion }}"?', { parameters });
}
