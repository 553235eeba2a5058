import { HubRefusal } from '../hub/index.js';
import { outcomeOf, type Publish } from './hub-client.js';
import { formOf } from './publication.js';

/** Publishes in this process. */
export function publishEmbedded(publish: (form: URLSearchParams) => void): Publish {
  return (update) => {
    try {
      publish(formOf(update));
      return Promise.resolve(outcomeOf(200));
    } catch (error) {
      if (error instanceof HubRefusal) return Promise.resolve(outcomeOf(error.status));
      return Promise.reject(error as Error);
    }
  };
}
