import { context, propagation, trace } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { SettingsOf } from '../../kernel/settings/settings.js';
import { createStoredContexts } from './stored-contexts.js';
import { followWork } from './follow-work.js';
import type { TRACES_SETTINGS } from './settings.js';

type TracesConfig = SettingsOf<typeof TRACES_SETTINGS>['traces'];

export interface Tracing {
  /** Sends what was not sent yet. */
  close(): Promise<void>;
}

const NAME = 'cms-api-components';

/** Starts the SDK of OpenTelemetry in this process, and follows what the service tells of its work. */
export function startTracing(config: TracesConfig): Tracing {
  const contexts = createStoredContexts();
  const sdk = withVariables(config, () => {
    const made = new NodeSDK({
      contextManager: contexts,
      instrumentations: [],
      // Numbers are for Prometheus, and lines of the log go where the process writes them.
      metricReaders: [],
      logRecordProcessors: [],
    });
    made.start();
    return made;
  });
  const end = followWork(trace.getTracer(NAME), contexts.store);
  return {
    async close() {
      end();
      // A collector that is away keeps nobody from ending.
      await sdk.shutdown().catch(() => undefined);
      for (const api of [trace, context, propagation]) api.disable();
    },
  };
}

/** The SDK reads variables of the process alone; those of `.env` are lent to it while it starts. */
function withVariables<Result>(config: TracesConfig, start: () => Result): Result {
  const lent = {
    OTEL_EXPORTER_OTLP_ENDPOINT: config.endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: config.tracesEndpoint,
    OTEL_EXPORTER_OTLP_HEADERS: config.headers,
    OTEL_EXPORTER_OTLP_PROTOCOL: config.protocol,
    OTEL_TRACES_EXPORTER: config.exporter,
    OTEL_SERVICE_NAME: config.serviceName ?? NAME,
    OTEL_RESOURCE_ATTRIBUTES: config.resourceAttributes,
    OTEL_TRACES_SAMPLER: config.sampler,
    OTEL_TRACES_SAMPLER_ARG: config.samplerArg,
  };
  const added = Object.entries(lent).filter(
    ([name, value]) => value !== null && process.env[name] === undefined,
  );
  for (const [name, value] of added) process.env[name] = value ?? '';
  try {
    return start();
  } finally {
    for (const [name] of added) delete process.env[name];
  }
}
