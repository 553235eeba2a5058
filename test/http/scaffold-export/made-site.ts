import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import { some, oneOf, type Draw } from '../unit-of-work/random-requests.js';
import { dataUri, type UploadsApp } from '../uploads/support.js';

type Document = JsonObject & { readonly '@id': string };
const DAY = 86_400_000;
const PICTURES = [
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'R0lGODlhAQABAIAAAP8AAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==',
];

/** Fills a site with everything that fixtures reproduce, in random order and number. Everything is placed. */
export async function makeSite(app: UploadsApp, { draw, now }: { draw: Draw; now: Date }): Promise<void> {
  let count = 0;
  const maybe = (): boolean => draw(2) === 0;
  const post = (path: string, body: JsonObject): Promise<Document> => app.create(path, body, 'superAdmin');
  const patch = async (path: string, body: JsonObject): Promise<void> => {
    const { status, text } = await app.patch(path, body, { as: 'superAdmin' });
    if (status !== 200) throw new Error(`PATCH ${path} answered ${status}: ${text}`);
  };
  const name = (word: string): string => `${word} ${(count += 1)}`;
  const inDays = (days: number): string => new Date(now.getTime() + days * DAY).toISOString();
  const text = (): string =>
    oneOf(['It\'s "so"', 'Zeile\nzwei\ttab', 'é 漢字 \u2028 😀', '`${1}` \\', name('text')], draw);
  const ui = (): JsonObject => ({
    uiClassNames: oneOf<JsonValue>([null, 'one two', ['one', 'two'], []], draw),
  });

  const layouts = [
    await post('/_/layouts', { reference: 'first', uiComponent: 'CwaLayoutPrimary', ...ui() }),
    await post('/_/layouts', { reference: 'Ünüsual "layout"', uiComponent: 'Bare', ...ui() }),
  ];
  const pages: Document[] = [];
  const templates: Document[] = [];
  const routes: Document[] = [];
  const records: Document[] = [];
  const components: Document[] = [];

  async function aRoute(body: JsonObject): Promise<void> {
    const path = `/path-${(count += 1)}`;
    const liveAt = [undefined, undefined, null, inDays(30), inDays(-30)][draw(5)];
    routes.push(
      await post('/_/routes', {
        path,
        name: name('route'),
        ...body,
        ...(liveAt === undefined ? {} : { liveAt }),
      }),
    );
  }
  const parent = (): JsonObject => {
    const above = [undefined, pages.at(-1), records.at(-1)][draw(3)];
    if (above === undefined) return {};
    return { [above['@type'] === 'Page' ? 'parentPage' : 'parentPageData']: above['@id'] };
  };

  async function aPage(isTemplate: boolean): Promise<Document> {
    const page = await post('/_/pages', {
      reference: name(oneOf(['page', 'Seite', '頁'], draw)),
      uiComponent: oneOf(['CwaPagePrimary', 'PrimaryPage'], draw),
      layout: oneOf(layouts, draw)['@id'],
      isTemplate,
      ...parent(),
      ...ui(),
      ...(maybe() ? { title: text(), metaDescription: text() } : {}),
      ...(draw(4) === 0 ? { isReachableWithoutRoute: true } : {}),
    });
    (isTemplate ? templates : pages).push(page);
    if (!isTemplate && draw(4) !== 0) await aRoute({ page: page['@id'] });
    return page;
  }

  const published = (): JsonObject => ({
    publishedAt: oneOf([inDays(-2), inDays(-1), null, inDays(3)], draw),
  });
  const makers: readonly (() => Promise<Document>)[] = [
    () => post('/component/titles', { title: text(), ...published(), ...ui() }),
    () => post('/component/html_contents', { html: `<p>${text()}</p>`, ...published() }),
    () =>
      post('/component/images', {
        file: dataUri('image/gif', Buffer.from(oneOf(PICTURES, draw), 'base64')),
        ...published(),
      }),
    () =>
      post('/component/navigation_links', {
        label: text(),
        ...(routes.length > 0 ? { route: oneOf(routes, draw)['@id'] } : { rawPath: '/' }),
        ...published(),
      }),
    () => post('/component/widgets', { label: maybe() ? text() : null, uiComponent: name('Widget') }),
    () => post('/component/fancy_widgets', { label: text(), color: 'red' }),
    () =>
      post('/component/collections', {
        resourceIri: '/page_data/event_datas',
        defaultQueryParameters: { order: { title: 'asc' }, perPage: '2' },
      }),
    () => post('/component/articles', { headline: text(), body: text(), ...published() }),
    async () => {
      const [one, other] = [await post('/component/twins', {}), await post('/component/twins', {})];
      await patch(one['@id'], { other: other['@id'] });
      await patch(other['@id'], { other: one['@id'] });
      return one;
    },
    async () =>
      post('/component/specimens', {
        name: name('specimen'),
        notes: text(),
        amount: draw(100),
        ratio: draw(100) / 7,
        price: `${draw(50)}.50`,
        active: maybe(),
        startsAt: inDays(draw(9)),
        day: '2030-01-02',
        opensAt: '10:30:00',
        token: '00000000-0000-4000-8000-000000000001',
        level: oneOf(['low', 'high'], draw),
        tags: some(['a', 'b', 'c'], 3, draw),
        links: maybe() ? [{ url: text(), label: null }] : null,
        settings: {
          kind: 'code',
          text: 'process.exit()',
          nested: { list: [1, null, true, text()], "it's": {} },
        },
        secret: text(),
        adminNote: text(),
        home: oneOf(pages, draw)['@id'],
        friend: (await post('/component/widgets', { label: 'friend' }))['@id'],
        widgets: maybe() ? [(await post('/component/widgets', {}))['@id']] : [],
      }),
  ];
  async function aComponent(): Promise<Document> {
    const component = await oneOf(makers, draw)();
    components.push(component);
    return component;
  }

  async function aGroup(owner: Document, depth: number): Promise<void> {
    const members = { Layout: 'layouts', Page: 'pages' } as const;
    const member =
      owner['@type'] === 'Layout' || owner['@type'] === 'Page' ? members[owner['@type']] : 'components';
    const isShared = draw(5) === 0;
    const location = isShared ? name('everywhere') : owner['@id'];
    const owners = isShared && member === 'pages' ? some(pages, 3, draw).map((page) => page['@id']) : [];
    const group = await post('/_/component_groups', {
      reference: `${name('group')}_${location}`,
      location,
      [member]: [...new Set([owner['@id'], ...owners])],
      ...(draw(6) === 0 ? { allowedComponents: [] } : {}),
    });
    let sortValue = 0;
    for (let index = draw(4); index >= 0; index -= 1) {
      sortValue += oneOf([10, 10, 1, 25], draw);
      const isAgain = components.length > 0 && draw(5) === 0;
      const component = isAgain ? oneOf(components, draw) : await aComponent();
      await post('/_/component_positions', {
        componentGroup: group['@id'],
        component: component['@id'],
        sortValue,
      });
      if (!isAgain && depth < 2 && draw(4) === 0) await aGroup(component, depth + 1);
    }
  }

  async function aRecord(): Promise<void> {
    const page = oneOf(templates, draw)['@id'];
    const slot = async (): Promise<string | null> => (maybe() ? (await aComponent())['@id'] : null);
    const record = await oneOf(
      [
        async () =>
          post('/page_data/event_datas', {
            title: name('event'),
            page,
            startsOn: '2030-05-06',
            anything: await slot(),
            ...parent(),
          }),
        async () =>
          post('/page_data/story_datas', {
            title: name('story'),
            page,
            teaser: text(),
            box: (await post('/component/boxes', { label: text() }))['@id'],
            publishedAt: inDays(-1),
            ...parent(),
          }),
      ],
      draw,
    )();
    records.push(record);
    if (draw(4) !== 0) await aRoute({ pageData: record['@id'] });
    if (record['@type'] === 'StoryData' && maybe())
      await patch(record['@id'], { teaser: 'drafted', title: text() });
  }

  for (let round = 0; round < 3; round += 1) {
    const template = await aPage(true);
    const slots = await post('/_/component_groups', {
      reference: `slots_${template['@id']}`,
      location: template['@id'],
      pages: [template['@id']],
    });
    await post('/_/component_positions', {
      componentGroup: slots['@id'],
      pageDataClass: 'EventData',
      pageDataProperty: 'anything',
    });
    for (let page = 0; page < 3; page += 1) await aPage(false);
    for (let record = 0; record < 3; record += 1) await aRecord();
  }
  for (const owner of [...layouts, ...pages, ...templates]) if (maybe()) await aGroup(owner, 0);
  for (const component of components) {
    if (component['publishedAt'] == null || new Date(String(component['publishedAt'])) > now || maybe())
      continue;
    const iri = component['@id'];
    const at = maybe() ? { publishedAt: inDays(5) } : {};
    if (component['@type'] === 'Title')
      await patch(iri, maybe() ? { title: 'drafted', ...at } : { title: null });
    if (component['@type'] === 'Image' && maybe())
      await patch(iri, { file: dataUri('image/gif', Buffer.from(oneOf(PICTURES, draw), 'base64')), ...at });
    if (component['@type'] === 'NavigationLink')
      await patch(iri, { route: oneOf(routes, draw)['@id'], ...at });
  }
  for (let index = 0; index < 6; index += 1) {
    const redirect = oneOf(routes, draw)['@id'];
    await aRoute({ redirect });
  }
  const routed = routes.filter((route) => typeof route['page'] === 'string');
  const [first, second] = routed;
  if (first !== undefined && second !== undefined) await patch(first['@id'], { redirect: second['@id'] });
  await post('/_/site_config_parameters', { key: 'name', value: text() });
  await post('/_/site_config_parameters', { key: 'menu', value: { items: ['a', "b'c"], depth: '2' } });
}
