// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { Iri } from './page.js';
import type { List } from './core.js';
import type { Requests } from './history.js';
/** An address of another system that is told of changes, without its secret. */
export interface Webhook {
    /** A UUID; of a webhook of the configuration its name. */
    readonly id: string;
    readonly address: string;
    readonly events: readonly string[];
    readonly description: string | null;
    /** Id of the machine token that reads the documents which are sent; null: visitors do. */
    readonly reader: string | null;
    /** The machine token that made it, with which it ends; absent if a person made it. */
    readonly accessToken?: Iri;
    readonly isEnabled: boolean;
    /** Why the service disabled it. */
    readonly disabledBecause: string | null;
    /** It stands in the configuration of the service, and is not changed here. */
    readonly isConfigured: boolean;
    /** As the API prints dates; null for one of the configuration. */
    readonly createdAt: string | null;
    readonly modifiedAt: string | null;
}
/** A webhook as the answer shows it that made its secret. */
export interface MadeWebhook extends Webhook {
    readonly secret: string;
}
export interface WebhookInput {
    readonly address: string;
    /** `TYPE.created` and the like, `route.live`, `form.submitted`. */
    readonly events: readonly string[];
    readonly description?: string | null;
    readonly reader?: string | null;
    readonly isEnabled?: boolean;
    /** One is made by default. */
    readonly secret?: string;
}
/** One attempt to send an event. */
export interface WebhookDelivery {
    readonly id: string;
    /** The header `webhook-id`: the same for every attempt. */
    readonly messageId: string;
    readonly event: string;
    readonly record: string | null;
    readonly attempt: number;
    readonly isReceived: boolean;
    /** Null where there was no answer. */
    readonly status: number | null;
    readonly durationMs: number;
    /** The beginning of the answer: text of somebody else, to be shown as such. */
    readonly answer: string | null;
    readonly failure: string | null;
    readonly sentAt: string;
}
type Whole<Item> = Pick<List<Item>, 'member' | 'totalItems'>;
/** Webhooks, for administrators. */
export interface Webhooks {
    list(): Promise<Whole<Webhook>>;
    create(input: WebhookInput): Promise<MadeWebhook>;
    get(id: string): Promise<Webhook>;
    change(id: string, members: Partial<Omit<WebhookInput, 'secret'>>): Promise<Webhook>;
    remove(id: string): Promise<void>;
    /** For a day messages are signed with the secret before too. */
    rotateSecret(id: string): Promise<MadeWebhook>;
    /** Sends an event named `test` at once. */
    test(id: string): Promise<WebhookDelivery>;
    /** The last hundred attempts, the newest first. */
    deliveries(id: string): Promise<Whole<WebhookDelivery>>;
}
/** Makes the functions for webhooks of the API of a client. */
export declare function webhooksOf({ request }: Requests): Webhooks;
export {};
