/** Work that is done in the background of a serving process, or by a command. */
export interface Job {
  /** Unique among all features, kebab-case, at most 100 characters. */
  readonly name: string;
  /** Run again from its start when the process that ran it has died; so whatever it stores is stored once. */
  run(signal: AbortSignal): Promise<void>;
}

export interface Jobs {
  /** Has the job run once more from its start, as soon as it may: one at a time of a name, whatever the number of processes. */
  request(name: string): Promise<void>;
}
