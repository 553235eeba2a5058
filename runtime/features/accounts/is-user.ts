import type { ResourceDescriptor } from '../../kernel/contract/resource.js';
import { accountOf, expressionFields } from './authentication/index.js';

export const USER = 'User';

export const isUser = ({ name }: Pick<ResourceDescriptor, 'name'>): boolean => name === USER;

/** Lets expressions see of a user what they see of the caller: the id, and the roles with all that they imply. */
export function withAccountFields(resource: ResourceDescriptor): ResourceDescriptor {
  if (!isUser(resource)) return resource;
  return { ...resource, expressionObject: (record) => expressionFields(accountOf(record)) };
}
