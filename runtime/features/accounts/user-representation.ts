import type { Actor } from '../../kernel/contract/context.js';
import type { RepresentationExtension } from '../../kernel/contract/operations.js';
import { accountOf } from './authentication/index.js';
import { isUser } from './is-user.js';
import { expandRoles } from '../../kernel/authorization/role-hierarchy.js';

/** Names of the hub topics that a caller may subscribe to; empty while there is no hub. */
export type TopicsFor = (actor: Actor) => readonly string[];

/** Roles with all that they imply, and the topics of whoever looks (accounts.md sections 5 and 6.1). */
export function createUserRepresentation(topicsFor: TopicsFor): RepresentationExtension {
  return {
    name: 'users',
    appliesTo: isUser,
    extend(representations, _purpose, { context: { actor } }) {
      const topics = topicsFor(actor);
      for (const { record, members, metadata } of representations) {
        members.roles = [...expandRoles(accountOf(record).roles)];
        metadata.mercureSubscribeTopics = topics;
      }
      return Promise.resolve();
    },
  };
}
