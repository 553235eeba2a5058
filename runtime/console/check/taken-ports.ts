import { once } from 'node:events';
import { createServer } from 'node:net';
import type { ListenAddress } from '../../kernel/feature.js';

/** Listens briefly on the addresses of the service and returns the system errors. */
export async function findTakenPorts(places: readonly ListenAddress[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const place of places) {
    const listener = createServer();
    try {
      listener.listen({ ...place });
      await once(listener, 'listening');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      problems.push(`Cannot listen on ${place.host}:${place.port}: ${reason}`);
    } finally {
      listener.close();
    }
  }
  return problems;
}
