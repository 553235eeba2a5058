import type { CreateFeature } from '../../kernel/feature-module.js';
import { loadOptional } from '../../kernel/util/packages/optional-package.js';
import { TRACES_SETTINGS } from './settings.js';

/** Packages that are loaded when tracing is enabled. */
const SDK = {
  names: ['@opentelemetry/sdk-node', '@opentelemetry/api'],
  key: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  setting: 'or another variable of OpenTelemetry asks for traces',
};

/** @throws ConfigError if the OpenTelemetry packages are not installed */
export const create: CreateFeature = async (kernel) => {
  const { traces } = kernel.configOf(TRACES_SETTINGS);
  // A kernel inside a transaction of the running service is traced by that service.
  if (!traces.isOn || kernel.joinedTo !== undefined) return {};
  const { startTracing } = await loadOptional(SDK, () => import('./tracing.js'));
  if (kernel.isMaintenance) return {};
  const tracing = startTracing(traces);
  return { close: () => tracing.close() };
};
