import type { JsonObject } from '../../../kernel/contract/json.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { formatDateTime } from '../../../kernel/serializer/date-time.js';
import { USER } from '../../accounts/public-api.js';
import { TOKENS_PATH } from '../public-api.js';
import type { AccessToken } from '../stored-tokens.js';

/** Serializes tokens without their secrets, which are not stored. */
export function createPrintToken({
  iris,
  registry,
}: {
  readonly iris: IriConverter;
  readonly registry: ResourceRegistry;
}): (token: AccessToken) => JsonObject {
  const date = (moment: Date | null): string | null => (moment === null ? null : formatDateTime(moment));
  return ({ id, name, ownerId, scopes, createdAt, expiresAt, lastUsedAt }) => ({
    '@id': `${iris.prefix}${TOKENS_PATH}/${id}`,
    '@type': 'AccessToken',
    id,
    name,
    owner: iris.item(registry.require(USER), ownerId),
    scopes: [...scopes],
    createdAt: formatDateTime(createdAt),
    expiresAt: date(expiresAt),
    lastUsedAt: date(lastUsedAt),
  });
}
