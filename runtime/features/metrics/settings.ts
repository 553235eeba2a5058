import { group } from '../../kernel/settings/setting.js';
import { problemAt } from '../../kernel/settings/place.js';
import { defineSettings } from '../../kernel/settings/settings.js';
import { variable } from '../../kernel/settings/variable.js';

export const METRICS_SETTINGS = defineSettings({
  name: 'Metrics',
  members: {
    metrics: group('Prometheus metrics.', {
      port: variable('METRICS_PORT', {
        description:
          'Port of the metrics server for Prometheus, which serves /metrics (docs/how-to/monitoring.md). Disabled by default.',
        example: '9464',
        check: (text, name) =>
          isPort(text) ? [] : problemAt(name, 'is not a valid port', 'use a number from 1 to 65535'),
        parse: Number,
      }),
      host: variable('METRICS_HOST', {
        description: 'IP address that the metrics server listens on. Metrics require no authentication.',
        example: '127.0.0.1',
        absent: () => '127.0.0.1',
      }),
    }),
  },
});

const isPort = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
