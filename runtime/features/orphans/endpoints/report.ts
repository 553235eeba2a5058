import type { Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { notFound } from '../../../kernel/errors/catalog.js';
import type { Service } from '../../../kernel/feature.js';
import { problem } from '../../../kernel/serializer/operation-parts.js';
import { assertAdministrator } from '../../../kernel/endpoints/assert-administrator.js';
import { documented, REFUSALS } from './operation-parts.js';

/** Formats a date as ISO 8601 with microseconds and offset, as in all reports. */
const formatMoment = (moment: Date): string => moment.toISOString().replace('Z', '000+00:00');

/** A stored report and its HTTP description. */
export interface RequestedReport {
  readonly path: string;
  /** Its `@type`, and the name of its schema. */
  readonly type: string;
  /** Subject of the report, for the documentation. */
  readonly subject: string;
  /** Name of the job that creates the report. */
  readonly job: string;
  /** Returns undefined before the first scan. */
  read(): Promise<{ readonly generatedAt: Date; readonly lists: JsonObject } | undefined>;
}

/**
 * Creates the endpoints that return the latest report and request a new one. For administrators (core.md
 * section 14.1).
 */
export function createReportEndpoints(
  { path, type, subject, job, read }: RequestedReport,
  { jobs, iris: { prefix } }: Pick<Service, 'jobs' | 'iris'>,
): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      pattern: path,
      documentation: {
        summary: `Retrieves the latest report of ${subject}.`,
        description: 'Requires an administrator. `generatedAt` is the time of the scan.',
        responses: {
          '200': { description: 'The report.', ...documented(type) },
          ...REFUSALS,
          '404': problem('No scan has run yet.'),
        },
      },
      async handle({ context }) {
        assertAdministrator({ context });
        const report = await read();
        if (report === undefined) throw notFound(`Nothing was scanned yet; POST to ${prefix}${path}/scan.`);
        const body = {
          '@context': `${prefix}/contexts/${type}`,
          '@id': prefix + path,
          '@type': type,
          generatedAt: formatMoment(report.generatedAt),
          ...report.lists,
        };
        return { status: 200, body, cache: 'private' };
      },
    },
    {
      method: 'POST',
      pattern: `${path}/scan`,
      documentation: {
        summary: `Refreshes the report of ${subject}.`,
        description:
          'Requires an administrator. The scan runs in the background; afterwards, `generatedAt` of the report changes.',
        responses: { '202': { description: 'The scan is scheduled.' }, ...REFUSALS },
      },
      async handle({ context }) {
        assertAdministrator({ context });
        await jobs.request(job);
        return { status: 202, cache: 'private' };
      },
    },
  ];
}
