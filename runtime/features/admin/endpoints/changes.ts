import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Mount } from '../../../kernel/contract/http/mount.js';
import type { AdminFiles } from '../files.js';

/** How often the bundle of the project's own parts is looked at while somebody follows, and how often something is sent. */
const LOOK_MS = 200;
const PING_MS = 20_000;
/** When a browser comes back: to a service that was stopped, and to one that has taken the place of this one. */
const LATER_MS = 1000;
const AT_ONCE_MS = 50;

/** Tells open admins that there are other types, or other parts of the project's own: a stream of server-sent events. */
export interface Changes {
  readonly mount: Mount;
  close(): void;
}

/**
 * For development, where types change while the admin is open: a state that is served in place of another begins with another
 * number. What it tells everybody may know.
 * @param path of the stream, the prefix included
 */
export function createChanges(path: string, files: Pick<AdminFiles, 'own'>): Changes {
  const state = randomUUID();
  const following = new Set<ServerResponse>();
  let told = '';
  let timers: readonly NodeJS.Timeout[] = [];

  const read = async (): Promise<string> => {
    const own = await files.own().catch(() => undefined);
    return JSON.stringify({ state, own: own === undefined ? null : own.script });
  };
  const tell = (text: string): void => following.forEach((response) => void response.write(text));
  const look = async (): Promise<void> => {
    const now = await read();
    if (now !== told) tell(`data: ${now}\n\n`);
    told = now;
  };
  const rest = (): void => {
    timers.forEach(clearInterval);
    timers = [];
  };
  const start = (): void => {
    if (timers.length === 0)
      timers = [setInterval(() => void look(), LOOK_MS), setInterval(() => tell(':\n\n'), PING_MS)];
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
        told = await read();
        if (response.destroyed) return;
        response.write(`retry: ${LATER_MS}\ndata: ${told}\n\n`);
        following.add(response);
        start();
      },
      endStreams,
    },
    close: endStreams,
  };
}
