import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.js';
import type { TestResponse } from '../../support/test-client.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { startPublishingApp, type PublishingApp } from '../publishing/support.js';
import { explain, shown, type Act, type Attempt, type Pair, type State, type View } from './pair-model.js';
import { ifMatch, tagOf } from './support.js';

let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

const EDITORS = ['admin', 'superAdmin'] as const;
const STEPS = 25;

/** A state on an editor's screen, and its ETag. */
interface Seen {
  readonly state: State;
  readonly tag: string;
}

interface Sent extends Attempt {
  readonly screen: Map<View, Seen>;
  send(): Promise<TestResponse>;
}

const address = (iri: string, view: View): string => (view === 'published' ? `${iri}?published=true` : iri);

describe('writers who send the ETag of what they saw', () => {
  test('overwrite nothing that they did not see, however their reads and writes interleave', async () => {
    const seen = { done: 0, refused: 0, together: 0 };
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const draw = (count: number): number => Number(numbers.next().value) % count;
        const iri = await content.article({ headline: 'first' });
        let pair: Pair = { published: { text: 'first' }, draft: null };
        const screens = Array.from({ length: 4 }, () => new Map<View, Seen>());
        let written = 0;

        const read = async (screen: Map<View, Seen>, view: View): Promise<void> => {
          const answer = await app.get(address(iri, view), { as: EDITORS[draw(2)] ?? 'admin' });
          const state = shown(pair, view);
          expect([answer.status, answer.body.headline]).toEqual([200, state.text]);
          screen.set(view, { state, tag: tagOf(answer) });
        };

        const choose = (screen: Map<View, Seen>): Sent | undefined => {
          const view: View = draw(4) === 0 ? 'published' : 'newest';
          const at = screen.get(view);
          if (at === undefined) return undefined;
          const isOfDraft = view === 'newest' && pair.draft !== null && at.state === pair.draft;
          const kind = isOfDraft ? (['edit', 'edit', 'publish', 'discard'] as const)[draw(4)] : 'edit';
          const text = `text ${(written += 1)}`;
          const act: Act =
            kind === 'publish' || kind === 'discard'
              ? { kind, view: 'newest' }
              : { kind: 'edit', view, text };
          const isBlind = act.kind === 'edit' && draw(8) === 0;
          const as = EDITORS[draw(2)] ?? 'admin';
          const options = isBlind ? { as } : { as, headers: ifMatch(at.tag) };
          const body = act.kind === 'edit' ? { headline: text } : { publishedAt: 'now' };
          const send = (): Promise<TestResponse> =>
            act.kind === 'discard' ? app.delete(iri, options) : app.patch(address(iri, view), body, options);
          return { act, seen: isBlind ? null : at.state, screen, send };
        };

        for (let step = 0; step < STEPS; step += 1) {
          for (const screen of screens)
            if (draw(3) === 0) await read(screen, draw(4) === 0 ? 'published' : 'newest');
          const sent = screens.slice(0, 1 + draw(4)).flatMap((screen) => choose(screen) ?? []);
          const answers = await Promise.all(sent.map((each) => each.send()));
          for (const { status } of answers) expect([200, 204, 412]).toContain(status);
          const isDone = answers.map(({ status }) => status !== 412);
          const newest = (await app.get(iri, { as: 'admin' })).body.headline;
          const live = (await app.get(iri)).body.headline;
          const [found] = explain(pair, sent, isDone).filter(
            (one) => shown(one.pair, 'newest').text === newest && one.pair.published.text === live,
          );
          if (found === undefined)
            throw new Error(`No order of these explains ${isDone.join()}, ${newest}, ${live}:
${JSON.stringify({ pair, sent }, null, 2)}`);
          pair = found.pair;
          for (const [index, { act, screen }] of sent.entries()) {
            const answer = answers[index];
            const after = found.after[index];
            if (answer?.status === 412) seen.refused += 1;
            else seen.done += 1;
            if (answer?.status !== 200 || after === undefined) continue;
            screen.set(act.view, { state: shown(after, act.view), tag: tagOf(answer) });
          }
          if (isDone.filter((done) => done).length > 1) seen.together += 1;
        }
      }),
      { numRuns: propertyRuns(12, 'LOST_UPDATES_RUNS'), endOnFailure: true },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
  });
});
