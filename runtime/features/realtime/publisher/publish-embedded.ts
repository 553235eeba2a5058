import { HubRefusal } from '../hub/index.js';
import { outcomeOf, type Publish } from './hub-client.js';
import { formOf } from './publication.js';

/** Publishes in this process; the next update waits until this one was sent to all. */
export function publishEmbedded(publish: (form: URLSearchParams) => Promise<void>): Publish {
  return async (update) => {
    try {
      await publish(formOf(update));
      return outcomeOf(200);
    } catch (error) {
      if (error instanceof HubRefusal) return outcomeOf(error.status);
      throw error;
    }
  };
}
