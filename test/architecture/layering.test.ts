import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What every feature says of itself: data that the configuration, the generator and the command line read. */
const DEFINITIONS = 'features/*/definition.ts';

/** A definition, or data that it is made of. */
const DEFINING = /^features\/[^/]+\/(?:(?:definition|resource|tables|errors|german)\.ts$|model\/)/;

/** What of a feature can be configured: descriptions, of which the type of the configuration is made. */
const SETTINGS = 'features/*/settings.ts';

/**
 * Layers of `runtime/`, lowest first; a file may import its own layer and lower ones (docs/architecture.md). The kernel names
 * no feature, a feature no adapter: both stand on the contracts, and the composition on top of them joins what fits.
 */
const LAYERS: readonly (readonly string[])[] = [
  [
    'kernel/contract',
    'kernel/errors',
    'kernel/util',
    'kernel/ports',
    'kernel/expression',
    'kernel/settings',
    'kernel/observation',
  ],
  [
    SETTINGS,
    'features/orphans/recipients.ts',
    'config/deployment-settings.ts',
    'config/env.ts',
    'config/logo-file.ts',
    'config/loopback.ts',
    'config/place.ts',
    'config/settings.ts',
    'config/trusted-proxies.ts',
  ],
  ['project/project-error.ts'],
  ['kernel/validation'],
  ['kernel/metadata', 'kernel/serializer'],
  ['kernel/authorization', 'kernel/records', 'kernel/unit-of-work', 'kernel/prepared-resource.ts'],
  ['kernel/reads', 'kernel/writes'],
  ['kernel/endpoints', 'kernel'],
  ['model', 'openapi', 'client'],
  [DEFINITIONS, 'features.ts'],
  ['config'],
  ['features', 'adapters'],
  ['scaffold', 'project'],
  ['app.ts', 'compose-app.ts', 'open-project-database.ts', 'create-app.ts'],
  ['console'],
  ['index.ts'],
];

/**
 * Layers of `admin-app/src/`, lowest first. A file imports its own layer and lower ones; the entries of the bundle, which are in no
 * folder, import all of them. Screens register panels and inputs with the form layer, which names no screen.
 */
const ADMIN_LAYERS: readonly string[] = ['api', 'session', 'i18n', 'ui', 'form', 'screens', 'app'];

/** Screens that other screens may import: the lists and forms of records. */
const SHARED_SCREENS = 'records';

/** What the list of features knows of them. */
const ENTRANCES: Readonly<Record<string, string>> = { 'runtime/features.ts': 'definition' };

const isDefinition = (path: string): boolean => /^runtime\/features\/[^/]+\/definition\.ts$/.test(path);

interface Import {
  readonly from: string;
  readonly to: string;
}

/** All there are: re-exports, those of types alone and `import()` included. */
let imports: Import[] = [];
/** Files that name a package in an import which is not of types alone, `import()` included; by package. */
let loading: ReadonlyMap<string, readonly string[]> = new Map();

beforeAll(() => {
  const named = ['runtime', 'generator', 'generated', 'test', 'admin-app']
    .flatMap(sourceFiles)
    .flatMap(namedIn);
  // What a feature does is loaded when a service is made, by whoever reads its definition.
  imports = named
    .filter(({ from, isCall }) => !(isCall && isDefinition(from)))
    .map(({ from, specifier }) => ({ from, to: resolveSpecifier(from, specifier) }));
  const found = new Map<string, string[]>();
  for (const { from, specifier } of named.filter(({ isOfTypes }) => !isOfTypes))
    found.set(specifier, [...(found.get(specifier) ?? []), from]);
  loading = found;
});

/** A module that a file names. */
interface Named {
  readonly from: string;
  readonly specifier: string;
  readonly isCall: boolean;
  readonly isOfTypes: boolean;
}

