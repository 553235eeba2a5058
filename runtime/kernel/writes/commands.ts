import type { Commands } from '../contract/writes.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { asSent, createRecord } from './create-item.js';
import { storeMembers } from './store-members.js';
import type { WriteDeps } from './create-item.js';
import { updateRecord } from './update-item.js';

/** Writes of single records inside the transaction of their scope. */
export function createCommands(registry: Pick<ResourceRegistry, 'require'>, deps: WriteDeps): Commands {
  return {
    create: (type, body, scope) =>
      createRecord({ resource: registry.require(type), incoming: asSent(body) }, scope, deps),
    update: (record, body, scope) =>
      updateRecord({ kind: 'update', loaded: record, incoming: asSent(body) }, scope, deps),
    change: (type, change, scope) =>
      storeMembers({ ...change, resource: registry.require(type) }, scope, deps),
  };
}
