import type { Commands } from '../contract/operations.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { asSent, createRecord } from './create-item.js';
import { storeMembers } from './store-members.js';
import type { WriteDeps } from './create-item.js';
import { updateRecord } from './update-item.js';

/** Writes of single records inside the transaction of their scope. */
export function createCommands(registry: Pick<ResourceRegistry, 'require'>, deps: WriteDeps): Commands {
  return {
    create: (type, body, scope) => createRecord(registry.require(type), asSent(body), scope, deps),
    update: (record, body, scope) =>
      updateRecord('update', record, asSent(body), registry.require(record.type), scope, deps),
    change: (type, change, scope) => storeMembers(change, registry.require(type), scope, deps),
  };
}
