import type { JsonObject } from '../contract/json.js';
import type { Violation } from '../contract/records/validation.js';

export interface AppErrorOptions {
  /** Stable `AREA.REASON` string, for logs and tests. */
  readonly code: string;
  readonly status: number;
  /** The `detail` sent to the client; never contains SQL, file paths or stacks. */
  readonly publicMessage: string;
  readonly violations?: readonly Violation[];
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Additional members of the problem document. */
  readonly members?: JsonObject;
  readonly cause?: unknown;
  /** Whether the response has no body. */
  readonly isBare?: boolean;
}

/**
 * An expected failure that is reported to the client.
 *
 * @example
 * throw new AppError({ code: 'BOOKING.SOLD_OUT', status: 409, publicMessage: 'The event is sold out.' });
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly publicMessage: string;
  readonly violations: readonly Violation[] | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly members: JsonObject;
  readonly isBare: boolean;

  constructor(options: AppErrorOptions) {
    super(options.publicMessage, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'AppError';
    this.code = options.code;
    this.status = options.status;
    this.publicMessage = options.publicMessage;
    this.violations = options.violations;
    this.headers = options.headers ?? {};
    this.members = options.members ?? {};
    this.isBare = options.isBare ?? false;
  }
}
