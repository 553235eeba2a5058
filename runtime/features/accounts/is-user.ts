import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';

export const USER = 'User';

export const isUser = ({ name }: Pick<ResourceDescriptor, 'name'>): boolean => name === USER;
