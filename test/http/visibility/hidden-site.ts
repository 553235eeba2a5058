import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { CoreApp } from '../core/core-app.js';
import type { Caller, HiddenSite, ModelPage } from './hidden-model.js';
import { hiddenFrom, TEXTS } from './hidden-model.js';

const PAST = '2020-01-01T00:00:00Z';

/** The IRIs of a model's records, in the model's order. */
export interface BuiltSite {
  readonly vaults: readonly string[];
  readonly clubs: readonly string[];
  readonly articles: readonly string[];
  readonly pages: readonly BuiltPage[];
  readonly stories: readonly BuiltPage[];
  readonly cards: readonly string[];
  /** Groups whose texts name a draft. */
  readonly groups: readonly BuiltGroup[];
}

interface BuiltGroup {
  readonly iri: string;
  readonly draft: string;
}

interface BuiltPage {
  readonly iri: string;
  readonly route: string | null;
}

/** Writes the model through the API as rows. */
export async function buildHiddenSite(site: HiddenSite, app: CoreApp): Promise<BuiltSite> {
  const { username } = (await app.get('/me', { as: 'user' })).body;
  const made = async (path: string, body: JsonObject): Promise<string> =>
    (await app.create(path, body))['@id'];
  const vaults = await inTurn(site.vaults, ({ name, isOpen, isUsers }) =>
    made('/component/vaults', { name, isOpen, owner: isUsers ? username : null }),
  );
  const clubs = await inTurn(site.clubs, (name) => made('/record/clubs', { name }));
  const groups: BuiltGroup[] = [];
  const articles = await inTurn(site.articles, async ({ headline, state }) => {
    const publishedAt = state === 'draft' ? null : PAST;
    const iri = await made('/component/articles', { headline, body: 'b', publishedAt });
    if (state === 'published') return iri;
    const draft: string =
      state === 'draft'
        ? iri
        : (await app.patch(iri, { headline: `${headline}a` }, { as: 'admin' })).body['@id'];
    groups.push({ iri: await made('/_/component_groups', groupTexts('primary', draft)), draft });
    return iri;
  });
  const pages = await inTurn(site.pages, async (page) => {
    const iri = (await app.aPage({ title: page.title }))['@id'];
    return { iri, route: await routeOf(page, { page: iri }, app) };
  });
  const template = (await app.aPage({ isTemplate: true }))['@id'];
  const stories = await inTurn(site.stories, async (story) => {
    const iri = await made('/page_data/story_datas', {
      title: story.title,
      page: template,
      publishedAt: PAST,
    });
    return { iri, route: await routeOf(story, { pageData: iri }, app) };
  });
  const cards: string[] = [];
  for (const card of site.cards) {
    const { texts, place } = card;
    const on = place === null ? undefined : pick(pages, place);
    const group = on === undefined ? undefined : await app.aGroup({ pages: [on.iri] });
    cards.push(
      await made('/component/cards', {
        ...texts,
        vault: pick(vaults, card.vault) ?? null,
        club: pick(clubs, card.club) ?? null,
        article: pick(articles, card.article) ?? null,
        way: pick(pages, card.way)?.route ?? null,
        home: pick(pages, card.home)?.iri ?? null,
        card: pick(cards, card.card) ?? null,
        any: pick([...articles, ...vaults], card.vault) ?? null,
        ...(group === undefined ? {} : { componentPositions: [{ componentGroup: group['@id'] }] }),
      }),
    );
  }
  return { vaults, clubs, articles, pages, stories, cards, groups };
}

/** Names the groups of a record as front ends do. */
function groupTexts(slot: string, owner: string) {
  return { reference: `${slot}_${owner}_${randomUUID()}`, location: `${slot} ${owner}` };
}

async function inTurn<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const item of items) made.push(await make(item));
  return made;
}

async function routeOf({ route }: ModelPage, target: JsonObject, app: CoreApp): Promise<string | null> {
  if (route === null) return null;
  const path = aPath(route.isSecret);
  const name = `${route.name}-${randomUUID()}`;
  const liveAt = route.isLive ? PAST : null;
  return (await app.create('/_/routes', { path, name, liveAt, ...target }))['@id'];
}

const aPath = (isSecret: boolean): string => `/${isSecret ? 'secret' : 'open'}/${randomUUID()}`;

/** Picks from a list that may be empty. */
export const pick = <Item>(list: readonly Item[], at: number | null): Item | undefined =>
  at === null || list.length === 0 ? undefined : list[at % list.length];

/** Changes everything that is hidden from the caller, and adds more of it. */
export async function changeHidden(
  caller: Caller,
  { site, built, app }: { readonly site: HiddenSite; readonly built: BuiltSite; readonly app: CoreApp },
  nextWord: () => string,
): Promise<void> {
  const hidden = hiddenFrom(caller, site);
  const patch = async (iri: string, body: JsonObject): Promise<void> => {
    const { status, text } = await app.patch(iri, body, { as: 'superAdmin' });
    if (status !== 200) throw new Error(`PATCH ${iri} answered ${status}: ${text}`);
  };
  for (const [at, vault] of site.vaults.entries())
    if (hidden.vault(vault)) await patch(built.vaults[at] ?? '', { name: nextWord() });
  if (caller !== 'admin') await app.create('/component/vaults', { name: nextWord(), isOpen: false });
  if (hidden.club) for (const club of built.clubs) await patch(club, { name: nextWord() });
  if (hidden.club) await app.create('/record/clubs', { name: nextWord() });
  if (hidden.drafts) {
    // A published record gets a draft by this, or its draft gets another text.
    for (const article of built.articles) await patch(article, { headline: nextWord() });
    await app.create('/component/articles', { headline: nextWord(), body: 'b' });
    for (const { iri, draft } of built.groups) await patch(iri, groupTexts(nextWord(), draft));
  }
  for (const kind of ['pages', 'stories'] as const) {
    for (const [at, page] of site[kind].entries()) {
      const { iri = '', route = null } = built[kind][at] ?? {};
      if (hidden.page(page))
        await patch(iri, { title: nextWord(), ...(kind === 'stories' ? { publishedAt: PAST } : {}) });
      if (route === null || !hidden.route(page)) continue;
      await patch(route, { name: `${nextWord()}-${randomUUID()}` });
      // The path of a route that is not live is hidden; a route behind a failed rule is named by its IRI.
      if (page.route?.isLive === false) await patch(route, { path: aPath(page.route.isSecret) });
    }
  }
  for (const [at, card] of site.cards.entries()) {
    const place = pick(site.pages, card.place);
    const isHidden = place !== undefined && hidden.placedOn(place);
    const texts = TEXTS.filter((name) => isHidden || hidden.text(name)).map((name) => [name, nextWord()]);
    const isDraft = pick(site.articles, card.article)?.state === 'draft';
    await patch(built.cards[at] ?? '', {
      ...Object.fromEntries(texts),
      ...(isHidden ? { vault: pick(built.vaults, at) ?? null, club: null } : {}),
      ...(isDraft && hidden.drafts ? { article: null } : {}),
    });
  }
}
