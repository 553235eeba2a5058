import type { IncomingMessage, ServerResponse } from 'node:http';

/** A handler that is served beside the API, below a path. */
export interface Mount {
  readonly path: string;
  /** The only paths that it answers; everything at and below `path` where there are none. */
  readonly only?: readonly string[];
  /**
   * Answers, or calls `next`. Named in Node's own types, which every HTTP framework extends: whoever compiles against the
   * published types needs those of no framework.
   */
  handler(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): unknown;
  /** Ends answers that have no end by themselves, before the server is closed. */
  endStreams?(): void;
}
