import type { CreateFeature } from '../../kernel/feature-module.js';
import { loadOptional } from '../../kernel/util/packages/optional-package.js';
import { METRICS_SETTINGS } from './settings.js';

/** Package that is loaded if metrics are enabled. */
const CLIENT = { names: ['prom-client'], key: 'METRICS_PORT', setting: 'asks for metrics' };

/** @throws ConfigError if the package for metrics is not installed */
export const create: CreateFeature = async (kernel) => {
  const { metrics } = kernel.configOf(METRICS_SETTINGS);
  const { port, host } = metrics;
  // A service inside a transaction of the running service leaves the metrics to that one.
  if (port === null || kernel.joinedTo !== undefined) return {};
  const { createMetrics } = await loadOptional(CLIENT, () => import('./metrics.js'));
  const listens = [{ port, host }];
  if (kernel.isMaintenance) return { listens };
  const { createMetricsServer } = await import('./metrics-server.js');
  const metricsOfService = createMetrics(kernel);
  const server = createMetricsServer(metricsOfService, kernel);
  return {
    listens,
    async start() {
      metricsOfService.record();
      await server.listen(port, host);
    },
    async close() {
      metricsOfService.close();
      await server.close();
    },
  };
};
