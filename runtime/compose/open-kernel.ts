import { createCompression } from '../adapters/http/compression/compression.js';
import { createMailer, createMailTemplates, readMailLogo } from '../adapters/mail/index.js';
import { openStorage } from '../adapters/storage/index.js';
import { type AppConfig, createReadConfig } from '../config/app-config.js';
import { createExpressionGuard } from '../kernel/authorization/expression-guard.js';
import { createKernel, type Kernel } from '../kernel/kernel.js';
import { createIriConverter } from '../kernel/metadata/iri-converter.js';
import { createOutbox } from '../kernel/outbox/outbox.js';
import { SYSTEM_CLOCK } from '../kernel/ports/clock.js';
import type { Origins, Ports } from '../kernel/kernel-ports.js';
import type { Composition } from './app-types.js';
import { type LateParts, present } from './late-parts.js';
import type { OpenedModel } from './open-model.js';

interface KernelInput {
  readonly model: OpenedModel;
  readonly origins: Origins;
  readonly late: LateParts;
}

/** Creates the kernel of a service: its types, database, outbox and ports. */
export function openKernel(
  options: Composition,
  { model: { manifest, loaded, registry }, origins, late }: KernelInput,
): Kernel {
  const { config, log, database, joined, clock = SYSTEM_CLOCK } = options;
  return createKernel({
    config,
    configOf: createReadConfig(config),
    project: { manifest, openApi: options.openApi },
    registry,
    iris: createIriConverter(registry, config.apiPrefix, config.server.publicUrl),
    database,
    guard: createExpressionGuard(),
    clock,
    log,
    outbox: joined?.outbox ?? createOutbox({ database, clock, log }),
    joinedTo: joined,
    indexes: loaded.flatMap(({ module }) => module?.indexes?.(registry) ?? []),
    ports: openPorts(config, origins),
    workers: options.workers,
    isMaintenance: options.isMaintenance === true,
    command: options.command,
    service: () => present(late.service),
  });
}

function openPorts(config: AppConfig, origins: Origins): Ports {
  const { projectRoot, mailer, emails } = config;
  const logo = readMailLogo(emails);
  return {
    mailer: createMailer({ ...mailer, projectRoot, logo }),
    mailTemplates: createMailTemplates(projectRoot, logo),
    openStorage,
    origins,
    compression: config.compression ? createCompression() : undefined,
  };
}
