import { resolve } from 'node:path';
import type { ConfigProblem } from '../kernel/contract/config-problem.js';
import type { ConfigUse, Place } from '../kernel/settings/place.js';
import { parseOrigin } from '../kernel/util/http/origins.js';
import { readVariable, type Environment } from './env.js';
import { isLoopback } from '../kernel/util/http/loopback.js';

/** The deployment environment, with notices that were added while settings were read. */
export interface FoundPlace extends Place {
  readonly notices: readonly string[];
  /** Returns all problems of the environment, and finally the reason why no defaults were generated. */
  problems(): readonly ConfigProblem[];
}

export const DEFAULT_HOST = '127.0.0.1';

/** Determines the deployment environment before any setting is read (contract decisions 56 and 58). */
export function findPlace({
  projectRoot,
  env,
  use = 'service',
}: {
  readonly projectRoot: string;
  readonly env: Environment;
  readonly use?: ConfigUse | undefined;
}): FoundPlace {
  const variable = (name: string): string | null => readVariable(env, name);
  const mode = variable('NODE_ENV');
  const host = variable('HOST') ?? DEFAULT_HOST;
  const publicUrl = parseOrigin(variable('PUBLIC_URL') ?? '');
  const exposure = findExposure(host, publicUrl);
  const conveniences = mode !== 'production' && (mode === 'development' || exposure === undefined);
  const problems: ConfigProblem[] = [];
  const notices: string[] = [];
  return {
    projectRoot,
    use,
    conveniences,
    variable,
    notices,
    dataDir: resolve(projectRoot, variable('CMS_DATA_DIR') ?? 'var'),
    publicUrl: publicUrl ?? `http://localhost:${parsePort(variable('PORT') ?? '')}`,
    refuse: (problem) => void problems.push(problem),
    notice: (text) => void notices.push(text),
    problems() {
      const isMadeUp = conveniences || mode === 'production' || exposure === undefined;
      if (isMadeUp || problems.length === 0) return problems;
      const problem = `"${variable(exposure)}" is reachable from other machines, so missing settings do not get default values`;
      const advice = 'set them, or set NODE_ENV=development on a development machine';
      return [...problems, { key: exposure, problem, advice }];
    },
  };
}

/** Parses a port, or returns the default. */
export function parsePort(text: string): number {
  return isPort(text) ? Number(text) : 8000;
}

export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65535;
}

/**
 * Returns the variable that makes this server reachable by other machines. With a proxy and a loopback HOST, only
 * PUBLIC_URL shows it.
 */
function findExposure(host: string, publicUrl: string | null): 'HOST' | 'PUBLIC_URL' | undefined {
  if (!isLoopback(host)) return 'HOST';
  return publicUrl !== null && !isLoopback(new URL(publicUrl).hostname) ? 'PUBLIC_URL' : undefined;
}
