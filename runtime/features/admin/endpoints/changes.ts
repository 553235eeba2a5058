import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Mount } from '../../../kernel/contract/http/mount.js';
import { createPoller } from '../../../kernel/util/async/poller.js';
import type { AdminFiles } from '../files.js';

/** Intervals for checking the bundle of project extensions while a client is connected, and for sending a ping. */
const LOOK_MS = 200;
const PING_MS = 20_000;
/** Reconnect delays for browsers: after the service has stopped, and after another process has replaced it. */
const LATER_MS = 1000;
const AT_ONCE_MS = 50;

/** Server-sent events that notify open admins about changed types or project extensions. */
export interface Changes {
  readonly mount: Mount;
  close(): void;
}

/**
 * Creates the stream for development, where types change while the admin is open. Each application state has a random
 * id, so a new state is detected. The events contain no confidential data.
 * @param path of the stream, prefix included
 */
export function createChanges(path: string, files: Pick<AdminFiles, 'own'>): Changes {
  const state = randomUUID();
  const following = new Set<ServerResponse>();
  let notified = '';
  let pings: NodeJS.Timeout | undefined;

  const read = async (): Promise<string> => {
    const own = await files.own().catch(() => undefined);
    return JSON.stringify({ state, own: own === undefined ? null : own.script });
  };
  const tell = (text: string): void => following.forEach((response) => void response.write(text));
  const look = async (): Promise<void> => {
    const now = await read();
    if (now !== notified) tell(`data: ${now}\n\n`);
    notified = now;
  };
  const poller = createPoller({ intervalMs: LOOK_MS, run: look, onError: () => undefined });
  const rest = (): void => {
    poller.stop();
    clearInterval(pings);
    pings = undefined;
  };
  const start = (): void => {
    poller.start();
    pings ??= setInterval(() => tell(':\n\n'), PING_MS);
  };
  const endStreams = (): void => {
    rest();
    for (const response of following) response.end(`retry: ${AT_ONCE_MS}\n\n`);
    following.clear();
  };
  return {
    mount: {
      path,
      only: [path],
      async handler(request, response, next) {
        if (request.method !== 'GET') return next();
        response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
        response.once('close', () => {
          following.delete(response);
          if (following.size === 0) rest();
        });
        notified = await read();
        if (response.destroyed) return;
        response.write(`retry: ${LATER_MS}\ndata: ${notified}\n\n`);
        following.add(response);
        start();
      },
      endStreams,
    },
    close: endStreams,
  };
}
