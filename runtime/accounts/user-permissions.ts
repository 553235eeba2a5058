import type { AppConfig } from '../config/app-config.js';
import type { Actor } from '../contract/context.js';
import { denied, forbidden } from '../errors/catalog.js';
import { expressionFields, type UserRow } from '../security/index.js';
import type { ExpressionGate } from '../serializer/field-access.js';

export interface UserPermissions {
  /** @throws AppError 401 for an anonymous caller, 403 for another; anonymous creation is 403 (accounts.md section 6.2). */
  assert(operation: keyof AppConfig['user']['security'], actor: Actor, subject?: UserRow): void;
  isAllowed(operation: keyof AppConfig['user']['security'], actor: Actor, subject?: UserRow): boolean;
}

export function createUserPermissions(
  security: AppConfig['user']['security'],
  gate: ExpressionGate,
): UserPermissions {
  const isAllowed: UserPermissions['isAllowed'] = (operation, actor, subject) =>
    gate(security[operation], actor, subject === undefined ? null : expressionFields(subject));
  return {
    isAllowed,
    assert(operation, actor, subject) {
      if (!isAllowed(operation, actor, subject)) throw operation === 'create' ? forbidden() : denied(actor);
    },
  };
}
