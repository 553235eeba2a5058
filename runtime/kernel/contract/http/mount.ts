import type { IncomingMessage, ServerResponse } from 'node:http';

/** A handler served beside the API, under a path. */
export interface Mount {
  readonly path: string;
  /** The exact paths it handles; default: `path` and everything below. */
  readonly only?: readonly string[];
  /**
   * Responds, or calls `next`. Uses Node's types, which every HTTP framework extends, so compiling against
   * the published types requires no framework.
   */
  handler(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): unknown;
  /** Ends open-ended responses before the server closes. */
  endStreams?(): void;
}
