import { randomBytes } from 'node:crypto';
import type { OrphansConfig } from '../settings.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import type { Mailer } from '../../../kernel/ports/mailer.js';
import type { MailTemplates } from '../../../kernel/ports/mail-templates.js';
import { describeMailFailure } from '../../../kernel/util/failures/mail-failure.js';
import type { OrphanReport } from '../resources/orphaned-resources.js';
import type { ReportStore } from '../report-store.js';
import { listsOf, type OrphanLists } from '../resources/scan.js';

/** Outcome of an alert; `off` if no recipient is configured. */
export type AlertOutcome = 'sent' | 'unchanged' | 'failed' | 'off';

/** Sends an alert when a report differs from the one of the last alert (accounts.md section 9.5). */
export type AlertOfOrphans = (report: OrphanReport) => Promise<AlertOutcome>;

export interface AlertDeps {
  readonly config: Pick<OrphansConfig, 'orphanedResources' | 'websiteName'>;
  /** Front-end origin for the link in the mail; null for a mail without a link. */
  readonly origin: string | null;
  readonly store: ReportStore;
  readonly mailer: Mailer;
  readonly mailTemplates: MailTemplates;
  readonly log: Logger;
}

/** Maximum number of listed records. Some servers refuse longer mails. */
const MOST_LISTED = 1000;
const TEMPLATE = 'orphaned-resources-changed';

export function createOrphanAlert(deps: AlertDeps): AlertOfOrphans {
  const { config, origin, store, mailer, mailTemplates, log } = deps;
  const { recipients, subject, adminPagePath } = config.orphanedResources.notify;

  async function send(report: OrphanLists, change: Change): Promise<void> {
    const variables = {
      website_name: config.websiteName,
      counts: {
        componentGroups: report.componentGroups.length,
        componentPositions: report.componentPositions.length,
        components: report.components.length,
      },
      added: change.added.slice(0, MOST_LISTED),
      unlisted_count: Math.max(0, change.added.length - MOST_LISTED),
      resolved_count: change.resolved,
      // The origin never comes from a request, because recipients trust the mail.
      admin_url: origin === null ? null : urlOf(adminPagePath, origin),
    };
    const bodies = await mailTemplates.render(TEMPLATE, variables);
    const line = await mailTemplates.renderLine(subject, variables);
    for (const { address, name } of recipients) {
      const headers = { 'X-Message-ID': `orc-${randomBytes(16).toString('hex')}` };
      const mail = {
        to: address,
        ...(name === '' ? {} : { toName: name }),
        subject: line,
        ...bodies,
        headers,
      };
      await mailer.send(mail).catch((cause: unknown) => {
        throw describeMailFailure(cause);
      });
    }
  }

  return async (report) => {
    if (recipients.length === 0) return 'off';
    const change = changeOf(report, await store.alerted('resources'));
    if (change === undefined) return 'unchanged';
    try {
      await send(report, change);
    } catch (err) {
      log.error({ msg: 'failed to send the notification about orphaned resources', err });
      return 'failed';
    }
    await store.setAlerted('resources', listsOf(report));
    return 'sent';
  };
}

/** Removes leading slashes, which would name another host. */
const urlOf = (path: string, origin: string): string =>
  new URL(`/${path.replace(/^[/\\]+/, '')}`, origin).href;

interface Change {
  readonly added: readonly string[];
  readonly resolved: number;
}

/**
 * Returns undefined if the lists contain the same IRIs as the last alert. Before the first alert, empty lists
 * count as unchanged.
 */
function changeOf(report: OrphanLists, alerted: OrphanLists | undefined): Change | undefined {
  const now = new Set(Object.values(listsOf(report)).flat());
  const before = new Set(alerted === undefined ? [] : Object.values(listsOf(alerted)).flat());
  const added = [...now].filter((iri) => !before.has(iri));
  const resolved = [...before].filter((iri) => !now.has(iri)).length;
  return added.length + resolved === 0 ? undefined : { added, resolved };
}