/** Found in the syntax alone: nothing is resolved, so it takes no longer than reading the files. */
function namedIn(from: string): Named[] {
  const text = readFileSync(join(ROOT, from), 'utf8');
  const file = ts.createSourceFile(from, text, ts.ScriptTarget.Latest);
  const found: Named[] = [];
  const take = (literal: ts.Node | undefined, of: Pick<Named, 'isCall' | 'isOfTypes'>): void => {
    if (literal !== undefined && ts.isStringLiteral(literal))
      found.push({ from, specifier: literal.text, ...of });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      take(node.moduleSpecifier, { isCall: false, isOfTypes: node.importClause?.isTypeOnly ?? false });
    else if (ts.isExportDeclaration(node)) take(node.moduleSpecifier, { isCall: false, isOfTypes: false });
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      take(node.argument.literal, { isCall: false, isOfTypes: true });
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      take(node.arguments[0], { isCall: true, isOfTypes: false });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The folder of a band that a file is in; undefined for a file of the band itself, or of another one. */
function folderIn(band: string, path: string): string | undefined {
  const [, root, folder, file] = path.split('/');
  return root === band && file !== undefined ? folder : undefined;
}

/** Files of the runtime as the generator, a package of its own, names them. */
const INTERNAL = 'cms-api-components/internal/';

/** Sources name each other by the file that the compiler makes of them. */
function resolveSpecifier(from: string, specifier: string): string {
  if (specifier.startsWith(INTERNAL))
    return `runtime/${specifier.slice(INTERNAL.length)}`.replace(/\.js$/, '.ts');
  if (!specifier.startsWith('.')) return specifier;
  const path = join(dirname(from), specifier).replace(/\.js$/, '.ts');
  return existsSync(join(ROOT, `${path}x`)) ? `${path}x` : path;
}

const startsWith =
  (...folders: readonly string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path.startsWith(folder));

/** The console starts the service, so it stands above it. */
const isConsole = startsWith('runtime/console/');

/** Index of the layer of a file in `runtime/`: that of the longest name which it is, or is below. */
function layerOf(path: string): number {
  const below = path.replace(/^runtime\//, '').replace(/^features\/[^/]+\/settings\.ts$/, SETTINGS);
  const place = DEFINING.test(below) ? DEFINITIONS : below;
  const isIn = (name: string): boolean => place === name || place.startsWith(`${name}/`);
  const [name] = LAYERS.flat()
    .filter(isIn)
    .sort((left, right) => right.length - left.length);
  return LAYERS.findIndex((layer) => name !== undefined && layer.includes(name));
}

const ADMIN_FILE = /^admin-app\/src\/(?:([^/]+)\/)?/;

/** Index of the layer of a file in the admin; undefined for a file elsewhere. */
function adminLayerOf(path: string): number | undefined {
  const match = ADMIN_FILE.exec(path);
  if (match === null) return undefined;
  const [, folder] = match;
  return folder === undefined ? ADMIN_LAYERS.length : ADMIN_LAYERS.indexOf(folder);
}

const adminScreenOf = (path: string): string | undefined =>
  /^admin-app\/src\/screens\/([^/]+)\//.exec(path)?.[1];

function offences(rule: (edge: Import) => boolean): string[] {
  return imports.filter(rule).map(({ from, to }) => `${from} imports ${to}`);
}

describe('layers', () => {
  test('every folder of runtime belongs to a layer', () => {
    const strays = imports.filter(({ from }) => from.startsWith('runtime/') && layerOf(from) === -1);
    expect(strays.map(({ from }) => from)).toEqual([]);
  });

  test('a lower layer of runtime never imports a higher one', () => {
    const isRuntime = startsWith('runtime/');
    expect(
      offences(({ from, to }) => isRuntime(from) && isRuntime(to) && layerOf(to) > layerOf(from)),
    ).toEqual([]);
  });

  test('runtime imports nothing of generator, generated, templates, schemas or test', () => {
    const outside = startsWith('generator/', 'generated/', 'templates/', 'schemas/', 'test/');
    expect(offences(({ from, to }) => from.startsWith('runtime/') && outside(to))).toEqual([]);
  });

  test('generated code imports only the package, its siblings, and the framework that a binding is for', () => {
    const isAllowed = ({ from, to }: Import): boolean =>
      to === 'cms-api-components' || to.startsWith('generated/') || from === `generated/client/${to}.d.ts`;
    expect(offences((edge) => edge.from.startsWith('generated/') && !isAllowed(edge))).toEqual([]);
  });

  test('the generator sees contracts, small functions, the built-in resources, and how a type is documented', () => {
    const isAllowed = startsWith(
      'runtime/kernel/contract/',
      'runtime/kernel/util/',
      'runtime/model/',
      'runtime/openapi/',
      'runtime/project/project-types.ts',
      'runtime/project/feature-tables.ts',
      'runtime/kernel/settings/config.ts',
      'runtime/adapters/persistence/migrations/states/',
    );
    const isGenerator = (from: string): boolean =>
      from.startsWith('generator/') && !from.startsWith('generator/cli/');
    expect(
      offences(({ from, to }) => isGenerator(from) && to.startsWith('runtime/') && !isAllowed(to)),
    ).toEqual([]);
  });

  test('features import the public-api.ts of each other, and the list imports their definition.ts', () => {
    const isRestricted = ({ from, to }: Import): boolean => {
      const feature = folderIn('features', to);
      if (feature === undefined || folderIn('features', from) === feature) return false;
      const entrance = ENTRANCES[from] ?? 'public-api';
      return from.startsWith('runtime/') && to !== `runtime/features/${feature}/${entrance}.ts`;
    };
    expect(offences(isRestricted)).toEqual([]);
  });

  test('kernel and features read the configuration through types of the kernel', () => {
    const reads = startsWith('runtime/kernel/', 'runtime/features/');
    expect(offences(({ from, to }) => reads(from) && to.startsWith('runtime/config/'))).toEqual([]);
  });

  test('the kernel knows nothing of the tables and fields of the built-in types', () => {
    const isKernel = startsWith('runtime/kernel/');
    expect(offences(({ from, to }) => isKernel(from) && to.startsWith('runtime/model/'))).toEqual([]);
  });

  test('what a feature does is imported by its definition alone', () => {
    const isBehaviour = (path: string): boolean => /^runtime\/features\/[^/]+\/feature\.ts$/.test(path);
    expect(offences(({ from, to }) => isBehaviour(to) && !from.startsWith('test/'))).toEqual([]);
  });

  test('features and adapters know nothing of each other', () => {
    const isBelow = (band: string, path: string): boolean => folderIn(band, path) !== undefined;
    const isCrossing = ({ from, to }: Import): boolean =>
      (isBelow('features', from) && isBelow('adapters', to)) ||
      (isBelow('adapters', from) && !isConsole(from) && isBelow('features', to));
    expect(offences(isCrossing)).toEqual([]);
  });

  test('libraries of the database and of HTTP are named by their adapters, not by contracts', () => {
    const isLibrary = (to: string): boolean => /^(?:sequelize|express|pg|mysql2|libsql)(?:\/|$)/.test(to);
    const isContract = startsWith('runtime/kernel/', 'runtime/model/', 'runtime/config/');
    expect(offences(({ from, to }) => isContract(from) && isLibrary(to))).toEqual([]);
  });

  test('the generator requires ts-morph and never imports it: Node would look through the whole compiler for its exports', () => {
    const isTest = startsWith('test/');
    expect(loading.get('ts-morph')?.filter((from) => !isTest(from))).toEqual([]);
  });

  test('the admin stands on packages and on the client, and nothing else of this repository', () => {
    const isOwn = startsWith('admin-app/', 'templates/client/');
    const isPackage = (to: string): boolean =>
      !/^(?:\.|runtime\/|generator\/|generated\/|test\/|templates\/)/.test(to);
    expect(offences(({ from, to }) => from.startsWith('admin-app/') && !isOwn(to) && !isPackage(to))).toEqual(
      [],
    );
    expect(
      offences(
        ({ from, to }) =>
          to.startsWith('admin-app/') && !from.startsWith('admin-app/') && !from.startsWith('test/'),
      ),
    ).toEqual([]);
  });

  test('every folder of the admin belongs to a layer', () => {
    const strays = imports.map(({ from }) => from).filter((path) => adminLayerOf(path) === -1);
    expect(strays).toEqual([]);
  });

  test('a lower layer of the admin never imports a higher one', () => {
    const isUpward = ({ from, to }: Import): boolean => {
      const [layer, imported] = [adminLayerOf(from), adminLayerOf(to)];
      return layer !== undefined && imported !== undefined && imported > layer;
    };
    expect(offences(isUpward)).toEqual([]);
  });

  test('screens of the admin import no other screens but lists and forms of records', () => {
    const isCrossing = ({ from, to }: Import): boolean => {
      const [screen, imported] = [adminScreenOf(from), adminScreenOf(to)];
      return (
        screen !== undefined && imported !== undefined && imported !== screen && imported !== SHARED_SCREENS
      );
    };
    expect(offences(isCrossing)).toEqual([]);
  });

  test('only tests import tests', () => {
    expect(offences(({ from, to }) => !from.startsWith('test/') && to.startsWith('test/'))).toEqual([]);
  });

  test('no file imports itself by any way round, types included', () => {
    expect(findCycles(imports)).toEqual([]);
  });
});

/** Each circle of imports once, as the path that closes it. */
function findCycles(edges: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const finished = new Set<string>();
  const cycles: string[] = [];
  function visit(file: string, trail: readonly string[]): void {
    if (finished.has(file)) return;
    const start = trail.indexOf(file);
    if (start !== -1) {
      cycles.push([...trail.slice(start), file].join(' -> '));
      return;
    }
    for (const target of targets.get(file) ?? []) visit(target, [...trail, file]);
    finished.add(file);
  }
  for (const file of targets.keys()) visit(file, []);
  return cycles;
}
