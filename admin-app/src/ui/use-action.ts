import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useErrorMessage } from './use-error-message.js';

export interface Action {
  readonly isBusy: boolean;
  /**
   * Does it, and tells how it went.
   * @param done key of the words that say so
   * @returns undefined where it failed
   */
  run<Answer>(work: () => Promise<Answer>, done?: string): Promise<Answer | undefined>;
}

/** What buttons do: one thing at a time, and failures in plain words. */
export function useAction(): Action {
  const notify = useNotify();
  const reasonOf = useErrorMessage();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    async run(work, done) {
      setBusy(true);
      try {
        const answer = await work();
        if (done !== undefined) notify(done, { type: 'success' });
        return answer;
      } catch (error) {
        notify(reasonOf(error), { type: 'error', multiLine: true });
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
