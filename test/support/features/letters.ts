import { defineFeature, type Feature, type Outbox, type OutboxChannel } from 'cms-api-components';

/**
 * Sends a letter for every page that is created or changed, and refuses pages with the title "refused" after the
 * write.
 */
export function letters(channel: OutboxChannel): Feature {
  let outbox: Outbox | undefined;
  return defineFeature({
    name: 'letters',
    channels(service) {
      outbox = service.outbox;
      return [channel];
    },
    unitOfWork: {
      async beforeCommit({ changes }, session) {
        const pages = changes.flatMap((change) =>
          change.kind !== 'deleted' && change.after.type === 'Page' ? [change.after] : [],
        );
        const title = (page: (typeof pages)[number]): string => String(page.values.title);
        const messages = pages.map((page) => ({ channel: channel.name, key: page.id, body: title(page) }));
        await outbox?.append(session, messages);
        if (pages.some((page) => title(page) === 'refused')) throw new Error('refused after it was appended');
      },
    },
  });
}
