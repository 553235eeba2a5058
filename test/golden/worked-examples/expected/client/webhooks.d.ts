// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { Iri } from './page.js';
import type { List } from './core.js';
import type { Requests } from './history.js';
/** Webhook, without its secret. */
export interface Webhook {
    /** UUID, or the name of a webhook in the configuration. */
    readonly id: string;
    readonly address: string;
    readonly events: readonly string[];
    readonly description: string | null;
    /** Id of the access token whose permissions apply to the sent documents; null for those of anonymous visitors. */
    readonly reader: string | null;
    /** Access token that created the webhook, which is deleted with the token. Absent if a user created it. */
    readonly accessToken?: Iri;
    readonly isEnabled: boolean;
    /** Reason for which the service disabled the webhook. */
    readonly disabledBecause: string | null;
    /** Whether the webhook is defined in the configuration, where it must be changed. */
    readonly isConfigured: boolean;
    /** Creation time in ISO 8601; null for webhooks in the configuration. */
    readonly createdAt: string | null;
    readonly modifiedAt: string | null;
}
/** Webhook with its new secret. */
export interface MadeWebhook extends Webhook {
    readonly secret: string;
}
export interface WebhookInput {
    readonly address: string;
    /** Events, such as `TYPE.created`, `route.live` or `form.submitted`. */
    readonly events: readonly string[];
    readonly description?: string | null;
    readonly reader?: string | null;
    readonly isEnabled?: boolean;
    /** Signing secret; default: generated. */
    readonly secret?: string;
}
/** Delivery attempt of an event. */
export interface WebhookDelivery {
    readonly id: string;
    /** `webhook-id` header, the same for every attempt. */
    readonly messageId: string;
    readonly event: string;
    readonly record: string | null;
    readonly attempt: number;
    readonly isReceived: boolean;
    /** Status of the response; null without a response. */
    readonly status: number | null;
    readonly durationMs: number;
    /** Start of the response body. It is untrusted text. */
    readonly answer: string | null;
    readonly failure: string | null;
    readonly sentAt: string;
}
type Whole<Item> = Pick<List<Item>, 'member' | 'totalItems'>;
/** Functions for webhooks. They require an administrator. */
export interface Webhooks {
    list(): Promise<Whole<Webhook>>;
    create(input: WebhookInput): Promise<MadeWebhook>;
    get(id: string): Promise<Webhook>;
    change(id: string, members: Partial<Omit<WebhookInput, 'secret'>>): Promise<Webhook>;
    remove(id: string): Promise<void>;
    /** Rotates the secret. For one day, messages are signed with both secrets. */
    rotateSecret(id: string): Promise<MadeWebhook>;
    /** Sends an event named `test` immediately. */
    test(id: string): Promise<WebhookDelivery>;
    /** Lists the last 100 attempts, the newest first. */
    deliveries(id: string): Promise<Whole<WebhookDelivery>>;
}
/** Creates the functions for webhooks from a client. */
export declare function webhooksOf({ request }: Requests): Webhooks;
export {};
