import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { loadTemplates } from '../../../../generator/render/templates.js';
import { makeCmsScaffold } from '../../../../generator/scaffold/make-cms-scaffold.js';
import { makePageData } from '../../../../generator/scaffold/make-page-data.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const templates = await loadTemplates();

/** The code in the output of a maker, as users copy it. */
function pasted(guidance: readonly string[]): string {
  const start = guidance.findIndex((line) => line.startsWith('  import '));
  return guidance
    .slice(start)
    .map((line) => line.replace(/^ {2}/, ''))
    .join('\n');
}

const pageData = (...properties: string[]) =>
  pasted(makePageData({ name: 'TourData', properties }, templates).guidance);
const scaffold = makeCmsScaffold({}, templates).files[0]?.content ?? '';

const CODE: Readonly<Record<string, string>> = {
  'what make:page-data prints': pageData(),
  'what make:page-data prints for components and required values': pageData(
    'headline:string',
    'story:text',
    'seats:int',
    'price:float',
    'open:bool',
    'startsAt:datetime',
    'day:date',
    'note:?string',
    'banner:Image',
    'plan:?Image',
  ),
  'what make:cms-scaffold writes': scaffold,
  'what make:cms-scaffold writes, with its examples': scaffold.replaceAll(
    /^( *)\/\/ (?=.*[;{(})]$| {2})/gm,
    '$1',
  ),
};

describe('code in the output of makers', () => {
  test('compiles when it is pasted', () => {
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const texts = new Map(
      Object.values(CODE).map((text, index) => [join(root, `test/made-${index}.ts`), text]),
    );
    const host = ts.createCompilerHost(options);
    const { getSourceFile, fileExists } = host;
    host.fileExists = (path) => texts.has(path) || fileExists(path);
    host.getSourceFile = (path, target) => {
      const text = texts.get(path);
      return text === undefined ? getSourceFile(path, target) : ts.createSourceFile(path, text, target);
    };
    const paths = { 'cms-api-components': [join(root, 'runtime/index.ts')] };
    const program = ts.createProgram([...texts.keys()], { ...options, noEmit: true, paths }, host);
    const faults = [...texts.keys()].flatMap((path, index) => {
      const source = program.getSourceFile(path);
      const found = [...program.getSemanticDiagnostics(source), ...program.getSyntacticDiagnostics(source)];
      return found.map(({ messageText }) => `${index}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
    });
    expect(faults).toEqual([]);
    expect(CODE['what make:cms-scaffold writes, with its examples']).toContain("\n  site.page('about'");
    expect(CODE['what make:cms-scaffold writes, with its examples']).toContain('\n  site.afterRoutes(');
  });

  test('contains the front-end configuration as a member of an object', () => {
    const { guidance } = makePageData({ name: 'TourData', properties: ['main_image:Image'] }, templates);
    const line = guidance[guidance.indexOf('Front-end configuration:') + 1] ?? '';
    const value: unknown = new Function(`return {${line}}`)();
    expect(value).toEqual({ TourData: { name: 'Tour Data', properties: { main_image: 'Main Image' } } });
  });
});
