import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../kernel/contract/json.js';

/** One update as the hub is given it (realtime.md sections 1.1 and 2.4). */
export interface Publication {
  /** The same for each attempt; says nothing of the time, which the cursor of a subscriber would show. */
  readonly id: string;
  readonly topics: readonly [string, ...string[]];
  readonly isPrivate: boolean;
  readonly data: string;
}

/** The id follows from the message and the topic, so that an update that comes twice has one. */
export function publication(
  messageId: string,
  { topics, isPrivate, document }: Omit<Publication, 'id' | 'data'> & { readonly document: JsonObject },
): Publication {
  const hash = createHash('sha256').update(`${messageId} ${topics[0]}`).digest('hex');
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  return { id: `urn:uuid:${uuid}`, topics, isPrivate, data: JSON.stringify(document) };
}

/** The form of a publication; without `private` it is public. */
export function formOf({ id, topics, isPrivate, data }: Publication): URLSearchParams {
  const form = new URLSearchParams(topics.map((topic): [string, string] => ['topic', topic]));
  form.append('data', data);
  form.append('id', id);
  if (isPrivate) form.append('private', 'on');
  return form;
}
