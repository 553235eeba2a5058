import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { client } from '../../../api/client.js';
import { momentOf } from '../../../ui/format-value.js';
import { EntryList } from '../../../ui/entry-list.js';
import { QueryResult } from '../../../ui/query-result.js';
import { Section } from '../../../ui/screen-layout.js';
import { useAction } from '../../../ui/use-action.js';

interface OutboxState {
  readonly channels: readonly {
    readonly channel: string;
    readonly pending: number;
    readonly oldestAgeMs: number | null;
    readonly dead: number;
    readonly isDelivered: boolean;
  }[];
  readonly deadLetters: readonly {
    readonly id: string;
    readonly channel: string;
    readonly key: string;
    readonly attempts: number;
    readonly reason: string;
    readonly diedAt: string;
  }[];
}

const SECOND_MS = 1000;

/** Pending messages, and failed messages that can be sent again. */
export function MessageQueue(): ReactElement {
  const translate = useTranslate();
  const { run, isBusy } = useAction();
  const found = useQuery({
    queryKey: ['outbox'],
    queryFn: () => client.request<OutboxState>('GET', '/_/outbox'),
    gcTime: 0,
  });
  const resend = async (body: object): Promise<void> => {
    await run(() => client.request('POST', '/_/outbox/resend', { body }), 'administration.service.resent');
    await found.refetch();
  };
  return (
    <QueryResult query={found}>
      {({ channels, deadLetters }) => (
        <>
          <Section title="administration.service.outbox">
            <EntryList
              label={translate('administration.service.outbox')}
              empty="administration.service.no_channels"
              entries={channels.map(({ channel, pending, oldestAgeMs, dead, isDelivered }) => ({
                key: channel,
                title: channel,
                lines: [
                  translate('administration.service.waiting', { pending, dead }),
                  oldestAgeMs === null
                    ? null
                    : translate('administration.service.oldest', {
                        seconds: Math.round(oldestAgeMs / SECOND_MS),
                      }),
                  isDelivered ? null : translate('administration.service.undelivered'),
                ],
              }))}
            />
          </Section>
          {deadLetters.length > 0 && (
            <Section
              title="administration.service.dead"
              actions={
                <Button variant="outlined" disabled={isBusy} onClick={() => void resend({ all: true })}>
                  {translate('administration.service.resend_all')}
                </Button>
              }
            >
              <EntryList
                label={translate('administration.service.dead')}
                empty="administration.service.no_channels"
                entries={deadLetters.map(({ id, channel, key, attempts, reason, diedAt }) => ({
                  key: id,
                  title: `${channel} · ${key}`,
                  lines: [
                    momentOf(diedAt),
                    translate('administration.service.failed_because', { attempts, reason }),
                  ],
                  actions: (
                    <Button size="small" disabled={isBusy} onClick={() => void resend({ id })}>
                      {translate('administration.service.resend')}
                    </Button>
                  ),
                }))}
              />
            </Section>
          )}
        </>
      )}
    </QueryResult>
  );
}
