import type { Manifest } from '../kernel/contract/schema/manifest.js';
import { authoredMessages } from '../kernel/util/failures/authored-messages.js';

/** Returns the messages of a project. The generator lists those of its types. */
export function messagesOf({
  messages = [],
  resources,
  user: _user,
  ...folders
}: Manifest): ReadonlySet<string> {
  return new Set([...messages, ...authoredMessages(resources), ...authoredMessages(folders)]);
}
