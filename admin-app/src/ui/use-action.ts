import { useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import { useErrorMessage } from './use-error-message.js';

export interface Action {
  readonly isBusy: boolean;
  /**
   * Runs the action and reports the result.
   * @param done message key for success
   * @returns undefined if it failed, or if another action is in progress
   */
  run<Answer>(work: () => Promise<Answer>, done?: string): Promise<Answer | undefined>;
}

/** Runs actions of buttons one at a time and reports errors as notifications. */
export function useAction(): Action {
  const notify = useNotify();
  const reasonOf = useErrorMessage();
  const [isBusy, setBusy] = useState(false);
  // A second click may come before the button is rendered as disabled.
  const isRunning = useRef(false);
  return {
    isBusy,
    async run(work, done) {
      if (isRunning.current) return undefined;
      isRunning.current = true;
      setBusy(true);
      try {
        const answer = await work();
        if (done !== undefined) notify(done, { type: 'success' });
        return answer;
      } catch (error) {
        notify(reasonOf(error), { type: 'error', multiLine: true });
        return undefined;
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
  };
}
