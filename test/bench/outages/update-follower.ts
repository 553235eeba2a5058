import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import type { OutageSite } from './outage-site.js';

/** The last value of each record that a subscriber of the hub received. */
export async function followUpdates({
  hubUrl,
}: Pick<OutageSite, 'hubUrl'>): Promise<{ readonly values: ReadonlyMap<string, number>; close(): void }> {
  const values = new Map<string, number>();
  const stop = new AbortController();
  const response = await fetch(`${hubUrl}?match=*`, { signal: stop.signal });
  if (!response.ok) throw new Error(`the hub answered ${response.status}: ${await response.text()}`);
  void (async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines.filter((each) => each.startsWith('data: {'))) {
        const document = JSON.parse(line.slice('data: '.length)) as JsonObject; // the format that this service publishes
        values.set(String(document['@id']), Number(document['title']));
      }
    }
  })().catch(() => undefined); // ends with the subscription
  return { values, close: () => stop.abort() };
}
