import type { AppConfig } from '../config/app-config.js';
import type { Actor } from '../contract/context.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ScalarField } from '../contract/resource.js';
import {
  expandRoles,
  expressionFields,
  isGranted,
  ROLE_SUPER_ADMIN,
  type UserRow,
} from '../security/index.js';
import { formatDateTime } from '../serializer/date-time.js';
import type { ExpressionGate } from '../serializer/field-access.js';

/** Names of the hub topics that a caller may subscribe to; empty while there is no hub. */
export type TopicsFor = (actor: Actor) => readonly string[];

export interface UserDocuments {
  /** A user as `viewer` may see it; `member` leaves out `@context`. */
  serialize(user: UserRow, viewer: Actor, kind?: 'item' | 'member'): JsonObject;
  iri(user: UserRow): string;
}

export interface UserDocumentsDeps {
  readonly config: Pick<AppConfig, 'apiPrefix' | 'metadataKey'>;
  /** The application's own fields. */
  readonly fields: readonly ScalarField[];
  readonly gate: ExpressionGate;
  readonly topicsFor: TopicsFor;
}

/** Groups of accounts.md section 6.1; hashes and tokens have no member here, so nothing can let them out. */
export function createUserDocuments({ config, fields, gate, topicsFor }: UserDocumentsDeps): UserDocuments {
  const iri = (user: UserRow): string => `${config.apiPrefix}/users/${user.id}`;

  function ownMembers(user: UserRow, viewer: Actor, groups: ReadonlySet<string>): JsonObject {
    const visible = fields.filter(
      ({ readable, readGroups, readIf }) =>
        readable &&
        (readGroups === undefined || readGroups.some((group) => groups.has(group))) &&
        (readIf === undefined || gate(readIf, viewer, expressionFields(user))),
    );
    return Object.fromEntries(visible.map((field) => [field.name, printValue(user.custom[field.name])]));
  }

  return {
    iri,
    serialize(user, viewer, kind = 'item') {
      const groups = readGroups(viewer);
      return withoutNulls({
        ...(kind === 'item' ? { '@context': `${config.apiPrefix}/contexts/User` } : {}),
        '@id': iri(user),
        '@type': 'User',
        username: user.username,
        emailAddress: user.emailAddress,
        roles: [...expandRoles(user.roles)],
        ...(groups.has('User:superAdmin') ? { enabled: user.enabled } : {}),
        newEmailAddress: user.newEmailAddress,
        emailAddressVerified: user.emailAddressVerified,
        ...ownMembers(user, viewer, groups),
        createdAt: formatDateTime(user.createdAt),
        modifiedAt: formatDateTime(user.modifiedAt),
        [config.metadataKey]: { persisted: true, mercureSubscribeTopics: topicsFor(viewer) },
      });
    },
  };
}

function readGroups(viewer: Actor): ReadonlySet<string> {
  const groups = ['Default', 'User:output', 'User:timestamped:read'];
  return new Set(isGranted(viewer, ROLE_SUPER_ADMIN) ? [...groups, 'User:superAdmin'] : groups);
}

function printValue(value: unknown): JsonValue {
  if (value === undefined) return null;
  // Scalar columns hold JSON values, but for date-times.
  return value instanceof Date ? formatDateTime(value) : (value as JsonValue);
}

function withoutNulls(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value != null));
}
