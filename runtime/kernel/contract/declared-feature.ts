import type { TableDefinition } from './table.js';

/**
 * What is known of a feature before the service runs: configuration, migrations and the command line look at nothing else.
 * `Feature` has the rest.
 */
export interface DeclaredFeature {
  /** Unique, kebab-case: problems are reported under it, and what it documents is grouped by it. */
  readonly name: string;
  /** Tables of its own, beside those of the types; `generate` plans their migrations like all others. */
  readonly tables?: readonly TableDefinition[];
  /** What it adds to the command line. */
  readonly commands?: readonly DeclaredCommand[];
}

export interface DeclaredCommand {
  /** Words joined by colons (`hits:report`). */
  readonly name: string;
  /** One line for `cms help`. */
  readonly summary: string;
  /** Its service is the running one, of which nothing is known here. */
  run(service: never, io: CommandIo): Promise<void>;
}

export interface CommandIo {
  /** Words after the name. */
  readonly args: readonly string[];
  /** A line for the reader. */
  print(line: string): void;
  /** How far long work has come: a line on the terminal until the next one, or something printed, takes its place. */
  progress(line: string): void;
}

/** Names of the features that the service is made of, or will be; those of a project have others. */
export const BUILT_IN_FEATURES: readonly string[] = [
  'accounts',
  'collections',
  'computed-members',
  'documentation',
  'drafts',
  'forms',
  'http-cache',
  'orphans',
  'placement',
  'publishing',
  'realtime',
  'routes',
  'security',
  'site-config',
  'slots',
  'timestamps',
  'uploads',
];
