import type { ResourceDescriptor } from '../../kernel/contract/resource.js';

export const USER = 'User';

export const isUser = ({ name }: Pick<ResourceDescriptor, 'name'>): boolean => name === USER;
