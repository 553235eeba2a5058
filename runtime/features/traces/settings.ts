import { group, mapped } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';
import { variable } from '../../kernel/settings/variable.js';

export const TRACES_SETTINGS = defineSettings({
  name: 'Traces',
  members: {
    traces: mapped(
      group('OpenTelemetry traces. Other standard OpenTelemetry variables are supported too.', {
        endpoint: variable('OTEL_EXPORTER_OTLP_ENDPOINT', {
          description: 'Base URL of the OpenTelemetry collector (docs/how-to/monitoring.md).',
          example: 'http://localhost:4318',
        }),
        traces_endpoint: variable('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', {
          description: 'Full URL of the collector endpoint for traces. Overrides the base URL.',
          example: 'http://localhost:4318/v1/traces',
        }),
        headers: variable('OTEL_EXPORTER_OTLP_HEADERS', {
          isSecret: true,
          description: 'Headers for the collector, as comma-separated KEY=VALUE pairs.',
          example: '',
        }),
        protocol: variable('OTEL_EXPORTER_OTLP_PROTOCOL', {
          description: 'Export protocol: http/protobuf, http/json or grpc.',
          example: 'http/protobuf',
        }),
        exporter: variable('OTEL_TRACES_EXPORTER', {
          description: 'Trace exporter: otlp, console or none. The console exporter needs no endpoint.',
          example: 'otlp',
        }),
        service_name: variable('OTEL_SERVICE_NAME', {
          description: 'Service name in traces; cms-api-components by default.',
          example: 'cms',
        }),
        resource_attributes: variable('OTEL_RESOURCE_ATTRIBUTES', {
          description: 'Resource attributes of the service, as comma-separated KEY=VALUE pairs.',
          example: 'deployment.environment.name=production',
        }),
        sampler: variable('OTEL_TRACES_SAMPLER', {
          description: 'Sampler, for example parentbased_traceidratio.',
          example: 'parentbased_always_on',
        }),
        sampler_arg: variable('OTEL_TRACES_SAMPLER_ARG', {
          description: 'Sampling ratio of a ratio-based sampler, from 0 to 1.',
          example: '0.1',
        }),
        disabled: variable('OTEL_SDK_DISABLED', {
          description: '`true` disables traces, regardless of other variables.',
          example: 'false',
        }),
      }),
      (requested) => ({ ...requested, isOn: isOn(requested) }),
    ),
  },
});

interface Requested {
  readonly endpoint: string | null;
  readonly tracesEndpoint: string | null;
  readonly exporter: string | null;
  readonly disabled: string | null;
}

/** Enables tracing when an endpoint or exporter is configured. */
function isOn({ endpoint, tracesEndpoint, exporter, disabled }: Requested): boolean {
  if (disabled?.trim().toLowerCase() === 'true' || exporter === 'none') return false;
  return endpoint !== null || tracesEndpoint !== null || exporter !== null;
}
