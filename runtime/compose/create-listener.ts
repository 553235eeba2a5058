import type { RequestListener } from 'node:http';
import { createHttpApp } from '../adapters/http/http-app.js';
import type { OriginPolicy } from '../adapters/http/origin-policy.js';
import { compileRefusalHeaders } from '../kernel/compile.js';
import type { CompiledEndpoints } from '../kernel/endpoints/compile-endpoints.js';
import type { Feature } from '../kernel/feature.js';
import type { Kernel } from '../kernel/kernel.js';
import type { Messages } from '../kernel/messages/messages.js';
import type { Composition } from './app-types.js';
import type { LateParts } from './late-parts.js';

interface ListenerParts {
  readonly kernel: Kernel;
  readonly features: readonly Feature[];
  readonly origins: OriginPolicy;
  readonly messages: Messages;
  readonly compiled: CompiledEndpoints;
  /** Receives the parts that exist after the listener. */
  readonly late: LateParts;
}

/** Creates the HTTP request listener from the endpoints and the HTTP parts of the features. */
export function createListener(
  { config, log, statements }: Composition,
  { kernel, features, origins, messages, compiled, late }: ListenerParts,
): RequestListener {
  const { clock, ports } = kernel;
  const parts = features.flatMap(({ http }) => http ?? []);
  return createHttpApp({
    config,
    log,
    clock,
    origins,
    compression: ports.compression,
    statements,
    messages,
    replica: config.database.replicaUrls.length === 0 ? undefined : () => kernel.database.replica(),
    links: parts.flatMap(({ links }) => links ?? []),
    mounts: parts.flatMap(({ mounts }) => mounts ?? []),
    endpoints: compiled.endpoints,
    takeAnswerPart: (answerPart) => void (late.answerPart = answerPart),
    authenticator: parts.find(({ authenticator }) => authenticator !== undefined)?.authenticator,
    revealer: parts.find(({ revealer }) => revealer !== undefined)?.revealer,
    isEditor: parts.find(({ isEditor }) => isEditor !== undefined)?.isEditor,
    vary: parts.flatMap(({ vary }) => vary ?? []),
    refusalHeaders: compileRefusalHeaders(features),
    createHooks: parts.flatMap(({ hooks }) => hooks ?? []),
  });
}
