import type { Manifest } from '../kernel/contract/schema/manifest.js';
import { authoredMessages } from '../kernel/util/failures/authored-messages.js';

/** The messages that a project writes itself: those of its types are listed by the generator. */
export function messagesOf({ messages = [], resources, forms }: Manifest): ReadonlySet<string> {
  return new Set([...messages, ...authoredMessages(resources), ...authoredMessages(forms)]);
}
