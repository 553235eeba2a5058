import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../kernel/contract/json.js';

/** An update as it is sent to the hub (realtime.md sections 1.1 and 2.4). */
export interface Publication {
  /** The same for each attempt. It contains no time, because a subscriber's cursor would reveal it. */
  readonly id: string;
  readonly topics: readonly [string, ...string[]];
  readonly isPrivate: boolean;
  readonly data: string;
}

/** Creates a publication. Its id is derived from message and topic, so a repeated update has the same id. */
export function publication(
  messageId: string,
  { topics, isPrivate, document }: Omit<Publication, 'id' | 'data'> & { readonly document: JsonObject },
): Publication {
  const hash = createHash('sha256').update(`${messageId} ${topics[0]}`).digest('hex');
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  return { id: `urn:uuid:${uuid}`, topics, isPrivate, data: JSON.stringify(document) };
}

/** Returns the form of a publication; without `private` it is public. */
export function formOf({ id, topics, isPrivate, data }: Publication): URLSearchParams {
  const form = new URLSearchParams(topics.map((topic): [string, string] => ['topic', topic]));
  form.append('data', data);
  form.append('id', id);
  if (isPrivate) form.append('private', 'on');
  return form;
}
