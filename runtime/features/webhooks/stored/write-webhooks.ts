import { randomUUID } from 'node:crypto';
import type { AuditLog } from '../../../kernel/contract/features/audit.js';
import { ANONYMOUS, type RequestContext } from '../../../kernel/contract/context.js';
import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { SealedTexts } from '../../../kernel/util/text/sealed-texts.js';
import { contextWithoutRequest } from '../../../kernel/util/http/context-without-request.js';
import { webhookErrors } from '../errors.js';
import { ROUTE_LIVE } from '../events.js';
import type { LiveRouteTeller } from '../live-routes.js';
import type { FoundWebhook } from './find-webhook.js';
import { type KnownWebhooks, WEBHOOKS_TAG } from './known-webhooks.js';
import {
  type MadeWebhook,
  type NewWebhook,
  type StoredWebhook,
  type StoredWebhooks,
} from './stored-webhooks.js';

/** Writes webhooks. Changes take effect at once in this process and are added to the audit log. */
export interface WriteWebhooks {
  create(webhook: MadeWebhook, secret: string, context: RequestContext): Promise<StoredWebhook>;
  /** Returns undefined if the webhook was deleted; the same applies below. */
  change(
    id: string,
    members: Partial<NewWebhook>,
    context: RequestContext,
  ): Promise<StoredWebhook | undefined>;
  /** Replaces the secret. The previous one also signs for one more day. */
  rotate(id: string, secret: string, context: RequestContext): Promise<StoredWebhook | undefined>;
  remove(id: string, context: RequestContext): Promise<boolean>;
  /** Disables a webhook on behalf of the service. */
  disable(found: FoundWebhook, because: string): Promise<void>;
}

export interface WriteWebhooksDeps extends Pick<Kernel, 'database' | 'writeOutOfBand' | 'clock' | 'log'> {
  readonly stored: StoredWebhooks;
  readonly known: Pick<KnownWebhooks, 'forget'>;
  readonly sealed: () => SealedTexts;
  readonly audit: AuditLog;
  readonly liveRoutes: Pick<LiveRouteTeller, 'begin'>;
}

const DAY_MS = 86_400_000;
const MOST = 100;

export function createWriteWebhooks(deps: WriteWebhooksDeps): WriteWebhooks {
  const { database, writeOutOfBand, stored, known, sealed, audit, liveRoutes, clock } = deps;

  async function write<Result>(work: (session: TransactionSession) => Promise<Result>): Promise<Result> {
    try {
      return await writeOutOfBand(database, work, [WEBHOOKS_TAG]);
    } finally {
      known.forget();
    }
  }

  const note = (session: TransactionSession, details: string, context: RequestContext): Promise<void> =>
    audit.addWith(session, { kind: 'webhook', details }, context);

  /** Registers the live routes, so that a new subscriber receives no events for them. */
  async function beginRoutes(
    webhook: NewWebhook,
    before: NewWebhook | undefined,
    session: TransactionSession,
  ): Promise<void> {
    const asks = (one: NewWebhook | undefined): boolean =>
      one?.isEnabled === true && one.events.includes(ROUTE_LIVE);
    if (asks(webhook) && !asks(before)) await liveRoutes.begin(session);
  }

  const update = (id: string, { changed, details, context }: Update): Promise<StoredWebhook | undefined> =>
    write(async (session) => {
      const before = await stored.find(id, session);
      if (before === undefined) return undefined;
      const after = { ...before, ...changed(before), modifiedAt: context.now };
      await beginRoutes(after, before, session);
      await stored.update(session, after);
      await note(session, `${details} ${id}`, context);
      return after;
    });

  return {
    create: (given, secret, context) =>
      write(async (session) => {
        if ((await stored.all(session)).length >= MOST) throw webhookErrors.tooMany();
        const id = randomUUID();
        const webhook: StoredWebhook = {
          ...given,
          id,
          disabledBecause: null,
          isConfigured: false,
          createdAt: context.now,
          modifiedAt: context.now,
          secret: sealed().seal(secret, id),
          previous: null,
        };
        await beginRoutes(webhook, undefined, session);
        await stored.insert(session, webhook);
        await note(session, `created ${id}`, context);
        return webhook;
      }),
    change: (id, members, context) =>
      update(id, {
        context,
        details: `${Object.keys(members).join(', ')} of`,
        changed: ({ disabledBecause }) => ({
          ...members,
          disabledBecause: members.isEnabled === true ? null : disabledBecause,
        }),
      }),
    rotate: (id, secret, context) =>
      update(id, {
        context,
        details: 'another secret of',
        changed: (before) => ({
          secret: sealed().seal(secret, id),
          previous: { secret: before.secret, until: new Date(context.now.getTime() + DAY_MS) },
        }),
      }),
    remove: (id, context) =>
      write(async (session) => {
        const isRemoved = await stored.remove(session, id);
        if (isRemoved) await note(session, `removed ${id}`, context);
        return isRemoved;
      }),
    async disable({ webhook }, because) {
      if (webhook.isConfigured) return;
      await update(webhook.id, {
        context: contextWithoutRequest(ANONYMOUS, { clock, log: deps.log }),
        details: 'disabled, as its receiver is gone:',
        changed: () => ({ isEnabled: false, disabledBecause: because }),
      });
    },
  };
}

interface Update {
  readonly context: RequestContext;
  /** Text of the audit log entry, before the id. */
  readonly details: string;
  readonly changed: (before: StoredWebhook) => Partial<StoredWebhook>;
}
