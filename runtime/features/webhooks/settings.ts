import type { ConfigProblem } from '../../kernel/contract/config-problem.js';
import type { ConfigOf } from '../../kernel/settings/config.js';
import { missing, type Place } from '../../kernel/settings/place.js';
import {
  described,
  flag,
  group,
  mapped,
  nullable,
  record,
  text,
  type ValueOf,
} from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

const ENTRY = group('Webhook.', {
  address: text('URL that receives events as POST requests.'),
  events: described<readonly string[]>({
    type: 'array',
    description: 'Subscribed events, for example TYPE.created, route.live or form.submitted.',
    items: { type: 'string', minLength: 1 },
    minItems: 1,
  }),
  reader: nullable(
    text(
      'Id of the access token whose permissions apply to the sent documents; null for those of anonymous visitors.',
    ),
  ),
});

type Entry = ValueOf<typeof ENTRY>;

/** A configured webhook. Its secret is null if a command does not need it. */
export interface ConfiguredWebhook extends Entry {
  readonly name: string;
  readonly secret: string | null;
}

export const WEBHOOKS_SETTINGS = defineSettings({
  name: 'Webhooks',
  members: {
    webhooks: mapped(
      record(
        'Webhooks, by name (docs/how-to/webhooks.md). The environment variable WEBHOOK_SECRET_NAME contains the secret of each webhook.',
        ENTRY,
      ),
      readEntries,
    ),
    webhook_targets: group('Allowed targets of webhooks.', {
      allow_private: flag('Allows webhooks to send to the local machine and to private networks.', false),
    }),
  },
});

export type WebhooksConfig = ConfigOf<typeof WEBHOOKS_SETTINGS>;

export const SECRET_ADVICE = 'use whsec_ and 24 to 64 random bytes in base64, here and in the receiver';

const NAME = /^[a-z][a-z0-9-]{0,29}$/;

function readEntries(entries: Readonly<Record<string, Entry>>, place: Place): readonly ConfiguredWebhook[] {
  return Object.entries(entries).map(([name, entry]) => {
    const key = `webhooks.${name}`;
    if (!NAME.test(name)) place.refuse(badName(key));
    return { ...entry, name, secret: secretOf(name, place) };
  });
}

const badName = (key: string): ConfigProblem => ({
  key,
  problem: 'is not a valid webhook name',
  advice: 'use at most 30 lower-case letters, digits and hyphens, starting with a letter',
});

/** Returns the environment variable with the secret of a configured webhook. */
export const secretVariable = (name: string): string =>
  `WEBHOOK_SECRET_${name.toUpperCase().replaceAll('-', '_')}`;

function secretOf(name: string, place: Place): string | null {
  const variable = secretVariable(name);
  const secret = place.variable(variable);
  if (secret === null) {
    if (place.use === 'service' && !place.conveniences) place.refuse(missing(variable, SECRET_ADVICE));
    return null;
  }
  return secret;
}
