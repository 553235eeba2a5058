import { isUuid } from '../../../kernel/util/is-uuid.js';
import { type ConfiguredWebhook, secretVariable } from '../settings.js';
import type { Webhook } from '../webhook.js';
import type { StoredWebhook, StoredWebhooks } from './stored-webhooks.js';

/** A webhook with its signing secrets. */
export interface FoundWebhook {
  readonly webhook: Webhook;
  readonly secrets:
    | { readonly kind: 'plain'; readonly secret: string }
    | ({ readonly kind: 'sealed' } & Pick<StoredWebhook, 'secret' | 'previous'>);
}

/** Finds a stored webhook by id, or a configured one by name. */
export type FindWebhook = (id: string) => Promise<FoundWebhook | undefined>;

export function createFindWebhook(
  configured: readonly ConfiguredWebhook[],
  stored: Pick<StoredWebhooks, 'find'>,
): FindWebhook {
  return async (id) => {
    const named = configured.find(({ name }) => name === id);
    if (named !== undefined)
      return { webhook: webhookOfConfig(named), secrets: { kind: 'plain', secret: named.secret ?? '' } };
    const found = isUuid(id) ? await stored.find(id.toLowerCase()) : undefined;
    return (
      found && { webhook: found, secrets: { kind: 'sealed', secret: found.secret, previous: found.previous } }
    );
  };
}

/** Returns a configured webhook. Without a secret, which is possible only in development, it receives no events. */
export function webhookOfConfig({ name, address, events, reader, secret }: ConfiguredWebhook): Webhook {
  return {
    id: name,
    address,
    events,
    description: null,
    readerId: reader,
    accessTokenId: null,
    isEnabled: secret !== null,
    disabledBecause: secret === null ? `${secretVariable(name)} is not set.` : null,
    isConfigured: true,
    createdAt: null,
    modifiedAt: null,
  };
}
