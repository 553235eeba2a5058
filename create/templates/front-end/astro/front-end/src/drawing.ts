import type { Form } from '../../generated/types/index.js';

/** What is drawn besides the page itself. */
export interface Drawing {
  readonly path: string;
  /** The form that was just sent, with what is wrong with it. */
  readonly refused?: Form | undefined;
  /** A form of the page was just sent, and nothing is wrong with it. */
  readonly isSent: boolean;
}
