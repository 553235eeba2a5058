import { auditLogOf } from '../../kernel/contract/features/audit.js';
import { provide } from '../../kernel/contract/features/feature-api.js';
import { FORM_LISTENERS } from '../../extension-points/forms/form-success.js';
import { ConfigError } from '../../kernel/errors/config-error.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { createPreviousVisibility } from '../../kernel/reads/previous-visibility.js';
import { createReadDocument } from '../../kernel/read-document.js';
import { once } from '../../kernel/util/async/once.js';
import { createSealedTexts } from '../../kernel/util/text/sealed-texts.js';
import { FIND_TOKEN_ACTOR, MADE_BY_TOKENS } from '../access-tokens/public-api.js';
import { SIGNING_KEY } from '../accounts/public-api.js';
import { LIVE_ROUTES } from '../pages/public-api.js';
import { DRAFTS } from '../publishing/public-api.js';
import { problemsOfConfigured } from './check-configured.js';
import { createFormListener } from './changes/form-listener.js';
import { createTellOfChanges } from './changes/tell-of-changes.js';
import { createWebhookChannel } from './delivery/channel.js';
import { createReaders } from './delivery/readers.js';
import { createRenderEvent } from './delivery/render-event.js';
import { createSendEvent } from './delivery/send-event.js';
import { SCHEMAS } from './endpoints/documentation.js';
import { PATH } from './endpoints/print-webhook.js';
import { createWebhookEndpoints } from './endpoints/webhooks.js';
import { eventNames } from './events.js';
import { createLiveRouteTeller } from './live-routes.js';
import { WEBHOOKS_SETTINGS } from './settings.js';
import { createDeliveries } from './stored/deliveries.js';
import { createFindWebhook, webhookOfConfig } from './stored/find-webhook.js';
import { createKnownWebhooks, KNOWN_WEBHOOKS } from './stored/known-webhooks.js';
import { createStoredWebhooks } from './stored/stored-webhooks.js';
import { createWriteWebhooks } from './stored/write-webhooks.js';
import { webhookDeliveryTable } from './tables.js';

/** Retention of delivery attempts in seconds. */
const KEPT_SECONDS = 30 * 86_400;

export const apis = [FORM_LISTENERS, KNOWN_WEBHOOKS, MADE_BY_TOKENS];

/** @throws ConfigError for each invalid address and event in the configuration */
export const create: CreateFeature = async (kernel, apis) => {
  const { database, registry, iris, clock, log, outbox, answers } = kernel;
  const { webhooks: configured, webhookTargets } = kernel.configOf(WEBHOOKS_SETTINGS);
  const { allowPrivate: allowsPrivate } = webhookTargets;
  const events = eventNames(registry);
  const problems = problemsOfConfigured(configured, { events, allowsPrivate });
  if (problems.length > 0) throw new ConfigError(problems);
  const { publication } = await apis.open(DRAFTS);
  const signingKey = await apis.open(SIGNING_KEY);
  const live = await apis.open(LIVE_ROUTES);
  const sealed = once(() => createSealedTexts(signingKey, 'secrets of webhooks'));
  const stored = createStoredWebhooks(database);
  const find = createFindWebhook(configured, stored);
  const known =
    kernel.joinedTo?.get(KNOWN_WEBHOOKS) ??
    createKnownWebhooks({
      stored,
      database,
      configured: configured.map(webhookOfConfig),
      watchTags: kernel.watchTags,
    });
  const readers = createReaders(() => apis.getAll(FIND_TOKEN_ACTOR)[0]);
  const findReader = readers.find;
  const deliveries = createDeliveries(database);
  const send = createSendEvent({ sealed, deliveries, allowsPrivate, clock });
  const route = registry.require('Route');
  const liveRoutes = createLiveRouteTeller({
    ...{ database, live, known, outbox, clock, log },
    iriOf: (path) => iris.item(route, path),
  });
  const audit = auditLogOf(apis);
  const write = createWriteWebhooks({ ...kernel, stored, known, sealed, audit, liveRoutes });
  return {
    provides: [
      provide(FORM_LISTENERS, createFormListener({ known, outbox, clock, database })),
      provide(KNOWN_WEBHOOKS, known),
      provide(MADE_BY_TOKENS, async (tokenId) => {
        const all = await stored.all(database);
        const made = all.filter(({ accessTokenId }) => accessTokenId === tokenId).reverse();
        return made.map(({ id }) => `${iris.prefix}${PATH}/${id}`);
      }),
    ],
    unitOfWork: createTellOfChanges({
      ...{ registry, iris, outbox, clock, known, findReader, publication },
      previous: once(() => {
        const voters = kernel.service().features.flatMap(({ reads }) => reads?.voters ?? []);
        return createPreviousVisibility(kernel, voters);
      }),
    }),
    channels: ({ operations }) => [
      createWebhookChannel({
        ...{ find, findReader, send },
        render: createRenderEvent({
          registry,
          publication,
          readDocument: createReadDocument({ operations, serializer: answers.serializer, clock, log }),
        }),
        disable: write.disable,
      }),
    ],
    retention: [
      {
        name: 'webhook-deliveries',
        what: 'Delivery attempts of webhooks, at most 100 per webhook',
        table: webhookDeliveryTable,
        column: 'sent_at',
        keepSeconds: KEPT_SECONDS,
      },
    ],
    documentation: {
      tag: { name: 'Webhooks', description: 'Subscriptions of other systems to changes.' },
      schemas: SCHEMAS,
    },
    endpoints: () =>
      createWebhookEndpoints({
        ...{ iris, find, deliveries, send, write, events, allowsPrivate, clock },
        list: async () => [...configured.map(webhookOfConfig), ...(await stored.all(database))],
        readers,
      }),
    async start() {
      await known.load();
      liveRoutes.start();
    },
    close: () => liveRoutes.close(),
  };
};
