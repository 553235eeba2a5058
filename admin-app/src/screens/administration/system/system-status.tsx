import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { client } from '../../../api/client.js';
import { useSession } from '../../../session/session.js';
import { momentOf } from '../../../ui/format-value.js';
import { EntryList, type Entry } from '../../../ui/entry-list.js';
import { QueryResult } from '../../../ui/query-result.js';
import { ScreenLayout, Section } from '../../../ui/screen-layout.js';
import { MessageQueue } from './message-queue.js';

interface Health {
  readonly status: string;
}

interface Jobs {
  readonly jobs: readonly {
    readonly job: string;
    readonly state: 'runs' | 'waits' | 'failed';
    readonly requestedAt: string;
    readonly requests: number;
    readonly attempts: number;
    readonly reason: string | null;
  }[];
  readonly scheduled: readonly {
    readonly job: string;
    readonly cron: string;
    readonly timeZone: string;
    readonly lastRun: string | null;
    readonly nextRun: string | null;
    readonly outcome: Readonly<Record<string, unknown>>;
  }[];
}

/** Health of the service and its background jobs. */
export default function SystemStatus(): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const health = useQuery({ queryKey: ['health'], queryFn: readHealth, gcTime: 0 });
  const jobs = useQuery({
    queryKey: ['jobs'],
    queryFn: () => client.request<Jobs>('GET', '/_/jobs'),
    gcTime: 0,
  });
  const again = (
    <Button
      variant="outlined"
      onClick={() => {
        void health.refetch();
        void jobs.refetch();
      }}
    >
      {translate('ra.action.refresh')}
    </Button>
  );
  return (
    <ScreenLayout title="administration.service.title" actions={again}>
      <Section title="administration.service.health">
        <QueryResult query={health}>
          {({ status }) => (
            <>
              <Chip
                size="small"
                variant="outlined"
                color={status === 'ok' ? 'success' : 'error'}
                label={translate(
                  status === 'ok' ? 'administration.service.well' : 'administration.service.ill',
                )}
              />{' '}
              {translate('administration.service.version', { version: model.service.version })}
            </>
          )}
        </QueryResult>
      </Section>
      <Section title="administration.service.jobs">
        <QueryResult query={jobs}>{(found) => <JobList {...found} />}</QueryResult>
      </Section>
      <MessageQueue />
    </ScreenLayout>
  );
}

/** An unhealthy service returns its status as an error. */
const readHealth = (): Promise<Health> =>
  client.request<Health>('GET', '/_/health').catch(() => ({ status: 'unavailable' }));

function JobList({ jobs, scheduled }: Jobs): ReactElement {
  const translate = useTranslate();
  const requested = jobs.map(({ job, state, requestedAt, attempts, reason }): Entry => ({
    key: `asked ${job}`,
    title: `${job} · ${translate(`administration.service.${state}`)}`,
    lines: [
      translate('administration.service.since', { date: momentOf(requestedAt) }),
      reason === null ? null : translate('administration.service.failed_because', { attempts, reason }),
    ],
  }));
  const regular = scheduled.map(({ job, cron, timeZone, lastRun, nextRun, outcome }): Entry => ({
    key: `scheduled ${job}`,
    title: job,
    lines: [
      `${cron} (${timeZone})`,
      [
        lastRun === null
          ? translate('administration.service.never')
          : translate('administration.service.last', { date: momentOf(lastRun) }),
        nextRun === null ? [] : translate('administration.service.next', { date: momentOf(nextRun) }),
      ]
        .flat()
        .join(' · '),
      Object.entries(outcome)
        .map(([name, count]) => `${name} ${String(count)}`)
        .join(', '),
    ],
  }));
  return (
    <EntryList
      label={translate('administration.service.jobs')}
      empty="administration.service.no_jobs"
      entries={[...requested, ...regular]}
    />
  );
}
