import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScaffoldStore } from '../../../runtime/console/open-application.js';
import { loadScaffold } from '../../../runtime/scaffold/scaffold.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import scaffold from '../../../scaffold.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const FILE = join(root, 'test/front-end.ts');

/** Libraries and generated types, which are the same for every compiled module. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Returns the compiler errors of a module that uses the generated types. */
function faultsOf(text: string): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => path === FILE || fileExists(path);
  host.readFile = (path) => (path === FILE ? text : readFile(path));
  host.getSourceFile = (path, target) => {
    if (path === FILE) return ts.createSourceFile(path, text, target);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, target));
    return parsed.get(path);
  };
  const program = ts.createProgram(
    [FILE],
    { ...options, noEmit: true, skipLibCheck: false, types: [] },
    host,
  );
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    return `${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

const IMPORTS = `import type * as site from '../generated/types/index.js';\n`;

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
  const store = await openScaffoldStore(site.app, SILENT_LOGGER);
  await loadScaffold(scaffold, { store, admin: site.app.config.admin });
  const background = { width: 8, height: 8, channels: 3, background: 'red' } as const;
  const picture = await sharp({ create: background }).png().toBuffer();
  await site.create('/component/images', { file: `data:image/png;base64,${picture.toString('base64')}` });
});
afterAll(() => site.close());

describe('a response document', () => {
  test.each([
    ['Layout', '/_/layouts'],
    ['Page', '/_/pages'],
    ['Route', '/_/routes'],
    ['ComponentGroup', '/_/component_groups'],
    ['ComponentPosition', '/_/component_positions'],
    ['Collection', '/component/collections'],
    ['Image', '/component/images'],
    ['HtmlContent', '/component/html_contents'],
    ['Title', '/component/titles'],
    ['BlogArticleData', '/page_data/blog_article_datas'],
  ])('has the type %s, in a list and as an item, for a visitor and an administrator', async (type, path) => {
    const lines: string[] = [];
    for (const as of ['anonymous', 'admin'] as const) {
      const list = await site.get(path, { as });
      if (as === 'admin') expect(list.body.member.length).toBeGreaterThan(0);
      lines.push(`const list: site.ListDocument<site.${type}> = ${JSON.stringify(list.body)};`);
      for (const { '@id': iri } of list.body.member.slice(0, 5)) {
        const { body } = await site.get(iri, { as, headers: { path: '/' } });
        lines.push(`const item: site.${type} = ${JSON.stringify(body)};`);
      }
    }
    const blocks = lines.map((line) => `{ ${line} }\n`).join('');
    expect(faultsOf(`${IMPORTS}${blocks}`)).toEqual([]);
  });

  test('has a type if it is a manifest or the current user', async () => {
    const manifest = await site.get('/_/resource_manifest//');
    const me = await site.get('/me', { as: 'admin' });
    const text = `{ const it: site.ResourceManifest = ${JSON.stringify(manifest.body)}; }
{ const it: site.UserAccount = ${JSON.stringify(me.body)}; }\n`;
    expect([manifest.status, me.status, ...faultsOf(`${IMPORTS}${text}`)]).toEqual([200, 200]);
  });
});

describe('a small front end', () => {
  test('compiles with the generated types, and narrows types by @type', () => {
    const text = `${IMPORTS}
type Resource = site.Page | site.Layout | site.Route | site.Image | site.HtmlContent;
export function titleOf(resource: Resource): string {
  switch (resource['@type']) {
    case 'Page': return resource.title ?? resource['@id'];
    case 'Layout': return resource.reference;
    case 'Route': return resource.redirectPath ?? resource.path;
    case 'Image': {
      const [original, ...variants] = resource._metadata.mediaObjects?.file ?? [];
      return original === undefined ? '' : original.contentUrl + variants.map(({ imagineFilter = '' }) => imagineFilter).join();
    }
    case 'HtmlContent': return resource._metadata.publishable.published ? 'live' : 'draft';
  }
}
export function flatten({ resource_iris: nodes }: site.ResourceManifest): string[] {
  const visit = (node: site.ResourceManifestEntry): string[] => [node.iri, ...node.children.flatMap(visit)];
  return nodes.flatMap(visit);
}
`;
    expect(faultsOf(text)).toEqual([]);
  });

  test.each([
    ["const type: site.Image['@type'] = 'Picture';", `'"Picture"' is not assignable`],
    ['declare const image: site.Image; image._metadata.publishable.publshed;', "'publshed' does not exist"],
    ['declare const image: site.Image; image._metadata.mediaObjects?.picture;', "'picture' does not exist"],
    ["const kind: site.Page['@type'] = 'Layout';", 'is not assignable to type \'"Page"\''],
  ])('%s is a compiler error', (line, fault) => {
    expect(faultsOf(`${IMPORTS}${line}\n`)).toContainEqual(expect.stringContaining(fault));
  });
});
